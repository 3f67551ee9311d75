//! A trace as a timeline for people: when, from whom, what, how long it took, how large it was, and how it begins;
//! what was odd about it, HTTP heads and lines of stderr beside it.

pub(crate) mod entry;
pub(crate) mod ids;

use mcpvals_model::{CallEnd, Played, ProcessEnd, SessionEnd, Trace, Verdict};

use crate::console::{self, Page};
use crate::trace_file::{StoredTrace, TraceOf};
use crate::{Level, Style, visible, wording};
use ids::Ids;

/// The whole file: each attempt (or the session's own trace) with a heading.
pub fn render(stored: &StoredTrace, style: &Style) -> String {
    let mut page = Page::new(style);
    page.line(&heading(stored, style));
    for played in &stored.played {
        page.blank();
        add_attempt(&mut page, stored, played);
    }
    for end in &stored.ends {
        page.blank();
        add_session(&mut page, end);
    }
    page.finish()
}

/// One trace without a heading.
pub fn of_trace(trace: &Trace, style: &Style) -> String {
    let mut page = Page::new(style);
    add_trace(&mut page, trace);
    page.finish()
}

fn heading(stored: &StoredTrace, style: &Style) -> String {
    let header = &stored.header;
    let of = match &header.of {
        TraceOf::Suite(suite) => format!("suite {suite}"),
        TraceOf::Session(number) => format!("session {number}"),
    };
    let parts = [of, header.config.clone(), header.started_at.clone(), format!("mcpvals {}", header.mcpvals)];
    visible::line(&parts.join(style.dot())).into_owned()
}

fn add_attempt(page: &mut Page<'_>, stored: &StoredTrace, played: &Played) {
    let verdict = console::verdict(page.style, played.verdict.word());
    let mut parts = vec![format!("{verdict}{}", visible::line(played.case.id.as_str()))];
    if played.repetition > 1 || played.attempt > 1 {
        parts.push(format!("repetition {}, attempt {}", played.repetition, played.attempt));
    }
    let server = stored.server(played.session);
    if !server.is_empty() {
        parts.push(format!("session {} with {}", played.session, visible::line(server)));
    }
    page.line(&parts.join(page.style.dot()));
    if let Some(reason) = reason(&played.verdict) {
        page.field("reason", &reason);
    }
    add_trace(page, &played.trace);
}

/// Why nothing was found out, of which the frames may show nothing.
pub(crate) fn reason(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Errored(fault) => Some(fault.to_string()),
        Verdict::Skipped(reason) => Some(reason.to_string()),
        Verdict::Passed | Verdict::Failed { .. } => None,
    }
}

fn add_session(page: &mut Page<'_>, end: &SessionEnd) {
    page.line(&format!("session {} with {}: its own frames", end.session, visible::line(&end.server)));
    add_trace(page, &end.trace);
    for violation in &end.violations {
        page.warning("protocol", &console::violation_text(violation));
    }
}

fn add_trace(page: &mut Page<'_>, trace: &Trace) {
    let ids = Ids::of(trace);
    entry::add_all(page, trace, &ids);
    for call in trace.calls.iter().filter(|call| call.end != CallEnd::Answered) {
        let frame = call.request.map(|frame| format!(" (frame {frame})")).unwrap_or_default();
        page.warning("call", &format!("{}{frame}: {}", call.method, call_end(&call.end)));
    }
    if trace.frames_not_kept > 0 {
        let more = wording::count(usize::try_from(trace.frames_not_kept).unwrap_or(usize::MAX), "more frame");
        page.warning(
            "cut",
            &format!("{} came and {} not kept", more, if trace.frames_not_kept == 1 { "was" } else { "were" }),
        );
    }
    if let Some(end) = &trace.process_end {
        page.field("process", &process_end(end));
    }
    if page.style.level == Level::Verbose && !trace.stderr_tail.trim().is_empty() {
        page.field("stderr", trace.stderr_tail.trim_end());
    }
}

pub(crate) fn call_end(end: &CallEnd) -> String {
    match end {
        CallEnd::Answered => "answered".to_owned(),
        CallEnd::TimedOut { after_ms } => {
            format!("no answer within {}", wording::micros(after_ms.saturating_mul(1000)))
        }
        CallEnd::Misanswered => "something came that cannot be its answer".to_owned(),
        CallEnd::Closed => "the connection or the process ended first".to_owned(),
        CallEnd::Refused { status } => format!("HTTP {status} without a message of the protocol"),
        CallEnd::Cancelled => "we stopped waiting".to_owned(),
        CallEnd::NotSent { problem } => format!("it could not be sent: {problem}"),
    }
}

pub(crate) fn process_end(end: &ProcessEnd) -> String {
    match end {
        ProcessEnd::Exited(code) => format!("exited with code {code}"),
        ProcessEnd::Signalled(signal) => format!("ended by signal {signal}"),
        ProcessEnd::Terminated => "ended by mcpvals: it did nothing any more after its stdin was closed".to_owned(),
        ProcessEnd::Killed => "killed by mcpvals: closing its stdin did not end it".to_owned(),
    }
}
