//! The results as a page of the documentation, which is also what they are compared with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::scenario::{Outcome, Scenario};
use super::{PAGE, VERSIONS};
use crate::Result;
use crate::project::Project;

const HEAD: &str = "# Conformance\n
What the official suite (`@modelcontextprotocol/conformance`) says of the client that is inside mcpvals: every client
scenario, at every revision that the suite names for it, each run by itself. A scenario passes when the suite ends with 0,
has made checks at all, and none of them is a failure or a warning. The page is written by `cargo xtask conformance --write`,
and the ordinary tests compare it with what comes.

The four scenarios of skills (`sep-2640-…`) are about hosts that fetch skills. Our client fetches none, which is what they want
of it; they say no more than that.\n";

/// The page.
pub(super) fn text(scenarios: &[Scenario], outcomes: &[Outcome]) -> String {
    let mut text = HEAD.to_owned();
    for version in VERSIONS {
        let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut passed = 0;
        let own = scenarios.iter().zip(outcomes).filter(|(scenario, _)| scenario.suite == version);
        let all = own.clone().count();
        for (scenario, outcome) in own {
            passed += usize::from(outcome.problem.is_none());
            let word = outcome.problem.as_deref().map_or("pass".to_owned(), |problem| format!("**fail**: {problem}"));
            rows.entry(&scenario.name).or_default().push(format!("{} {word}", scenario.revision));
        }
        let _ = write!(text, "\n## Suite {version}: {passed} of {all} pass\n\n| scenario | result |\n|---|---|\n");
        for (name, results) in rows {
            let _ = writeln!(text, "| `{name}` | {} |", results.join(", "));
        }
    }
    text
}

/// Writes the page, or compares it with the one that is committed.
///
/// # Errors
/// Where they differ.
pub(super) fn settle(project: &Project, text: &str, write: bool) -> Result {
    let path = project.path(PAGE);
    if write {
        return std::fs::write(&path, text).map_err(|error| format!("cannot write `{PAGE}`: {error}"));
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let new: Vec<&str> = text.lines().filter(|line| !committed.lines().any(|known| known == *line)).collect();
    if committed == text {
        return Ok(());
    }
    Err(format!(
        "other results than in {PAGE} (`cargo xtask conformance --write` takes them over):\n{}",
        new.join("\n")
    ))
}
