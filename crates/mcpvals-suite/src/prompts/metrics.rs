//! The metrics of a test (seed 004, 5.3), each with the frames that show it.

use mcpvals_model::{Expectation, Fault, Metric, MetricName, MismatchKind, PromptTest, Score, Trace, Verdict};

use super::asked::Outcome;
use super::{arguments, security};

/// None where nothing was found out.
pub(super) fn of(test: &PromptTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) {
        return Vec::new();
    }
    let frames: Vec<u64> = trace.calls.iter().filter_map(|call| call.answer).collect();
    let failed = |about: fn(MismatchKind) -> bool| verdict.mismatches().any(|mismatch| about(mismatch.kind));
    let metric = |name, score| Metric { name, score: Some(score), frames: frames.clone() };
    let right = Score::all_or_nothing(!failed(|kind| !is_slow(kind)));
    let mut metrics = match test {
        PromptTest::Discovery(_) => vec![metric(MetricName::Discovery, right)],
        PromptTest::Get(_) => vec![metric(MetricName::Execution, right)],
        PromptTest::Arguments(test) => vec![metric(MetricName::Argument, held(arguments::outcomes(test, trace)))],
        PromptTest::Template(_) => vec![metric(MetricName::Template, right)],
        PromptTest::Security(test) => vec![metric(MetricName::Security, held(security::outcomes(test, trace)))],
    };
    let punctual = Score::all_or_nothing(!failed(is_slow));
    metrics.extend(is_timed(test).then(|| metric(MetricName::Performance, punctual)));
    metrics
}

/// The part of the requests after which all was well; what was not tried any more was not.
fn held(outcomes: Result<Vec<Outcome>, Fault>) -> Score {
    let outcomes = outcomes.unwrap_or_default();
    let well = outcomes.iter().flatten().filter(|found| found.is_empty()).count();
    Score::ratio(well, outcomes.len().max(1))
}

fn is_slow(kind: MismatchKind) -> bool {
    kind == MismatchKind::Latency
}

fn is_timed(test: &PromptTest) -> bool {
    let limit = |expectation: &Expectation| matches!(expectation, Expectation::Latency(_));
    let of_pages = matches!(test, PromptTest::Discovery(discovery) if discovery.list.max_latency.is_some());
    let each = match test {
        PromptTest::Arguments(test) => test.max_latency.is_some(),
        PromptTest::Security(test) => test.max_latency.is_some(),
        PromptTest::Discovery(_) | PromptTest::Get(_) | PromptTest::Template(_) => false,
    };
    of_pages || each || test.expected().is_some_and(|expected| expected.expect.iter().any(limit))
}
