//! One case: a line where it passed or was skipped, a block where it did not pass.

use mcpvals_model::{CaseResult, Latency, Metric, Mismatch, Verdict, VerdictWord, Violation, Warning, WarningKind};

use super::{Level, Page, Role, Style};
use crate::{model, visible, wording};

/// Adds a case to the page. Which of its warnings are shown is the caller's choice.
pub(super) fn add(page: &mut Page<'_>, case: &CaseResult, warnings: &[&Warning]) {
    add_with_reason(page, case, warnings, None);
}

/// Adds an errored case whose reason was told just before.
pub(super) fn add_same_reason(page: &mut Page<'_>, case: &CaseResult, warnings: &[&Warning]) {
    add_with_reason(page, case, warnings, Some("as above"));
}

/// A case without colour, for other formats: what the console would say of it.
pub(crate) fn plain_case(case: &CaseResult) -> String {
    let style = Style::default();
    let mut page = Page::in_document(&style);
    add(&mut page, case, &case.warnings.iter().collect::<Vec<_>>());
    page.finish()
}

/// That nothing was asserted matters where it may be why a case passed.
fn is_worth_saying(case: &CaseResult, warning: &Warning) -> bool {
    case.verdict.word() == VerdictWord::Passed || warning.kind != WarningKind::NothingAsserted
}

fn add_with_reason(page: &mut Page<'_>, case: &CaseResult, warnings: &[&Warning], reason: Option<&str>) {
    page.line(&head(page.style, case));
    match &case.verdict {
        Verdict::Passed | Verdict::Skipped(_) => {}
        Verdict::Failed { first, rest } => {
            add_mismatch(page, first);
            add_rest(page, rest);
        }
        Verdict::Errored(fault) => page.field("reason", reason.unwrap_or(&fault.to_string())),
    }
    add_circumstances(page, case, reason.is_some());
    for warning in warnings.iter().filter(|warning| is_worth_saying(case, warning)) {
        page.warning("warning", &warning.message);
    }
    add_end(page, case, reason.is_some());
}

/// `FAIL  suite/title  12 ms`: the words are padded, so that the ids line up.
fn head(style: &Style, case: &CaseResult) -> String {
    let word = case.verdict.word();
    let mut parts = vec![format!("{}{}", verdict(style, word), visible::line(case.id.as_str()))];
    if case.flaky {
        parts.push(style.paint(Role::Warning, "flaky"));
    }
    match (&case.verdict, &case.latency) {
        (Verdict::Skipped(reason), _) => parts.push(visible::line(&reason.to_string()).into_owned()),
        (_, Some(latency)) => parts.push(style.paint(Role::Dim, &short_latency(latency))),
        (_, None) => {}
    }
    parts.join("  ")
}

/// `FAIL  `: the word in its colour, with room to what follows.
pub(crate) fn verdict(style: &Style, word: VerdictWord) -> String {
    const COLUMNS: usize = 6;
    let name = wording::verdict(word);
    format!("{}{:2$}", style.paint(role(word), name), "", COLUMNS - name.len())
}

fn short_latency(latency: &Latency) -> String {
    if latency.count <= 1 {
        wording::millis(latency.mean_ms)
    } else {
        format!("p50 {}, p95 {}", wording::millis(latency.p50_ms), wording::millis(latency.p95_ms))
    }
}

fn role(word: VerdictWord) -> Role {
    match word {
        VerdictWord::Passed => Role::Passed,
        VerdictWord::Failed => Role::Failed,
        VerdictWord::Errored => Role::Errored,
        VerdictWord::Skipped => Role::Skipped,
    }
}

/// The first of many; all with `-v`.
fn add_rest(page: &mut Page<'_>, rest: &[Mismatch]) {
    const REST_MAX: usize = 9;
    let shown = if page.style.level == Level::Verbose { rest.len() } else { REST_MAX.min(rest.len()) };
    rest[..shown].iter().for_each(|mismatch| add_mismatch(page, mismatch));
    if shown < rest.len() {
        page.field("", &format!("{} and {} more ({})", page.style.ellipsis(), rest.len() - shown, page.whole()));
    }
}

fn add_mismatch(page: &mut Page<'_>, mismatch: &Mismatch) {
    page.field("expected", &mismatch.expected);
    page.field("actual", &mismatch.actual);
    let frame = mismatch.frame.map(|frame| format!("frame {frame}"));
    let place = [mismatch.pointer.clone(), frame].into_iter().flatten().collect::<Vec<_>>();
    if !place.is_empty() {
        page.field("at", &place.join(", "));
    }
    if let Some(diff) = &mismatch.diff {
        page.diff(diff);
    }
}

/// What the server said, how the attempts went.
fn add_circumstances(page: &mut Page<'_>, case: &CaseResult, brief: bool) {
    let verbose = page.style.level == Level::Verbose;
    let passed = matches!(case.verdict.word(), VerdictWord::Passed | VerdictWord::Skipped);
    if let Some(answer) = case.answer.as_ref().filter(|answer| verbose || (!passed && !is_told(case, answer))) {
        page.field("answer", answer);
    }
    if let Some(attempts) = wording::attempts(&case.attempts).filter(|_| !brief) {
        page.field("attempts", &attempts);
    }
    if let Some(rate) = case.pass_rate.as_ref().map(wording::pass_rate).filter(|_| !brief) {
        page.field("rate", &rate);
    }
    if case.attempts.len() > 1 && passed && !brief && !verbose {
        for problem in wording::problems(&case.attempts) {
            page.field("problems", &problem);
        }
    }
    if verbose && case.latency.is_some_and(|latency| latency.count > 1) {
        page.field("latency", &case.latency.as_ref().map(wording::latency).unwrap_or_default());
    }
    if let Some(words) = model::words(&case.workflow).filter(|_| !brief) {
        page.field("model", &words);
    }
    if let Some(words) = model::judge_words(&case.workflow).filter(|_| !brief && (passed || verbose)) {
        page.field("judge", &words);
    }
    if let Some(metrics) = metrics(case, page.style).filter(|_| verbose || !brief) {
        page.field("metrics", &metrics);
    }
    if let Some(score) = model::score(case).filter(|score| verbose || !brief && score.value() < 1.0) {
        page.field("score", &wording::percent(score));
    }
    if verbose {
        add_problems(page, case);
    }
    for violation in case.violations.iter().filter(|violation| !passed && violation.spoils_answer) {
        page.warning("protocol", &violation_text(violation));
    }
}

/// Those that are not full, with the frames that show why, where the mismatches do not name them all; with `-v` all.
fn metrics(case: &CaseResult, style: &Style) -> Option<String> {
    let all = style.level == Level::Verbose;
    let told: Vec<u64> = case.verdict.mismatches().filter_map(|mismatch| mismatch.frame).collect();
    let says_more = |metric: &Metric| metric.frames.iter().any(|frame| !told.contains(frame));
    let is_shown = |metric: &&Metric| metric.score.is_some_and(|score| all || score.value() < 1.0 && says_more(metric));
    // Of several repetitions, the numbers of frames repeat, and say nothing.
    let word = if case.attempts.len() > 1 { wording::metric_alone } else { wording::metric };
    let words: Vec<String> = case.metrics.iter().filter(is_shown).map(word).collect();
    (!words.is_empty()).then(|| words.join(style.dot()))
}

/// Is the answer already in what is said of a mismatch?
fn is_told(case: &CaseResult, answer: &str) -> bool {
    let answer = answer.trim();
    let answer = answer.strip_prefix("isError: ").unwrap_or(answer);
    case.verdict.mismatches().any(|mismatch| mismatch.actual.contains(answer))
}

/// Why single attempts did not pass, where there were several.
fn add_problems(page: &mut Page<'_>, case: &CaseResult) {
    for attempt in case.attempts.iter().filter(|_| case.attempts.len() > 1) {
        if let Some(problem) = &attempt.problem {
            page.field(&format!("{}.{}", attempt.repetition, attempt.attempt), problem);
        }
    }
}

pub(crate) fn violation_text(violation: &Violation) -> String {
    let frame = violation.frame.map(|frame| format!(" (frame {frame})")).unwrap_or_default();
    format!("{}: {}{frame}", wording::name(violation.kind), violation.message)
}

/// The last lines of stderr, and the command that shows it again.
fn add_end(page: &mut Page<'_>, case: &CaseResult, brief: bool) {
    let undecided = matches!(case.verdict.word(), VerdictWord::Failed | VerdictWord::Errored);
    if brief || !undecided {
        return;
    }
    if !case.stderr_tail.trim().is_empty() {
        page.field("stderr", case.stderr_tail.trim_end());
    }
    if !case.rerun.is_empty() {
        page.field("rerun", &case.rerun);
    }
}
