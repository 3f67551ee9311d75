//! What of an evaluation a document has: taken out before it is written, so that no format can forget it.

use std::borrow::Cow;

use mcpvals_model::{Evaluation, RuntimeResults, RuntimeStatus, RuntimeTest, Severity};

use super::{Format, Options, Template};

/// The evaluation without what was not asked for.
pub(super) fn shown<'e>(format: Format, evaluation: &'e Evaluation, options: &Options) -> Cow<'e, Evaluation> {
    let is_short = options.template == Template::Ci && format.has_templates() && !format.is_written_for(Template::Ci);
    if options.include_evidence && options.include_recommendations && !is_short {
        return Cow::Borrowed(evaluation);
    }
    let mut shown = evaluation.clone();
    if is_short {
        without_the_expected(&mut shown);
    }
    if !options.include_evidence {
        without_evidence(&mut shown);
    }
    if !options.include_recommendations {
        shown.recommendations.clear();
        shown.rules.iter_mut().for_each(|rule| rule.remedy.clear());
        shown.results.requirements.iter_mut().flatten().for_each(|result| result.recommendations.clear());
    }
    Cow::Owned(shown)
}

/// Without what asks nobody to do anything: tests that came out as they should, findings that are `low`. Verdicts, scores and
/// counts stay those of the whole.
fn without_the_expected(evaluation: &mut Evaluation) {
    evaluation.results.runtime.iter_mut().for_each(only_troubled);
    evaluation.tools.iter_mut().for_each(|tool| tool.findings.retain(|finding| finding.severity > Severity::Low));
    evaluation.findings.retain(|finding| finding.severity > Severity::Low);
}

fn only_troubled(runtime: &mut RuntimeResults) {
    let is_troubled = |test: &RuntimeTest| matches!(test.status, RuntimeStatus::Failed | RuntimeStatus::Warned);
    runtime.tool_tests.iter_mut().for_each(|tool| tool.tests.retain(is_troubled));
    runtime.tool_tests.retain(|tool| !tool.tests.is_empty());
    for items in [&mut runtime.resource_tests, &mut runtime.prompt_tests] {
        items.retain(|item| is_troubled(&item.test));
    }
    for tests in [&mut runtime.error_tests, &mut runtime.example_tests, &mut runtime.security_tests] {
        tests.retain(is_troubled);
    }
}

fn without_evidence(evaluation: &mut Evaluation) {
    evaluation.results.requirements.iter_mut().flatten().for_each(|result| {
        result.evidence.clear();
        result.hooks.iter_mut().for_each(|hook| hook.evidence.clear());
    });
    evaluation.results.runtime.iter_mut().flat_map(|runtime| &mut runtime.tool_tests).for_each(|test| {
        test.result = None;
    });
    let of_tools = evaluation.tools.iter_mut().flat_map(|tool| &mut tool.findings);
    of_tools.chain(&mut evaluation.findings).for_each(|finding| finding.evidence = None);
}
