//! The events of one response, and where to go on when it breaks.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::{Anomaly, Channel, Direction, EventStream, StreamEvent};

use super::client::Reply;
use crate::router::{Arrival, Note, Router};

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
const RETRY_MAX: Duration = Duration::from_mins(1);
/// And shorter ones are stretched: nobody is to be asked without a pause.
const RETRY_MIN: Duration = Duration::from_millis(10);

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
        // A chunk can hold thousands of events, and a flood never makes us wait: let others run in between.
        tokio::task::coop::consume_budget().await;
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
            // An empty one takes back what was said before (WHATWG HTML, 9.2.6).
            cursor.last_id = Some(id.to_owned()).filter(|id| !id.is_empty());
        }
        cursor.retry = self.parser.retry().or(cursor.retry);
    }
}

/// Hands on one event, and gives the bytes where they claim to be a message. Events with a name of their own are
/// recorded, but are none.
pub(crate) fn deliver(router: &Router, event: StreamEvent, at: Instant, carried_by: Option<u64>) -> Option<Arc<[u8]>> {
    let arrival = arrival(router, event, at, carried_by)?;
    let bytes = Arc::clone(&arrival.bytes);
    router.arrive(arrival);
    Some(bytes)
}

/// The same on the stream for what belongs to no request.
pub(super) fn deliver_apart(router: &Router, event: StreamEvent, at: Instant) {
    if let Some(arrival) = arrival(router, event, at, None) {
        router.arrive(Arrival { apart: true, ..arrival });
    }
}

/// `None` where the event is no message.
fn arrival(router: &Router, event: StreamEvent, at: Instant, carried_by: Option<u64>) -> Option<Arrival> {
    let StreamEvent { name, data } = event;
    if !name.is_empty() && name != "message" {
        let note = Note::new(Direction::Received, Channel::Http, data, at);
        router.note(Note { carried_by, ..note });
        return None;
    }
    // One without data only gives the id from which the stream can be taken up.
    (!data.is_empty()).then(|| Arrival { carried_by, ..Arrival::new(data, at) })
}

impl EventsEnd {
    /// What happened.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Over(None) => "the event stream ended".to_owned(),
            Self::Over(Some(_)) => "the event stream ended in the middle of an event".to_owned(),
            Self::Broken(problem) => format!("the event stream broke: {problem}"),
            Self::TooLong(max) => format!("the event stream has an event of more than {max} bytes"),
        }
    }

    /// For the trace: what was cut off, and in words what happened.
    pub(crate) fn note(self, carried_by: Option<u64>) -> Note {
        let mut anomalies = vec![Anomaly::Http { problem: self.words() }];
        let bytes = match self {
            Self::Over(None) | Self::Broken(_) => Vec::new(),
            Self::Over(Some(rest)) => {
                anomalies.insert(0, Anomaly::CutOff);
                rest
            }
            Self::TooLong(max) => {
                anomalies = vec![Anomaly::TooLarge { bytes: u64::try_from(max).unwrap_or(u64::MAX) }];
                Vec::new()
            }
        };
        let note = Note::new(Direction::Received, Channel::Http, bytes, Instant::now());
        Note { carried_by, anomalies, ..note }
    }
}

impl Cursor {
    /// How long to wait before the stream is opened again.
    pub(crate) fn wait(&self, usual: Duration) -> Duration {
        self.retry.unwrap_or(usual).clamp(RETRY_MIN, RETRY_MAX)
    }
}
