//! What repetitions tell: rates with their uncertainty.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Attempt, VerdictWord};

/// Of a normal distribution, two-sided 95 %.
const Z_95: f64 = 1.959_963_984_540_054;
/// For which `k` pass@k and pass^k are given, as far as there are so many repetitions.
const SHOWN: [u32; 9] = [1, 2, 3, 5, 10, 20, 50, 100, 1000];

/// How often repetitions passed. Those that errored told nothing and are not counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PassRate {
    /// Repetitions that passed or failed.
    pub runs: u32,
    /// Those that passed.
    pub passed: u32,
    /// Their part, 0 to 1.
    pub rate: f64,
    /// Where the true rate lies with 95 % confidence (Wilson 1927, the score interval).
    pub interval: (f64, f64),
    /// By `k`: how likely at least one of `k` of these repetitions passes (Chen et al. 2021, the unbiased estimate).
    pub pass_at_k: BTreeMap<u32, f64>,
    /// By `k`: how likely all of `k` of these repetitions pass (Yao et al. 2024, the unbiased estimate).
    pub pass_hat_k: BTreeMap<u32, f64>,
}

/// How many repetitions must pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MinPassRate {
    /// The least part of them, 0 to 1.
    pub rate: f64,
    /// How sure it must be that the true rate is no lower; without it, the part that passed decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
}

/// How sure something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Confidence {
    /// 80 %.
    #[serde(rename = "80 %")]
    P80,
    /// 90 %.
    #[serde(rename = "90 %")]
    P90,
    /// 95 %.
    #[serde(rename = "95 %")]
    P95,
    /// 99 %.
    #[serde(rename = "99 %")]
    P99,
}

impl Confidence {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::P80, Self::P90, Self::P95, Self::P99];

    /// As a number.
    pub fn value(self) -> f64 {
        match self {
            Self::P80 => 0.8,
            Self::P90 => 0.9,
            Self::P95 => 0.95,
            Self::P99 => 0.99,
        }
    }

    /// Of a normal distribution, one-sided.
    fn z(self) -> f64 {
        match self {
            Self::P80 => 0.841_621_233_572_914_2,
            Self::P90 => 1.281_551_565_544_600_5,
            Self::P95 => 1.644_853_626_951_472_7,
            Self::P99 => 2.326_347_874_040_841,
        }
    }
}

impl MinPassRate {
    /// Have enough passed?
    pub fn holds(self, passed: u32, runs: u32) -> bool {
        if runs == 0 {
            return false;
        }
        let least = match self.confidence {
            Some(confidence) => wilson(passed, runs, confidence.z()).0,
            None => part(passed, runs),
        };
        // What is a third of three is not quite what is written as a third.
        least + 1e-9 >= self.rate
    }
}

impl PassRate {
    /// Of the repetitions that counted; `None` where fewer than two did.
    pub fn of(verdicts: impl IntoIterator<Item = VerdictWord>) -> Option<Self> {
        let (mut passed, mut runs) = (0_u32, 0_u32);
        for verdict in verdicts {
            runs += u32::from(matches!(verdict, VerdictWord::Passed | VerdictWord::Failed));
            passed += u32::from(verdict == VerdictWord::Passed);
        }
        (runs > 1).then(|| Self::new(passed, runs))
    }

    /// So many of so many; at least one.
    pub fn new(passed: u32, runs: u32) -> Self {
        let shown = || SHOWN.into_iter().filter(move |k| *k < runs).chain([runs]);
        // What is equal on paper must not differ in the last bit.
        let rate = part(passed, runs);
        Self {
            runs,
            passed,
            rate,
            interval: wilson(passed, runs, Z_95),
            pass_at_k: shown().map(|k| (k, (1.0 - all_of(runs - passed, runs, k)).max(rate))).collect(),
            pass_hat_k: shown().map(|k| (k, all_of(passed, runs, k).min(rate))).collect(),
        }
    }

    /// Is the difference between two rates more than chance? Fisher's exact test, two-sided, p < 0.05.
    pub fn differs_from(&self, other: &Self) -> bool {
        fisher((self.passed, self.runs), (other.passed, other.runs)) < 0.05
    }
}

/// Did the repetitions differ, or did one pass only after it was tried again?
pub fn is_flaky(attempts: &[Attempt]) -> bool {
    let any = |word: VerdictWord| attempts.iter().any(|attempt| attempt.in_a_rate() == word);
    any(VerdictWord::Passed) && any(VerdictWord::Failed)
}

/// How likely tables at least as uneven as this are where both rates are the same (Fisher 1922, two-sided: all tables that
/// are no likelier than this one).
fn fisher((a, n): (u32, u32), (b, m): (u32, u32)) -> f64 {
    let passed = a + b;
    let (least, most) = (passed.saturating_sub(m), passed.min(n));
    let mut ln = ln_choose(n, least) + ln_choose(m, passed - least) - ln_choose(n + m, passed);
    let mut tables = vec![(least, ln)];
    for at in least..most {
        // One more of the first rate's runs passed, and one fewer of the second's.
        ln += (f64::from(n - at) * f64::from(passed - at)).ln();
        ln -= (f64::from(at + 1) * f64::from(m + at + 1 - passed)).ln();
        tables.push((at + 1, ln));
    }
    let seen = tables.iter().find(|(at, _)| *at == a).map_or(f64::NEG_INFINITY, |(_, ln)| *ln);
    tables.iter().filter(|(_, ln)| *ln <= seen + 1e-9).map(|(_, ln)| ln.exp()).sum::<f64>().min(1.0)
}

fn ln_choose(n: u32, k: u32) -> f64 {
    (1..=k).map(|i| (f64::from(n - k + i) / f64::from(i)).ln()).sum()
}

/// How likely `k` that are drawn of `all`, without putting back, are all of the `good` ones.
fn all_of(good: u32, all: u32, k: u32) -> f64 {
    let drawn = |index: u32| f64::from(good.saturating_sub(index)) / f64::from(all - index);
    (0..k.min(all)).map(drawn).product()
}

fn part(passed: u32, runs: u32) -> f64 {
    f64::from(passed) / f64::from(runs.max(1))
}

fn wilson(passed: u32, runs: u32, z: f64) -> (f64, f64) {
    let (n, p) = (f64::from(runs.max(1)), part(passed, runs));
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (((middle - half) / whole).clamp(0.0, p), ((middle + half) / whole).clamp(p, 1.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Confidence, MinPassRate, PassRate, all_of, fisher};

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    /// The figures are those of R: `binom::binom.confint(x, n, methods = "wilson")`.
    #[test]
    fn wilsons_interval() {
        for (passed, runs, low, high) in
            [(0, 20, 0.0, 0.1611), (10, 20, 0.2993, 0.7007), (14, 20, 0.4810, 0.8545), (20, 20, 0.8389, 1.0)]
        {
            let interval = PassRate::new(passed, runs).interval;
            assert!(near(interval.0, low) && near(interval.1, high), "{passed} of {runs}: {interval:?}");
        }
    }

    #[test]
    fn pass_at_k_and_pass_hat_k_are_drawn_without_putting_back() {
        let rate = PassRate::new(3, 5);
        assert!(near(rate.pass_at_k[&2], 1.0 - 1.0 / 10.0) && near(rate.pass_hat_k[&2], 3.0 / 10.0), "{rate:?}");
        assert!(near(rate.pass_at_k[&5], 1.0) && near(rate.pass_hat_k[&5], 0.0), "{rate:?}");
    }

    #[test]
    fn confidence_asks_for_more_than_the_part_that_passed() {
        let plain = MinPassRate { rate: 0.8, confidence: None };
        assert!(plain.holds(16, 20) && !plain.holds(15, 20) && !plain.holds(0, 0));
        let sure = MinPassRate { rate: 0.8, confidence: Some(Confidence::P95) };
        assert!(!sure.holds(16, 20) && !sure.holds(18, 20) && sure.holds(20, 20));
        let third = MinPassRate { rate: 1.0 / 3.0, confidence: None };
        assert!(third.holds(1, 3));
    }

    /// The figures are those of R: `fisher.test(matrix(c(a, n - a, b, m - b), 2))$p.value`.
    #[test]
    fn fishers_exact_test() {
        for (one, other, p) in
            [((9, 10), (5, 10), 0.1409), ((20, 20), (13, 20), 0.0083), ((3, 4), (0, 4), 0.1429), ((0, 5), (0, 9), 1.0)]
        {
            let found = fisher(one, other);
            assert!(near(found, p), "{one:?} {other:?}: {found}");
        }
    }

    proptest! {
        #[test]
        fn all_pass_no_oftener_than_one_does((runs, passed) in (2_u32..200).prop_flat_map(|n| (Just(n), 0..=n))) {
            let rate = PassRate::new(passed, runs);
            for (k, at) in &rate.pass_at_k {
                let hat = &rate.pass_hat_k[k];
                prop_assert!(*hat <= rate.rate && rate.rate <= *at, "{k}: {hat} {} {at}", rate.rate);
            }
            prop_assert!(rate.interval.0 <= rate.rate && rate.rate <= rate.interval.1);
            prop_assert!((0.0..=1.0).contains(&rate.interval.0) && (0.0..=1.0).contains(&rate.interval.1));
        }

        #[test]
        fn more_draws_are_never_likelier_to_be_all_good((all, good, k) in (1_u32..100).prop_flat_map(|n| (Just(n), 0..=n, 1..=n))) {
            prop_assert!(all_of(good, all, k) <= all_of(good, all, k - 1) + 1e-12);
        }
    }
}
