//! Examples: JSON Lines, or an array of JSON. Each is a conversation, or names a workflow in a trace file; most have a
//! label.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use mcpvals::Labelled;
use mcpvals_model::Score;
use mcpvals_report::trace_file::StoredTrace;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::replay;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// The largest file of examples, in bytes.
const FILE_BYTES_MAX: u64 = 256 << 20;
/// The most examples of a file.
const EXAMPLES_MAX: usize = 100_000;

/// An example as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    id: Option<String>,
    label: Option<Label>,
    score: Option<f64>,
    goal: Option<Value>,
    expected: Option<Value>,
    tools: Option<Value>,
    conversation: Option<Vec<Value>>,
    trace: Option<PathBuf>,
    case: Option<String>,
    repetition: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Label {
    Pass,
    Fail,
}

/// A conversation to be judged.
pub(super) struct Example {
    /// Where it stands: its line, or its number.
    place: String,
    pub(super) id: String,
    label: Option<Label>,
    score: Option<Score>,
    /// What the judge is shown.
    pub(super) record: Value,
}

/// Reads all; what is wrong is told with the number of the example.
pub(super) fn read(path: &Path, output: &Output) -> Result<Vec<Example>, Failure> {
    let wrong = |why: String| wrong(path, &why);
    let written = parse(&text(path).map_err(wrong)?).map_err(wrong)?;
    if written.is_empty() {
        return Err(Failure::new(Exit::NothingToRun, format!("`{}` has no examples", path.display())));
    }
    let mut traces = Traces { folder: path.parent().unwrap_or(Path::new(".")), read: BTreeMap::new(), output };
    let read = |(number, (place, one)): (usize, (String, Written))| {
        example_of(number, &place, one, &mut traces).map_err(|why| wrong(format!("{place}: {why}")))
    };
    (1..).zip(written).map(read).collect()
}

/// Reads all, of which each must have a label.
pub(super) fn labelled(path: &Path, threshold: Score, output: &Output) -> Result<Vec<Labelled>, Failure> {
    let with_label = |example: Example| {
        let label = match (example.label, example.score) {
            (Some(label), _) => matches!(label, Label::Pass),
            (None, Some(score)) => score >= threshold,
            (None, None) => {
                let why = "it has neither a `label` (\"pass\" or \"fail\") nor a `score`";
                return Err(wrong(path, &format!("{}: {why}", example.place)));
            }
        };
        Ok(Labelled { id: example.id, label, score: example.score, record: example.record })
    };
    read(path, output)?.into_iter().map(with_label).collect()
}

fn wrong(path: &Path, why: &str) -> Failure {
    Failure::usage(format!("`{}`: {why}", path.display()))
}

/// The whole of the file, or of stdin, if it is of bearable size.
fn text(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let cannot = |error: std::io::Error| format!("it cannot be read: {error}");
    let from: Box<dyn Read> = if mcpvals_config::is_stdin(path) {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(path).map_err(cannot)?)
    };
    let size = from.take(FILE_BYTES_MAX + 1).read_to_string(&mut text).map_err(cannot)?;
    if size as u64 > FILE_BYTES_MAX { Err(format!("it is larger than {FILE_BYTES_MAX} bytes")) } else { Ok(text) }
}

/// The examples, each with where it stands.
fn parse(text: &str) -> Result<Vec<(String, Written)>, String> {
    if text.trim_start().starts_with('[') {
        let all: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let numbered = (1..).zip(all).take(EXAMPLES_MAX);
        return numbered.map(|(number, one)| example(format!("example {number}"), one)).collect();
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).take(EXAMPLES_MAX);
    let read = |(number, line): (u32, &str)| {
        let value = serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
        example(format!("line {number}"), value)
    };
    lines.map(read).collect()
}

fn example(place: String, value: Value) -> Result<(String, Written), String> {
    let written = serde_json::from_value(value).map_err(|error| format!("{place}: {error}"))?;
    Ok((place, written))
}

fn example_of(number: usize, place: &str, one: Written, traces: &mut Traces<'_>) -> Result<Example, String> {
    let score = one.score.map(|score| Score::new(score).ok_or("`score` is no number from 0 to 1")).transpose()?;
    let id = one.id.clone().or_else(|| one.case.clone()).unwrap_or_else(|| number.to_string());
    Ok(Example { place: place.to_owned(), id, label: one.label, score, record: record(one, traces)? })
}

fn record(one: Written, traces: &mut Traces<'_>) -> Result<Value, String> {
    let mut record = match (one.conversation, one.trace) {
        (Some(conversation), None) => json!({"conversation": conversation}),
        (None, Some(trace)) => traces.record(&trace, one.case.as_deref(), one.repetition)?,
        _ => return Err("it has a `conversation`, or a `trace` with its `case`, and not both".to_owned()),
    };
    for (name, value) in [("goal", one.goal), ("expected", one.expected), ("tools", one.tools)] {
        if let Some(value) = value {
            record[name] = value;
        }
    }
    Ok(record)
}

/// The trace files that examples name, each read once.
struct Traces<'a> {
    /// That of the examples.
    folder: &'a Path,
    read: BTreeMap<PathBuf, StoredTrace>,
    output: &'a Output,
}

impl Traces<'_> {
    fn record(&mut self, path: &Path, case: Option<&str>, repetition: Option<u32>) -> Result<Value, String> {
        let path = self.folder.join(path);
        if !self.read.contains_key(&path) {
            let stored = replay::read(&path, self.output).map_err(|failure| failure.message)?;
            self.read.insert(path.clone(), stored);
        }
        let stored = &self.read[&path];
        let is_it = |id: &str| case.is_none_or(|case| id == case);
        let mut found = stored.played.iter().filter(|played| {
            is_it(played.case.id.as_str()) && repetition.is_none_or(|number| played.repetition == number)
        });
        let played = found.next().ok_or_else(|| format!("there is no such case in `{}`", path.display()))?;
        if found.next().is_some() {
            return Err(format!("several attempts in `{}` fit: give `case` and `repetition`", path.display()));
        }
        mcpvals_suite::judge_record(&played.case, &played.trace)
            .ok_or_else(|| format!("`{}` is no workflow in which a model said anything", played.case.id))
    }
}
