//! Labelled examples: JSON Lines, or an array of JSON. Each is a conversation, or names a workflow in a trace file.

use std::collections::BTreeMap;
use std::fs;
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

/// Reads all; what is wrong is told with the number of the example.
pub(super) fn read(path: &Path, threshold: Score, output: &Output) -> Result<Vec<Labelled>, Failure> {
    let wrong = |why: String| Failure::usage(format!("`{}`: {why}", path.display()));
    let size = fs::metadata(path).map_err(|error| wrong(format!("it cannot be read: {error}")))?.len();
    if size > FILE_BYTES_MAX {
        return Err(wrong(format!("it is larger than {FILE_BYTES_MAX} bytes")));
    }
    let text = fs::read_to_string(path).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    let written = parse(&text).map_err(wrong)?;
    if written.is_empty() {
        return Err(Failure::new(Exit::NothingToRun, format!("`{}` has no examples", path.display())));
    }
    let mut traces = Traces { folder: path.parent().unwrap_or(Path::new(".")), read: BTreeMap::new(), output };
    let numbered = (1..).zip(written);
    let labelled = numbered.map(|(number, (place, one))| {
        labelled(number, one, threshold, &mut traces).map_err(|why| wrong(format!("{place}: {why}")))
    });
    labelled.collect()
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

fn labelled(number: usize, one: Written, threshold: Score, traces: &mut Traces<'_>) -> Result<Labelled, String> {
    let score = one.score.map(|score| Score::new(score).ok_or("`score` is no number from 0 to 1")).transpose()?;
    let label = match (one.label, score) {
        (Some(label), _) => matches!(label, Label::Pass),
        (None, Some(score)) => score >= threshold,
        (None, None) => return Err("it has neither a `label` (\"pass\" or \"fail\") nor a `score`".to_owned()),
    };
    let id = one.id.clone().or_else(|| one.case.clone()).unwrap_or_else(|| number.to_string());
    Ok(Labelled { id, label, score, record: record(one, traces)? })
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
