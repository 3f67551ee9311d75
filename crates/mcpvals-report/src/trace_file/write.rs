//! Makes the lines of a trace file. Stateful only so that what many attempts share is written once.

use std::borrow::Cow;
use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_model::{Case, OtherServer, Played, SessionEnd, SessionStart, Trace};
use serde_json::value::{RawValue, to_raw_value};

use super::Header;
use super::line::{
    CallLine, CaseLine, DoneLine, EndLine, FrameLine, Line, OfferLine, OtherLine, OwnEndLine, OwnLine, Owner,
    ServerLine, SessionLine, Tail,
};
use super::seen::Seen;
use crate::visible;

/// Makes the lines of one file, in the order in which they are asked for.
pub struct Writer {
    facts: Seen<ServerFacts>,
    offers: Seen<Offer>,
    /// The case that was written last, as text: the attempts at a case come one after the other.
    last: Option<(Arc<Case>, Box<RawValue>)>,
    attempts: u64,
    /// Bytes of the last attempt; the next is hardly longer.
    room: usize,
}

impl Writer {
    /// Begins a file: the writer, and the header's line.
    pub fn begin(header: Header) -> (Self, String) {
        let mut lines = Lines::default();
        lines.push(&Line::Header(Cow::Owned(header)));
        (Self { facts: Seen::new(), offers: Seen::new(), last: None, attempts: 0, room: 0 }, lines.finish())
    }

    /// A session in which cases of the file are played, or that the file is about.
    pub fn session_lines(&mut self, start: &SessionStart) -> String {
        let mut lines = Lines::default();
        let offer = self.offer(&mut lines, &start.offer);
        lines.push(&Line::Session(SessionLine { offer, start: Cow::Borrowed(start) }));
        lines.finish()
    }

    /// An attempt at a case: its definition, frames, calls and verdict.
    pub fn case_lines(&mut self, played: &Played) -> String {
        self.attempts += 1;
        let mut lines = Lines { bytes: Vec::with_capacity(self.room) };
        let owner = Owner {
            case: Some(played.case.id.clone()),
            repetition: Some(played.repetition),
            attempt: Some(played.attempt),
            session: played.session,
        };
        let (server, offer) = self.parties(&mut lines, &played.trace);
        let others = played.trace.others.iter().map(|other| self.other(&mut lines, other)).collect();
        let full_client_tools = played.trace.full_client_tools.as_deref().map(Cow::Borrowed);
        let definition = self.definition(&played.case);
        let case = CaseLine { owner: Cow::Borrowed(&owner), server, offer, full_client_tools, others, definition };
        lines.push(&Line::Case(case));
        push_trace(&mut lines, &owner, &played.trace);
        let verdict = Cow::Borrowed(&played.verdict);
        lines.push(&Line::End(EndLine { owner: Cow::Owned(owner), tail: tail(&played.trace), verdict }));
        self.room = lines.bytes.len();
        lines.finish()
    }

    fn definition(&mut self, case: &Arc<Case>) -> &RawValue {
        let known = self.last.take().filter(|(known, _)| Arc::ptr_eq(known, case));
        let text = || to_raw_value(&**case).expect("keys are text");
        &self.last.insert(known.unwrap_or_else(|| (Arc::clone(case), text()))).1
    }

    /// The last line of a suite's file.
    pub fn done_line(&self) -> String {
        let mut lines = Lines::default();
        lines.push(&Line::Done(DoneLine { attempts: self.attempts }));
        lines.finish()
    }

    /// The session's own trace.
    pub fn end_lines(&mut self, end: &SessionEnd) -> String {
        let mut lines = Lines::default();
        let owner = Owner { case: None, repetition: None, attempt: None, session: end.session };
        let (server, offer) = self.parties(&mut lines, &end.trace);
        let (of, name) = (Cow::Borrowed(&owner), Cow::Borrowed(end.server.as_str()));
        lines.push(&Line::Own(OwnLine { owner: of, server, offer, name }));
        push_trace(&mut lines, &owner, &end.trace);
        let violations = Cow::Borrowed(end.violations.as_slice());
        lines.push(&Line::OwnEnd(OwnEndLine { owner: Cow::Owned(owner), tail: tail(&end.trace), violations }));
        lines.finish()
    }

    /// Numbers of what the server said and offered, written where they are new.
    fn parties(&mut self, lines: &mut Lines, trace: &Trace) -> (Option<u64>, u64) {
        let server = trace.server.as_ref().map(|facts| self.server(lines, facts));
        (server, self.offer(lines, &trace.offer))
    }

    fn other<'a>(&mut self, lines: &mut Lines, other: &'a OtherServer) -> OtherLine<'a> {
        let server = other.facts.as_ref().map(|facts| self.server(lines, facts));
        OtherLine { name: Cow::Borrowed(&other.name), server, offer: self.offer(lines, &other.offer) }
    }

    fn server(&mut self, lines: &mut Lines, facts: &Arc<ServerFacts>) -> u64 {
        let (number, new) = self.facts.number(facts);
        if new {
            lines.push(&Line::Server(ServerLine { number, facts: Cow::Borrowed(facts) }));
        }
        number
    }

    fn offer(&mut self, lines: &mut Lines, offer: &Arc<Offer>) -> u64 {
        let (number, new) = self.offers.number(offer);
        if new {
            lines.push(&Line::Offer(OfferLine { number, offer: Cow::Borrowed(offer) }));
        }
        number
    }
}

fn push_trace(lines: &mut Lines, owner: &Owner, trace: &Trace) {
    for frame in &trace.frames {
        lines.push(&Line::Frame(FrameLine { owner: Cow::Borrowed(owner), frame: Cow::Borrowed(frame) }));
    }
    for call in &trace.calls {
        lines.push(&Line::Call(CallLine { owner: Cow::Borrowed(owner), call: Cow::Borrowed(call) }));
    }
}

fn tail(trace: &Trace) -> Tail<'_> {
    Tail {
        frames: trace.frames.len() as u64,
        calls: trace.calls.len() as u64,
        stderr_tail: Cow::Borrowed(&trace.stderr_tail),
        process_end: trace.process_end.as_ref().map(Cow::Borrowed),
        frames_not_kept: trace.frames_not_kept,
        messages_not_kept: trace.messages_not_kept,
    }
}

/// Lines under construction.
#[derive(Default)]
struct Lines {
    bytes: Vec<u8>,
}

impl Lines {
    fn push(&mut self, line: &Line<'_, &RawValue>) {
        serde_json::to_writer(&mut self.bytes, line).expect("keys are text, and memory takes all that is written");
        self.bytes.push(b'\n');
    }

    /// The text, which can be shown on a terminal.
    fn finish(self) -> String {
        let text = String::from_utf8(self.bytes).expect("JSON is UTF-8");
        match visible::json(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(visible) => visible,
        }
    }
}
