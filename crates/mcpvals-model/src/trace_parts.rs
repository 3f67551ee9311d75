//! One trace of several servers: put together in the order of time, and taken apart again, since ids, revisions and
//! lists are each server's own.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::mcp::Offer;
use crate::{Frame, OtherServer, Trace};

/// What was recorded with one more server.
#[derive(Debug)]
pub struct OtherTrace {
    /// The server's name in the plan.
    pub name: String,
    /// What was recorded.
    pub trace: Trace,
    /// When its session began, later or earlier than the first server's.
    pub began: Offset,
}

/// How far from the beginning of the first session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// Before it, by this.
    Before(Duration),
    /// After it, by this.
    After(Duration),
}

impl Trace {
    /// This trace with those of the other servers: frames in the order of time, numbered anew from 1, the time counted
    /// from the session that began first.
    #[must_use]
    pub fn joined(mut self, others: Vec<OtherTrace>) -> Self {
        if others.is_empty() {
            return self;
        }
        let earliest = others.iter().map(|other| other.began.before_us()).max().unwrap_or(0);
        let mut frames = shifted(std::mem::take(&mut self.frames), 0, earliest);
        let mut calls = vec![(0, std::mem::take(&mut self.calls))];
        for (server, other) in (1..).zip(others) {
            let OtherTrace { name, trace, began } = other;
            frames.extend(shifted(trace.frames, server, earliest + began.after_us() - began.before_us()));
            calls.push((server, trace.calls));
            self.frames_not_kept += trace.frames_not_kept;
            self.messages_not_kept += trace.messages_not_kept;
            self.others.push(OtherServer { name, facts: trace.server, offer: trace.offer });
        }
        frames.sort_by_key(|(at_us, _)| *at_us);
        let mut numbers = BTreeMap::new();
        for (number, (_, frame)) in (1..).zip(&mut frames) {
            numbers.insert((frame.server, frame.seq), number);
            frame.seq = number;
        }
        for (server, calls) in calls {
            let number = |seq: Option<u64>| numbers.get(&(server, seq?)).copied();
            self.calls.extend(calls.into_iter().map(|mut call| {
                (call.request, call.answer) = (number(call.request), number(call.answer));
                call
            }));
        }
        self.frames = frames.into_iter().map(|(_, frame)| frame).collect();
        self
    }

    /// What was recorded with one of the servers, 0 for the first; the numbers of the frames stay.
    pub fn part(&self, server: u16) -> Cow<'_, Self> {
        if self.others.is_empty() {
            return Cow::Borrowed(self);
        }
        let other = usize::from(server).checked_sub(1).and_then(|at| self.others.get(at));
        let is_of = |frame: &&Frame| frame.server == server;
        let frames: Vec<Frame> = self.frames.iter().filter(is_of).cloned().collect();
        let is_here = |seq: Option<u64>| seq.is_some_and(|seq| frames.binary_search_by_key(&seq, |it| it.seq).is_ok());
        Cow::Owned(Self {
            server: other.map_or_else(|| self.server.clone(), |other| other.facts.clone()),
            offer: other.map_or_else(|| Arc::clone(&self.offer), |other| Arc::clone(&other.offer)),
            calls: self.calls.iter().filter(|call| is_here(call.request)).cloned().collect(),
            frames,
            others: Vec::new(),
            ..self.clone_without_frames()
        })
    }

    /// What one of the servers offered.
    pub fn offer_of(&self, server: u16) -> &Offer {
        let other = usize::from(server).checked_sub(1).and_then(|at| self.others.get(at));
        other.map_or(&self.offer, |other| &other.offer)
    }

    /// How many servers it was recorded with.
    pub fn servers(&self) -> u16 {
        u16::try_from(self.others.len()).unwrap_or(u16::MAX - 1) + 1
    }

    fn clone_without_frames(&self) -> Self {
        Self {
            full_client_tools: self.full_client_tools.clone(),
            stderr_tail: self.stderr_tail.clone(),
            process_end: self.process_end.clone(),
            frames_not_kept: self.frames_not_kept,
            messages_not_kept: self.messages_not_kept,
            ..Self::default()
        }
    }
}

impl Offset {
    /// Of `this` from `first`.
    pub fn between(first: Instant, this: Instant) -> Self {
        match this.checked_duration_since(first) {
            Some(after) => Self::After(after),
            None => Self::Before(first.saturating_duration_since(this)),
        }
    }

    fn before_us(self) -> u64 {
        match self {
            Self::Before(time) => micros(time),
            Self::After(_) => 0,
        }
    }

    fn after_us(self) -> u64 {
        match self {
            Self::After(time) => micros(time),
            Self::Before(_) => 0,
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// The frames of a server with the times by which they are put in order, which keep the order that they have.
fn shifted(frames: Vec<Frame>, server: u16, by_us: u64) -> Vec<(u64, Frame)> {
    let mut latest = 0;
    let shifted = frames.into_iter().map(|mut frame| {
        frame.server = server;
        frame.at_us += by_us;
        latest = latest.max(frame.at_us);
        (latest, frame)
    });
    shifted.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Offset, OtherTrace};
    use crate::{Call, CallEnd, CallRole, Channel, Direction, Frame, Trace};

    fn trace(frames: &[(u64, u64)], step: usize) -> Trace {
        let frame = |&(seq, at_us): &(u64, u64)| Frame::new(seq, at_us, Direction::Sent, Channel::Wire, *b"{}");
        let call = Call {
            role: CallRole::Step(step),
            method: "tools/call".to_owned(),
            request: Some(frames[0].0),
            answer: Some(frames[1].0),
            end: CallEnd::Answered,
        };
        Trace { frames: frames.iter().map(frame).collect(), calls: vec![call], ..Trace::default() }
    }

    #[test]
    fn frames_of_several_servers_are_in_the_order_of_time() {
        let other = OtherTrace {
            name: "other".to_owned(),
            trace: trace(&[(7, 60), (8, 90)], 1),
            began: Offset::Before(Duration::from_micros(50)),
        };
        let joined = trace(&[(7, 20), (9, 100)], 0).joined(vec![other]);
        let seen: Vec<_> = joined.frames.iter().map(|frame| (frame.seq, frame.at_us, frame.server)).collect();
        assert_eq!(seen, [(1, 60, 1), (2, 70, 0), (3, 90, 1), (4, 150, 0)]);
        let of_call = |step| joined.call(CallRole::Step(step)).map(|call| (call.request, call.answer));
        assert_eq!((of_call(0), of_call(1)), (Some((Some(2), Some(4))), Some((Some(1), Some(3)))));
        let part = joined.part(1);
        assert_eq!(part.frames.iter().map(|frame| frame.seq).collect::<Vec<_>>(), [1, 3]);
        assert_eq!((part.calls.len(), joined.servers()), (1, 2));
    }
}
