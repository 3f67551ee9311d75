//! What transports hand to the router.

use std::sync::Arc;
use std::time::Instant;

use mcpvals_model::{Anomaly, Channel, Direction, HttpHead};
use serde_json::Value;

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
    /// Did it come on a stream for what belongs to no request, beside those of requests?
    pub(crate) apart: bool,
    /// What the transport saw to be odd. One of [`is_unreadable`]'s kinds says that it has tried to parse in vain.
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
    /// Does it belong to the session, whatever is being recorded meanwhile?
    pub(crate) own: bool,
    /// What is odd about it.
    pub(crate) anomalies: Vec<Anomaly>,
}

impl Arrival {
    /// A message with nothing odd about it so far.
    pub(crate) fn new(bytes: impl Into<Arc<[u8]>>, at: Instant) -> Self {
        Self {
            bytes: bytes.into(),
            at,
            http: None,
            carried_by: None,
            apart: false,
            anomalies: Vec::new(),
            message: None,
        }
    }
}

impl Note {
    /// A note without head, belonging to no request.
    pub(crate) fn new(direction: Direction, channel: Channel, bytes: impl Into<Arc<[u8]>>, at: Instant) -> Self {
        let bytes = bytes.into();
        Self { direction, channel, bytes, at, http: None, carried_by: None, own: false, anomalies: Vec::new() }
    }
}

/// Does the anomaly mean that the bytes are no JSON that could be used, unless the transport has parsed them?
pub(crate) fn is_unreadable(anomaly: &Anomaly) -> bool {
    match anomaly {
        Anomaly::NotJson { .. }
        | Anomaly::NotUtf8
        | Anomaly::TooLarge { .. }
        | Anomaly::TooDeep
        | Anomaly::NewlineMissing => true,
        Anomaly::ByteOrderMark
        | Anomaly::SplitOverLines { .. }
        | Anomaly::SharedLine { .. }
        | Anomaly::CutOff
        | Anomaly::Batch
        | Anomaly::NotAMessage
        | Anomaly::IdAsText
        | Anomaly::IdMissing
        | Anomaly::UnknownId
        | Anomaly::DuplicateAnswer
        | Anomaly::LateAnswer
        | Anomaly::ReusedRequestId
        | Anomaly::UndeclaredRequest
        | Anomaly::ForbiddenRequest
        | Anomaly::UndeclaredNotification
        | Anomaly::Http { .. } => false,
    }
}
