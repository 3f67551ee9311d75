//! Makes the lines of a trace file. Stateful only so that what many attempts share is written once.

use std::borrow::Cow;
use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_model::{Played, SessionEnd, SessionStart, Trace};

use super::Header;
use super::line::{
    CallLine, CaseLine, EndLine, FrameLine, Line, OfferLine, OwnEndLine, OwnLine, Owner, ServerLine, SessionLine, Tail,
};
use super::seen::Seen;
use crate::visible;

/// Makes the lines of one file, in the order in which they are asked for.
pub struct Writer {
    facts: Seen<ServerFacts>,
    offers: Seen<Offer>,
}

impl Writer {
    /// Begins a file: the writer, and the header's line.
    pub fn begin(header: Header) -> (Self, String) {
        let mut lines = String::new();
        push(&mut lines, &Line::Header(Cow::Owned(header)));
        (Self { facts: Seen::new(), offers: Seen::new() }, lines)
    }

    /// A session in which cases of the file are played, or that the file is about.
    pub fn session_lines(&mut self, start: &SessionStart) -> String {
        let mut lines = String::new();
        let offer = self.offer(&mut lines, &start.offer);
        push(&mut lines, &Line::Session(SessionLine { offer, start: Cow::Borrowed(start) }));
        lines
    }

    /// An attempt at a case: its definition, frames, calls and verdict.
    pub fn case_lines(&mut self, played: &Played) -> String {
        let mut lines = String::new();
        let owner = Owner {
            case: Some(played.case.id.clone()),
            repetition: Some(played.repetition),
            attempt: Some(played.attempt),
            session: played.session,
        };
        let (server, offer) = self.parties(&mut lines, &played.trace);
        let (of, definition) = (Cow::Borrowed(&owner), Cow::Borrowed(&*played.case));
        push(&mut lines, &Line::Case(CaseLine { owner: of, server, offer, definition }));
        push_trace(&mut lines, &owner, &played.trace);
        let verdict = Cow::Borrowed(&played.verdict);
        push(&mut lines, &Line::End(EndLine { owner: Cow::Owned(owner), tail: tail(&played.trace), verdict }));
        lines
    }

    /// The session's own trace.
    pub fn end_lines(&mut self, end: &SessionEnd) -> String {
        let mut lines = String::new();
        let owner = Owner { case: None, repetition: None, attempt: None, session: end.session };
        let (server, offer) = self.parties(&mut lines, &end.trace);
        let (of, name) = (Cow::Borrowed(&owner), Cow::Borrowed(end.server.as_str()));
        push(&mut lines, &Line::Own(OwnLine { owner: of, server, offer, name }));
        push_trace(&mut lines, &owner, &end.trace);
        let violations = Cow::Borrowed(end.violations.as_slice());
        push(&mut lines, &Line::OwnEnd(OwnEndLine { owner: Cow::Owned(owner), tail: tail(&end.trace), violations }));
        lines
    }

    /// Numbers of what the server said and offered, written where they are new.
    fn parties(&mut self, lines: &mut String, trace: &Trace) -> (Option<u64>, u64) {
        let server = trace.server.as_ref().map(|facts| self.server(lines, facts));
        (server, self.offer(lines, &trace.offer))
    }

    fn server(&mut self, lines: &mut String, facts: &Arc<ServerFacts>) -> u64 {
        let (number, new) = self.facts.number(facts);
        if new {
            push(lines, &Line::Server(ServerLine { number, facts: Cow::Borrowed(facts) }));
        }
        number
    }

    fn offer(&mut self, lines: &mut String, offer: &Arc<Offer>) -> u64 {
        let (number, new) = self.offers.number(offer);
        if new {
            push(lines, &Line::Offer(OfferLine { number, offer: Cow::Borrowed(offer) }));
        }
        number
    }
}

fn push_trace(lines: &mut String, owner: &Owner, trace: &Trace) {
    for frame in &trace.frames {
        push(lines, &Line::Frame(FrameLine { owner: Cow::Borrowed(owner), frame: Cow::Borrowed(frame) }));
    }
    for call in &trace.calls {
        push(lines, &Line::Call(CallLine { owner: Cow::Borrowed(owner), call: Cow::Borrowed(call) }));
    }
}

fn tail(trace: &Trace) -> Tail<'_> {
    Tail {
        frames: trace.frames.len() as u64,
        calls: trace.calls.len() as u64,
        stderr_tail: Cow::Borrowed(&trace.stderr_tail),
        process_end: trace.process_end.as_ref().map(Cow::Borrowed),
        frames_not_kept: trace.frames_not_kept,
    }
}

fn push(lines: &mut String, line: &Line<'_>) {
    let text = serde_json::to_string(line).expect("lines have text keys only, and no serializer of theirs fails");
    lines.push_str(&visible::json(&text));
    lines.push('\n');
}
