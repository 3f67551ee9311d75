//! The metrics of a test (seed 004, 5.4): the one that it is about, and the time it took where that is bounded.

use mcpvals_model::{Metric, MetricName, PeerCase, Score, Trace, Verdict};

use crate::metrics::{self, Measured};

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(case: &PeerCase, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    let Some(measured) = Measured::of(verdict, trace) else { return Vec::new() };
    let measured = measured.with_heard(trace);
    if case.metric == MetricName::Performance {
        let right = matches!(verdict, Verdict::Passed);
        return vec![measured.metric(MetricName::Performance, Score::all_or_nothing(right))];
    }
    let timed = metrics::is_timed(&case.expect).then(|| measured.performance());
    [measured.right(case.metric)].into_iter().chain(timed).collect()
}
