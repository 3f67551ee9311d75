//! Is it better?

use mcpvals_model::PassRate;

use super::side::Item;

/// Scores that differ by less are the same.
const SCORE_SAME: f64 = 0.005;

/// What became of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Better,
    Worse,
    /// Neither: what it says now cannot be compared with what it said.
    Changed,
    Same,
    New,
    Gone,
}

impl Change {
    pub(super) const ALL: [Self; 6] = [Self::Worse, Self::Better, Self::Changed, Self::New, Self::Gone, Self::Same];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Changed => "changed",
            Self::Same => "same",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }
}

/// First what it came to, then its score. How long it took is shown, and no judgement: one call says little of it.
pub(super) fn of(before: Option<&Item>, after: Option<&Item>) -> Change {
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (None, _) => return Change::New,
        (_, None) => return Change::Gone,
    };
    if let (Some(old), Some(new)) = (&before.rate, &after.rate) {
        return by_rate(old, new);
    }
    match (rank(&before.status), rank(&after.status)) {
        (Some(old), Some(new)) if old < new => Change::Better,
        (Some(old), Some(new)) if old > new => Change::Worse,
        (Some(_), Some(_)) => by_score(before.score, after.score),
        _ if before.status == after.status => Change::Same,
        _ => Change::Changed,
    }
}

fn by_score(before: Option<f64>, after: Option<f64>) -> Change {
    match (before, after) {
        (Some(old), Some(new)) if new > old + SCORE_SAME => Change::Better,
        (Some(old), Some(new)) if old > new + SCORE_SAME => Change::Worse,
        _ => Change::Same,
    }
}

/// A difference that chance may have made is none.
fn by_rate(old: &PassRate, new: &PassRate) -> Change {
    match old.differs_from(new) {
        false => Change::Same,
        true if new.rate > old.rate => Change::Better,
        true => Change::Worse,
    }
}

/// From bad to good; nothing for what was not found out.
fn rank(status: &str) -> Option<u8> {
    match status {
        "fail" | "failed" => Some(0),
        "warn" | "warned" => Some(1),
        "pass" | "passed" => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(status: &str, score: f64) -> Item {
        Item {
            kind: "Tools",
            name: "x".to_owned(),
            status: status.to_owned(),
            score: Some(score),
            latency: None,
            rate: None,
        }
    }

    #[test]
    fn what_chance_may_have_made_is_no_difference() {
        let check = |a, b| {
            let of_rate = |passed| Item { rate: Some(PassRate::new(passed, 24)), ..item("", 0.0) };
            of(Some(&of_rate(a)), Some(&of_rate(b)))
        };
        assert_eq!([check(22, 23), check(24, 12), check(2, 24)], [Change::Same, Change::Worse, Change::Better]);
    }

    #[test]
    fn what_it_came_to_counts_before_its_score() {
        let check = |a: &Item, b: &Item| of(Some(a), Some(b));
        assert_eq!(check(&item("fail", 0.9), &item("warn", 0.1)), Change::Better);
        assert_eq!(check(&item("passed", 0.1), &item("failed", 0.9)), Change::Worse);
        assert_eq!(check(&item("pass", 0.8), &item("pass", 0.9)), Change::Better);
        assert_eq!(check(&item("pass", 0.8), &item("pass", 0.801)), Change::Same);
        assert_eq!(check(&item("skipped", 0.8), &item("passed", 0.8)), Change::Changed);
        assert_eq!(
            (of(None, Some(&item("pass", 1.0))), of(Some(&item("pass", 1.0)), None)),
            (Change::New, Change::Gone)
        );
    }
}
