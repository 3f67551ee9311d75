//! `mcpvals mock`: a server that answers from recorded traces.

mod head;
mod http;
mod hub;
mod stdio;

use std::path::{Path, PathBuf};

use mcpvals_report::mock::Recording;
use mcpvals_report::trace_file::StoredTrace;

use crate::args::MockArgs;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// More files are no folder of traces.
const FILES_MAX: usize = 10_000;

/// Serves until stdin ends, or over HTTP until a signal comes, and says what was not in the recording.
///
/// # Errors
/// Usage: there is no recording in the files, or the port is taken.
pub(crate) async fn run(args: &MockArgs, output: &Output) -> Result<Exit, Failure> {
    let recording = recording(args, output)?;
    let (answered, missed) = match args.http {
        Some(port) => http::serve(recording, port, output).await?,
        None => stdio::serve(recording, output)?,
    };
    output.note(&format!("mcpvals mock: requests answered from the recording: {answered}, not in it: {missed}"));
    Ok(if args.strict && missed > 0 { Exit::Failed } else { Exit::Passed })
}

fn recording(args: &MockArgs, output: &Output) -> Result<Recording, Failure> {
    let mut stored: Vec<StoredTrace> = Vec::new();
    for path in &args.traces {
        for file in files(path)? {
            stored.push(super::replay::read(&file, output)?);
        }
    }
    Recording::new(&stored, args.server.as_deref()).map_err(|error| {
        let names: Vec<String> = args.traces.iter().map(|path| format!("`{}`", path.display())).collect();
        Failure::usage(format!("cannot answer from {}: {error}", names.join(", ")))
    })
}

/// The file, or the trace files of the folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let cannot = |why: &dyn std::fmt::Display| Failure::usage(format!("cannot read `{}`: {why}", path.display()));
    let entries = std::fs::read_dir(path).map_err(|error| cannot(&error))?;
    let paths = entries.take(FILES_MAX + 1).map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(|error| cannot(&error))?;
    if files.len() > FILES_MAX {
        return Err(cannot(&format!("there are more than {FILES_MAX} files in it")));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    if files.is_empty() {
        return Err(cannot(&"there is no trace (*.jsonl) in it; `mcpvals eval --record-server DIR` writes them"));
    }
    Ok(files)
}
