//! Where every frame passes: it is stamped, parsed once, and handed to whom it concerns.
//!
//! Knows no transport and no method's meaning. Everything in here is synchronous, so that the task that reads the bytes
//! also wakes the caller, with no queue between.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use mcpvals_model::{Anomaly, CallEnd, Channel, Direction, HttpHead};
use serde_json::Value;

/// A cheap handle.
#[derive(Clone)]
pub(crate) struct Router {
    _state: Arc<Mutex<()>>,
}

/// Something that came from the server and claims to be a message.
#[derive(Debug)]
pub(crate) struct Arrival {
    /// The bytes without framing.
    pub(crate) bytes: Arc<[u8]>,
    /// When the last of them was read.
    pub(crate) at: Instant,
    /// The head of the HTTP response that brought it; only with the first message of a response.
    pub(crate) http: Option<Box<HttpHead>>,
    /// The id of our request whose HTTP response brought it.
    pub(crate) carried_by: Option<u64>,
    /// What the transport saw to be odd.
    pub(crate) anomalies: Vec<Anomaly>,
    /// The message, where the transport has parsed it already.
    pub(crate) message: Option<Arc<Value>>,
}

/// Something for the trace that is no message: an HTTP exchange around the messages, a line of stderr.
#[derive(Debug)]
pub(crate) struct Note {
    /// Who sent it.
    pub(crate) direction: Direction,
    /// On which channel.
    pub(crate) channel: Channel,
    /// The body or the line; may be empty.
    pub(crate) bytes: Arc<[u8]>,
    /// When.
    pub(crate) at: Instant,
    /// The head of the HTTP message.
    pub(crate) http: Option<Box<HttpHead>>,
    /// The id of our request that it belongs to.
    pub(crate) carried_by: Option<u64>,
    /// What is odd about it.
    pub(crate) anomalies: Vec<Anomaly>,
}

impl Arrival {
    /// A message with nothing odd about it so far.
    pub(crate) fn new(bytes: impl Into<Arc<[u8]>>, at: Instant) -> Self {
        Self { bytes: bytes.into(), at, http: None, carried_by: None, anomalies: Vec::new(), message: None }
    }
}

impl Note {
    /// A note without head, belonging to no request.
    pub(crate) fn new(direction: Direction, channel: Channel, bytes: impl Into<Arc<[u8]>>, at: Instant) -> Self {
        Self { direction, channel, bytes: bytes.into(), at, http: None, carried_by: None, anomalies: Vec::new() }
    }
}

impl Router {
    /// Takes what came: the frame is recorded, and whoever waits for it is woken.
    pub(crate) fn arrive(&self, _arrival: Arrival) {}

    /// Records what is no message.
    pub(crate) fn note(&self, _note: Note) {}

    /// The last byte of this sent frame has been written; over HTTP, with this request head.
    pub(crate) fn written(&self, _seq: u64, _at: Instant, _http: Option<Box<HttpHead>>) {}

    /// This request will get no answer; nothing happens where it has one.
    pub(crate) fn fail(&self, _request: u64, _end: CallEnd) {}

    /// Does somebody still wait for the answer to this request?
    pub(crate) fn is_waiting(&self, _request: u64) -> bool {
        false
    }

    /// The connection is over, for this reason in words: every request that waits ends with [`CallEnd::Closed`].
    pub(crate) fn closed(&self, _reason: &str) {}
}
