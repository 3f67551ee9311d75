//! Reads what a client sent: request, notification, response or batch, and what is wrong with it.

use serde_json::{Value, json};

use crate::outgoing::{Asked, Body, Outgoing, Route};
use crate::revision::{Era, Revision};
use std::time::Duration;

/// Key of the revision in a modern request's `_meta`.
pub(super) const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
/// Key of the client's capabilities in a modern request's `_meta`.
pub(super) const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
/// Key of the level of the log in a modern request's `_meta`.
pub(super) const LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";

/// A JSON-RPC error object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    pub(super) data: Option<Value>,
}

impl RpcError {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    pub(super) fn method_not_found(method: &str) -> Self {
        Self::new(-32601, format!("method not found: {method}"))
    }

    pub(super) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    pub(super) fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// The answer to a message whose id could not be read: JSON-RPC 2.0 asks for `null`.
    pub(super) fn without_request(self) -> Outgoing {
        self.answer(&Value::Null, Asked::default())
    }

    pub(super) fn answer(self, id: &Value, asked: Asked) -> Outgoing {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = self.data {
            error["data"] = data;
        }
        let message = json!({"jsonrpc": "2.0", "id": id, "error": error});
        Outgoing { route: Route::Request(id.clone()), after: Duration::ZERO, body: Body::Answer { asked, message } }
    }
}

/// A request with a readable id and method.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
    /// Under which era it is served.
    pub(super) modern: bool,
}

impl Request {
    /// The response with this result or error.
    pub(super) fn answer(&self, outcome: Result<Value, RpcError>) -> Outgoing {
        match outcome {
            Ok(result) => Outgoing {
                route: Route::Request(self.id.clone()),
                after: Duration::ZERO,
                body: Body::Answer {
                    asked: self.asked(),
                    message: json!({"jsonrpc": "2.0", "id": self.id, "result": result}),
                },
            },
            Err(error) => error.answer(&self.id, self.asked()),
        }
    }

    /// A notification on this request's stream.
    pub(super) fn notification(&self, method: &str, params: &Value) -> Outgoing {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        Outgoing::message(Route::Request(self.id.clone()), message)
    }

    fn asked(&self) -> Asked {
        Asked::from_message(&json!({"method": self.method, "params": self.params}))
    }

    pub(super) fn meta(&self, key: &str) -> &Value {
        &self.params["_meta"][key]
    }
}

/// What a client may send.
pub(super) enum Incoming {
    Request(Request),
    Notification { method: String, params: Value },
    Response { id: Value, outcome: Value },
}

impl Incoming {
    /// Reads one message, or gives the error that answers it.
    pub(super) fn read(message: &Value, era: Era) -> Result<Self, Box<Outgoing>> {
        let refuse = |id: &Value, why: &str| Err(Box::new(RpcError::invalid_request(why).answer(id, Asked::default())));
        let Some(members) = message.as_object() else { return refuse(&Value::Null, "a message is an object") };
        let id = members.get("id");
        let readable_id = id.filter(|id| is_request_id(id)).unwrap_or(&Value::Null);
        if message["jsonrpc"] != "2.0" {
            return refuse(readable_id, "`jsonrpc` is not \"2.0\"");
        }
        if id.is_some() && readable_id.is_null() {
            return refuse(&Value::Null, "`id` is neither an integer nor a string");
        }
        let params = message["params"].clone();
        match (message["method"].as_str(), id) {
            (Some(_), Some(_)) if !(params.is_null() || params.is_object()) => {
                refuse(readable_id, "`params` is not an object")
            }
            (Some(method), Some(id)) => Ok(Self::Request(Request {
                id: id.clone(),
                method: method.to_owned(),
                modern: is_modern(method, &params, era),
                params,
            })),
            (Some(method), None) => Ok(Self::Notification { method: method.to_owned(), params }),
            (None, Some(id)) if members.contains_key("result") != members.contains_key("error") => {
                Ok(Self::Response { id: id.clone(), outcome: message.clone() })
            }
            (None, _) => refuse(readable_id, "`method` is missing"),
        }
    }
}

fn is_request_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64()
}

/// A dual server is chosen by how the client opens (MCP 2026-07-28, versioning); a legacy revision named in
/// `_meta` selects legacy semantics.
fn is_modern(method: &str, params: &Value, era: Era) -> bool {
    match era {
        Era::Legacy => false,
        Era::Modern => true,
        Era::Dual => match params["_meta"][VERSION_KEY].as_str().map(str::parse::<Revision>) {
            Some(Ok(revision)) => !revision.is_legacy(),
            Some(Err(_)) => true,
            None => matches!(method, "server/discover" | "subscriptions/listen"),
        },
    }
}
