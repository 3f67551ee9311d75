//! Means of the metrics of some cases, over those that assert something about them.

use std::collections::BTreeMap;

use mcpvals_model::{CaseResult, MetricName, Score};

use crate::wording;

/// A sum and a count for each metric.
#[derive(Debug, Default)]
pub(crate) struct Means(BTreeMap<MetricName, (f64, f64)>);

impl Means {
    /// Of these cases.
    pub(crate) fn of<'a>(cases: impl IntoIterator<Item = &'a CaseResult>) -> Self {
        let mut means = Self::default();
        cases.into_iter().for_each(|case| means.note(case));
        means
    }

    /// One case more.
    pub(crate) fn note(&mut self, case: &CaseResult) {
        for (name, score) in case.metrics.iter().filter_map(|metric| Some((metric.name, metric.score?))) {
            let (sum, count) = self.0.entry(name).or_default();
            *sum += score.value();
            *count += 1.0;
        }
    }

    /// In the order of reports.
    pub(crate) fn each(&self) -> impl Iterator<Item = (MetricName, Score)> {
        self.0.iter().filter_map(|(name, (sum, count))| Some((*name, Score::new((sum / count).min(1.0))?)))
    }

    /// `Discovery 100 %, Access 50 %`; `None` where nothing was asserted.
    pub(crate) fn words(&self) -> Option<String> {
        let one = |(name, score): (MetricName, Score)| format!("{} {}", name.as_str(), wording::percent(score));
        let words: Vec<String> = self.each().map(one).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}
