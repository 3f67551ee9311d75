//! The metrics of a test (seed 004, 5.2).

use mcpvals_model::{Metric, MetricName, MismatchKind, ResourceTest, Score, Trace, Verdict};

use crate::metrics::{self, Measured};

/// Full or nothing each; none where nothing was found out.
pub(super) fn of(test: &ResourceTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    let Some(mut measured) = Measured::of(verdict, trace) else { return Vec::new() };
    let template = |measured: &Measured<'_>| {
        measured.metric(MetricName::Template, Score::all_or_nothing(!measured.fails(is_of_template)))
    };
    let access = |measured: &Measured<'_>| {
        let is_of_access = |kind| !is_of_template(kind) && kind != MismatchKind::Latency;
        measured.metric(MetricName::Access, Score::all_or_nothing(!measured.fails(is_of_access)))
    };
    let mut metrics = match test {
        ResourceTest::Discovery(_) => vec![measured.right(MetricName::Discovery)],
        ResourceTest::Access(_) | ResourceTest::Refusal(_) => vec![measured.right(MetricName::Access)],
        ResourceTest::Template(_) => vec![template(&measured), access(&measured)],
        ResourceTest::Subscription(_) => {
            measured = measured.with_heard(trace);
            vec![measured.right(MetricName::Subscription)]
        }
    };
    metrics.extend(is_timed(test).then(|| measured.performance()));
    metrics
}

fn is_of_template(kind: MismatchKind) -> bool {
    matches!(kind, MismatchKind::Listing | MismatchKind::Uri | MismatchKind::Undeclared)
}

fn is_timed(test: &ResourceTest) -> bool {
    let of_its_own = match test {
        ResourceTest::Discovery(discovery) => discovery.max_latency.is_some(),
        ResourceTest::Subscription(subscription) => subscription.max_latency.is_some(),
        ResourceTest::Refusal(refusal) => refusal.max_latency.is_some(),
        ResourceTest::Access(_) | ResourceTest::Template(_) => false,
    };
    of_its_own || test.expected().is_some_and(|expected| metrics::is_timed(&expected.expect))
}
