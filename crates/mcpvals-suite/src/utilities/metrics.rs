//! The metrics of a test: whether the utility works, and the time it took where that is bounded.

use mcpvals_model::{Metric, MetricName, Trace, UtilityTest, Verdict};

use crate::metrics::{self, Measured};

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(test: &UtilityTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    let Some(measured) = Measured::of(verdict, trace) else { return Vec::new() };
    let measured = measured.with_heard(trace);
    let timed = is_timed(test).then(|| measured.performance());
    [measured.right(MetricName::Utility)].into_iter().chain(timed).collect()
}

fn is_timed(test: &UtilityTest) -> bool {
    let of_its_own = match test {
        UtilityTest::Ping(_) => true,
        UtilityTest::Pagination(test) => test.max_latency.is_some(),
        _ => false,
    };
    of_its_own || metrics::is_timed(test.expect())
}
