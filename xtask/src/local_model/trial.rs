//! Workflows that the model plays, and what came of them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcpvals_model::PassRate;
use serde_json::Value;

use super::runtime::Runtime;
use crate::Result;
use crate::check::tools::{create, read};
use crate::project::Project;

/// A config with one workflow.
#[derive(Debug)]
pub(super) struct Trial {
    /// What the page calls its server.
    pub(super) server: &'static str,
    pub(super) config: &'static str,
}

pub(super) const TRIALS: [Trial; 2] = [
    Trial { server: "mcpvals' calculator, 5 tools", config: "examples/local-model/calculator.yaml" },
    Trial { server: "server-filesystem, 14 tools", config: "examples/local-model/filesystem.yaml" },
];
/// What the file server's folder has in it.
const KITCHEN: &str = "examples/local-model/kitchen";

/// How they are played.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) repeat: u32,
    pub(super) mcpvals: PathBuf,
}

/// What came of all repetitions of one.
#[derive(Debug)]
pub(super) struct Outcome {
    /// mcpvals' verdict.
    pub(super) passed: bool,
    /// On which day it began.
    pub(super) date: String,
    /// Of all repetitions.
    pub(super) rate: PassRate,
    /// So many came to no end.
    pub(super) errored: usize,
    /// Of all repetitions together.
    pub(super) turns: u64,
    pub(super) calls: u64,
    pub(super) read: u64,
    pub(super) cached: u64,
    pub(super) written: u64,
    /// How long each turn took, in order of length.
    pub(super) turns_ms: Vec<f64>,
    /// Why repetitions did not pass.
    pub(super) problems: Vec<String>,
}

impl Trial {
    /// Plays it in a folder of its own.
    pub(super) fn play(&self, project: &Project, runtime: &Runtime, url: &str, play: &Play) -> Result<Outcome> {
        let scratch = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        let (files, report, traces) =
            (scratch.path().join("files"), scratch.path().join("report.json"), scratch.path().join("traces"));
        furnish(project, &files)?;
        let mut command = Command::new(&play.mcpvals);
        command.current_dir(&project.root).arg("eval").arg(self.config).args([
            "--concurrency",
            "1",
            "--cassette",
            "off",
        ]);
        command
            .args(["--repeat", &play.repeat.to_string()])
            .arg("--reporter")
            .arg(format!("json={}", report.display()));
        command.arg("--trace").arg(&traces).args(["--reporter", "console"]);
        command.env("LOCAL_MODEL_URL", url).env("FOLDER", &files).env("PATH", path_with_npx(scratch.path(), runtime)?);
        let status = command.status().map_err(|error| format!("cannot run `{}`: {error}", play.mcpvals.display()))?;
        // 0 and 1 are verdicts; whatever else is none is still in the report where there is one.
        let text = read(&report).map_err(|_| format!("mcpvals ended with {status} and without a report"))?;
        let report = serde_json::from_str(&text).map_err(|error| format!("the report is no JSON: {error}"))?;
        let mut outcome = outcome(&report).ok_or("the report has no repetitions")?;
        outcome.turns_ms = turns_ms(&traces)?;
        for problem in &mut outcome.problems {
            *problem = problem.replace(&files.display().to_string(), "FOLDER");
        }
        Ok(outcome)
    }
}

fn furnish(project: &Project, folder: &Path) -> Result {
    create(folder)?;
    let kitchen = project.path(KITCHEN);
    let entries = fs::read_dir(&kitchen).map_err(|error| format!("cannot read `{KITCHEN}`: {error}"))?;
    entries.flatten().try_for_each(|entry| {
        let copied = fs::copy(entry.path(), folder.join(entry.file_name()));
        copied.map(|_| ()).map_err(|error| format!("cannot copy `{}`: {error}", entry.path().display()))
    })
}

/// `PATH` with an `npx` in front that starts the file server which is installed: nothing is downloaded meanwhile.
fn path_with_npx(scratch: &Path, runtime: &Runtime) -> Result<std::ffi::OsString> {
    let bin = scratch.join("bin");
    create(&bin)?;
    let npx = bin.join("npx");
    // `-y` and the package's name come first.
    let script = format!("#!/bin/sh\nshift 2\nexec node '{}' \"$@\"\n", runtime.filesystem_server().display());
    let written = fs::write(&npx, script).and_then(|()| fs::set_permissions(&npx, fs::Permissions::from_mode(0o755)));
    written.map_err(|error| format!("cannot write `{}`: {error}", npx.display()))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(bin).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).map_err(|error| format!("no PATH: {error}"))
}

fn came_to_no_end(attempt: &Value) -> bool {
    attempt["problem"].as_str().is_some_and(|problem| problem.starts_with("the workflow did not come to its end"))
}

/// What the report says of its one case; `None` where it was not played.
fn outcome(report: &Value) -> Option<Outcome> {
    let case = report.pointer("/suites/0/cases/0")?;
    let attempts = case["attempts"].as_array()?;
    let facts = case["workflow"].as_array()?;
    let ended = |verdict: &str| attempts.iter().filter(|attempt| attempt["verdict"] == verdict).count();
    let (passed, runs) = (u32::try_from(ended("passed")).ok()?, u32::try_from(attempts.len()).ok()?);
    let sum = |path: &str| facts.iter().filter_map(|facts| facts.pointer(path)?.as_u64()).sum();
    Some(Outcome {
        passed: case["verdict"] == "passed",
        date: report["startedAt"].as_str()?.get(..10)?.to_owned(),
        rate: (runs > 0).then(|| PassRate::new(passed, runs))?,
        errored: attempts.iter().filter(|attempt| came_to_no_end(attempt)).count(),
        turns: sum("/turns"),
        calls: sum("/calls"),
        read: sum("/usage/input"),
        cached: sum("/usage/cached"),
        written: sum("/usage/output"),
        turns_ms: Vec::new(),
        problems: attempts.iter().filter_map(|attempt| Some(attempt["problem"].as_str()?.to_owned())).collect(),
    })
}

/// The durations of all turns of the model in the traces, the shortest first.
fn turns_ms(folder: &Path) -> Result<Vec<f64>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot read the traces: {error}"))?;
    let mut all = Vec::new();
    for entry in entries.flatten() {
        all.extend(read(&entry.path())?.lines().filter_map(turn_ms));
    }
    all.sort_by(f64::total_cmp);
    Ok(all)
}

fn turn_ms(line: &str) -> Option<f64> {
    let line: Value = serde_json::from_str(line).ok()?;
    let frame = line.get("frame").filter(|frame| frame["channel"] == "llm")?;
    let answer: Value = serde_json::from_str(frame["text"].as_str()?).ok()?;
    answer["tookMs"].as_f64()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mcpvals_config::{Context, Scope};
    use serde_json::json;

    use super::*;

    #[test]
    fn every_trial_has_one_workflow_that_loads() {
        let project = Project::find();
        for trial in TRIALS {
            let env = BTreeMap::from([("FOLDER".to_owned(), "/files".to_owned())]);
            let context =
                Context { env: env.into_iter().collect(), cwd: project.root.clone(), named: true, scope: Scope::RUN };
            let plan = mcpvals_config::load(Path::new(trial.config), &context).unwrap();
            assert_eq!(plan.suites.len(), 1, "{}", trial.config);
        }
    }

    #[test]
    fn what_a_report_and_a_trace_say_is_found() {
        let facts = json!({"turns": 4, "calls": 3, "usage": {"input": 100, "cached": 80, "output": 20}});
        let case = json!({
            "verdict": "passed",
            "workflow": [facts, facts],
            "attempts": [{"verdict": "passed"}, {"verdict": "failed", "problem": "the workflow did not come to its end: x"}],
        });
        let report = json!({"startedAt": "2026-01-02T03:04:05Z", "suites": [{"cases": [case]}]});
        let found = outcome(&report).unwrap();
        assert_eq!((found.date.as_str(), found.rate.passed, found.rate.runs), ("2026-01-02", 1, 2));
        assert_eq!((found.turns, found.read, found.cached, found.written), (8, 200, 160, 40));
        assert_eq!(
            (found.passed, found.errored, found.problems),
            (true, 1, vec!["the workflow did not come to its end: x".to_owned()])
        );
        let line = json!({"frame": {"channel": "llm", "text": json!({"tookMs": 12.5}).to_string()}});
        assert_eq!(turn_ms(&line.to_string()), Some(12.5));
    }
}
