//! The events of one response, and where to go on when it breaks.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::client::Reply;
use crate::transport::event_stream::{EventStream, StreamEvent};

/// Reads a response's body as an event stream.
pub(crate) struct Events {
    reply: Reply,
    parser: EventStream,
    ready: VecDeque<StreamEvent>,
    at: Instant,
    /// Why no more can be read, once `ready` is empty.
    end: Option<EventsEnd>,
}

/// Why a stream gave no more events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EventsEnd {
    /// The body ended; with what was cut off, where the last event was not complete.
    Over(Option<Vec<u8>>),
    /// The connection broke.
    Broken(String),
    /// An event is longer than this.
    TooLong(usize),
}

/// Where a stream is to be gone on with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cursor {
    /// For `Last-Event-ID`.
    pub(crate) last_id: Option<String>,
    /// How long the server wants us to wait before.
    pub(crate) retry: Option<Duration>,
}

/// A server may name any wait; longer ones are cut to this, the deadline of the call holds in any case.
const RETRY_MAX: Duration = Duration::from_secs(60);

impl Events {
    pub(crate) fn new(reply: Reply, event_bytes_max: usize) -> Self {
        let at = reply.at;
        Self { reply, parser: EventStream::new(event_bytes_max), ready: VecDeque::new(), at, end: None }
    }

    /// The next event, with the time when its last byte was read; `Err` for good when there are no more.
    ///
    /// # Cancellation
    /// Nothing is lost: what was read is kept.
    pub(crate) async fn next(&mut self) -> Result<(StreamEvent, Instant), EventsEnd> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok((event, self.at));
            }
            if let Some(end) = &self.end {
                return Err(end.clone());
            }
            match self.reply.chunk().await {
                Ok(Some((chunk, at))) => self.take(&chunk, at),
                Ok(None) => self.end = Some(EventsEnd::Over(self.parser.unfinished())),
                Err(error) => self.end = Some(EventsEnd::Broken(error.to_string())),
            }
        }
    }

    fn take(&mut self, chunk: &[u8], at: Instant) {
        self.at = at;
        self.parser.feed(chunk);
        loop {
            match self.parser.event() {
                Ok(Some(event)) => self.ready.push_back(event),
                Ok(None) => return,
                Err(too_long) => {
                    self.end = Some(EventsEnd::TooLong(too_long.bytes_max));
                    return;
                }
            }
        }
    }

    /// Brings the cursor up to what was read.
    pub(crate) fn move_cursor(&self, cursor: &mut Cursor) {
        if let Some(id) = self.parser.last_id() {
            cursor.last_id = Some(id.to_owned());
        }
        cursor.retry = self.parser.retry().or(cursor.retry);
    }
}

impl Cursor {
    /// How long to wait before the stream is opened again.
    pub(crate) fn wait(&self, usual: Duration) -> Duration {
        self.retry.unwrap_or(usual).min(RETRY_MAX)
    }
}
