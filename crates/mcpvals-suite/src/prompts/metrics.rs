//! The metrics of a test (seed 004, 5.3), each with the frames that show it.

use mcpvals_model::{Expectation, Metric, MetricName, MismatchKind, PromptTest, Score, Trace, Verdict};

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
    };
    let punctual = Score::all_or_nothing(!failed(is_slow));
    metrics.extend(is_timed(test).then(|| metric(MetricName::Performance, punctual)));
    metrics
}

fn is_slow(kind: MismatchKind) -> bool {
    kind == MismatchKind::Latency
}

fn is_timed(test: &PromptTest) -> bool {
    let limit = |expectation: &Expectation| matches!(expectation, Expectation::Latency(_));
    let of_pages = matches!(test, PromptTest::Discovery(discovery) if discovery.list.max_latency.is_some());
    of_pages || test.expected().is_some_and(|expected| expected.expect.iter().any(limit))
}
