//! Traces made by hand, for the tests: who says what, in order.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::{Malformed, Offer, Revision, ServerFacts, Tool};
use mcpvals_model::{
    Anomaly, Call, CallEnd, CallRole, Case, CaseId, CaseKind, Channel, Direction, Frame, HttpHead, Mismatch,
    ProcessEnd, SourcePlace, SuiteName, ToolCall, ToolCase, Trace, Verdict,
};
use serde_json::{Value, json};

/// A conversation that becomes a trace.
#[derive(Clone)]
pub(crate) struct Talk {
    trace: Trace,
    offer: Offer,
    at_us: u64,
}

impl Talk {
    /// With a server of 2025-11-25 that declares tools and nothing else.
    pub(crate) fn new() -> Self {
        Self::of(Revision::V2025_11_25)
    }

    pub(crate) fn of(revision: Revision) -> Self {
        let facts = ServerFacts {
            protocol_version: revision,
            asked_version: None,
            supported_versions: Vec::new(),
            name: "test".to_owned(),
            version: "1".to_owned(),
            more_info: Box::default(),
            capabilities: json!({"tools": {}}),
            instructions: None,
        };
        let trace = Trace { server: Some(Arc::new(facts)), ..Trace::default() };
        Self { trace, offer: Offer::default(), at_us: 0 }
    }

    /// With a server that declares this.
    pub(crate) fn capabilities(mut self, capabilities: Value) -> Self {
        let facts = self.trace.server.take().expect("there is a server");
        self.trace.server = Some(Arc::new(ServerFacts { capabilities, ..(*facts).clone() }));
        self
    }

    /// Offers these tools to others.
    pub(crate) fn full_client_tools(mut self, names: &[&str]) -> Self {
        self.trace.full_client_tools = Some(names.iter().map(|name| (*name).to_owned()).collect());
        self
    }

    /// Offers a well-formed tool.
    pub(crate) fn tool(mut self, raw: Value) -> Self {
        self.offer.tools.push(Arc::new(Tool::read(&raw).expect("the tool is well-formed")));
        self
    }

    /// Offers the tool `t`, which takes anything.
    pub(crate) fn plain_tool(self) -> Self {
        self.tool(json!({"name": "t", "inputSchema": {"type": "object"}}))
    }

    pub(crate) fn offer(mut self, change: impl FnOnce(&mut Offer)) -> Self {
        change(&mut self.offer);
        self
    }

    /// Lists an entry that is none.
    pub(crate) fn malformed(self, name: &str, problem: &str) -> Self {
        let entry = Malformed {
            method: "tools/list".to_owned(),
            index: 2,
            name: Some(name.to_owned()),
            problem: problem.to_owned(),
            usable: true,
            raw: Value::Null,
        };
        self.offer(|offer| offer.malformed.push(entry))
    }

    /// Lets time pass.
    pub(crate) fn wait_ms(mut self, ms: u64) -> Self {
        self.at_us += ms * 1000;
        self
    }

    /// We send a request with the next id; it has no end yet.
    pub(crate) fn ask(mut self, role: CallRole, method: &str, params: Value) -> Self {
        let id = self.trace.calls.len() + 1;
        let mut params = params;
        params["_meta"]["progressToken"] = json!(id);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let seq = self.push(Direction::Sent, message.to_string().as_bytes());
        let end = CallEnd::TimedOut { after_ms: 5000 };
        self.trace.calls.push(Call { role, method: method.to_owned(), request: Some(seq), answer: None, end });
        self
    }

    /// The tested call.
    pub(crate) fn call(self) -> Self {
        self.ask(CallRole::Tested, "tools/call", json!({"name": "t", "arguments": {}}))
    }

    /// The server answers the last request with a message, whose `jsonrpc` and `id` are added.
    pub(crate) fn answers(self, members: Value) -> Self {
        let mut message = json!({"jsonrpc": "2.0", "id": self.trace.calls.len()});
        for (key, value) in members.as_object().expect("members") {
            message[key] = value.clone();
        }
        self.answers_with(&message)
    }

    /// The server answers the last request with exactly this message.
    pub(crate) fn answers_with(mut self, message: &Value) -> Self {
        let seq = self.push(Direction::Received, message.to_string().as_bytes());
        let call = self.trace.calls.last_mut().expect("something was asked");
        call.answer = Some(seq);
        call.end = CallEnd::Answered;
        self
    }

    /// The server answers the first request with exactly this message.
    pub(crate) fn answers_first(mut self, message: &Value) -> Self {
        let seq = self.push(Direction::Received, message.to_string().as_bytes());
        let call = self.trace.calls.first_mut().expect("something was asked");
        call.answer = Some(seq);
        call.end = CallEnd::Answered;
        self
    }

    /// The server answers with a result.
    pub(crate) fn result(self, result: Value) -> Self {
        self.answers(json!({"result": result}))
    }

    /// The server answers with a text.
    pub(crate) fn text(self, text: &str) -> Self {
        self.result(json!({"content": [{"type": "text", "text": text}]}))
    }

    /// The server answers with an `isError` result.
    pub(crate) fn tool_error(self, text: &str) -> Self {
        self.result(json!({"content": [{"type": "text", "text": text}], "isError": true}))
    }

    /// The server answers with a JSON-RPC error.
    pub(crate) fn error(self, code: i64, message: &str) -> Self {
        self.answers(json!({"error": {"code": code, "message": message}}))
    }

    /// The server says something that is no answer.
    pub(crate) fn says(self, message: &Value) -> Self {
        self.says_bytes(message.to_string().as_bytes())
    }

    pub(crate) fn says_bytes(mut self, bytes: &[u8]) -> Self {
        self.push(Direction::Received, bytes);
        self
    }

    /// What the session saw to be odd about the last frame.
    pub(crate) fn odd(mut self, anomaly: Anomaly) -> Self {
        self.trace.frames.last_mut().expect("a frame").anomalies.push(anomaly);
        self
    }

    /// The last frame came with this HTTP status.
    pub(crate) fn status(mut self, status: u16) -> Self {
        let head = HttpHead { request: None, status: Some(status), headers: Vec::new() };
        self.trace.frames.last_mut().expect("a frame comes before its status").http = Some(Box::new(head));
        self
    }

    /// We send something that no answer is waited for.
    pub(crate) fn sends(mut self, message: &Value) -> Self {
        self.push(Direction::Sent, message.to_string().as_bytes());
        self
    }

    /// What was done beside the wire.
    pub(crate) fn remark(mut self, words: &str) -> Self {
        self.push(Direction::Sent, words.as_bytes());
        let frame = self.trace.frames.last_mut().expect("a frame");
        frame.channel = Channel::Process;
        self
    }

    /// So many messages were not kept.
    pub(crate) fn not_kept(mut self, messages: u64) -> Self {
        self.trace.messages_not_kept = messages;
        self
    }

    /// The last frame came with the id of a session.
    pub(crate) fn session_id(mut self, id: &str) -> Self {
        let frame = self.trace.frames.last_mut().expect("something was said");
        let headers = vec![("mcp-session-id".to_owned(), id.to_owned())];
        frame.http = Some(Box::new(HttpHead { request: None, status: Some(200), headers }));
        self
    }

    /// The last call ends in this way.
    pub(crate) fn ends(mut self, end: CallEnd) -> Self {
        self.trace.calls.last_mut().expect("something was asked").end = end;
        self
    }

    pub(crate) fn process(mut self, end: ProcessEnd, stderr: &str) -> Self {
        self.trace.process_end = Some(end);
        stderr.clone_into(&mut self.trace.stderr_tail);
        self
    }

    pub(crate) fn trace(self) -> Trace {
        Trace { offer: Arc::new(self.offer), ..self.trace }
    }

    fn push(&mut self, direction: Direction, bytes: &[u8]) -> u64 {
        let seq = self.trace.frames.len() as u64 + 1;
        self.at_us += 100;
        self.trace.frames.push(Frame::new(seq, self.at_us, direction, Channel::Wire, bytes));
        seq
    }
}

/// A case that calls `t`, as far as JSON says otherwise.
pub(crate) fn case(members: Value) -> Case {
    let mut tool = json!({"call": {"tool": "t", "args": {}}});
    for (key, value) in members.as_object().expect("members") {
        tool[key] = value.clone();
    }
    of_kind(CaseKind::Tool(serde_json::from_value(tool).expect("the case is well-formed")))
}

/// A case that calls `t` with these arguments and asserts nothing.
pub(crate) fn case_with_args(args: Value) -> Case {
    let args = args.as_object().cloned().expect("arguments");
    let call = ToolCall { tool: "t".to_owned(), args };
    let tool = ToolCase { call, expect: Vec::new(), capture: BTreeMap::new(), verify: Vec::new(), invalid_args: false };
    of_kind(CaseKind::Tool(tool))
}

/// A case with this in it.
pub(crate) fn of_kind(kind: CaseKind) -> Case {
    let title = "t".to_owned();
    Case {
        id: CaseId::new(&SuiteName::new("suite"), &title),
        title,
        tags: Vec::new(),
        skip: None,
        only: false,
        timeout: Duration::from_secs(5),
        retries: 0,
        repeat: 1,
        min_pass_rate: None,
        kind,
        place: SourcePlace::default(),
    }
}

/// A verdict in short: `passed`, or kind and words of each mismatch.
pub(crate) fn words(verdict: &Verdict) -> String {
    let one = |mismatch: &Mismatch| {
        let kind = serde_json::to_value(mismatch.kind).expect("a word");
        format!("{}: {}", kind.as_str().unwrap_or_default(), mismatch.actual)
    };
    match verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Failed { first, rest } => [first].into_iter().chain(rest).map(one).collect::<Vec<_>>().join("; "),
        Verdict::Errored(fault) => format!("errored: {fault}"),
        Verdict::Skipped(reason) => format!("skipped: {reason}"),
    }
}
