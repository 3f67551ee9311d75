//! A trace that is still being written: bounded, in the order of the frames' numbers.

use std::collections::{BTreeSet, HashMap};
use std::mem::{Discriminant, discriminant};
use std::time::Instant;

use mcpvals_model::{Anomaly, Call, CallEnd, CallRole, Channel, Direction, Frame};

use crate::Limits;

/// Which log: the session's own, or a recording's.
pub(crate) type LogKey = u64;

/// The session's own log.
pub(crate) const OWN: LogKey = 0;

/// The session's own trace gets what belongs to no case; this much of it is enough.
const OWN_FRAMES_MAX: usize = 2_000;
const OWN_BYTES_MAX: usize = 8 << 20;
/// Lines of stderr must not crowd out the messages.
const STDERR_FRAMES_MAX: usize = 1_000;

/// What is odd is kept beyond the limit, so that what only comes late is seen, too: of each kind so many frames, and in
/// all so many bytes.
const ODD_FRAMES_MAX: usize = 50;
const ODD_BYTES_MAX: usize = 8 << 20;

/// Frames and calls, as they come.
#[derive(Debug)]
pub(crate) struct Log {
    pub(crate) key: LogKey,
    pub(crate) frames: Vec<Frame>,
    pub(crate) calls: Vec<Call>,
    /// Frames that came after the limit, only counted.
    pub(crate) frames_not_kept: u64,
    /// How many of them are messages of the server's.
    pub(crate) messages_not_kept: u64,
    /// Odd frames that were kept beyond the limit, by kind, and their bytes.
    odd: HashMap<Discriminant<Anomaly>, usize>,
    odd_bytes: usize,
    /// Where stderr was when the log was opened.
    pub(crate) stderr_from: u64,
    bytes: usize,
    stderr_frames: usize,
    frames_max: usize,
    bytes_max: usize,
    /// The resources whose updates are for it.
    followed: Vec<String>,
    /// Requests of the server that were answered from a script, by method.
    turns: Vec<(String, usize)>,
}

/// How much it matters to keep a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// A request of ours or its answer: kept whatever the limit says; their number is bounded by our own calls.
    Needed,
    /// Anything that the server may send as often as it likes.
    Ordinary,
}

impl Log {
    /// The session's own.
    pub(crate) fn own(limits: &Limits) -> Self {
        let (frames_max, bytes_max) = (OWN_FRAMES_MAX, OWN_BYTES_MAX);
        Self::bounded(OWN, limits.trace_frames_max.min(frames_max), limits.trace_bytes_max.min(bytes_max))
    }

    /// A recording's, opened when stderr was there.
    pub(crate) fn recording(key: LogKey, limits: &Limits, stderr_from: u64) -> Self {
        Self { stderr_from, ..Self::bounded(key, limits.trace_frames_max, limits.trace_bytes_max) }
    }

    fn bounded(key: LogKey, frames_max: usize, bytes_max: usize) -> Self {
        Self {
            key,
            frames: Vec::new(),
            calls: Vec::new(),
            frames_not_kept: 0,
            messages_not_kept: 0,
            odd: HashMap::new(),
            odd_bytes: 0,
            stderr_from: 0,
            bytes: 0,
            stderr_frames: 0,
            frames_max,
            bytes_max,
            followed: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// How many requests with this method came before, of those that are counted.
    pub(crate) fn take_turn(&mut self, method: &str) -> usize {
        if let Some((_, turns)) = self.turns.iter_mut().find(|(counted, _)| counted == method) {
            *turns += 1;
            return *turns;
        }
        self.turns.push((method.to_owned(), 0));
        0
    }

    /// From now on, updates of this resource are for this log.
    pub(crate) fn follow(&mut self, uri: &str) {
        self.followed.push(uri.to_owned());
    }

    /// Is the notification of an update for this log?
    pub(crate) fn follows(&self, uri: &str) -> bool {
        self.followed.iter().any(|followed| followed == uri)
    }

    /// Keeps the frame, or counts it.
    pub(crate) fn push(&mut self, frame: Frame, weight: Weight) {
        let is_stderr = frame.channel == Channel::Process;
        self.stderr_frames += usize::from(is_stderr);
        let full = self.frames.len() >= self.frames_max
            || self.bytes + frame.bytes.len() > self.bytes_max
            || (is_stderr && self.stderr_frames > STDERR_FRAMES_MAX);
        if full && weight == Weight::Ordinary && !self.spares_room_for(&frame) {
            self.frames_not_kept += 1;
            self.messages_not_kept += u64::from(frame.direction == Direction::Received && !is_stderr);
            return;
        }
        self.bytes += frame.bytes.len();
        self.frames.push(frame);
    }

    /// A message of the server's that is of no use any more.
    pub(crate) fn count_as_not_kept(&mut self) {
        self.frames_not_kept += 1;
        self.messages_not_kept += 1;
    }

    /// Is the frame odd in a way that has not been seen often since the log was full?
    fn spares_room_for(&mut self, frame: &Frame) -> bool {
        let seen = |anomaly: &Anomaly| self.odd.get(&discriminant(anomaly)).copied().unwrap_or_default();
        let is_rare = frame.anomalies.iter().any(|anomaly| seen(anomaly) < ODD_FRAMES_MAX);
        let has_room = is_rare && self.odd_bytes + frame.bytes.len() <= ODD_BYTES_MAX;
        if has_room {
            self.odd_bytes += frame.bytes.len();
            frame.anomalies.iter().for_each(|anomaly| *self.odd.entry(discriminant(anomaly)).or_default() += 1);
        }
        has_room
    }

    /// Takes what another log has, in its place by number.
    pub(crate) fn absorb(&mut self, other: &Self) {
        let named: BTreeSet<u64> =
            other.calls.iter().flat_map(|call| call.request.into_iter().chain(call.answer)).collect();
        for frame in &other.frames {
            let weight = if named.contains(&frame.seq) { Weight::Needed } else { Weight::Ordinary };
            self.push(frame.clone(), weight);
        }
        self.frames.sort_by_key(|frame| frame.seq);
        self.frames_not_kept += other.frames_not_kept;
        self.messages_not_kept += other.messages_not_kept;
        for call in &other.calls {
            self.push_ended(call.clone());
        }
    }

    /// Takes frames that were recorded elsewhere, in their place by number.
    pub(crate) fn insert(&mut self, frames: Vec<Frame>) {
        for frame in frames {
            self.push(frame, Weight::Ordinary);
        }
        self.frames.sort_by_key(|frame| frame.seq);
    }

    /// Notes a call; its end is "cancelled" until it has another, since only a dropped caller leaves it so.
    pub(crate) fn push_call(&mut self, role: CallRole, method: &str, request: u64) -> Option<usize> {
        let method = method.to_owned();
        self.push_ended(Call { role, method, request: Some(request), answer: None, end: CallEnd::Cancelled })
    }

    /// Notes a call that has its end; its place in the list, unless there are too many.
    pub(crate) fn push_ended(&mut self, call: Call) -> Option<usize> {
        if self.calls.len() >= self.frames_max {
            return None;
        }
        self.calls.push(call);
        Some(self.calls.len() - 1)
    }

    /// The frame with this number, searched from the end, where the young ones are.
    pub(crate) fn frame_mut(&mut self, seq: u64) -> Option<&mut Frame> {
        self.frames.iter_mut().rev().take_while(|frame| frame.seq >= seq).find(|frame| frame.seq == seq)
    }
}

/// Whole microseconds between two moments.
pub(crate) fn micros(from: Instant, to: Instant) -> u64 {
    u64::try_from(to.saturating_duration_since(from).as_micros()).unwrap_or(u64::MAX)
}

/// Adds an anomaly once.
pub(crate) fn add(anomalies: &mut Vec<Anomaly>, anomaly: Anomaly) {
    if !anomalies.contains(&anomaly) {
        anomalies.push(anomaly);
    }
}
