//! Metrics of suites in words, and their means while a suite still runs.

use std::collections::BTreeMap;

use mcpvals_model::{CaseResult, MetricName, Score, SuiteMetric};

use crate::wording;

/// The scores of each metric so far.
#[derive(Debug, Default)]
pub(crate) struct Means(BTreeMap<MetricName, Vec<Score>>);

impl Means {
    /// One case more.
    pub(crate) fn note(&mut self, case: &CaseResult) {
        for (name, score) in case.metrics.iter().filter_map(|metric| Some((metric.name, metric.score?))) {
            self.0.entry(name).or_default().push(score);
        }
    }

    /// As [`of_suite`].
    pub(crate) fn words(&self) -> Option<String> {
        words(self.0.iter().filter_map(|(name, scores)| Some((*name, Score::mean(scores.iter().copied())?))))
    }
}

/// `Discovery 100 %, Access 50 %`; `None` where nothing was asserted.
pub(crate) fn of_suite(metrics: &[SuiteMetric]) -> Option<String> {
    words(metrics.iter().map(|metric| (metric.name, metric.score)))
}

fn words(means: impl Iterator<Item = (MetricName, Score)>) -> Option<String> {
    let one = |(name, score): (MetricName, Score)| format!("{} {}", name.as_str(), wording::percent(score));
    let words: Vec<String> = means.map(one).collect();
    (!words.is_empty()).then(|| words.join(", "))
}
