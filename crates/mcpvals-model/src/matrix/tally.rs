//! What came of some workflows, all repetitions together.

use serde::{Deserialize, Serialize};

use super::{Outcome, Played};
use crate::{PassRate, WorkflowFacts};

/// How often it passed, how sure that is, and what it took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatrixTally {
    /// Repetitions that passed or failed.
    pub runs: u32,
    /// Those that passed.
    pub passed: u32,
    /// Repetitions that errored: they told nothing.
    pub errored: u32,
    /// The part that passed, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Where the true rate lies with 95 % confidence (Wilson 1927, the score interval).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// Half of the conversations took no longer, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_ms: Option<f64>,
    /// Tokens of the model and of the judge, of all repetitions.
    pub tokens: u64,
    /// What they cost in US dollars; `None` where a price is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl MatrixTally {
    pub(super) fn of<'a>(played: impl IntoIterator<Item = &'a Played<'a>>) -> Self {
        let (mut tally, mut facts) = (Self::default(), Vec::new());
        for one in played {
            tally.count(*one);
            facts.extend(one.facts());
        }
        let rate = (tally.runs > 0).then(|| PassRate::new(tally.passed, tally.runs));
        Self {
            rate: rate.as_ref().map(|rate| rate.rate),
            interval: rate.map(|rate| rate.interval),
            median_ms: median(facts.iter().map(|one| one.took_ms).collect()),
            tokens: facts.iter().map(|one| tokens(one)).fold(0, u64::saturating_add),
            cost: facts.iter().map(|one| one.cost).sum::<Option<f64>>().filter(|_| !facts.is_empty()),
            ..tally
        }
    }

    fn count(&mut self, played: Played<'_>) {
        for outcome in played.outcomes().into_values() {
            self.runs += u32::from(outcome != Outcome::Unknown);
            self.passed += u32::from(outcome == Outcome::Passed);
            self.errored += u32::from(outcome == Outcome::Unknown);
        }
        self.errored += u32::from(played.came_to_nothing());
    }
}

fn tokens(facts: &WorkflowFacts) -> u64 {
    facts.usage.plus(facts.judge_usage).total()
}

/// By nearest rank, as latencies are.
fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    let last = times.len().checked_sub(1)?;
    times.get(last / 2).copied()
}
