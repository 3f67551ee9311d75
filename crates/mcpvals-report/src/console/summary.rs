//! The end of a run: warnings and violations in groups, the score, the counts.

use mcpvals_model::{RunEnd, Summary, WarningKind};

use super::tally::{Breach, Tally};
use super::{Level, Page, Role, Style};
use crate::{visible, wording};

/// What stands below the last case.
pub(super) fn of(tally: &Tally, end: &RunEnd, style: &Style) -> String {
    let mut page = Page::new(style);
    page.blank();
    if style.level != Level::Quiet {
        add_warnings(&mut page, tally);
    }
    add_violations(&mut page, tally);
    if end.interrupted {
        page.line(&style.paint(Role::Warning, "The run was stopped before its end."));
    }
    add_counts(&mut page, tally.cases, end);
    page.finish()
}

/// The last line alone: how many cases ended how, in what time.
pub(super) fn line(cases: Summary, duration_ms: f64) -> String {
    format!("{} in {}", wording::summary(cases), wording::millis(duration_ms))
}

fn add_counts(page: &mut Page<'_>, cases: Summary, end: &RunEnd) {
    if cases.ran() > 0 {
        let score = wording::percent(cases.score());
        let of = format!("{} of {} passed", wording::number(cases.passed), wording::number(cases.ran()));
        page.line(&format!("score {score} ({of})"));
    }
    let role = if cases.all_passed() && !end.interrupted { Role::Passed } else { Role::Failed };
    page.line(&page.style.paint(role, &line(cases, end.duration_ms)));
}

fn add_warnings(page: &mut Page<'_>, tally: &Tally) {
    if tally.warnings.is_empty() {
        return;
    }
    page.line(&page.style.paint(Role::Warning, "warnings"));
    for (kind, count) in &tally.warnings {
        page.line(&format!("  {}", warned(*kind, *count)));
    }
}

fn warned(kind: WarningKind, n: usize) -> String {
    match kind {
        WarningKind::HardlyAsserted => wording::count(n, "case") + " that asserts what nearly everything meets",
        WarningKind::NothingAsserted => wording::count(n, "case") + " without any assertion but success",
        WarningKind::ErrorShapedSuccess => format!("{} with a text that looks like an error", successes(n)),
        WarningKind::InvalidArguments => wording::count(n, "call") + " with arguments that break the tool's schema",
        WarningKind::UnusableSchema => wording::count(n, "schema") + " that cannot be used",
        WarningKind::SnapshotStored => wording::count(n, "snapshot") + " stored for the first time",
        WarningKind::OtherUri => wording::count(n, "resource") + " with another URI than the one asked for",
        WarningKind::OtherErrorCode => wording::count(n, "error") + " with another code than is recommended",
        WarningKind::UnclearRefusal => {
            wording::count(n, "error") + " that does not clearly say that the client cannot be asked"
        }
        WarningKind::PlainUrl => wording::count(n, "page") + " to which the user is sent by plain HTTP",
        WarningKind::UrlInForm => wording::count(n, "form") + " with an address that the user may follow",
        WarningKind::DoubledChoice => wording::count(n, "form") + " with the same choice twice",
        WarningKind::UndeclaredContext => {
            wording::count(n, "request") + " for a context that the client did not declare"
        }
        WarningKind::UnlistedTool => wording::count(n, "call") + " of a tool that is not in the list",
        WarningKind::UnusedRecording => wording::count(n, "case") + " with recorded answers that nothing asks for",
        WarningKind::JudgeUnheard => wording::count(n, "case") + " whose judge could not be heard",
        WarningKind::OauthRule => {
            wording::count(n, "rule") + " of signing in broken that the specification only recommends"
        }
        WarningKind::NotTried => wording::count(n, "test") + " of which not all could be tried",
        WarningKind::TraceCut => wording::count(n, "case") + " with an incomplete trace",
    }
}

fn successes(n: usize) -> String {
    if n == 1 { "1 success".to_owned() } else { format!("{} successes", wording::number(n)) }
}

/// The first of each kind in words, with the number of the others.
fn add_violations(page: &mut Page<'_>, tally: &Tally) {
    if tally.violations.is_empty() {
        return;
    }
    page.line(&page.style.paint(Role::Warning, "protocol violations"));
    for ((server, kind), breach) in &tally.violations {
        let kind = wording::name(kind);
        let times = if breach.count == 1 { "once".to_owned() } else { format!("{} times", breach.count) };
        let who = if server.is_empty() { String::new() } else { format!(" by {}", visible::line(server)) };
        page.line(&format!("  {}{who}, {times}: {}", page.style.paint(Role::Strong, &kind), words(breach, page.style)));
        if page.style.level != Level::Quiet {
            page.line(&page.style.paint(Role::Dim, &format!("    {}", place(breach))));
        }
    }
    page.blank();
}

fn words(breach: &Breach, style: &Style) -> String {
    const MESSAGE_CHARS_MAX: usize = 300;
    if style.level == Level::Verbose {
        visible::line(&breach.message).into_owned()
    } else {
        visible::excerpt(&breach.message, MESSAGE_CHARS_MAX, style.ellipsis())
    }
}

/// Where the first was seen, and what the specification says.
fn place(breach: &Breach) -> String {
    let case = breach.case.as_ref().map(|case| visible::line(case.as_str()).into_owned());
    let frame = breach.frame.map(|frame| format!("frame {frame}"));
    let seen = [case, frame].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let spec = format!("see {}", visible::line(&breach.spec));
    if seen.is_empty() { spec } else { format!("first in {seen}; {spec}") }
}
