//! The metrics of a test (seed 004, 5.2), each with the frames that show it.

use mcpvals_model::{Expectation, Metric, MetricName, MismatchKind, ResourceTest, Score, Trace, Verdict};

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(test: &ResourceTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) {
        return Vec::new();
    }
    let frames: Vec<u64> = trace.calls.iter().filter_map(|call| call.answer).collect();
    let failed = |about: fn(MismatchKind) -> bool| verdict.mismatches().any(|mismatch| about(mismatch.kind));
    let metric = |name, right: bool| Metric { name, score: Some(Score::all_or_nothing(right)), frames: frames.clone() };
    let mut metrics = match test {
        ResourceTest::Discovery(_) => vec![metric(MetricName::Discovery, !failed(|kind| !is_slow(kind)))],
        ResourceTest::Access(_) | ResourceTest::Refusal(_) => {
            vec![metric(MetricName::Access, !failed(|kind| !is_slow(kind)))]
        }
        ResourceTest::Template(_) => vec![
            metric(MetricName::Template, !failed(is_of_template)),
            metric(MetricName::Access, !failed(|kind| !is_slow(kind))),
        ],
        ResourceTest::Subscription(_) => vec![metric(MetricName::Subscription, !failed(|kind| !is_slow(kind)))],
    };
    metrics.extend(is_timed(test).then(|| metric(MetricName::Performance, !failed(is_slow))));
    metrics
}

fn is_slow(kind: MismatchKind) -> bool {
    kind == MismatchKind::Latency
}

fn is_of_template(kind: MismatchKind) -> bool {
    matches!(kind, MismatchKind::Listing | MismatchKind::Uri | MismatchKind::Undeclared)
}

fn is_timed(test: &ResourceTest) -> bool {
    let limit = |expectation: &Expectation| matches!(expectation, Expectation::Latency(_));
    let of_its_own = match test {
        ResourceTest::Discovery(discovery) => discovery.max_latency.is_some(),
        ResourceTest::Subscription(subscription) => subscription.max_latency.is_some(),
        ResourceTest::Refusal(refusal) => refusal.max_latency.is_some(),
        ResourceTest::Access(_) | ResourceTest::Template(_) => false,
    };
    of_its_own || test.expected().is_some_and(|expected| expected.expect.iter().any(limit))
}
