//! The one gate through which everything leaves the run: secrets are taken out of every text.
//!
//! Grading comes first, so that a redacted value cannot change a verdict.

use mcpvals_model::{CaseId, CaseResult, Fault, Mismatch, SessionStart, SuiteName, Verdict, Violation};
use mcpvals_wire::Redactor;

/// A case's result without secrets.
pub(crate) fn case_result(mut result: CaseResult, redactor: &Redactor) -> CaseResult {
    if redactor.is_empty() {
        return result;
    }
    let text = |value: &mut String| *value = redactor.text(value).into_owned();
    result.id = case_id(&result, redactor);
    result.suite = SuiteName::new(redactor.text(result.suite.as_str()));
    text(&mut result.title);
    text(&mut result.rerun);
    text(&mut result.stderr_tail);
    result.tool.iter_mut().for_each(text);
    result.answer.iter_mut().for_each(text);
    result.warnings.iter_mut().for_each(|warning| text(&mut warning.message));
    result.attempts.iter_mut().filter_map(|attempt| attempt.problem.as_mut()).for_each(text);
    result.snapshots.iter_mut().for_each(|(_, value)| redactor.value(value));
    result.violations = violations(result.violations, redactor);
    result.verdict = verdict(result.verdict, redactor);
    result
}

fn case_id(result: &CaseResult, redactor: &Redactor) -> CaseId {
    CaseId::new(&SuiteName::new(redactor.text(result.suite.as_str())), &redactor.text(&result.title))
}

/// Violations without secrets.
pub(crate) fn violations(mut violations: Vec<Violation>, redactor: &Redactor) -> Vec<Violation> {
    for violation in &mut violations {
        violation.message = redactor.text(&violation.message).into_owned();
    }
    violations
}

/// What a session began with, without secrets.
pub(crate) fn session_start(mut start: SessionStart, redactor: &Redactor) -> SessionStart {
    if redactor.is_empty() {
        return start;
    }
    start.tools.iter_mut().for_each(|tool| *tool = redactor.text(tool).into_owned());
    start.problem = start.problem.map(|problem| redactor.text(&problem).into_owned());
    if let Some(facts) = &mut start.facts {
        let facts = std::sync::Arc::make_mut(facts);
        facts.name = redactor.text(&facts.name).into_owned();
        facts.version = redactor.text(&facts.version).into_owned();
        facts.instructions = facts.instructions.take().map(|text| redactor.text(&text).into_owned());
        redactor.value(&mut facts.capabilities);
    }
    start.offer = std::sync::Arc::default();
    start
}

/// A verdict without secrets.
pub(crate) fn verdict(verdict: Verdict, redactor: &Redactor) -> Verdict {
    if redactor.is_empty() {
        return verdict;
    }
    match verdict {
        Verdict::Failed { first, rest } => Verdict::Failed {
            first: mismatch(first, redactor),
            rest: rest.into_iter().map(|one| mismatch(one, redactor)).collect(),
        },
        Verdict::Errored(mut fault) => {
            if let Some(reason) = reason_of(&mut fault) {
                *reason = redactor.text(reason).into_owned();
            }
            Verdict::Errored(fault)
        }
        Verdict::Passed | Verdict::Skipped(_) => verdict,
    }
}

fn reason_of(fault: &mut Fault) -> Option<&mut String> {
    match fault {
        Fault::Unreachable { reason }
        | Fault::Setup { reason }
        | Fault::Capture { reason, .. }
        | Fault::Expectation { reason }
        | Fault::NotYet { reason }
        | Fault::Limit { reason }
        | Fault::Internal { reason } => Some(reason),
        Fault::Cancelled => None,
    }
}

fn mismatch(mut mismatch: Mismatch, redactor: &Redactor) -> Mismatch {
    let text = |value: &mut String| *value = redactor.text(value).into_owned();
    text(&mut mismatch.expected);
    text(&mut mismatch.actual);
    mismatch.diff.iter_mut().for_each(text);
    mismatch.pointer.iter_mut().for_each(text);
    mismatch
}
