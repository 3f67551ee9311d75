//! What was recorded, put together session by session. Pure.

use std::collections::BTreeMap;

use mcpvals_model::{Channel, Direction, Trace};

/// What was recorded, request by request, and of which session each is.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    /// In the order in which they ended.
    pub(crate) traces: Vec<Trace>,
    /// The session of each, from 0.
    sessions: Vec<usize>,
    /// Frames that were not kept, and how many of them are messages of the server's, by session.
    dropped: BTreeMap<usize, (u64, u64)>,
    bytes: usize,
}

/// So many traces are kept; a request has a handful of frames.
const TRACES_MAX: usize = 2_000;
/// And so many bytes of them: what a server floods its client with is no more telling for being longer.
const BYTES_MAX: usize = 16 << 20;

impl Recorded {
    /// Keeps it, unless there is too much.
    pub(crate) fn keep(&mut self, session: usize, trace: Trace) {
        self.bytes += trace.frames.iter().map(|frame| frame.bytes.len()).sum::<usize>();
        if self.traces.len() < TRACES_MAX && self.bytes <= BYTES_MAX {
            self.push(session, trace);
        } else {
            let dropped = self.dropped.entry(session).or_default();
            dropped.0 += trace.frames.len() as u64 + trace.frames_not_kept;
            dropped.1 += messages(&trace) + trace.messages_not_kept;
        }
    }

    /// Keeps it however much there is: a session's end.
    pub(crate) fn push(&mut self, session: usize, trace: Trace) {
        self.traces.push(trace);
        self.sessions.push(session);
    }

    /// One trace for each session, in their order, with the frames in theirs.
    pub(crate) fn joined(self) -> Vec<Trace> {
        let count = self.sessions.iter().chain(self.dropped.keys()).max().map_or(0, |last| last + 1);
        let mut joined = vec![Trace::default(); count];
        for (session, trace) in self.sessions.into_iter().zip(self.traces) {
            add(&mut joined[session], trace);
        }
        for (session, (frames, messages)) in self.dropped {
            joined[session].frames_not_kept += frames;
            joined[session].messages_not_kept += messages;
        }
        for trace in &mut joined {
            trace.frames.sort_by_key(|frame| frame.seq);
            trace.calls.sort_by_key(|call| call.request.unwrap_or(u64::MAX));
        }
        joined
    }
}

fn messages(trace: &Trace) -> u64 {
    let came = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    came.filter(|frame| frame.channel == Channel::Wire).count() as u64
}

fn add(to: &mut Trace, trace: Trace) {
    // What a server says of itself is known by every trace; what it offers, better by later ones.
    to.server = to.server.take().or(trace.server);
    to.offer = trace.offer;
    to.frames.extend(trace.frames);
    to.calls.extend(trace.calls);
    if !trace.stderr_tail.is_empty() {
        to.stderr_tail = trace.stderr_tail;
    }
    to.process_end = to.process_end.take().or(trace.process_end);
    to.frames_not_kept += trace.frames_not_kept;
    to.messages_not_kept += trace.messages_not_kept;
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{Channel, Direction, Frame, Trace};

    use super::{BYTES_MAX, Recorded};

    fn trace(frames: &[u64], bytes: usize) -> Trace {
        let frame = |seq: &u64| Frame::new(*seq, 0, Direction::Received, Channel::Wire, vec![b'x'; bytes]);
        Trace { frames: frames.iter().map(frame).collect(), ..Trace::default() }
    }

    fn numbers(trace: &Trace) -> Vec<u64> {
        trace.frames.iter().map(|frame| frame.seq).collect()
    }

    #[test]
    fn frames_are_in_the_order_of_their_session() {
        let mut recorded = Recorded::default();
        for (session, frames) in [(0, [4, 5]), (1, [3, 4]), (0, [1, 2]), (1, [1, 2])] {
            recorded.keep(session, trace(&frames, 1));
        }
        let joined = recorded.joined();
        assert_eq!(joined.iter().map(numbers).collect::<Vec<_>>(), [vec![1, 2, 4, 5], vec![1, 2, 3, 4]]);
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let mut recorded = Recorded::default();
        recorded.keep(0, trace(&[1], BYTES_MAX));
        recorded.keep(1, trace(&[1, 2], 1));
        recorded.push(1, trace(&[3], 1));
        let joined = recorded.joined();
        assert_eq!((numbers(&joined[0]), joined[0].frames_not_kept), (vec![1], 0));
        assert_eq!((numbers(&joined[1]), joined[1].frames_not_kept, joined[1].messages_not_kept), (vec![3], 2, 2));
    }
}
