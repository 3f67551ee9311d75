//! What the router knows, and what it does with a frame. Pure in the sense that it touches nothing outside; the
//! [`super::Router`] holds the lock around it.

use std::collections::BTreeSet;
use std::sync::Arc;

use mcpvals_model::{Call, CallEnd, CallRole, Channel, Direction, Frame, HttpHead};
use serde_json::Value;

use super::log::{Log, LogKey, OWN, Weight};
use super::pages::Pages;
use super::pending::{Done, Past, Pending};
use super::rules::Rules;
use super::tail::Tail;
use super::tokens::Tokens;
use crate::Limits;

/// Everything behind the router's lock.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) limits: Limits,
    pub(crate) pending: Pending,
    pub(crate) rules: Option<Rules>,
    pub(crate) tail: Tail,
    /// Why the connection is over, once it is.
    pub(crate) closed: Option<String>,
    own: Log,
    recordings: Vec<Log>,
    keys: LogKey,
    seq: u64,
    pub(super) ids: u64,
    unwritten: Vec<(u64, LogKey)>,
    pub(super) asked: BTreeSet<String>,
    pub(super) pages: Pages,
    pub(crate) tokens: Tokens,
    /// The last that came was the beginning of something too large, and its end has not been seen.
    pub(super) swamped: bool,
}

impl State {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            pending: Pending::default(),
            rules: None,
            tail: Tail::new(limits.stderr_tail_bytes_max),
            closed: None,
            own: Log::own(&limits),
            recordings: Vec::new(),
            keys: OWN,
            seq: 0,
            ids: 0,
            unwritten: Vec::new(),
            asked: BTreeSet::new(),
            pages: Pages::default(),
            tokens: Tokens::default(),
            swamped: false,
        }
    }

    /// A state for a new connection, with what the session has recorded so far.
    pub(crate) fn renewed(&mut self) -> Self {
        Self { own: self.take_own(), seq: self.seq, ids: self.ids, keys: self.keys, ..Self::new(self.limits) }
    }

    // Recordings.

    pub(crate) fn open(&mut self) -> LogKey {
        self.keys += 1;
        self.recordings.push(Log::recording(self.keys, &self.limits, self.tail.position()));
        self.keys
    }

    pub(crate) fn finish(&mut self, key: LogKey) -> Option<Log> {
        let index = self.recordings.iter().position(|log| log.key == key)?;
        self.unwritten.retain(|(_, log)| *log != key);
        Some(self.recordings.swap_remove(index))
    }

    /// Throws a log away, if it is open.
    pub(crate) fn discard(&mut self, key: LogKey) {
        if self.finish(key).is_some() {
            self.pending.forget(key);
        }
    }

    pub(crate) fn share(&mut self, key: LogKey) {
        if let Some(log) = self.recordings.iter().find(|log| log.key == key) {
            self.own.absorb(log);
        }
    }

    /// Moves requests of the server with this method, and our answers to them, from the session's own log to a
    /// recording's.
    pub(crate) fn adopt(&mut self, key: LogKey, method: &str) {
        let asks = |message: &Value| message["method"] == method && !message["id"].is_null();
        let received = self.own.frames.iter().filter(|frame| frame.direction == Direction::Received);
        let asked: Vec<Value> =
            received.filter_map(|frame| frame.message().filter(|it| asks(it))?.get("id").cloned()).collect();
        let answers =
            |message: &Value| message.get("method").is_none() && message.get("id").is_some_and(|id| asked.contains(id));
        let belongs = |frame: &mut Frame| match frame.direction {
            Direction::Received => frame.message().is_some_and(asks),
            Direction::Sent => frame.message().is_some_and(answers),
        };
        let taken: Vec<Frame> = self.own.frames.extract_if(.., belongs).collect();
        for (seq, log) in &mut self.unwritten {
            if taken.iter().any(|frame| frame.seq == *seq) {
                *log = key;
            }
        }
        self.log_mut(key).insert(taken);
    }

    /// Copies the first call with this method from the session's own log to a recording's, with what came until our next
    /// message.
    pub(crate) fn adopt_call(&mut self, key: LogKey, method: &str, role: CallRole) {
        let Some(call) = self.own.calls.iter().find(|call| call.method == method).cloned() else { return };
        let from = call.request.unwrap_or_default();
        let since = self.own.frames.iter().filter(|frame| frame.seq >= from);
        let is_of_call = |frame: &&Frame| frame.seq == from || frame.direction == Direction::Received;
        let frames: Vec<Frame> = since.take_while(is_of_call).cloned().collect();
        let log = self.log_mut(key);
        log.insert(frames);
        log.push_ended(Call { role, ..call });
    }

    pub(crate) fn take_own(&mut self) -> Log {
        std::mem::replace(&mut self.own, Log::own(&self.limits))
    }

    /// A recording that is over has no log any more; what still comes for it is the session's own.
    pub(super) fn log_mut(&mut self, key: LogKey) -> &mut Log {
        self.recordings.iter_mut().find(|log| log.key == key).unwrap_or(&mut self.own)
    }

    pub(super) fn is_open(&self, key: LogKey) -> bool {
        self.recordings.iter().any(|log| log.key == key)
    }

    /// Where a frame goes: to the case whose call it names, or to the session where that case is over. One that names no
    /// call of a case goes to the case that is being played, if it is just one.
    pub(super) fn home(&self, request: Option<u64>) -> LogKey {
        match (request.and_then(|id| self.case_of(id)), self.recordings.as_slice()) {
            (Some(key), _) if self.is_open(key) => key,
            (None, [only]) => only.key,
            _ => OWN,
        }
    }

    /// The recording that follows this resource.
    pub(super) fn follower(&self, uri: &str) -> Option<LogKey> {
        self.recordings.iter().find(|log| log.follows(uri)).map(|log| log.key)
    }

    /// The recording, open or over, that a request of ours belongs to; none where the session made it.
    fn case_of(&self, request: u64) -> Option<LogKey> {
        self.log_of(request).filter(|key| *key != OWN)
    }

    /// The log that a request of ours belongs to, as far as we remember.
    pub(super) fn log_of(&self, request: u64) -> Option<LogKey> {
        let waiting = self.pending.get(request).map(|waiting| waiting.log);
        waiting.or_else(|| self.pending.past(request).map(|(log, _)| log))
    }

    // Sending.

    pub(crate) fn next_id(&mut self) -> u64 {
        self.ids += 1;
        self.ids
    }

    /// Records a frame of ours; [`State::written`] gives it its time.
    pub(crate) fn sent(&mut self, log: LogKey, bytes: Arc<[u8]>, weight: Weight, now_us: u64) -> u64 {
        let seq = self.next_seq();
        let frame = Frame::new(seq, now_us, Direction::Sent, Channel::Wire, bytes);
        self.log_mut(log).push(frame, weight);
        self.unwritten.push((seq, log));
        seq
    }

    pub(crate) fn written(&mut self, seq: u64, at_us: u64, http: Option<Box<HttpHead>>) {
        let Some(index) = self.unwritten.iter().position(|(unwritten, _)| *unwritten == seq) else { return };
        let (_, log) = self.unwritten.swap_remove(index);
        if let Some(frame) = self.log_mut(log).frame_mut(seq) {
            frame.at_us = at_us;
            frame.http = http;
        }
    }

    /// Nothing that is sent into an endless message will be answered.
    pub(crate) fn suspect_if_swamped(&mut self, id: u64) {
        if self.swamped {
            self.pending.suspect(id);
        }
    }

    pub(crate) fn push_call(&mut self, log: LogKey, role: CallRole, method: &str, seq: u64) -> Option<usize> {
        self.log_mut(log).push_call(role, method, seq)
    }

    /// A call that could not be sent at all.
    pub(crate) fn push_dead_call(&mut self, log: LogKey, role: CallRole, method: &str, end: CallEnd) {
        let call = Call { role, method: method.to_owned(), request: None, answer: None, end };
        self.log_mut(log).push_ended(call);
    }

    pub(super) fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    // Ending.

    /// Ends a request without an answer.
    pub(crate) fn fail(&mut self, id: u64, end: CallEnd) {
        let Some(waiting) = self.pending.get(id) else { return };
        self.record_end(waiting.log, waiting.call, &end, None);
        self.pending.end(id, Done::without_answer(end));
    }

    /// The caller gives up; the end that came meanwhile counts instead, if one did.
    pub(crate) fn give_up(&mut self, id: u64, end: CallEnd) -> Done {
        if let Some(waiting) = self.pending.get(id) {
            self.record_end(waiting.log, waiting.call, &end, None);
        }
        let past = if end == CallEnd::Cancelled { Past::Dropped } else { Past::GivenUp };
        self.pending.give_up(id, past).unwrap_or_else(|| Done::without_answer(end))
    }

    pub(crate) fn close(&mut self, reason: &str) {
        if self.closed.is_some() {
            return;
        }
        self.closed = Some(reason.to_owned());
        for id in self.pending.ids() {
            self.fail(id, CallEnd::Closed);
        }
    }

    pub(super) fn record_end(&mut self, log: LogKey, call: Option<usize>, end: &CallEnd, answer: Option<u64>) {
        if let Some(call) = call.and_then(|index| self.log_mut(log).calls.get_mut(index)) {
            call.end = end.clone();
            call.answer = answer;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use serde_json::json;

    use super::*;
    use crate::router::arrival::Arrival;

    fn progress(state: &mut State, token: u64) {
        let params = json!({"progressToken": token, "progress": 1});
        let message = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
        state.arrive(Arrival::new(message.to_string().into_bytes(), Instant::now()), 0);
    }

    /// The number of frames of a case that is played after another one's request.
    fn frames_of_the_next_case(token: u64) -> (usize, usize) {
        let mut state = State::new(Limits::default());
        let first = state.open();
        let _wake = state.pending.insert(1, first, None);
        state.give_up(1, CallEnd::Cancelled);
        state.finish(first);
        let next = state.open();
        progress(&mut state, token);
        (state.finish(next).map_or(0, |log| log.frames.len()), state.take_own().frames.len())
    }

    #[test]
    fn what_names_the_call_of_a_case_that_is_over_is_not_the_next_ones() {
        assert_eq!(frames_of_the_next_case(1), (0, 1));
        assert_eq!(frames_of_the_next_case(77), (1, 0));
    }
}
