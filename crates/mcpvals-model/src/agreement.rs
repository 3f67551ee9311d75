//! How well two who say pass or fail agree: a judge with those who labelled.

use serde::{Deserialize, Serialize};

use crate::{PassRate, Price, Score, Usage};

/// Of a normal distribution, two-sided 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// What a judge made of labelled examples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// The judge's name.
    pub judge: String,
    /// Version and hash of the words that it was asked with.
    pub prompt: String,
    /// The least score that passes.
    pub pass_threshold: Score,
    /// Of the examples of which the judge gave a score.
    pub agreement: Agreement,
    /// How far its scores are from those of the examples that have one, on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_absolute_error: Option<f64>,
    /// Examples of which the judge gave no score.
    pub errored: u32,
    /// The judge's tokens.
    pub usage: Usage,
    /// What they cost in US dollars; `None` where the price is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// In the order of the file.
    pub examples: Vec<CalibratedExample>,
}

/// What a judge made of one example.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CalibratedExample {
    /// Its name in the file, or its number.
    pub id: String,
    /// Does it pass, as it is labelled?
    pub label: bool,
    /// The score that it is labelled with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labelled_score: Option<Score>,
    /// The mean of the judge's votes; `None` where it gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The lowest and the highest vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<(Score, Score)>,
    /// The judge's reason for its lowest vote, or why it gave no score.
    pub reason: String,
}

/// How often a judge and the labels say the same.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Both say pass.
    pub both_pass: u32,
    /// Both say fail.
    pub both_fail: u32,
    /// Only the judge says pass.
    pub only_judge: u32,
    /// Only the label says pass.
    pub only_label: u32,
    /// The part in which they say the same; `None` of nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Where the true part lies with 95 % confidence (Wilson 1927).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// Cohen's kappa (1960): how far they agree beyond chance; `None` where one of them always says the same, so that
    /// it is not defined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kappa: Option<f64>,
    /// Where the true kappa lies with 95 % confidence, by Cohen's large-sample error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kappa_interval: Option<(f64, f64)>,
}

impl CalibratedExample {
    /// Does it pass, as the judge says?
    pub fn judged(&self, pass_threshold: Score) -> Option<bool> {
        self.score.map(|score| score >= pass_threshold)
    }
}

impl Calibration {
    /// Puts together what a judge made of the examples.
    pub fn new(
        (judge, prompt, pass_threshold): (String, String, Score),
        examples: Vec<CalibratedExample>,
        (usage, price): (Usage, Option<Price>),
    ) -> Self {
        let judged = examples.iter().filter_map(|one| Some((one.judged(pass_threshold)?, one.label)));
        let agreement = Agreement::of(judged);
        let errors: Vec<f64> =
            examples.iter().filter_map(|one| Some((one.score?.value() - one.labelled_score?.value()).abs())).collect();
        let errored = examples.iter().filter(|one| one.score.is_none()).count();
        Self {
            agreement,
            mean_absolute_error: mean(&errors),
            errored: u32::try_from(errored).unwrap_or(u32::MAX),
            usage,
            cost: price.map(|price| price.cost(usage)),
            examples,
            judge,
            prompt,
            pass_threshold,
        }
    }
}

impl Agreement {
    /// Of pairs: what the judge says, and what the label says.
    pub fn of(pairs: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let (mut both_pass, mut both_fail, mut only_judge, mut only_label) = (0_u32, 0_u32, 0_u32, 0_u32);
        for pair in pairs {
            let count = match pair {
                (true, true) => &mut both_pass,
                (false, false) => &mut both_fail,
                (true, false) => &mut only_judge,
                (false, true) => &mut only_label,
            };
            *count = count.saturating_add(1);
        }
        let same = both_pass.saturating_add(both_fail);
        let runs = same.saturating_add(only_judge).saturating_add(only_label);
        let rate = (runs > 0).then(|| PassRate::new(same, runs));
        let kappa = kappa(f64::from(both_pass), f64::from(both_fail), f64::from(only_judge), f64::from(only_label));
        Self {
            both_pass,
            both_fail,
            only_judge,
            only_label,
            rate: rate.as_ref().map(|rate| rate.rate),
            interval: rate.map(|rate| rate.interval),
            kappa: kappa.map(|(kappa, _)| kappa),
            kappa_interval: kappa.map(|(kappa, error)| bounds(kappa, error)),
        }
    }

    /// How many examples.
    pub fn runs(&self) -> u32 {
        [self.both_pass, self.both_fail, self.only_judge, self.only_label].into_iter().fold(0, u32::saturating_add)
    }

    /// The usual word for the kappa (Landis and Koch 1977).
    pub fn word(&self) -> &'static str {
        match self.kappa {
            None => "not defined",
            Some(kappa) if kappa <= 0.0 => "no better than chance",
            Some(kappa) if kappa <= 0.2 => "slight",
            Some(kappa) if kappa <= 0.4 => "fair",
            Some(kappa) if kappa <= 0.6 => "moderate",
            Some(kappa) if kappa <= 0.8 => "substantial",
            Some(_) => "almost perfect",
        }
    }
}

/// Cohen's kappa with its standard error; `None` where one of them always says the same: there is nothing then that could
/// go beyond chance.
fn kappa(both_pass: f64, both_fail: f64, only_judge: f64, only_label: f64) -> Option<(f64, f64)> {
    let n = both_pass + both_fail + only_judge + only_label;
    let (judge, label) = (both_pass + only_judge, both_pass + only_label);
    let observed = (both_pass + both_fail) / n;
    let chance = (judge * label + (n - judge) * (n - label)) / (n * n);
    let room = 1.0 - chance;
    let says_both = |passes: f64| passes > 0.0 && passes < n;
    let is_defined = says_both(judge) && says_both(label);
    is_defined.then(|| ((observed - chance) / room, (observed * (1.0 - observed) / n).sqrt() / room))
}

fn bounds(kappa: f64, error: f64) -> (f64, f64) {
    ((kappa - Z_95 * error).clamp(-1.0, 1.0), (kappa + Z_95 * error).clamp(-1.0, 1.0))
}

fn mean(values: &[f64]) -> Option<f64> {
    let count = u32::try_from(values.len()).ok().filter(|count| *count > 0)?;
    Some(values.iter().sum::<f64>() / f64::from(count))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Agreement;

    fn of(counts: [usize; 4]) -> Agreement {
        let pairs = [(true, true), (false, false), (true, false), (false, true)];
        Agreement::of(pairs.into_iter().zip(counts).flat_map(|(pair, count)| std::iter::repeat_n(pair, count)))
    }

    /// Cohen's example as Fleiss, Levin and Paik have it, and one from the scikit-learn documentation's formula by hand.
    #[test]
    fn kappa_of_known_tables() {
        let known = of([20, 15, 5, 10]);
        assert!((known.kappa.unwrap() - 0.4).abs() < 1e-9 && known.word() == "fair", "{known:?}");
        assert_eq!(known.rate, Some(0.7));
        let (low, high) = known.kappa_interval.unwrap();
        // 0.4 ± 1.96 * sqrt(0.7 * 0.3 / 50) / 0.5
        assert!((low - 0.145_96).abs() < 1e-4 && (high - 0.654_04).abs() < 1e-4, "{known:?}");
    }

    #[test]
    fn what_is_not_defined_is_none() {
        for same in [of([0, 0, 0, 0]), of([7, 0, 0, 0]), of([0, 7, 0, 0])] {
            assert_eq!((same.kappa, same.word()), (None, "not defined"), "{same:?}");
        }
        assert_eq!(of([0, 0, 0, 0]).rate, None);
        assert_eq!(of([5, 0, 5, 0]).kappa, None, "a judge that always says pass");
        assert_eq!(of([5, 0, 0, 5]).kappa, None, "labels that always say pass");
    }

    proptest! {
        #[test]
        fn kappa_is_bounded_symmetric_and_one_where_all_agree(a in 0_usize..40, b in 0_usize..40, c in 0_usize..40, d in 0_usize..40) {
            let (one, swapped) = (of([a, b, c, d]), of([a, b, d, c]));
            prop_assert_eq!(one.kappa, swapped.kappa);
            if let Some(kappa) = one.kappa {
                prop_assert!((-1.0..=1.0 + 1e-12).contains(&kappa));
                let (low, high) = one.kappa_interval.unwrap();
                prop_assert!(low <= kappa + 1e-12 && kappa <= high + 1e-12);
            }
            if a > 0 && b > 0 {
                prop_assert!((of([a, b, 0, 0]).kappa.unwrap() - 1.0).abs() < 1e-12);
            }
            prop_assert_eq!(one.runs() as usize, a + b + c + d);
        }
    }
}
