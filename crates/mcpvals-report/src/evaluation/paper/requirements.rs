//! The requirements, one in a row.

use mcpvals_model::{Evaluation, Requirement, RequirementResult, RequirementStatus};

use super::super::{found, words};
use super::{Block, Line, Table};
use crate::wording;

/// All that were judged, in a table.
pub(super) fn table(evaluation: &Evaluation) -> Option<Block> {
    let mut table = Table::new("Requirements", ["Requirement", "Result", "Score", "What was seen"]);
    for result in evaluation.results.requirements.iter().flatten() {
        table.row([
            Line::words(&result.title),
            Line::verdict(words::outcome(result.status)),
            Line::words(words::share(result.score)),
            Line::words(std::iter::once(gist(evaluation, result)).chain(hooks(result)).collect::<Vec<_>>().join("; ")),
        ]);
    }
    table.block()
}

/// The first that was seen, or how much was found.
pub(in super::super) fn gist(evaluation: &Evaluation, result: &RequirementResult) -> String {
    let count = result.requirement.map_or(0, |requirement| found::against(evaluation, requirement).len());
    let first = result.evidence.first().map(|first| first.trim_end_matches('.'));
    match (first, count) {
        (None, 0) => String::new(),
        (None, n) => wording::count(n, "finding"),
        (Some(first), 0) => first.to_owned(),
        (Some(first), n) => format!("{first} ({})", wording::count(n, "finding")),
    }
}

/// What the user's hooks say of a requirement of ours, each in few words; a row of a hook's own says it itself.
pub(in super::super) fn hooks(result: &RequirementResult) -> Vec<String> {
    let says = |status| match status {
        RequirementStatus::Pass => "passes",
        RequirementStatus::Warn => "warns",
        RequirementStatus::Fail => "fails",
        RequirementStatus::NeedMoreInfo => "needs more information",
    };
    let ours = result.hooks.iter().filter(|_| result.requirement.is_some());
    ours.map(|hook| format!("hook {}: {}", hook.name, says(hook.status))).collect()
}

/// What came of one requirement, where it was looked at.
pub(super) fn result_of(evaluation: &Evaluation, requirement: Requirement) -> Option<&RequirementResult> {
    let mut results = evaluation.results.requirements.iter().flatten();
    results.find(|result| result.requirement == Some(requirement))
}

/// Results of custom hooks, which stand for no requirement of ours.
pub(super) fn of_hooks(evaluation: &Evaluation) -> impl Iterator<Item = &RequirementResult> {
    evaluation.results.requirements.iter().flatten().filter(|result| result.requirement.is_none())
}
