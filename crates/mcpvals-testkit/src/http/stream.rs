//! The messages of one event stream: written by whoever has an answer, read by the connection that shows it,
//! and read again by one that resumes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Unread messages after which a writer waits, and messages kept for those who resume.
const UNREAD_MAX: usize = 1000;
const KEPT_MAX: usize = 2000;
/// How often a waiting writer looks whether the reader is still there.
const LOOK: Duration = Duration::from_millis(100);

/// A log of messages with one reader at a time.
#[derive(Debug)]
pub(super) struct EventStream {
    /// Unique in the process; part of the event ids.
    pub(super) number: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Vec<u8>>,
    /// Position of the first message that is kept.
    first: usize,
    /// Position up to which the reader has come.
    read: usize,
    /// How many readers there have been; only the last one counts.
    readers: u64,
    attached: bool,
    done: bool,
}

/// What a reader finds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The message at this position.
    Message(usize, Vec<u8>),
    /// Nothing yet.
    Idle,
    /// Nothing ever again, for this reader.
    Done,
}

impl EventStream {
    pub(super) fn new(number: u64) -> Self {
        Self { number, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Becomes the reader; the one before gets [`Next::Done`].
    pub(super) fn attach(&self) -> u64 {
        let mut state = self.lock();
        state.readers += 1;
        state.attached = true;
        self.changed.notify_all();
        state.readers
    }

    /// Stops reading, without loss: another may attach.
    pub(super) fn detach(&self, reader: u64) {
        let mut state = self.lock();
        if state.readers == reader {
            state.attached = false;
            self.changed.notify_all();
        }
    }

    /// Position of the first message that no reader has had.
    pub(super) fn unread(&self) -> usize {
        self.lock().read
    }

    /// Appends a message; says whether anybody reads.
    pub(super) fn push(&self, message: Vec<u8>) -> bool {
        let mut state = self.lock();
        while state.attached && state.first + state.messages.len() >= state.read + UNREAD_MAX {
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.messages.push_back(message);
        while state.messages.len() > KEPT_MAX {
            state.messages.pop_front();
            state.first += 1;
        }
        self.changed.notify_all();
        state.attached
    }

    /// Nothing comes after this.
    pub(super) fn finish(&self) {
        self.lock().done = true;
        self.changed.notify_all();
    }

    /// The message at `position`, waiting a little.
    pub(super) fn next(&self, reader: u64, position: usize, wait: Duration) -> Next {
        let mut state = self.lock();
        if state.first + state.messages.len() <= position && !state.done && state.readers == reader {
            state = self.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.readers != reader {
            return Next::Done;
        }
        let position = position.max(state.first);
        match state.messages.get(position - state.first).cloned() {
            Some(message) => {
                state.read = position + 1;
                self.changed.notify_all();
                Next::Message(position, message)
            }
            None if state.done => Next::Done,
            None => Next::Idle,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn a_second_reader_resumes_where_it_likes_and_ends_the_first() {
        let stream = EventStream::new(1);
        let first = stream.attach();
        stream.push(b"a".to_vec());
        stream.push(b"b".to_vec());
        assert_eq!(stream.next(first, 0, NOW), Next::Message(0, b"a".to_vec()));
        let second = stream.attach();
        assert_eq!(stream.next(first, 1, NOW), Next::Done);
        assert_eq!(stream.next(second, 1, NOW), Next::Message(1, b"b".to_vec()));
        assert_eq!(stream.next(second, 2, NOW), Next::Idle);
        stream.finish();
        assert_eq!(stream.next(second, 2, NOW), Next::Done);
    }

    #[test]
    fn without_a_reader_old_messages_are_forgotten() {
        let stream = EventStream::new(1);
        for count in 0..KEPT_MAX + 5 {
            assert!(!stream.push(count.to_string().into_bytes()));
        }
        let reader = stream.attach();
        assert_eq!(stream.next(reader, 0, NOW), Next::Message(5, b"5".to_vec()));
    }
}
