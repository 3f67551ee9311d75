//! What one must know of the whole trace to judge one frame of it.

use std::cell::OnceCell;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Call, CallEnd, CallRole, Channel, Direction, Trace};
use serde_json::Value;

/// The trace's facts. Costly ones are found when first asked for: most frames need none of them.
pub(super) struct Context<'a> {
    trace: &'a Trace,
    /// `None` before and without a handshake.
    pub(super) revision: Option<Revision>,
    /// Is it a case's trace, not the session's own?
    pub(super) of_case: bool,
    http: OnceCell<bool>,
    sent: OnceCell<Vec<Sent<'a>>>,
}

/// A request of ours.
struct Sent<'a> {
    id: &'a Value,
    method: &'a str,
    progress_token: Option<&'a Value>,
    client: Option<&'a Value>,
    filter: Option<&'a Value>,
}

impl<'a> Context<'a> {
    pub(super) fn new(trace: &'a Trace, of_case: bool) -> Self {
        let revision = trace.server.as_ref().map(|facts| facts.protocol_version);
        Self { trace, revision, of_case, http: OnceCell::new(), sent: OnceCell::new() }
    }

    /// Was the revision in force by then this one or newer? Not known counts as no: nothing is held against a server
    /// that the revision may not ask of it.
    pub(super) fn since(&self, revision: Revision) -> bool {
        self.revision.is_some_and(|spoken| spoken >= revision)
    }

    /// Did this frame come between the question whether the server does without a handshake and the handshake that was
    /// needed after all?
    pub(super) fn is_probe(&self, seq: u64) -> bool {
        let request = |method: &str| self.trace.calls.iter().find(|call| call.method == method)?.request;
        let asked = request("server/discover").is_some_and(|asked| asked < seq);
        asked && request("initialize").is_some_and(|initialize| seq < initialize)
    }

    /// Do the frames come over HTTP (else over stdout)?
    pub(super) fn http(&self) -> bool {
        let is_http = || self.trace.frames.iter().any(|frame| frame.http.is_some() || frame.channel == Channel::Http);
        *self.http.get_or_init(is_http)
    }

    /// The call whose answer this frame is.
    pub(super) fn call_answered_by(&self, seq: u64) -> Option<&'a Call> {
        self.trace.calls.iter().find(|call| call.answer == Some(seq))
    }

    /// The method of the request that a response answers.
    pub(super) fn method_of(&self, seq: u64, response: &Value) -> Option<&'a str> {
        if let Some(call) = self.call_answered_by(seq) {
            return Some(&call.method);
        }
        let id = response.get("id")?;
        self.sent().iter().find(|sent| sent.id == id).map(|sent| sent.method)
    }

    /// What the client declared in the request that this response answers; only requests of 2026-07-28 say it.
    pub(super) fn declared_for(&self, response: &Value) -> Option<&'a Value> {
        let id = response.get("id")?;
        self.sent().iter().find(|sent| sent.id == id)?.client
    }

    /// What is in this frame.
    pub(super) fn message(&self, seq: u64) -> Option<&'a Value> {
        self.trace.frame(seq)?.message()
    }

    /// What the stream with this id was asked for.
    pub(super) fn filter_of(&self, stream: &Value) -> Option<&'a Value> {
        let listens = |sent: &&Sent<'_>| sent.method == "subscriptions/listen" && sent.id == stream;
        self.sent().iter().find(listens)?.filter
    }

    /// Did one of these requests give this progress token?
    pub(super) fn knows_token(&self, token: &Value) -> bool {
        self.sent().iter().any(|sent| sent.progress_token == Some(token))
    }

    /// Did a request ask for the server's log, whose answer had not come by this frame? From 2026-07-28 on, each asks
    /// for itself.
    pub(super) fn asked_for_logs(&self, seq: u64) -> bool {
        let waits = |call: &&Call| {
            call.request.is_some_and(|request| request < seq) && call.answer.is_none_or(|answer| answer > seq)
        };
        let level = "/params/_meta/io.modelcontextprotocol~1logLevel";
        let asks = |call: &Call| Some(self.trace.frame(call.request?)?.message()?.pointer(level)?.is_string());
        self.trace.calls.iter().filter(waits).any(|call| asks(call).unwrap_or(false))
    }

    /// Is this frame the answer to a call of the case, or could it have been meant as one that never came?
    pub(super) fn could_be_an_answer(&self, seq: u64) -> bool {
        self.trace.calls.iter().filter(|call| !matches!(call.role, CallRole::Session)).any(|call| match call.end {
            CallEnd::Answered => call.answer == Some(seq),
            CallEnd::TimedOut { .. } | CallEnd::Misanswered | CallEnd::Closed | CallEnd::Refused { .. } => {
                call.request.is_some_and(|request| request < seq)
            }
            CallEnd::Cancelled | CallEnd::NotSent { .. } => false,
        })
    }

    fn sent(&self) -> &[Sent<'a>] {
        self.sent.get_or_init(|| {
            let frames = self.trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
            frames.filter_map(|frame| Sent::read(frame.message()?)).collect()
        })
    }
}

impl<'a> Sent<'a> {
    fn read(message: &'a Value) -> Option<Self> {
        let meta = message.pointer("/params/_meta");
        let of_meta = |name: &str| meta.and_then(|meta| meta.get(name));
        Some(Self {
            id: message.get("id")?,
            method: message.get("method")?.as_str()?,
            progress_token: of_meta("progressToken"),
            client: of_meta("io.modelcontextprotocol/clientCapabilities"),
            filter: message.pointer("/params/notifications"),
        })
    }
}
