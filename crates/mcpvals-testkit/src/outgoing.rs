//! What a server core wants to say, before a transport (or a flaw) turns it into bytes.

use std::time::Duration;

use serde_json::Value;

/// One thing to send, with where and when.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The stream it belongs to; stdio has only one, HTTP has several.
    pub route: Route,
    /// How long the server works on it first.
    pub after: Duration,
    /// What is sent.
    pub body: Body,
}

/// Where a message belongs on a transport with several streams.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// The stream of the client's request with this id.
    Request(Value),
    /// The session: the GET stream of Streamable HTTP.
    Session,
}

/// What is sent.
#[derive(Clone, Debug)]
pub enum Body {
    /// The one response to a client's request.
    Answer {
        /// The request it answers.
        asked: Asked,
        /// The JSON-RPC response.
        message: Value,
    },
    /// A request or notification of the server's own.
    Message(Value),
    /// Nothing: the process ends with this code, because the tool `crash` was called.
    Exit(i32),
}

/// As much of a request as a flaw needs to know whether it strikes here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The method, empty if the request could not be read.
    pub method: String,
    /// The tool that `tools/call` names.
    pub tool: Option<String>,
    /// The token under which the client wants progress.
    pub progress_token: Option<Value>,
    /// The page that is asked for.
    pub cursor: Option<String>,
}

impl Asked {
    /// Reads method and tool from a JSON-RPC message of any shape.
    pub fn from_message(message: &Value) -> Self {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let tool = message["params"]["name"].as_str().filter(|_| method == "tools/call").map(str::to_owned);
        let progress_token = message["params"]["_meta"].get("progressToken").cloned();
        let cursor = message["params"]["cursor"].as_str().map(str::to_owned);
        Self { method, tool, progress_token, cursor }
    }
}

impl Outgoing {
    /// A message of the server's own on `route`, at once.
    pub fn message(route: Route, message: Value) -> Self {
        Self { route, after: Duration::ZERO, body: Body::Message(message) }
    }

    /// The same, later.
    #[must_use]
    pub fn delayed(mut self, after: Duration) -> Self {
        self.after = after;
        self
    }

    /// The JSON-RPC message, if there is one.
    pub fn value(&self) -> Option<&Value> {
        match &self.body {
            Body::Answer { message, .. } | Body::Message(message) => Some(message),
            Body::Exit(_) => None,
        }
    }
}
