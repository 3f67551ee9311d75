//! Two models or two servers, over the runs that both played: a difference is called one only where a test says so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Outcome, Played, names};
use crate::{holm, mcnemar};

/// What is less likely than this by accident is called a difference.
const LIKELY_MIN: f64 = 0.05;

/// Two models or two servers. A repetition with the one makes a pair with that of the same workflow, the same server or
/// model, and the same number with the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PairedComparison {
    /// What they are.
    pub dimension: Dimension,
    /// The first.
    pub a: String,
    /// The second.
    pub b: String,
    /// Pairs of which both passed or failed.
    pub pairs: u32,
    /// Of these, those in which only `a` passed.
    pub only_a: u32,
    /// Those in which only `b` passed.
    pub only_b: u32,
    /// Pairs that are left out, because one of them errored.
    pub left_out: u32,
    /// How likely they fall out so unevenly where neither is better (McNemar's exact test, two-sided).
    pub p_value: f64,
    /// The same after Holm's correction over all comparisons of the report.
    pub corrected_p_value: f64,
    /// What is made of it.
    pub difference: Difference,
}

/// What two are compared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// Models.
    Model,
    /// Servers.
    Server,
}

/// Is one better than the other?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Difference {
    /// Yes: the corrected probability is below 5 %.
    Different,
    /// That is not known: they may be the same, or there were too few pairs.
    NotShown,
}

/// Each two models, then each two servers.
pub(super) fn all(played: &[Played<'_>]) -> Vec<PairedComparison> {
    let mut comparisons = of_dimension(played, Dimension::Model);
    comparisons.extend(of_dimension(played, Dimension::Server));
    let p_values: Vec<f64> = comparisons.iter().map(|comparison| comparison.p_value).collect();
    for (comparison, corrected) in comparisons.iter_mut().zip(holm(&p_values)) {
        comparison.corrected_p_value = corrected;
        comparison.difference = if corrected < LIKELY_MIN { Difference::Different } else { Difference::NotShown };
    }
    comparisons
}

fn of_dimension(played: &[Played<'_>], dimension: Dimension) -> Vec<PairedComparison> {
    let names = names(played, |combination| dimension.of(combination));
    let runs: Vec<(&str, Runs<'_>)> = names.iter().map(|name| (name.as_str(), runs(played, dimension, name))).collect();
    let pairs = runs.iter().enumerate().flat_map(|(index, a)| runs[index + 1..].iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| PairedComparison::of(dimension, a, b)).collect()
}

/// What each repetition came to, by workflow, the other dimension, and its number.
type Runs<'a> = BTreeMap<(&'a str, &'a str, u32), Outcome>;

fn runs<'a>(played: &[Played<'a>], dimension: Dimension, name: &str) -> Runs<'a> {
    let other = match dimension {
        Dimension::Model => Dimension::Server,
        Dimension::Server => Dimension::Model,
    };
    let own = played.iter().filter(|one| dimension.of(one.combination) == name);
    let runs = own.flat_map(|one| {
        let task = move |number| (one.combination.workflow.as_str(), other.of(one.combination), number);
        one.outcomes().into_iter().map(move |(number, outcome)| (task(number), outcome))
    });
    runs.collect()
}

impl PairedComparison {
    fn of(dimension: Dimension, a: &(&str, Runs<'_>), b: &(&str, Runs<'_>)) -> Self {
        let mut comparison = Self::of_nothing(dimension, a.0, b.0);
        for (of_a, of_b) in a.1.iter().filter_map(|(task, of_a)| Some((*of_a, *b.1.get(task)?))) {
            comparison.add(of_a, of_b);
        }
        comparison.p_value = mcnemar(comparison.only_a, comparison.only_b);
        comparison
    }

    fn of_nothing(dimension: Dimension, a: &str, b: &str) -> Self {
        Self {
            dimension,
            a: a.to_owned(),
            b: b.to_owned(),
            pairs: 0,
            only_a: 0,
            only_b: 0,
            left_out: 0,
            p_value: 1.0,
            corrected_p_value: 1.0,
            difference: Difference::NotShown,
        }
    }

    fn add(&mut self, a: Outcome, b: Outcome) {
        match (a, b) {
            (Outcome::Unknown, _) | (_, Outcome::Unknown) => {
                self.left_out += 1;
                return;
            }
            (Outcome::Passed, Outcome::Failed) => self.only_a += 1,
            (Outcome::Failed, Outcome::Passed) => self.only_b += 1,
            (Outcome::Passed, Outcome::Passed) | (Outcome::Failed, Outcome::Failed) => {}
        }
        self.pairs += 1;
    }
}
