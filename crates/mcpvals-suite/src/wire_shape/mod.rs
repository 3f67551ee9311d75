//! What broke the protocol: every received frame against its anomalies and against the revision's shapes.
//!
//! Pure. Own readers instead of the official schemas, so that each breach has its own name and words; the tests hold
//! them against the schemas. Who may send what is known by the session, which says so in a frame's anomalies.

mod anomaly;
mod breach;
mod choices;
mod content;
mod context;
mod elicitation;
mod entry;
mod envelope;
mod form;
mod form_value;
mod format;
mod handshake;
mod ledger;
mod listing;
mod notification;
mod offer;
#[cfg(test)]
mod official;
mod pages;
mod progress;
mod request;
#[cfg(test)]
mod request_tests;
mod result;
mod sampling;
mod sampling_tools;
mod spec;
mod stream;
mod task;
#[cfg(test)]
mod tests;
mod tool;
mod words;

use mcpvals_model::{CaseId, Channel, Direction, Frame, ProcessEnd, Trace, Violation, ViolationKind};

pub(crate) use choices::doubled as doubled_choice;
pub(crate) use form_value::value_problem;
pub(crate) use task::problems as task_problems;

use breach::Breach;
use context::Context;
use ledger::Ledger;
use pages::Pages;
use progress::Progress;

/// What broke the protocol in a trace, in the order of the frames; the same breach seen again is counted.
///
/// With a case, the trace is a case's; without, the session's own, and what the server offers and how it ended are
/// looked at, too.
pub fn violations(trace: &Trace, server: &str, case: Option<&CaseId>) -> Vec<Violation> {
    let context = Context::new(trace, case.is_some());
    let mut ledger = Ledger::new(server, case, context.revision);
    let (mut progress, mut pages) = (Progress::default(), Pages::default());
    for frame in trace.frames.iter().filter(|frame| frame.direction == Direction::Received) {
        let breaches = of_frame(frame, &context).into_iter().chain(progress.take(frame, &context));
        for breach in breaches.chain(pages.take(frame, &context)) {
            ledger.add(breach, Some(frame.seq));
        }
    }
    if case.is_none() {
        ledger.extend(offer::breaches(&trace.offer, context.revision));
        ledger.extend(ignored_shutdown(trace));
    }
    ledger.finish()
}

/// What is wrong with one frame; what the session has named already is not named again.
fn of_frame(frame: &Frame, context: &Context<'_>) -> Vec<Breach> {
    let mut breaches: Vec<Breach> =
        frame.anomalies.iter().filter_map(|anomaly| anomaly::breach(anomaly, frame, context)).collect();
    let seen: Vec<ViolationKind> = breaches.iter().map(|breach| breach.kind).collect();
    if frame.channel == Channel::Wire && !seen.contains(&ViolationKind::NotAMessage) {
        let shapes = frame.message().map(|message| envelope::breaches(message, frame, context));
        breaches.extend(shapes.into_iter().flatten().filter(|breach| !seen.contains(&breach.kind)));
    }
    breaches.extend(session_id(frame));
    let spoils = context.could_be_an_answer(frame.seq);
    for breach in &mut breaches {
        breach.spoils &= spoils;
    }
    breaches
}

/// Visible ASCII only (MCP 2025-03-26 to 2025-11-25, session management): other bytes do not survive every client.
fn session_id(frame: &Frame) -> Option<Breach> {
    let headers = &frame.http.as_ref()?.headers;
    let (_, id) = headers.iter().find(|(name, _)| name == "mcp-session-id")?;
    let is_visible = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_graphic());
    let words = "HTTP: the session id has characters other than visible ASCII";
    (!is_visible).then(|| Breach::new(ViolationKind::HttpTransport, words))
}

fn ignored_shutdown(trace: &Trace) -> Option<Breach> {
    let killed = trace.process_end == Some(ProcessEnd::Killed);
    let words = "the process went on after its stdin was closed, and had to be killed";
    killed.then(|| Breach::new(ViolationKind::IgnoresShutdown, words))
}
