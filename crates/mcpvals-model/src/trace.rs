//! The ordered frames of one case: everything that a verdict may rest on.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::mcp::{Answer, Offer, ServerFacts};

/// The version of the trace files' format.
pub const TRACE_VERSION: u32 = 1;

/// What was recorded while one attempt at a case was played (or, for a session's own trace, between the cases).
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// What the server said of itself; `None` where the handshake failed.
    pub server: Option<Arc<ServerFacts>>,
    /// What the server offered when the case began.
    pub offer: Arc<Offer>,
    /// The names of the tools that it offers to a client that can be asked everything, where that was looked up.
    pub full_client_tools: Option<Arc<[String]>>,
    /// Every frame, in order.
    pub frames: Vec<Frame>,
    /// The requests that the driver made, in order.
    pub calls: Vec<Call>,
    /// The last lines of the server's stderr, where it has one.
    pub stderr_tail: String,
    /// How the server's process ended, where it has.
    pub process_end: Option<ProcessEnd>,
    /// Frames that came after the limit was reached and were counted only. More than 0 is said in the report.
    pub frames_not_kept: u64,
    /// How many of them are messages of the server's, which nobody can check against the protocol any more.
    pub messages_not_kept: u64,
    /// The other servers of a workflow that uses several.
    pub others: Vec<OtherServer>,
}

/// A server of a workflow beside its first. Its frames stand among the others, and name it.
#[derive(Debug, Clone)]
pub struct OtherServer {
    /// Its name in the plan.
    pub name: String,
    /// What it said of itself.
    pub facts: Option<Arc<ServerFacts>>,
    /// What it offered.
    pub offer: Arc<Offer>,
}

/// One message as bytes, with direction and time.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Position in the session, from 1; the number that reports name.
    pub seq: u64,
    /// Microseconds since the session began: for a sent frame when its last byte was written, for a received one when
    /// its last byte was read.
    pub at_us: u64,
    /// Who sent it.
    pub direction: Direction,
    /// On which channel.
    pub channel: Channel,
    /// With which server: 0 for the first of its case, from 1 on those of [`Trace::others`].
    pub server: u16,
    /// The bytes without the framing (no newline, no `data:`).
    pub bytes: Arc<[u8]>,
    /// What was odd about it, as far as one must know the session to see it.
    pub anomalies: Vec<Anomaly>,
    /// The HTTP head that carried it, on the `http` channel and for the first frame of a response.
    pub http: Option<Box<HttpHead>>,
    parsed: OnceLock<Option<Arc<Value>>>,
}

/// Status line and headers of an HTTP message; header values that are secrets are redacted with the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HttpHead {
    /// `POST /mcp` for a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// `200` for a response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Names in lower case, in order, repeated where they repeat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
}

/// Who sent a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// We.
    Sent,
    /// The server.
    Received,
}

/// What a frame belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    /// A message of the protocol.
    Wire,
    /// An HTTP head or a body that is no message of the protocol.
    Http,
    /// An exchange with an authorization server.
    Authorization,
    /// A turn of a model.
    Llm,
    /// A line of stderr.
    Process,
}

/// What only the session can know of a frame: how it was (or was not) understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Anomaly {
    /// Not JSON: noise on stdout, or a message that is cut or broken.
    NotJson {
        /// The parser's words.
        problem: String,
    },
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A byte order mark before the JSON (it was skipped).
    ByteOrderMark,
    /// The message was spread over several lines (they were joined).
    SplitOverLines {
        /// How many.
        lines: u32,
    },
    /// Something else stands on the message's line (they were told apart, which a reader of lines cannot do).
    SharedLine {
        /// What and where, for example "`Ready>` before it".
        with: String,
    },
    /// A whole message without the newline that ends it: nothing came after it, or the stream ended.
    NewlineMissing,
    /// The stream ended in the middle of the message.
    CutOff,
    /// Longer than the limit: only its beginning was kept.
    TooLarge {
        /// The bytes read before giving up.
        bytes: u64,
    },
    /// Nested deeper than the limit.
    TooDeep,
    /// A JSON array: a batch, where the revision has none.
    Batch,
    /// JSON, but neither request, notification nor response.
    NotAMessage,
    /// A response whose id is the text of the number that we sent (it was taken as the answer).
    IdAsText,
    /// A response with `id: null` or none at all while one request waited (it was taken as its answer).
    IdMissing,
    /// A response to an id that was never sent.
    UnknownId,
    /// A second response to the same id.
    DuplicateAnswer,
    /// A response that came after its deadline.
    LateAnswer,
    /// A request of the server with an id that it had used before.
    ReusedRequestId,
    /// A request of the server for something that we did not declare.
    UndeclaredRequest,
    /// A request that the revision does not let a server send.
    ForbiddenRequest,
    /// A notification that the server did not declare, or that the revision does not know.
    UndeclaredNotification,
    /// An HTTP answer that the transport forbids, in words.
    Http {
        /// For example "content type `text/html`".
        problem: String,
    },
}

/// A request that the driver made, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// What it was for.
    pub role: CallRole,
    /// Its method, for example `tools/call`.
    pub method: String,
    /// The frame of the request (its first, where the call took several rounds).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<u64>,
    /// The frame of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<u64>,
    /// How it ended.
    pub end: CallEnd,
}

/// What a call was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CallRole {
    /// Handshake, listing: the session's own.
    Session,
    /// Preparation of a suite, by position.
    Setup(usize),
    /// The call that the case is about.
    Tested,
    /// A call that checks it afterwards, by position.
    Verify(usize),
    /// One of the requests of a case that takes several, by position: the pages of a list.
    Step(usize),
    /// Tidying up after a suite, by position.
    Teardown(usize),
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CallEnd {
    /// An answer came.
    Answered,
    /// None came within the deadline.
    TimedOut {
        /// The deadline in milliseconds.
        after_ms: u64,
    },
    /// Something came that cannot be an answer to it (see the frames' anomalies), and nothing else for a while.
    Misanswered,
    /// The connection or the process ended first.
    Closed,
    /// An HTTP answer without a message of the protocol.
    Refused {
        /// Its status.
        status: u16,
    },
    /// We stopped waiting (Ctrl-C, fail-fast).
    Cancelled,
    /// It could not be sent.
    NotSent {
        /// Why, in words.
        problem: String,
    },
}

/// How the server's process ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProcessEnd {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which was not ours.
    Signalled(i32),
    /// By us at the end, after closing its stdin did not end it.
    Killed,
    /// By us at the end, with SIGTERM, since it did nothing any more after its stdin was closed.
    Terminated,
}

impl fmt::Display for CallEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered => f.write_str("answered"),
            Self::TimedOut { after_ms } => write!(f, "the server did not answer within {after_ms} ms"),
            Self::Misanswered => f.write_str("what the server sent is no answer to the request"),
            Self::Closed => f.write_str("the connection ended before an answer came"),
            Self::Refused { status } => write!(f, "the server answered with HTTP status {status}"),
            Self::Cancelled => f.write_str("the call was cancelled"),
            Self::NotSent { problem } => write!(f, "the request could not be sent: {problem}"),
        }
    }
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "exited with code {code}"),
            Self::Signalled(signal) => write!(f, "was killed by signal {signal}"),
            Self::Killed => f.write_str("had to be killed"),
            Self::Terminated => f.write_str("was ended by SIGTERM"),
        }
    }
}

impl Frame {
    /// A frame as it was read or written.
    pub fn new(seq: u64, at_us: u64, direction: Direction, channel: Channel, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self {
            seq,
            at_us,
            direction,
            channel,
            server: 0,
            bytes: bytes.into(),
            anomalies: Vec::new(),
            http: None,
            parsed: OnceLock::new(),
        }
    }

    /// The same frame, with the message that its bytes were already parsed to.
    #[must_use]
    pub fn with_message(self, message: Option<Arc<Value>>) -> Self {
        Self { parsed: OnceLock::from(message), ..self }
    }

    /// The bytes as JSON; `None` where they are none. Parsed once.
    pub fn message(&self) -> Option<&Value> {
        self.parsed.get_or_init(|| serde_json::from_slice(&self.bytes).ok().map(Arc::new)).as_deref()
    }

    /// The bytes as text, what is not UTF-8 replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl Trace {
    /// The frame with this number.
    pub fn frame(&self, seq: u64) -> Option<&Frame> {
        let index = self.frames.binary_search_by_key(&seq, |frame| frame.seq).ok()?;
        self.frames.get(index)
    }

    /// The call with this role; the last, where there are several.
    pub fn call(&self, role: CallRole) -> Option<&Call> {
        self.calls.iter().rev().find(|call| call.role == role)
    }

    /// What the server answered to a call.
    pub fn answer_to(&self, call: &Call) -> Option<Answer> {
        Answer::read(self.frame(call.answer?)?.message()?)
    }

    /// From the request's last byte to the answer's last byte, in microseconds.
    pub fn latency_us(&self, call: &Call) -> Option<u64> {
        let sent = self.frame(call.request?)?.at_us;
        Some(self.frame(call.answer?)?.at_us.saturating_sub(sent))
    }
}

/// A frame as a line of a trace file: text where it is UTF-8, base64 otherwise.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FrameLine<'a> {
    seq: u64,
    at_us: u64,
    direction: Direction,
    channel: Channel,
    #[serde(default, skip_serializing_if = "is_first")]
    server: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    #[serde(default, skip_serializing_if = "<[Anomaly]>::is_empty")]
    anomalies: Cow<'a, [Anomaly]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    http: Option<Cow<'a, HttpHead>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_first(server: &u16) -> bool {
    *server == 0
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = std::str::from_utf8(&self.bytes).ok().map(Cow::Borrowed);
        let base64 = text.is_none().then(|| STANDARD.encode(&self.bytes));
        let line = FrameLine {
            seq: self.seq,
            at_us: self.at_us,
            direction: self.direction,
            channel: self.channel,
            server: self.server,
            text,
            base64,
            anomalies: Cow::Borrowed(&self.anomalies),
            http: self.http.as_deref().map(Cow::Borrowed),
        };
        line.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = FrameLine::deserialize(deserializer)?;
        let bytes = match (line.text, line.base64) {
            (Some(text), _) => text.into_owned().into_bytes(),
            (None, Some(code)) => STANDARD.decode(code).map_err(serde::de::Error::custom)?,
            (None, None) => Vec::new(),
        };
        let frame = Self::new(line.seq, line.at_us, line.direction, line.channel, bytes);
        let http = line.http.map(|head| Box::new(head.into_owned()));
        Ok(Self { anomalies: line.anomalies.into_owned(), http, server: line.server, ..frame })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Frame {
    fn schema_name() -> Cow<'static, str> {
        "Frame".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        FrameLine::json_schema(generator)
    }
}
