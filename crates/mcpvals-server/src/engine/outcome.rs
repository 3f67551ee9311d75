//! What a child's work comes to: read from the file it wrote, or from how it ended.

use std::path::Path;

use mcpvals_model::{Evaluation, LeftOut, Report};
use mcpvals_store::{Document, Status};
use serde_json::{Value, json};

use super::child::Ended;
use super::fault::Fault;
use super::job::{Kind, SETTINGS, TRACES};
use crate::error::Code;
use crate::view::RunError;

/// No larger result is read, in bytes.
const RESULT_BYTES_MAX: u64 = 64 << 20;
/// Of all traces of an evaluation, in bytes.
const TRACES_BYTES_MAX: u64 = 128 << 20;
const TRACES_MAX: usize = 1000;
/// Exit codes of ours (docs/reference/exit-codes.md).
const USAGE: i32 = 2;
const UNREACHABLE: i32 = 3;
/// A child's own, which no command ends with: what it found could not be written, as there is no room.
pub const FULL: u8 = 74;

/// How an evaluation ends.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) status: Status,
    pub(super) score: Option<f64>,
    pub(super) summary: Option<Value>,
    pub(super) results: Option<String>,
    pub(super) error: Option<RunError>,
    pub(super) documents: Vec<Document>,
}

impl Outcome {
    fn bare(status: Status) -> Self {
        Self { status, score: None, summary: None, results: None, error: None, documents: Vec::new() }
    }

    pub(super) fn cancelled() -> Self {
        Self::bare(Status::Cancelled)
    }

    pub(super) fn failed(code: Code, message: String, details: Option<String>) -> Self {
        Self { error: Some(RunError::new(code, message, details)), ..Self::bare(Status::Failed) }
    }
}

/// What a child's work comes to.
///
/// # Errors
/// That something of ours went wrong, in words: it may be tried again.
pub(super) async fn of_child(kind: Kind, ended: &Ended, folder: &Path) -> Result<Outcome, Fault> {
    let last = without_folder(&last_line(ended), folder);
    match ended.code {
        Some(0 | 1 | UNREACHABLE) => {}
        Some(USAGE) => {
            let story = story(&ended.said).map(|story| without_folder(&story, folder));
            return Ok(Outcome::failed(refused(&last), last, story));
        }
        Some(code) if code == i32::from(FULL) => return Err(Fault::NoRoom(last)),
        Some(code) => return Err(format!("exit code {code}: {last}").into()),
        None => return Err(format!("it was ended by a signal: {last}").into()),
    }
    let Some(text) = read(&folder.join(kind.file())).await? else {
        return match ended.code {
            Some(UNREACHABLE) => Ok(Outcome::failed(Code::ServerUnreachable, last, None)),
            code => Err(format!("it ended with {code:?} and wrote no result: {last}").into()),
        };
    };
    let text = match String::from_utf8(text) {
        Ok(text) => without_folder(&text, folder).into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut outcome = match kind {
        Kind::Evaluation => of_evaluation(&text)?,
        Kind::Report => of_report(&text)?,
    };
    if ended.code == Some(UNREACHABLE) && outcome.error.is_none() {
        let Outcome { error, .. } = Outcome::failed(Code::ServerUnreachable, last, None);
        outcome = Outcome { status: Status::Failed, error, ..outcome };
    }
    outcome.documents.push(Document { name: kind.file().to_owned(), body: text });
    outcome.documents.extend(traces(folder).await);
    Ok(outcome)
}

/// All that it said, where that is more than a line: the mistakes of a config, with their places.
fn story(said: &str) -> Option<String> {
    const MOST: usize = 8_000;
    let said = said.trim();
    said.contains('\n').then(|| said.chars().take(MOST).collect())
}

/// Our program started nothing: the sandbox that must be had is not to be had, or the request cannot be used.
fn refused(why: &str) -> Code {
    if why.contains("no server is started: a sandbox") { Code::SandboxUnavailable } else { Code::ValidationError }
}

/// What our program says last is why it failed; how it says so is left out.
fn last_line(ended: &Ended) -> String {
    let line = ended.last_line().unwrap_or("it said nothing");
    line.trim_start_matches("mcpvals: ").trim_start_matches("error: ").chars().take(1000).collect()
}

async fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let failed = |error: std::io::Error| format!("`{}`: {error}", path.display());
    match tokio::fs::metadata(path).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
        Ok(facts) if facts.len() > RESULT_BYTES_MAX => {
            Err(format!("the result is larger than {RESULT_BYTES_MAX} bytes"))
        }
        Ok(_) => tokio::fs::read(path).await.map(Some).map_err(failed),
    }
}

/// Nothing that is told names a file that is gone by then: commands that show something again are for the caller's own folder.
fn without_folder(text: &str, folder: &Path) -> String {
    let folder = folder.display().to_string();
    let settings = format!(" --config {folder}/{SETTINGS}");
    let plain = text.replace(&settings, "").replace(&format!(" --cwd {folder}"), "");
    plain.replace(&format!("{folder}/"), "").replace(&folder, ".")
}

fn of_evaluation(text: &[u8]) -> Result<Outcome, String> {
    let evaluation: Evaluation =
        serde_json::from_slice(text).map_err(|error| format!("the result cannot be read: {error}"))?;
    let error = problem(&evaluation);
    let status = if error.is_some() { Status::Failed } else { Status::Completed };
    let summary = serde_json::to_value(evaluation.summary).ok();
    let results = serde_json::to_string(&evaluation.results).ok();
    Ok(Outcome { score: Some(evaluation.score), summary, results, error, ..Outcome::bare(status) })
}

/// Why an evaluation is none: there was no server, or no time.
fn problem(evaluation: &Evaluation) -> Option<RunError> {
    let failed = |code, message: &str, details: &str| RunError::new(code, message.to_owned(), Some(details.to_owned()));
    let unreachable = evaluation.results.runtime.as_ref().and_then(|runtime| runtime.unreachable.as_deref());
    let out_of_time = || evaluation.left_out.iter().find(|left| left.name == LeftOut::OUT_OF_TIME);
    match unreachable {
        Some(why) => Some(failed(Code::ServerUnreachable, "Cannot connect to the MCP server", why)),
        None => out_of_time().map(|left| failed(Code::EvaluationTimeout, "Evaluation exceeded timeout", &left.reason)),
    }
}

/// A run of a config: its cases are what was tried.
fn of_report(text: &[u8]) -> Result<Outcome, String> {
    let report: Report = serde_json::from_slice(text).map_err(|error| format!("the result cannot be read: {error}"))?;
    let summary =
        json!({ "passed": report.summary.passed, "warned": 0, "failed": report.summary.failed, "notJudged": 0 });
    let results = json!({ "report": report }).to_string();
    let score = (report.score.value() * 1000.0).round() / 10.0;
    Ok(Outcome {
        score: Some(score),
        summary: Some(summary),
        results: Some(results),
        ..Outcome::bare(Status::Completed)
    })
}

/// The frames of its sessions, as far as there is room.
async fn traces(folder: &Path) -> Vec<Document> {
    let mut kept = Vec::new();
    let mut room = TRACES_BYTES_MAX;
    let Ok(mut entries) = tokio::fs::read_dir(folder.join(TRACES)).await else { return kept };
    while let Ok(Some(entry)) = entries.next_entry().await {
        let size =
            entry.metadata().await.map_or(u64::MAX, |facts| if facts.is_file() { facts.len() } else { u64::MAX });
        if kept.len() >= TRACES_MAX || size > room {
            continue;
        }
        if let Ok(body) = tokio::fs::read(entry.path()).await {
            room -= size;
            let name = format!("{TRACES}/{}", entry.file_name().to_string_lossy());
            kept.push(Document { name, body });
        }
    }
    kept.sort_by(|a, b| a.name.cmp(&b.name));
    kept
}
