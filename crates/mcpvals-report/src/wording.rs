//! One voice for all formats: numbers with their nouns, durations, verdicts and metrics in words.

use std::collections::BTreeMap;

use mcpvals_model::mcp::ServerFacts;
use mcpvals_model::{Attempt, Latency, Metric, PassRate, Score, Summary, VerdictWord};
use serde::Serialize;

/// `1 case`, `1,200 cases`. For nouns that take an `s`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", number(n)) }
}

/// `12`, `1,200`.
pub(crate) fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// `2025-11-25`, with the revision that was asked for where that is another.
pub(crate) fn revision(facts: &ServerFacts) -> String {
    let spoken = facts.protocol_version;
    facts.asked_version.map_or_else(|| spoken.to_string(), |asked| format!("{spoken} (not {asked}, as asked)"))
}

/// Milliseconds as `0.35 ms`, `3.4 ms`, `12 ms`, `1.2 s` or `2 min 5 s`.
pub(crate) fn millis(ms: f64) -> String {
    if !ms.is_finite() || ms < 0.0 {
        return "unknown time".to_owned();
    }
    match ms {
        ms if ms < 0.995 => format!("{ms:.2} ms"),
        ms if ms < 9.95 => format!("{ms:.1} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        ms if ms < 59_950.0 => format!("{:.1} s", ms / 1000.0),
        ms => {
            let seconds = (ms / 1000.0).round();
            format!("{:.0} min {:.0} s", (seconds / 60.0).floor(), seconds % 60.0)
        }
    }
}

/// Microseconds as [`millis`] shows them.
#[expect(clippy::cast_precision_loss, reason = "a session lasts less than 2^53 microseconds")]
pub(crate) fn micros(us: u64) -> String {
    millis(us as f64 / 1000.0)
}

/// `120 B`, `3.4 kB`, `1.2 MB`.
#[expect(clippy::cast_precision_loss, reason = "only the first digits are shown")]
pub(crate) fn bytes(n: usize) -> String {
    match n {
        0..1000 => format!("{n} B"),
        1000..1_000_000 => format!("{:.1} kB", n as f64 / 1e3),
        _ => format!("{:.1} MB", n as f64 / 1e6),
    }
}

/// `93.3 %`, and only a full score as 100 %.
pub(crate) fn percent(score: Score) -> String {
    let most = if score == Score::FULL { 1000.0 } else { 999.0 };
    of_tenths((score.value() * 1000.0).round().min(most))
}

/// As [`percent`], but rounded down: what is asked for at least is reached where it is shown.
pub(crate) fn percent_at_least(score: Score) -> String {
    // The small addend undoes what `0.29 * 1000` loses: 289.99999999999994.
    of_tenths((score.value() * 1000.0 + 1e-9).floor())
}

fn of_tenths(tenths: f64) -> String {
    if tenths % 10.0 == 0.0 { format!("{:.0} %", tenths / 10.0) } else { format!("{:.1} %", tenths / 10.0) }
}

/// `16 cases: 14 passed, 1 failed, 1 skipped`. What did not occur is not said, but for the passed.
pub(crate) fn summary(summary: Summary) -> String {
    let mut parts = vec![format!("{} passed", number(summary.passed))];
    let rest = [(summary.failed, "failed"), (summary.errored, "errored"), (summary.skipped, "skipped")];
    parts.extend(rest.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{} {word}", number(*n))));
    let flaky = if summary.flaky > 0 { format!("; {} flaky", number(summary.flaky)) } else { String::new() };
    format!("{}: {}{flaky}", count(summary.total, "case"), parts.join(", "))
}

/// `14 of 20 passed, 70 % (between 48.1 % and 85.4 %); pass@5 100 %, pass^5 12.9 %`: also where all did the same, which
/// three of three may do by chance.
pub(crate) fn pass_rate(rate: &PassRate) -> String {
    const SHOWN: u32 = 5;
    let percent = |part: f64| Score::new(part).map(percent).unwrap_or_default();
    let (low, high) = rate.interval;
    let k = rate.pass_at_k.keys().copied().filter(|k| *k <= SHOWN).max().unwrap_or(1);
    let of_k = [("pass@", &rate.pass_at_k), ("pass^", &rate.pass_hat_k)]
        .map(|(name, all)| format!("{name}{k} {}", percent(all.get(&k).copied().unwrap_or_default())));
    let between = format!("{} (between {} and {})", percent(rate.rate), percent(low), percent(high));
    format!("{} of {} passed, {between}; {}", rate.passed, rate.runs, of_k.join(", "))
}

/// The word that heads a case: it survives without colour.
pub(crate) fn verdict(word: VerdictWord) -> &'static str {
    match word {
        VerdictWord::Passed => "PASS",
        VerdictWord::Failed => "FAIL",
        VerdictWord::Errored => "ERROR",
        VerdictWord::Skipped => "SKIP",
    }
}

/// `2 × expected …, got …`: why attempts did not pass, the most frequent first; a few.
pub(crate) fn problems(attempts: &[Attempt]) -> Vec<String> {
    const SHOWN_MAX: usize = 3;
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for problem in attempts.iter().filter_map(|attempt| attempt.problem.as_deref()) {
        *counted.entry(problem).or_default() += 1;
    }
    let mut counted: Vec<(&str, usize)> = counted.into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.iter().take(SHOWN_MAX).map(|(problem, count)| format!("{count} × {problem}")).collect()
}

/// `Success 100 %`.
pub(crate) fn metric_alone(metric: &Metric) -> String {
    let score = metric.score.map_or_else(|| "not asserted".to_owned(), percent);
    format!("{} {score}", metric.name.as_str())
}

/// `Success 100 %`, with the frames that show it; a metric about which nothing was asserted says so.
pub(crate) fn metric(metric: &Metric) -> String {
    let frames = match metric.frames.len() {
        0 => String::new(),
        1 => format!(" (frame {})", frames(metric)),
        _ => format!(" (frames {})", frames(metric)),
    };
    format!("{}{frames}", metric_alone(metric))
}

/// `3, 5, 7`.
pub(crate) fn frames(metric: &Metric) -> String {
    const SHOWN_MAX: usize = 12;
    let mut words: Vec<String> = metric.frames.iter().take(SHOWN_MAX).map(u64::to_string).collect();
    let left = metric.frames.len().saturating_sub(SHOWN_MAX);
    words.extend((left > 0).then(|| format!("and {} more", number(left))));
    words.join(", ")
}

/// `12 ms`, or the percentiles of several.
pub(crate) fn latency(latency: &Latency) -> String {
    if latency.count <= 1 {
        return millis(latency.mean_ms);
    }
    let [p50, p95, p99] = [latency.p50_ms, latency.p95_ms, latency.p99_ms].map(millis);
    format!("p50 {p50}, p95 {p95}, p99 {p99}, max {} of {} calls", millis(latency.max_ms), latency.count)
}

/// `passed, failed, passed`; long lists as counts; `None` for a single attempt.
pub(crate) fn attempts(attempts: &[Attempt]) -> Option<String> {
    const LISTED_MAX: usize = 10;
    match attempts.len() {
        0 | 1 => None,
        n if n <= LISTED_MAX => Some(attempts.iter().map(|a| past(a.verdict)).collect::<Vec<_>>().join(", ")),
        n => {
            let passed = attempts.iter().filter(|a| a.verdict == VerdictWord::Passed).count();
            Some(format!("{} of {} passed", number(passed), number(n)))
        }
    }
}

/// `passed`, as in a sentence.
pub(crate) fn past(word: VerdictWord) -> &'static str {
    match word {
        VerdictWord::Passed => "passed",
        VerdictWord::Failed => "failed",
        VerdictWord::Errored => "errored",
        VerdictWord::Skipped => "skipped",
    }
}

/// The stable name of an enum without fields, as the JSON report has it.
pub(crate) fn name(word: impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{Score, Summary, ViolationKind};

    use super::{bytes, count, millis, name, percent, percent_at_least, summary};

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!([0, 1, 2, 1200].map(|n| count(n, "case")), ["0 cases", "1 case", "2 cases", "1,200 cases"]);
        assert_eq!(count(1_234_567, "case"), "1,234,567 cases");
    }

    #[test]
    fn durations_keep_two_digits() {
        let shown = [0.0, 0.35, 3.44, 12.4, 999.4, 999.6, 1234.0, 59_960.0, 125_000.0, f64::NAN].map(millis);
        let expected = [
            "0.00 ms",
            "0.35 ms",
            "3.4 ms",
            "12 ms",
            "999 ms",
            "1.0 s",
            "1.2 s",
            "1 min 0 s",
            "2 min 5 s",
            "unknown time",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn only_a_full_score_is_100_percent() {
        assert_eq!(percent(Score::FULL), "100 %");
        assert_eq!(percent(Score::ratio(9_999, 10_000)), "99.9 %");
        assert_eq!(percent(Score::ratio(14, 15)), "93.3 %");
        assert_eq!(percent(Score::ratio(3, 7)), "42.9 %");
        assert_eq!(percent_at_least(Score::ratio(3, 7)), "42.8 %");
        assert_eq!(percent_at_least(Score::new(0.29).unwrap()), "29 %");
        assert_eq!(percent(Score::new(0.29).unwrap()), "29 %");
        assert_eq!(percent(Score::NONE), "0 %");
    }

    #[test]
    fn a_summary_leaves_out_what_did_not_occur() {
        let counts = Summary { total: 16, passed: 14, failed: 1, errored: 0, skipped: 1, flaky: 0 };
        assert_eq!(summary(counts), "16 cases: 14 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!([999, 1500, 2_500_000].map(bytes), ["999 B", "1.5 kB", "2.5 MB"]);
    }

    #[test]
    fn kinds_have_their_stable_names() {
        assert_eq!(name(ViolationKind::NoiseOnStdout), "noise-on-stdout");
    }
}
