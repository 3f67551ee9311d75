//! The last look before a document leaves: what is secret in its words is masked, wherever it stands.
//!
//! What a phase quotes is masked where it is quoted; what the user typed, and what a project's own files say of how it is
//! started, comes into the document in many places, and is masked here, once for all of them.

use mcpvals_model::{EvaluatedServer, Evaluation, Finding, RuntimeResults, RuntimeTest};
use mcpvals_wire::Redactor;

/// Masks the secrets in it: whatever a server says of itself may be one that it was given.
pub fn seal(evaluation: &mut Evaluation, redactor: &Redactor) {
    if redactor.is_empty() {
        return;
    }
    words(evaluation, redactor);
    // A secret that is called as a member or a state of the document would make another document of it.
    let whole = masked(evaluation, redactor).or_else(|| masked(evaluation, &redactor.without_words()));
    if let Some(whole) = whole {
        *evaluation = whole;
    }
}

/// All of it masked, where it is still an evaluation then.
fn masked(evaluation: &Evaluation, redactor: &Redactor) -> Option<Evaluation> {
    let mut value = serde_json::to_value(evaluation).ok()?;
    redactor.value(&mut value);
    serde_json::from_value(value).ok()
}

fn words(evaluation: &mut Evaluation, redactor: &Redactor) {
    let mask = |text: &mut String| {
        if let std::borrow::Cow::Owned(clean) = redactor.text(text) {
            *text = clean;
        }
    };
    server(&mut evaluation.server, &mask);
    evaluation.rerun.iter_mut().for_each(mask);
    evaluation.recommendations.iter_mut().for_each(|one| mask(&mut one.issue));
    let rows = evaluation.results.requirements.iter_mut().flatten();
    rows.for_each(|row| {
        let said = row.hooks.iter_mut().flat_map(|hook| hook.evidence.iter_mut().chain(&mut hook.failure));
        row.evidence.iter_mut().chain(said).for_each(mask);
    });
    let of_tools = evaluation.tools.iter_mut().flat_map(|tool| &mut tool.findings);
    of_tools.chain(&mut evaluation.findings).for_each(|found| finding(found, &mask));
    let egress = evaluation.sandbox.iter_mut().flat_map(|sandbox| &mut sandbox.egress);
    egress.flat_map(|egress| egress.said.iter_mut().chain([&mut egress.to])).for_each(mask);
    evaluation.left_out.iter_mut().for_each(|left| mask(&mut left.reason));
    evaluation.results.runtime.iter_mut().for_each(|results| runtime(results, &mask));
}

fn server(server: &mut EvaluatedServer, mask: &impl Fn(&mut String)) {
    mask(&mut server.path);
    server.looked.iter_mut().for_each(|looked| mask(&mut looked.found));
    let Some(start) = &mut server.start else { return };
    start.command.iter_mut().chain(&mut start.url).for_each(mask);
    mask(&mut start.why);
}

fn finding(finding: &mut Finding, mask: &impl Fn(&mut String)) {
    mask(&mut finding.message);
    finding.evidence.iter_mut().for_each(mask);
}

fn runtime(results: &mut RuntimeResults, mask: &impl Fn(&mut String)) {
    results.unreachable.iter_mut().for_each(mask);
    let items = results.resource_tests.iter_mut().chain(&mut results.prompt_tests).map(|item| &mut item.test);
    let lists = [&mut results.error_tests, &mut results.example_tests, &mut results.security_tests];
    let tests = results.tool_tests.iter_mut().flat_map(|tool| &mut tool.tests);
    tests.chain(items).chain(lists.into_iter().flatten()).for_each(|played| test(played, mask));
    results.left_out.iter_mut().for_each(|left| mask(&mut left.reason));
}

fn test(test: &mut RuntimeTest, mask: &impl Fn(&mut String)) {
    mask(&mut test.expected);
    mask(&mut test.actual);
    test.rerun.iter_mut().for_each(mask);
}
