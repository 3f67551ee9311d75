//! One scenario at one revision.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Result;
use crate::check::tools::Tools;

/// What the suite tries.
#[derive(Debug)]
pub(super) struct Scenario {
    /// The suite's version.
    pub(super) suite: &'static str,
    pub(super) name: String,
    /// A revision, `draft`, or `extension`.
    pub(super) revision: String,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Outcome {
    /// In words; `None` where it passed.
    pub(super) problem: Option<String>,
}

/// Every client scenario of a suite, at each of its revisions: the lines `- name [revision,revision]` of its list.
///
/// # Errors
/// Where there are none.
pub(super) fn list(suite: &Path, version: &'static str, tools: &Tools) -> Result<Vec<Scenario>> {
    let mut command = node(suite, tools);
    let output = command.args(["list", "--client"]).output().map_err(|error| format!("cannot run node: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let entries = text.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split_once(" ["));
    let scenarios: Vec<Scenario> = entries
        .flat_map(|(name, revisions)| {
            let revisions = revisions.trim_end_matches(']').split(',');
            revisions.map(move |it| Scenario { suite: version, name: name.to_owned(), revision: it.to_owned() })
        })
        .collect();
    let said = String::from_utf8_lossy(&output.stderr);
    let none = || format!("the suite {version} lists no scenarios: {}", said.trim());
    if scenarios.is_empty() { Err(none()) } else { Ok(scenarios) }
}

fn node(suite: &Path, tools: &Tools) -> Command {
    let mut command = Command::new("node");
    command.arg(suite).env("PATH", tools.path());
    command
}

impl Scenario {
    /// Runs it; what the suite writes goes into the folder.
    pub(super) fn run(&self, suite: &Path, client: &Path, folder: &Path, tools: &Tools) -> Outcome {
        // What is left from the last time would be taken for what came now.
        let _ = std::fs::remove_dir_all(folder);
        let mut command = node(suite, tools);
        command.args(["client", "--command", &format!("{} conformance-client", client.display())]);
        command.args(["--scenario", &self.name, "--timeout", "20000", "-o"]).arg(folder);
        if self.revision != "extension" {
            command.args(["--spec-version", &self.revision]);
        }
        let problem = match command.output() {
            Err(error) => Some(format!("cannot run node: {error}")),
            Ok(output) => problem(&checks(folder), output.status.success()),
        };
        Outcome { problem }
    }
}

fn problem(checks: &[Value], is_success: bool) -> Option<String> {
    let text = |check: &Value, name: &str| check.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let is_bad = |check: &&Value| matches!(text(check, "status").as_str(), "FAILURE" | "WARNING");
    let bad: Vec<String> = checks.iter().filter(is_bad).map(|check| text(check, "id")).collect();
    match () {
        () if checks.is_empty() => Some("the suite made no checks".to_owned()),
        () if !bad.is_empty() => Some(bad.join(", ")),
        () if !is_success => Some("the suite, or the client, ended with another code than 0".to_owned()),
        () => None,
    }
}

/// Those of all `checks.json` below the folder.
fn checks(folder: &Path) -> Vec<Value> {
    files(folder)
        .iter()
        .filter(|file| file.ends_with("checks.json"))
        .filter_map(|file| serde_json::from_str::<Vec<Value>>(&std::fs::read_to_string(file).ok()?).ok())
        .flatten()
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
