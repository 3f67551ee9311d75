//! The metrics of a test (seed 004, 5.4): the one that it is about, and the time it took where that is bounded.

use mcpvals_model::{Expectation, Metric, MetricName, MismatchKind, PeerCase, Score, Trace, Verdict};

use super::asked;

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(case: &PeerCase, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) {
        return Vec::new();
    }
    let mut frames: Vec<u64> = asked::all(case.asks, trace).iter().map(|asked| asked.frame).collect();
    frames.extend(trace.calls.iter().filter_map(|call| call.answer));
    frames.sort_unstable();
    frames.dedup();
    let is_slow = |kind: MismatchKind| kind == MismatchKind::Latency;
    let metric = |name, right: bool| Metric { name, score: Some(Score::all_or_nothing(right)), frames: frames.clone() };
    let right = verdict.mismatches().all(|mismatch| is_slow(mismatch.kind));
    let in_time = !verdict.mismatches().any(|mismatch| is_slow(mismatch.kind));
    let is_timed = case.expect.iter().any(|expectation| matches!(expectation, Expectation::Latency(_)));
    if case.metric == MetricName::Performance {
        return vec![metric(MetricName::Performance, right && in_time)];
    }
    let timed = is_timed.then(|| metric(MetricName::Performance, in_time));
    [metric(case.metric, right)].into_iter().chain(timed).collect()
}
