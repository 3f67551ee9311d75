//! The metrics of a test (seed 004, 5.3).

use mcpvals_model::{Fault, Metric, MetricName, PromptTest, Score, Trace, Verdict};

use super::asked::Outcome;
use super::{arguments, security};
use crate::metrics::{self, Measured};

/// None where nothing was found out.
pub(super) fn of(test: &PromptTest, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    let Some(measured) = Measured::of(verdict, trace) else { return Vec::new() };
    let held = |name, outcomes| measured.metric(name, held(outcomes));
    let mut metrics = match test {
        PromptTest::Discovery(_) => vec![measured.right(MetricName::Discovery)],
        PromptTest::Get(_) => vec![measured.right(MetricName::Execution)],
        PromptTest::Arguments(test) => vec![held(MetricName::Argument, arguments::outcomes(test, trace))],
        PromptTest::Template(_) => vec![measured.right(MetricName::Template)],
        PromptTest::Security(test) => vec![held(MetricName::Security, security::outcomes(test, trace))],
    };
    metrics.extend(is_timed(test).then(|| measured.performance()));
    metrics
}

/// The part of the requests after which all was well; what was not tried any more was not.
fn held(outcomes: Result<Vec<Outcome>, Fault>) -> Score {
    let outcomes = outcomes.unwrap_or_default();
    let well = outcomes.iter().flatten().filter(|found| found.is_empty()).count();
    Score::ratio(well, outcomes.len().max(1))
}

fn is_timed(test: &PromptTest) -> bool {
    let of_its_own = match test {
        PromptTest::Discovery(discovery) => discovery.list.max_latency.is_some(),
        PromptTest::Arguments(test) => test.max_latency.is_some(),
        PromptTest::Security(test) => test.max_latency.is_some(),
        PromptTest::Get(_) | PromptTest::Template(_) => false,
    };
    of_its_own || test.expected().is_some_and(|expected| metrics::is_timed(&expected.expect))
}
