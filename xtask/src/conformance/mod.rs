//! Our client under the official conformance suite: every client scenario of every revision, of two versions of the suite.
//!
//! Each scenario is run by itself, because the suite's own summary ignores exit codes and time-outs. One passes when the
//! suite ends with 0, has made checks at all, and none of them is a failure or a warning.

mod page;
mod scenario;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::Result;
use crate::check::tools::Tools;
use crate::check::tools_folder;
use crate::project::Project;
use crate::say::say;
use scenario::{Outcome, Scenario};

/// The versions of the suite that `check::setup` installs (`suites/package.json`).
const VERSIONS: [&str; 2] = ["0.1.16", "0.2.0-alpha.12"];
/// The results, as they are committed.
const PAGE: &str = "docs/conformance.md";
/// Runs at the same time.
const LANES: usize = 2;

/// Runs all scenarios and compares the results with the committed ones; with `write`, writes them instead.
///
/// # Errors
/// Where the results differ, or a suite cannot be run.
pub(crate) fn run(project: &Project, tools: &Tools, write: bool) -> Result {
    let folder = tools_folder(project).join("conformance");
    let client = project.target().join("debug/mcpvals");
    if !client.exists() {
        return Err(format!("`{}` is missing (run `cargo build` first)", client.display()));
    }
    let mut scenarios = Vec::new();
    for version in VERSIONS {
        scenarios.extend(scenario::list(&suite(&folder, version), version, tools)?);
    }
    let outcomes = all(&scenarios, &folder, &client, tools);
    let passed = outcomes.iter().filter(|outcome| outcome.problem.is_none()).count();
    say(&format!("{passed} of {} scenarios pass", outcomes.len()));
    for (scenario, outcome) in scenarios.iter().zip(&outcomes) {
        if let Some(problem) = &outcome.problem {
            say(&format!("{} {} at {}: {problem}", scenario.suite, scenario.name, scenario.revision));
        }
    }
    page::settle(project, &page::text(&scenarios, &outcomes), write)
}

fn suite(folder: &Path, version: &str) -> PathBuf {
    folder.join(format!("node_modules/conformance-{version}/dist/index.js"))
}

/// All of them, some at a time; the outcomes in the order of the scenarios.
fn all(scenarios: &[Scenario], folder: &Path, client: &Path, tools: &Tools) -> Vec<Outcome> {
    let next = Mutex::new(scenarios.iter().enumerate());
    let done = Mutex::new(Vec::new());
    let lane = || {
        while let Some((index, scenario)) = next.lock().ok().and_then(|mut next| next.next()) {
            let outcome =
                scenario.run(&suite(folder, scenario.suite), client, &folder.join(format!("out/{index}")), tools);
            if let Ok(mut done) = done.lock() {
                done.push((index, outcome));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(lane);
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}
