//! Where every frame passes: it is stamped, parsed once, and handed to whom it concerns.
//!
//! Knows no transport and no method's meaning. Everything in here is synchronous, so that the task that reads the bytes
//! also wakes the caller, with no queue between.

mod arrival;
mod log;
mod news;
mod pages;
mod pending;
mod receive;
mod rules;
mod state;
mod tail;
mod tokens;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use mcpvals_model::{CallEnd, CallRole, Channel, Direction, Frame, HttpHead, ProcessEnd, Trace};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

pub(crate) use self::arrival::{Arrival, Note};
pub(crate) use self::log::{LogKey, OWN};
pub(crate) use self::news::{Changes, Chore, Life};
pub(crate) use self::pending::{Done, Wake};
pub(crate) use self::rules::Rules;

use self::log::{Log, Weight, micros};
use self::state::State;
use crate::Limits;

/// How many things of the server's may wait for us; more than that is a flood, and left unanswered.
const CHORES_MAX: usize = 4_096;
/// How much of stderr goes into the trace of a case.
const CASE_TAIL_BYTES_MAX: usize = 8 << 10;

/// A cheap handle.
#[derive(Clone)]
pub(crate) struct Router {
    inner: Arc<Inner>,
}

struct Inner {
    began: Instant,
    state: Mutex<State>,
    chores: mpsc::Sender<Chore>,
    changes: watch::Sender<Changes>,
    life: watch::Sender<Life>,
    /// Notifications that came so far.
    notified: watch::Sender<u64>,
}

/// Where a request stands among the calls of a log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry<'a> {
    /// A call of its own.
    New {
        /// What it is for.
        role: CallRole,
        /// Its method.
        method: &'a str,
    },
    /// A further round of this call.
    Round(Option<usize>),
}

/// A request that is about to be sent.
pub(crate) struct Begun {
    /// The number of its frame.
    pub(crate) seq: u64,
    /// Its entry in the log's calls.
    pub(crate) call: Option<usize>,
    /// Wakes the caller.
    pub(crate) wake: oneshot::Receiver<Wake>,
}

impl Router {
    /// A router and the queue of what it leaves to the [`crate::peer`].
    pub(crate) fn new(limits: Limits) -> (Self, mpsc::Receiver<Chore>) {
        let (chores, queue) = mpsc::channel(CHORES_MAX);
        let inner = Inner {
            began: Instant::now(),
            state: Mutex::new(State::new(limits)),
            chores,
            changes: watch::Sender::new(Changes::default()),
            life: watch::Sender::new(Life::default()),
            notified: watch::Sender::new(0),
        };
        (Self { inner: Arc::new(inner) }, queue)
    }

    /// A router for a new connection of the same session: times, numbers and the session's own trace go on.
    pub(crate) fn renewed(&self) -> (Self, mpsc::Receiver<Chore>) {
        let mut old = self.state();
        let (chores, queue) = mpsc::channel(CHORES_MAX);
        let inner = Inner {
            began: self.inner.began,
            state: Mutex::new(old.renewed()),
            chores,
            changes: watch::Sender::new(Changes::default()),
            life: watch::Sender::new(Life::default()),
            notified: watch::Sender::new(0),
        };
        (Self { inner: Arc::new(inner) }, queue)
    }

    /// A panic of another holder leaves counters and lists that are still whole, so the poison is passed over.
    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn began(&self) -> Instant {
        self.inner.began
    }

    fn micros(&self, at: Instant) -> u64 {
        micros(self.inner.began, at)
    }

    // For transports.

    /// Takes what came: the frame is recorded, and whoever waits for it is woken.
    pub(crate) fn arrive(&self, arrival: Arrival) {
        let at_us = self.micros(arrival.at);
        let effects = self.state().arrive(arrival, at_us);
        for chore in effects.chores {
            self.leave(chore);
        }
        // Telling it costs as much as routing the frame, and most of the time nobody listens.
        if effects.notified && self.inner.notified.receiver_count() > 0 {
            self.inner.notified.send_modify(|count| *count += 1);
        }
        for list in effects.changed {
            self.inner.changes.send_modify(|changes| changes.count(list));
        }
    }

    /// Records what is no message; the number of its frame.
    pub(crate) fn note(&self, note: Note) -> u64 {
        let at_us = self.micros(note.at);
        self.state().note(note, at_us)
    }

    /// The last byte of this sent frame has been written; over HTTP, with this request head.
    pub(crate) fn written(&self, seq: u64, at: Instant, http: Option<Box<HttpHead>>) {
        let at_us = self.micros(at);
        self.state().written(seq, at_us, http);
    }

    /// This request will get no answer; nothing happens where it has one.
    pub(crate) fn fail(&self, request: u64, end: CallEnd) {
        self.state().fail(request, end);
    }

    /// Has this request no answer yet?
    pub(crate) fn is_waiting(&self, request: u64) -> bool {
        self.state().pending.get(request).is_some()
    }

    /// Is this the only request that waits?
    pub(crate) fn is_alone(&self, request: u64) -> bool {
        self.state().pending.sole() == Some(request)
    }

    /// The connection is over, for this reason in words: every request that waits ends with [`CallEnd::Closed`].
    pub(crate) fn closed(&self, reason: &str) {
        self.state().close(reason);
        self.inner.life.send_modify(|life| life.closed = true);
    }

    /// Keeps the end of stderr.
    pub(crate) fn stderr(&self, chunk: &[u8]) {
        self.state().tail.push(chunk);
    }

    /// All of stderr has been read.
    pub(crate) fn stderr_done(&self) {
        self.inner.life.send_modify(|life| life.stderr_done = true);
    }

    /// The process has ended.
    pub(crate) fn process_ended(&self, end: ProcessEnd) {
        self.inner.life.send_modify(|life| life.process_end = Some(end));
    }

    // For sessions.

    /// Opens a log.
    pub(crate) fn open(&self) -> LogKey {
        self.state().open()
    }

    /// Closes a log; empty where there is none of this name. Of stderr it has what came meanwhile; where the process has
    /// ended, what came before, too: it may have begun to die then.
    pub(crate) fn finish(&self, key: LogKey) -> Trace {
        let has_ended = self.inner.life.borrow().process_end.is_some();
        let mut state = self.state();
        let log = state.finish(key);
        let from = log.as_ref().filter(|_| !has_ended).map_or(0, |log| log.stderr_from);
        let tail = state.tail.since(from, CASE_TAIL_BYTES_MAX);
        drop(state);
        log.map_or_else(Trace::default, |log| self.trace(log, tail))
    }

    /// Adds what an open log has to the session's own.
    pub(crate) fn share(&self, key: LogKey) {
        self.state().share(key);
    }

    /// Closes a log, if it is open, and forgets it.
    pub(crate) fn discard(&self, key: LogKey) {
        self.state().discard(key);
    }

    /// Takes the session's own log.
    pub(crate) fn finish_own(&self) -> Trace {
        let mut state = self.state();
        let log = state.take_own();
        let tail = state.tail.text(usize::MAX);
        drop(state);
        self.trace(log, tail)
    }

    fn trace(&self, log: Log, stderr_tail: String) -> Trace {
        let process_end = self.inner.life.borrow().process_end.clone();
        let Log { frames, calls, frames_not_kept, messages_not_kept, .. } = log;
        Trace { frames, calls, stderr_tail, process_end, frames_not_kept, messages_not_kept, ..Trace::default() }
    }

    /// What both sides agreed on: from now on undeclared things are seen as such.
    pub(crate) fn agree(&self, rules: Rules) {
        self.state().rules = Some(rules);
    }

    /// The id of the next request: 1, 2, 3, …
    pub(crate) fn next_id(&self) -> u64 {
        self.state().next_id()
    }

    /// Records a request that is about to be sent; `Err` says why the connection is over.
    pub(crate) fn begin(&self, log: LogKey, id: u64, entry: Entry<'_>, bytes: Arc<[u8]>) -> Result<Begun, String> {
        let now_us = self.micros(Instant::now());
        let mut state = self.state();
        if let Some(reason) = &state.closed {
            return Err(reason.clone());
        }
        let seq = state.sent(log, bytes, Weight::Needed, now_us);
        let call = match entry {
            Entry::New { role, method } => state.push_call(log, role, method, seq),
            Entry::Round(call) => call,
        };
        let wake = state.pending.insert(id, log, call);
        state.suspect_if_swamped(id);
        Ok(Begun { seq, call, wake })
    }

    /// This request gives a progress token of its own.
    pub(crate) fn gives_token(&self, request: u64, token: &Value) {
        self.state().tokens.give(request, token);
    }

    /// Records a message of ours that expects no answer.
    pub(crate) fn sent(&self, log: LogKey, bytes: Arc<[u8]>) -> u64 {
        let now_us = self.micros(Instant::now());
        self.state().sent(log, bytes, Weight::Ordinary, now_us)
    }

    /// A call that could not even be begun.
    pub(crate) fn not_begun(&self, log: LogKey, role: CallRole, method: &str, end: CallEnd) {
        self.state().push_dead_call(log, role, method, end);
    }

    /// How many requests of the server with this method this log had before; the next call gives one more.
    pub(crate) fn take_turn(&self, log: LogKey, method: &str) -> usize {
        self.state().log_mut(log).take_turn(method)
    }

    /// Goes on waiting after [`Wake::Suspect`]; `Err` where the end has come meanwhile.
    pub(crate) fn rearm(&self, id: u64) -> Result<oneshot::Receiver<Wake>, Done> {
        let rearmed = self.state().pending.rearm(id);
        rearmed.map_err(|done| done.unwrap_or_else(|| Done::without_answer(CallEnd::Closed)))
    }

    /// The caller gives up; the end that came meanwhile counts instead, if one did.
    pub(crate) fn give_up(&self, id: u64, end: CallEnd) -> Done {
        self.state().give_up(id, end)
    }

    /// The caller goes away, but an answer is welcome whenever it comes.
    pub(crate) fn let_go(&self, id: u64) {
        self.state().pending.let_go(id);
    }

    /// The answer to a request that was let go, if it has come.
    pub(crate) fn late_answer(&self, id: u64) -> Option<Arc<Value>> {
        self.state().pending.unawaited(id)
    }

    /// Leaves something to the peer. Of a flood, what finds no room is dropped, and its request counts as one that was not
    /// kept: what came of it says nothing of the server.
    pub(crate) fn leave(&self, chore: Chore) {
        if let Err(mpsc::error::TrySendError::Full(Chore::Answer { log, .. })) = self.inner.chores.try_send(chore) {
            self.state().log_mut(log).count_as_not_kept();
        }
    }

    /// Is a message coming that is too large, and its end not in sight? Nothing else can come before that.
    pub(crate) fn is_swamped(&self) -> bool {
        self.state().swamped
    }

    /// Why the connection is over, if it is.
    pub(crate) fn closed_reason(&self) -> Option<String> {
        self.state().closed.clone()
    }

    /// Follows list changes.
    pub(crate) fn changes(&self) -> watch::Receiver<Changes> {
        self.inner.changes.subscribe()
    }

    /// Follows notifications: how many came.
    pub(crate) fn notified(&self) -> watch::Receiver<u64> {
        self.inner.notified.subscribe()
    }

    /// Records what we did beside the wire, in words.
    pub(crate) fn remark(&self, key: LogKey, words: &str) {
        self.beside(key, |seq, now_us| {
            Frame::new(seq, now_us, Direction::Sent, Channel::Process, words.as_bytes()).with_message(None)
        });
    }

    /// Records a turn of a model.
    pub(crate) fn model_turn(&self, key: LogKey, direction: Direction, turn: &Value) {
        let text = turn.to_string().into_bytes();
        self.beside(key, |seq, now_us| Frame::new(seq, now_us, direction, Channel::Llm, text));
    }

    fn beside(&self, key: LogKey, frame: impl FnOnce(u64, u64) -> Frame) {
        let now_us = self.micros(Instant::now());
        let mut state = self.state();
        let seq = state.next_seq();
        state.log_mut(key).push(frame(seq, now_us), Weight::Needed);
    }

    /// Moves what the server has asked with this method before any recording was open to this log.
    pub(crate) fn adopt(&self, key: LogKey, method: &str) {
        self.state().adopt(key, method);
    }

    /// As [`State::adopt_call`].
    pub(crate) fn adopt_call(&self, log: LogKey, method: &str, role: CallRole) {
        self.state().adopt_call(log, method, role);
    }

    /// From now on, updates of this resource go to this log while it is open.
    pub(crate) fn follow(&self, key: LogKey, uri: &str) {
        self.state().log_mut(key).follow(uri);
    }

    /// Shows the frames of an open log from this place on that are still to be seen; the place after them.
    pub(crate) fn look(&self, key: LogKey, from: usize, see: &mut dyn FnMut(&Frame)) -> usize {
        let mut state = self.state();
        let frames = &state.log_mut(key).frames;
        frames.iter().skip(from).for_each(see);
        frames.len()
    }

    /// Follows the other side's life.
    pub(crate) fn life(&self) -> watch::Receiver<Life> {
        self.inner.life.subscribe()
    }
}
