//! Why there is neither a pass nor a certification, whatever the score: what was not judged or not tried, and by whose choice.

use mcpvals_model::{AuditedTool, LeftOut, Requirement, RequirementResult, RuntimeResults, RuntimeStatus, ToolTest};

use crate::document::{Phases, Ran};
use crate::static_phase::{Selection, some};

/// What is said at the end of each reason.
const SO: &str = "without that there is neither a pass nor a certification";

/// The reasons; none where all was looked at. What was to be judged and could not be stands in the requirements' rows.
pub(crate) fn reasons(
    phases: Phases,
    rows: Option<&[RequirementResult]>,
    selection: &Selection,
    tools: &[AuditedTool],
    ran: &Ran,
) -> Vec<LeftOut> {
    let by_choice = rows.and_then(unchosen).into_iter().chain(rows.and_then(|_| unchosen_rules(selection)));
    let by_choice = by_choice.chain(own_words(selection));
    let statics = (!phases.statics).then(requirements).into_iter().chain(by_choice);
    let is_tried = phases.runtime && ran.results.unreachable.is_none();
    let untried = is_tried.then(|| untried(tools, &ran.results)).flatten();
    let unseen =
        ran.unseen.iter().map(|unseen| LeftOut { reason: format!("{}: {SO}", unseen.reason), ..unseen.clone() });
    statics.chain(untried).chain(unseen).collect()
}

/// What a run of the server alone cannot tell.
fn requirements() -> LeftOut {
    let reason = format!(
        "only the running server was looked at: without source, documents and metadata none of them is judged, and {SO}"
    );
    LeftOut { name: "the directory's five requirements".to_owned(), reason }
}

/// Requirements of the directory that the user did not choose.
fn unchosen(rows: &[RequirementResult]) -> Option<LeftOut> {
    let is_there = |one: &Requirement| rows.iter().any(|row| row.requirement == Some(*one));
    let away: Vec<&str> =
        Requirement::DIRECTORY.into_iter().filter(|one| !is_there(one)).map(Requirement::title).collect();
    let reason = format!("left out by choice, of the directory's five requirements: {SO}");
    (!away.is_empty()).then(|| LeftOut { name: some(&away), reason })
}

/// Some rules were chosen, and all others not looked for.
fn unchosen_rules(selection: &Selection) -> Option<LeftOut> {
    let name = || format!("all rules but {}", some(&selection.rules));
    let reason = || format!("left out by choice: {SO}");
    (!selection.rules.is_empty()).then(|| LeftOut { name: name(), reason: reason() })
}

/// What is evaluated must not judge itself.
fn own_words(selection: &Selection) -> Option<LeftOut> {
    let reason = format!(
        "the settings in the evaluated folder say so of themselves, and nobody else does: {}. Where that is what you want, run it \
         in that folder, or name the file with --config: {SO}",
        selection.own_words.join(", ")
    );
    (!selection.own_words.is_empty()).then(|| LeftOut { name: "what the server wants left out".to_owned(), reason })
}

/// What somebody looked at and accepted is told with the reason, and costs nothing.
pub(crate) fn accepted(selection: &Selection) -> impl Iterator<Item = LeftOut> {
    selection.suppressed.iter().map(|accepted| {
        let subject = accepted.subject.as_ref().map(|subject| format!(" of `{subject}`")).unwrap_or_default();
        let reason = format!("accepted in the settings: {}", accepted.reason);
        LeftOut { name: format!("findings of `{}`{subject}", accepted.rule), reason }
    })
}

/// Nothing of what the server is for was tried: none of its tools was called, or, where it has none, none of its resources and
/// prompts was got.
fn untried(tools: &[AuditedTool], ran: &RuntimeResults) -> Option<LeftOut> {
    let is_skipped = |status: RuntimeStatus| status == RuntimeStatus::Skipped;
    if tools.is_empty() {
        let mut others = ran.resource_tests.iter().chain(&ran.prompt_tests).peekable();
        let is_untried = others.peek().is_some() && others.all(|item| is_skipped(item.test.status));
        let reason = format!("none was read or got: {SO}");
        return is_untried.then(|| LeftOut { name: "resources and prompts".to_owned(), reason });
    }
    let is_uncalled = |test: &ToolTest| test.tests.iter().all(|test| is_skipped(test.status));
    ran.tool_tests.iter().all(is_uncalled).then(|| {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        let flag = "--allow-writes";
        let helps = ran.left_out.iter().any(|left| left.reason.contains(flag));
        let helps = if helps { format!("; {flag} calls them") } else { String::new() };
        let reason = format!("no tool was called: {}: {SO}{helps}", some(&names));
        LeftOut { name: "what the tools do".to_owned(), reason }
    })
}
