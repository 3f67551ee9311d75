//! Figures over verdicts: recall, precision, F1 and false positives.

use std::collections::BTreeMap;

use mcpvals_model::Severity;

use crate::labelled::{Labelled, Subset};

/// What somebody says of each tool or text.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// Who.
    pub(super) name: String,
    /// The worst finding of each; none where there is none.
    pub(super) worst: Vec<Option<Severity>>,
    /// For all of them.
    pub(super) cpu_seconds: f64,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Share {
    pub(super) found: usize,
    pub(super) of: usize,
}

/// The figures that the project is held to.
#[derive(Debug)]
pub(super) struct Rates {
    high: BTreeMap<Subset, Share>,
    medium: BTreeMap<Subset, Share>,
}

impl Share {
    fn add(&mut self, is_found: bool) {
        self.of += 1;
        self.found += usize::from(is_found);
    }

    /// 0 to 1; 0 of none.
    #[expect(clippy::cast_precision_loss, reason = "counts of tools are small")]
    pub(super) fn rate(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.found as f64 / self.of as f64 }
    }
}

/// By a group of whoever is judged, at a level or above.
pub(super) fn by<Key: Ord>(
    labelled: &[Labelled],
    verdicts: &Verdicts,
    level: Option<Severity>,
    key: impl Fn(&Labelled) -> Option<Key>,
) -> BTreeMap<Key, Share> {
    let mut shares: BTreeMap<Key, Share> = BTreeMap::new();
    for (one, worst) in labelled.iter().zip(&verdicts.worst) {
        if let Some(key) = key(one) {
            shares.entry(key).or_default().add(worst.is_some() && *worst >= level);
        }
    }
    shares
}

pub(super) fn rates(labelled: &[Labelled], verdicts: &Verdicts) -> Rates {
    let at = |level| by(labelled, verdicts, Some(level), |one| Some(one.subset));
    Rates { high: at(Severity::High), medium: at(Severity::Medium) }
}

impl Rates {
    pub(super) fn high(&self, subset: Subset) -> Share {
        self.high.get(&subset).copied().unwrap_or_default()
    }

    pub(super) fn medium(&self, subset: Subset) -> Share {
        self.medium.get(&subset).copied().unwrap_or_default()
    }

    /// Of instruction-bearing tools against honest ones, at high and above: precision and F1.
    #[expect(clippy::cast_precision_loss, reason = "counts of tools are small")]
    pub(super) fn precision_and_f1(&self) -> (f64, f64) {
        let (bad, good) = (self.high(Subset::Instruction), self.high(Subset::Honest));
        let flagged = bad.found + good.found;
        let precision = if flagged == 0 { 0.0 } else { bad.found as f64 / flagged as f64 };
        let f1 = if flagged == 0 { 0.0 } else { 2.0 * bad.found as f64 / (flagged + bad.of) as f64 };
        (precision, f1)
    }

    /// What is worse than what was reached before.
    pub(super) fn under_floors(&self) -> Vec<String> {
        let (_, f1) = self.precision_and_f1();
        let bounds = [
            ("recall of instruction-bearing tools at high", self.high(Subset::Instruction).rate(), 0.94),
            ("F1 at high", f1, 0.92),
            ("honest tools left alone at high", 1.0 - self.high(Subset::Honest).rate(), 0.993),
            ("honest tools left alone at medium", 1.0 - self.medium(Subset::Honest).rate(), 0.984),
        ];
        let fallen = bounds.into_iter().filter(|(_, rate, floor)| rate < floor);
        fallen.map(|(what, rate, floor)| format!("{what}: {rate:.4} (floor {floor})")).collect()
    }
}
