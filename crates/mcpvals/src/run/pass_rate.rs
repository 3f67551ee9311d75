//! The verdict of repetitions of which not all must pass.

use mcpvals_model::{MinPassRate, Mismatch, MismatchKind, PassRate, Verdict, VerdictWord};

/// `verdict` is that of the repetition that failed, where one did, and `unknown` that of the first that errored. What
/// errored is no obstacle where it makes no difference.
pub(super) fn verdict(
    least: MinPassRate,
    words: &[VerdictWord],
    verdict: Verdict,
    unknown: Option<Verdict>,
) -> Verdict {
    let count = |word| u32::try_from(words.iter().filter(|it| **it == word).count()).unwrap_or(u32::MAX);
    let (passed, failed) = (count(VerdictWord::Passed), count(VerdictWord::Failed));
    let errored = count(VerdictWord::Errored);
    let runs = passed + failed + errored;
    if runs == 0 {
        return verdict;
    }
    match (least.holds(passed, runs), least.holds(passed + errored, runs), unknown) {
        (true, ..) => Verdict::Passed,
        (false, true, Some(unknown)) => unknown,
        (false, ..) => too_few(least, passed, runs, &verdict),
    }
}

fn too_few(least: MinPassRate, passed: u32, runs: u32, verdict: &Verdict) -> Verdict {
    let sure = least.confidence.map(|confidence| format!(", with a confidence of {}", percent(confidence.value())));
    let interval = PassRate::new(passed, runs).interval;
    let first = Mismatch {
        kind: MismatchKind::PassRate,
        expected: format!("{} of the repetitions to pass{}", percent(least.rate), sure.unwrap_or_default()),
        actual: format!(
            "{passed} of {runs} passed (between {} and {} with a confidence of 95 %)",
            percent(interval.0),
            percent(interval.1),
        ),
        pointer: None,
        frame: None,
        diff: None,
    };
    Verdict::Failed { first, rest: verdict.mismatches().cloned().collect() }
}

fn percent(part: f64) -> String {
    format!("{} %", (part * 1000.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{Fault, MinPassRate, Verdict, VerdictWord};

    #[track_caller]
    fn check(least: f64, words: &str, expected: &str) {
        let words: Vec<VerdictWord> = words
            .chars()
            .map(|letter| match letter {
                'p' => VerdictWord::Passed,
                'f' => VerdictWord::Failed,
                _ => VerdictWord::Errored,
            })
            .collect();
        let unknown = words.contains(&VerdictWord::Errored).then_some(Verdict::Errored(Fault::Cancelled));
        let least = MinPassRate { rate: least, confidence: None };
        let verdict = super::verdict(least, &words, Verdict::Passed, unknown);
        let told = verdict.mismatches().next().map(|first| first.actual.clone()).unwrap_or_default();
        assert_eq!(format!("{:?} {told}", verdict.word()), expected);
    }

    #[test]
    fn enough_is_enough() {
        check(0.75, "pppf", "Passed ");
        check(0.8, "pppf", "Failed 3 of 4 passed (between 30.1 % and 95.4 % with a confidence of 95 %)");
        check(1.0, "pp", "Passed ");
    }

    #[test]
    fn what_errored_counts_where_it_makes_a_difference() {
        check(0.5, "ppfe", "Passed ");
        check(0.75, "ppfe", "Errored ");
        check(0.9, "ppfe", "Failed 2 of 4 passed (between 15 % and 85 % with a confidence of 95 %)");
        check(0.5, "ee", "Errored ");
    }
}
