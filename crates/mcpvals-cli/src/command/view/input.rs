//! What `mcpvals view` is given: found out by what stands in the files, not by their names.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use mcpvals_model::{Evaluation, Report};
use mcpvals_report::trace_file::{self, StoredTrace};
use mcpvals_report::visible;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::command::replay;
use crate::exit::Failure;
use crate::output::Output;

/// A report is no larger.
const BYTES_MAX: u64 = 1 << 30;
/// Traces that one page shows.
const TRACES_MAX: usize = 500;

/// What is shown.
pub(super) enum Input {
    /// A run, with the traces that belong to it.
    Run(Box<Report>, Vec<StoredTrace>),
    Evaluation(Box<Evaluation>),
    Traces(Vec<StoredTrace>),
}

impl Input {
    /// What the page is called.
    pub(super) fn file_name(&self) -> &'static str {
        match self {
            Self::Run(..) => "report.html",
            Self::Evaluation(_) => "evaluation.html",
            Self::Traces(_) => "trace.html",
        }
    }
}

/// One file.
enum Found {
    Run(Box<Report>),
    Evaluation(Box<Evaluation>),
    Trace(Box<StoredTrace>),
}

/// Reads the files, and the traces of the folders among them.
///
/// # Errors
/// Usage: a file that cannot be read or is none of ours, or two that do not go together.
pub(super) fn read(paths: &[PathBuf], output: &Output) -> Result<Input, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() { files.extend(traces_in(path)?) } else { files.push(path.clone()) }
    }
    if files.len() > TRACES_MAX {
        return Err(Failure::usage(format!("{} files are too many for one page: at most {TRACES_MAX}", files.len())));
    }
    let (mut reports, mut evaluations, mut traces) = (Vec::new(), Vec::new(), Vec::new());
    for path in &files {
        match read_one(path, output)? {
            Found::Run(report) => reports.push(report),
            Found::Evaluation(evaluation) => evaluations.push(evaluation),
            Found::Trace(trace) => traces.push(*trace),
        }
    }
    match (reports.pop(), evaluations.pop()) {
        (None, None) => Ok(Input::Traces(traces)),
        (Some(report), None) if reports.is_empty() => Ok(Input::Run(report, traces)),
        (None, Some(evaluation)) if evaluations.is_empty() && traces.is_empty() => Ok(Input::Evaluation(evaluation)),
        _ => Err(Failure::usage(
            "one page shows one report (with the traces of its run), one evaluation, or traces: give the others apart",
        )),
    }
}

fn cannot(path: &Path, problem: &str) -> Failure {
    Failure::usage(format!("cannot view `{}`: {}", path.display(), visible(problem)))
}

/// The traces of a folder, in the order of their names.
fn traces_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| cannot(folder, &error.to_string()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut traces: Vec<PathBuf> = paths.filter(|path| path.is_file() && is_trace(path)).collect();
    traces.sort();
    if traces.is_empty() { Err(cannot(folder, "there is no trace in the folder")) } else { Ok(traces) }
}

fn is_trace(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| trace_file::is_trace(BufReader::new(file)))
}

fn read_one(path: &Path, output: &Output) -> Result<Found, Failure> {
    let metadata = fs::metadata(path).map_err(|error| cannot(path, &error.to_string()))?;
    if !metadata.is_file() {
        return Err(cannot(path, "it is neither a regular file nor a folder"));
    }
    if is_trace(path) {
        return replay::read(path, output).map(|trace| Found::Trace(Box::new(trace)));
    }
    if metadata.len() > BYTES_MAX {
        return Err(cannot(path, "it is too large to be a report"));
    }
    let text = fs::read_to_string(path).map_err(|error| cannot(path, &error.to_string()))?;
    document(path, &text)
}

/// A report and an evaluation have members that the other has not.
fn document(path: &Path, text: &str) -> Result<Found, Failure> {
    /// What tells them apart.
    #[derive(serde::Deserialize)]
    struct Kind<'a> {
        #[serde(borrow)]
        suites: Option<&'a RawValue>,
        #[serde(borrow)]
        formula: Option<&'a RawValue>,
    }
    const NEITHER: &str = "it is no JSON report of `eval`, no JSON report of `evaluate`, and no trace";
    let kind: Kind<'_> = serde_json::from_str(text).map_err(|error| cannot(path, &format!("{NEITHER} ({error})")))?;
    match (kind.suites, kind.formula) {
        (Some(_), _) => parsed(path, text, "`mcpvals eval -r json`").map(|report| Found::Run(Box::new(report))),
        (None, Some(_)) => {
            parsed(path, text, "`mcpvals evaluate --json`").map(|found| Found::Evaluation(Box::new(found)))
        }
        (None, None) => Err(cannot(path, NEITHER)),
    }
}

fn parsed<T: DeserializeOwned>(path: &Path, text: &str, of: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| cannot(path, &format!("it is not what {of} writes: {error}")))
}
