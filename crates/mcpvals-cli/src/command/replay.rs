//! `mcpvals replay`: a trace as a timeline.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use mcpvals_report::trace_file::{self, StoredTrace};

use crate::args::ReplayArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Prints it.
pub(crate) fn run(args: &ReplayArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let mut stored = read(&args.trace, output)?;
    if let Some(pattern) = &args.filter {
        stored.played.retain(|played| played.case.id.as_str().contains(pattern.as_str()));
        if stored.played.is_empty() {
            return Err(Failure::new(Exit::NothingToRun, format!("no case in the trace matches `{pattern}`")));
        }
    }
    output.result(&mcpvals_report::timeline::render(&stored, &super::eval::style(environment, output)))?;
    Ok(Exit::Passed)
}

/// Reads a trace file; where it is not whole, says so on stderr.
///
/// # Errors
/// Usage: the file cannot be read, or is no trace; with the line.
pub(super) fn read(path: &Path, output: &Output) -> Result<StoredTrace, Failure> {
    let cannot = |error: &dyn std::fmt::Display| Failure::usage(format!("cannot read `{}`: {error}", path.display()));
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let stored = trace_file::read(BufReader::new(file)).map_err(|error| cannot(&error))?;
    if let Some(why) = &stored.cut {
        output.note(&format!("warning: `{}` is not whole: {}", path.display(), mcpvals_report::visible(why)));
    }
    Ok(stored)
}
