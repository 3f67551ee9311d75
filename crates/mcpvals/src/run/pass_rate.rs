//! The verdict of repetitions of which not all must pass.

use mcpvals_model::{Fault, MinPassRate, Mismatch, MismatchKind, PassRate, Verdict, VerdictWord};

/// What the repetitions of a case come to together: all must pass, or as many as `least` says.
pub fn verdict_of_repetitions(least: Option<MinPassRate>, repetitions: &[Verdict]) -> Verdict {
    let words: Vec<VerdictWord> = repetitions.iter().map(in_a_rate).collect();
    let unknown = repetitions.iter().zip(&words).find(|(_, word)| **word == VerdictWord::Errored);
    let top = repetitions.iter().rev().max_by_key(|verdict| rank(verdict.word())).cloned().unwrap_or(Verdict::Passed);
    match least.filter(|_| !words.is_empty()) {
        Some(least) => verdict(least, &words, top, unknown.map(|(verdict, _)| verdict.clone())),
        None => top,
    }
}

/// As a verdict counts in a rate: a model that came to no end has not passed.
pub fn in_a_rate(verdict: &Verdict) -> VerdictWord {
    match verdict {
        Verdict::Errored(Fault::Unfinished { .. }) => VerdictWord::Failed,
        other => other.word(),
    }
}

/// Of several repetitions, the first that failed gives the verdict, else the first that erred, else one that passed.
pub(super) fn rank(word: VerdictWord) -> u8 {
    match word {
        VerdictWord::Failed => 3,
        VerdictWord::Errored => 2,
        VerdictWord::Passed | VerdictWord::Skipped => 1,
    }
}

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
        (false, ..) => too_few(least, (passed, failed, errored), &verdict),
    }
}

fn too_few(least: MinPassRate, (passed, failed, errored): (u32, u32, u32), verdict: &Verdict) -> Verdict {
    let sure = least.confidence.map(|confidence| format!(", with a confidence of {}", percent(confidence.value())));
    let interval = PassRate::new(passed, passed + failed).interval;
    let unknown = (errored > 0).then(|| format!("; {errored} errored, and would not have been enough"));
    let first = Mismatch {
        kind: MismatchKind::PassRate,
        expected: format!("{} of the repetitions to pass{}", percent(least.rate), sure.unwrap_or_default()),
        actual: format!(
            "{passed} of {} passed (between {} and {} with a confidence of 95 %){}",
            passed + failed,
            percent(interval.0),
            percent(interval.1),
            unknown.unwrap_or_default(),
        ),
        pointer: None,
        frame: None,
        diff: None,
        rule: None,
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
        check(
            0.9,
            "ppfe",
            "Failed 2 of 3 passed (between 20.8 % and 93.9 % with a confidence of 95 %); 1 errored, and would not have been enough",
        );
        check(0.5, "ee", "Errored ");
    }
}
