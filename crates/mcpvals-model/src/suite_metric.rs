//! What a suite's cases show of one metric.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{CaseId, CaseResult, MetricName, Score};

/// One metric of one suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteMetric {
    /// Which.
    pub name: MetricName,
    /// Mean of the cases that assert something about it.
    pub score: Score,
    /// Those cases, in the order of the config.
    pub evidence: Vec<Evidence>,
}

/// What one case shows of a metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// `suite/title`.
    pub case: CaseId,
    /// The case's own.
    pub score: Score,
    /// The frames of the case that show it, as the case's own metric names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<u64>,
}

impl SuiteMetric {
    /// Of all metrics about which these cases assert something, in the order of reports.
    pub fn of(cases: &[CaseResult]) -> Vec<Self> {
        let mut by_name: BTreeMap<MetricName, Vec<Evidence>> = BTreeMap::new();
        for case in cases {
            for (metric, score) in case.metrics.iter().filter_map(|metric| Some((metric, metric.score?))) {
                let evidence = Evidence { case: case.id.clone(), score, frames: metric.frames.clone() };
                by_name.entry(metric.name).or_default().push(evidence);
            }
        }
        let of_name = |(name, evidence): (MetricName, Vec<Evidence>)| {
            let score = Score::mean(evidence.iter().map(|evidence| evidence.score))?;
            Some(Self { name, score, evidence })
        };
        by_name.into_iter().filter_map(of_name).collect()
    }
}
