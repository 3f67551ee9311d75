//! The one gate through which everything leaves the run: secrets are taken out of every text.
//!
//! Grading comes first, so that a redacted value cannot change a verdict.

use std::borrow::Cow;
use std::collections::BTreeSet;

use mcpvals_model::{
    CaseId, CaseResult, Combination, Covered, Fault, Graded, Mismatch, MismatchKind, Plan, SessionStart, SkipReason,
    Suite, SuiteName, Verdict, VerdictWord, Violation, Vote,
};
use mcpvals_wire::Redactor;

/// The plan with names that show no secret, so that events, reports and filters speak of a case by one id. Names that
/// become equal are numbered.
pub(crate) fn names<'a>(plan: &'a Plan, redactor: &Redactor) -> Cow<'a, Plan> {
    let shows = |text: &str| matches!(redactor.text(text), Cow::Owned(_));
    let combination_shows = |Combination { workflow, model, server, .. }: &Combination| {
        [workflow, model, server].into_iter().any(|name| shows(name))
    };
    let suite_shows = |suite: &Suite| {
        shows(suite.name.as_str())
            || suite.cases.iter().any(|case| shows(&case.title))
            || suite.combination.as_ref().is_some_and(combination_shows)
    };
    if redactor.is_empty() || !plan.suites.iter().any(suite_shows) {
        return Cow::Borrowed(plan);
    }
    let mut plan = plan.clone();
    let mut taken = BTreeSet::new();
    for suite in &mut plan.suites {
        suite.name = SuiteName::new(free(&redactor.text(suite.name.as_str()), &mut taken));
        if let Some(Combination { workflow, model, server, .. }) = &mut suite.combination {
            for name in [workflow, model, server] {
                *name = redactor.text(name).into_owned();
            }
        }
        let mut titles = BTreeSet::new();
        for case in &mut suite.cases {
            case.title = free(&redactor.text(&case.title), &mut titles);
            case.id = CaseId::new(&suite.name, &case.title);
        }
    }
    Cow::Owned(plan)
}

/// As [`names`], by the plan's own secrets.
pub(crate) fn named(plan: Plan) -> Plan {
    if let Cow::Owned(sealed) = names(&plan, &Redactor::new(&plan.secrets)) {
        return sealed;
    }
    plan
}

/// What was found out about a case, without secrets. `again` was found out from the redacted case and trace: its words
/// are cut from clean texts, while a text that was cut first may end in the middle of a secret. What was found out
/// from the original holds, so where the two differ, its words are cleaned.
pub(crate) fn graded(raw: Graded, again: Graded, redactor: &Redactor) -> Graded {
    let kinds = |verdict: &Verdict| verdict.mismatches().map(|mismatch| mismatch.kind).collect::<Vec<_>>();
    let raw_kinds = kinds(&raw.verdict);
    let same_verdict = raw.verdict.word() == VerdictWord::Failed && raw_kinds == kinds(&again.verdict);
    // A snapshot is stored without secrets, so only a redacted answer can be what it says.
    let only_snapshots = !raw_kinds.is_empty() && raw_kinds.iter().all(|kind| *kind == MismatchKind::Snapshot);
    if only_snapshots && again.verdict == Verdict::Passed {
        return again;
    }
    let same_warnings = raw.warnings.iter().map(|one| one.kind).eq(again.warnings.iter().map(|one| one.kind));
    Graded {
        verdict: if same_verdict { again.verdict } else { verdict(raw.verdict, redactor) },
        metrics: raw.metrics,
        warnings: if same_warnings { again.warnings } else { raw.warnings },
        violations: cleaner(raw.violations, again.violations),
    }
}

/// The words of the violations in the redacted trace, where they are the same violations.
pub(crate) fn cleaner(raw: Vec<Violation>, again: Vec<Violation>) -> Vec<Violation> {
    let same = raw.iter().map(|one| (one.kind, one.frame)).eq(again.iter().map(|one| (one.kind, one.frame)));
    if same { again } else { raw }
}

/// The name, numbered where it is taken.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2_u32..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}

/// A case's result without secrets; its names are those of [`names`].
pub(crate) fn case_result(mut result: CaseResult, redactor: &Redactor) -> CaseResult {
    if redactor.is_empty() {
        return result;
    }
    let text = |value: &mut String| *value = redactor.excerpt(value).into_owned();
    text(&mut result.rerun);
    text(&mut result.stderr_tail);
    result.tool.iter_mut().for_each(text);
    result.answer.iter_mut().for_each(text);
    result.workflow.iter_mut().for_each(|facts| text(&mut facts.model));
    result.workflow.iter_mut().filter_map(|facts| facts.judgement.as_mut()).for_each(|judgement| {
        text(&mut judgement.model);
        let criteria = |vote: &mut Vote| vote.criteria.iter_mut().for_each(|one| text(&mut one.reason));
        judgement.votes.iter_mut().for_each(|vote| {
            text(&mut vote.reason);
            criteria(vote);
        });
    });
    result.warnings.iter_mut().for_each(|warning| text(&mut warning.message));
    result.attempts.iter_mut().filter_map(|attempt| attempt.problem.as_mut()).for_each(text);
    result.snapshots.iter_mut().for_each(|(_, value)| redactor.value(value));
    result.covered = result.covered.map(|facts| covered(&facts, redactor).into());
    result.violations = violations(result.violations, redactor);
    result.verdict = verdict(result.verdict, redactor);
    result
}

/// Violations without secrets.
pub(crate) fn violations(mut violations: Vec<Violation>, redactor: &Redactor) -> Vec<Violation> {
    for violation in &mut violations {
        violation.message = redactor.excerpt(&violation.message).into_owned();
    }
    violations
}

/// What was exercised, without secrets: names that become equal are one thing.
pub(crate) fn covered(covered: &Covered, redactor: &Redactor) -> Covered {
    let clean = |name: &str| redactor.text(name).into_owned();
    if redactor.is_empty() { covered.clone() } else { covered.renamed(&clean) }
}

/// What a session began with, without secrets.
pub(crate) fn session_start(mut start: SessionStart, redactor: &Redactor) -> SessionStart {
    if redactor.is_empty() {
        return start;
    }
    start.tools.iter_mut().for_each(|tool| *tool = redactor.text(tool).into_owned());
    start.problem = start.problem.map(|problem| redactor.excerpt(&problem).into_owned());
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
                *reason = redactor.excerpt(reason).into_owned();
            }
            Verdict::Errored(fault)
        }
        Verdict::Skipped(SkipReason::Config { reason }) => {
            Verdict::Skipped(SkipReason::Config { reason: redactor.excerpt(&reason).into_owned() })
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
        | Fault::SignIn { reason }
        | Fault::Model { reason }
        | Fault::Unfinished { reason }
        | Fault::NotYet { reason }
        | Fault::Limit { reason }
        | Fault::Internal { reason } => Some(reason),
        Fault::Cancelled => None,
    }
}

fn mismatch(mut mismatch: Mismatch, redactor: &Redactor) -> Mismatch {
    let text = |value: &mut String| *value = redactor.excerpt(value).into_owned();
    text(&mut mismatch.expected);
    text(&mut mismatch.actual);
    mismatch.diff.iter_mut().for_each(text);
    mismatch.pointer.iter_mut().for_each(text);
    mismatch
}
