//! A small correct MCP server of every revision: what to answer, and nothing about how it is sent.
//!
//! One `GoodServer` is one session (the stdio process, an HTTP session, or all stateless HTTP requests).

mod arguments;
mod ask;
mod call;
mod catalogue;
mod legacy;
mod memory;
mod modern;
mod prompts;
mod request;
mod resources;
mod task;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

pub use memory::Memory;
pub(crate) use modern::end_of_stream;

use crate::outgoing::{Body, Outgoing, Route};
use crate::revision::{Revision, ServerOptions};
use ask::Waiting;
use request::{Incoming, Request, RpcError};
use task::Task;

/// How long after `notifications/initialized` the late tool appears.
pub const LATE_TOOL_DELAY: Duration = Duration::from_millis(50);

/// The state of one session with a correct server.
#[derive(Debug)]
pub struct GoodServer {
    options: ServerOptions,
    memory: Arc<Memory>,
    legacy: legacy::Handshake,
    /// Requests of ours that the client has not answered yet, by our id.
    waiting: BTreeMap<u64, Waiting>,
    /// Open `subscriptions/listen` requests: id and filter.
    listens: Vec<(Value, Value)>,
    /// What `resources/subscribe` asked for, as JSON text.
    subscribed: BTreeSet<String>,
    cancelled: BTreeSet<String>,
    tasks: BTreeMap<String, Task>,
    next_id: u64,
    /// Has the user been sent to the page of `ask_elicitation`?
    visited: bool,
}

impl GoodServer {
    /// A session that nobody has opened yet. `memory` is what all sessions of a process share.
    pub fn new(options: ServerOptions, memory: Arc<Memory>) -> Self {
        Self {
            options,
            memory,
            legacy: legacy::Handshake::default(),
            waiting: BTreeMap::new(),
            listens: Vec::new(),
            subscribed: BTreeSet::new(),
            cancelled: BTreeSet::new(),
            tasks: BTreeMap::new(),
            next_id: 1,
            visited: false,
        }
    }

    /// Everything the server says to `message`, in order; a message of any shape has an answer or none.
    pub fn handle(&mut self, message: &Value) -> Vec<Outgoing> {
        match message {
            Value::Array(batch) if self.legacy.revision() == Some(Revision::V2025_03_26) => self.batch(batch),
            message => self.single(message),
        }
    }

    /// The answer to bytes that are not JSON.
    pub fn parse_error() -> Outgoing {
        RpcError::new(-32700, "parse error").without_request()
    }

    /// Whether the client has taken its request back.
    pub fn is_cancelled(&self, id: &Value) -> bool {
        self.cancelled.contains(&id.to_string())
    }

    /// Takes the client's request `id` back, as `notifications/cancelled` or a closed stream does.
    pub fn cancel(&mut self, id: &Value) {
        self.cancelled.insert(id.to_string());
        self.listens.retain(|(listen, _)| listen != id);
    }

    /// The revision that `initialize` agreed on.
    pub fn negotiated(&self) -> Option<Revision> {
        self.legacy.revision()
    }

    fn single(&mut self, message: &Value) -> Vec<Outgoing> {
        match Incoming::read(message, self.options.era) {
            Ok(Incoming::Request(request)) if request.modern => self.modern(&request),
            Ok(Incoming::Request(request)) => self.legacy(&request),
            Ok(Incoming::Notification { method, params }) => self.notification(&method, &params),
            Ok(Incoming::Response { id, outcome }) => self.response(&id, &outcome),
            Err(refusal) => vec![*refusal],
        }
    }

    /// JSON-RPC 2.0 answers a batch with one array; requests of ours go out on their own.
    fn batch(&mut self, batch: &[Value]) -> Vec<Outgoing> {
        if batch.is_empty() {
            return vec![RpcError::invalid_request("an empty batch").without_request()];
        }
        let all = batch.iter().flat_map(|message| self.single(message));
        let (answers, mut rest): (Vec<_>, Vec<_>) =
            all.partition(|outgoing| matches!(outgoing.body, Body::Answer { .. }));
        let after = answers.iter().map(|answer| answer.after).max().unwrap_or_default();
        let messages: Vec<_> = answers.iter().filter_map(Outgoing::value).cloned().collect();
        rest.extend(answers.into_iter().next().map(|first| Outgoing {
            after,
            body: Body::Answer { asked: first_asked(&first), message: Value::Array(messages) },
            ..first
        }));
        rest
    }

    fn notification(&mut self, method: &str, params: &Value) -> Vec<Outgoing> {
        match method {
            "notifications/initialized" => self.initialized(),
            "notifications/cancelled" => {
                self.cancel(&params["requestId"]);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// The methods that both eras have in common.
    fn offer(&self, request: &Request, revision: Revision) -> Result<Value, RpcError> {
        let params = &request.params;
        let page = |list: &str, entries: &[Value]| {
            catalogue::page(list, entries, params.get("cursor"), self.options.page_size)
        };
        match request.method.as_str() {
            "tools/list" => page("tools", &self.tools(revision)),
            "resources/list" => page("resources", &self.resources()),
            "resources/templates/list" => Ok(resources::templates()),
            "resources/read" => self.read_resource(&params["uri"], revision),
            "prompts/list" => Ok(prompts::list(self.memory.extra_prompts())),
            "prompts/get" => prompts::get(params, revision),
            "completion/complete" => prompts::complete(params),
            method => Err(RpcError::method_not_found(method)),
        }
    }

    fn tools(&self, revision: Revision) -> Vec<Value> {
        let mut tools = catalogue::tools(revision);
        tools.extend(self.memory.extra_tools().iter().map(|name| catalogue::extra_tool(name)));
        if self.options.late_tools && self.legacy.is_initialized_for(LATE_TOOL_DELAY) {
            tools.push(catalogue::extra_tool("late"));
        }
        tools
    }

    /// Announces a change the way each era does: on every stream that `wants` it, and in a session that was opened with
    /// a handshake.
    fn announce(
        &self,
        method: &str,
        params: &Value,
        wants: impl Fn(&Value) -> bool,
        in_session: bool,
    ) -> Vec<Outgoing> {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        let listening = self.listens.iter().filter(|(_, filter)| wants(filter));
        let mut news: Vec<_> = listening
            .map(|(id, _)| {
                let mut message = message.clone();
                message["params"]["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": id});
                Outgoing::message(Route::Request(id.clone()), message)
            })
            .collect();
        if in_session && self.legacy.revision().is_some() {
            news.push(Outgoing::message(Route::Session, message));
        }
        news
    }
}

fn first_asked(answer: &Outgoing) -> crate::outgoing::Asked {
    match &answer.body {
        Body::Answer { asked, .. } => asked.clone(),
        Body::Message(_) | Body::Exit(_) => crate::outgoing::Asked::default(),
    }
}
