//! The metrics of a test: whether the utility works, and the time it took where that is bounded.

use mcpvals_model::{Expectation, Metric, MetricName, MismatchKind, Score, Trace, UtilityTest, Verdict};

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(test: &UtilityTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) {
        return Vec::new();
    }
    let mut frames: Vec<u64> = trace.calls.iter().filter_map(|call| call.answer).collect();
    frames.extend(verdict.mismatches().filter_map(|mismatch| mismatch.frame));
    frames.sort_unstable();
    frames.dedup();
    let metric = |name, right: bool| Metric { name, score: Some(Score::all_or_nothing(right)), frames: frames.clone() };
    let is_slow = |kind: MismatchKind| kind == MismatchKind::Latency;
    let works = verdict.mismatches().all(|mismatch| is_slow(mismatch.kind));
    let in_time = !verdict.mismatches().any(|mismatch| is_slow(mismatch.kind));
    let timed = is_timed(test).then(|| metric(MetricName::Performance, in_time));
    [metric(MetricName::Utility, works)].into_iter().chain(timed).collect()
}

fn is_timed(test: &UtilityTest) -> bool {
    let limit = |expectation: &Expectation| matches!(expectation, Expectation::Latency(_));
    let of_its_own = match test {
        UtilityTest::Ping(_) => true,
        UtilityTest::Pagination(test) => test.max_latency.is_some(),
        _ => false,
    };
    of_its_own || test.expect().iter().any(limit)
}
