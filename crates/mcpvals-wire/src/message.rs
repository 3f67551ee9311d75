//! JSON-RPC messages: what one is, and how ours are written.

use std::sync::Arc;

use mcpvals_model::json::member;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::Params;

/// What most messages of ours have room in.
const MESSAGE_BYTES: usize = 512;

/// What a received value is, as far as its envelope says.
#[derive(Debug, PartialEq)]
pub(crate) enum Kind<'a> {
    /// `result` or `error`, or an id and nothing else.
    Response(ResponseId),
    /// A request of the server.
    Request {
        /// A string or number, as it came.
        id: &'a Value,
        /// Its method.
        method: &'a str,
    },
    /// A notification of the server.
    Notification {
        /// Its method.
        method: &'a str,
    },
    /// None of these.
    Nothing,
}

/// The id of a response, as far as it can be ours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ResponseId {
    /// A number as we send them.
    Number(u64),
    /// The text of such a number.
    Text(u64),
    /// `null` or absent.
    Missing,
    /// Anything else.
    Foreign,
}

/// Classifies a value.
pub(crate) fn kind(message: &Value) -> Kind<'_> {
    let has = |name| member(message, name).is_some();
    let id = member(message, "id");
    match (member(message, "method"), id) {
        (Some(Value::String(method)), Some(id @ (Value::String(_) | Value::Number(_)))) => Kind::Request { id, method },
        (Some(Value::String(method)), None) => Kind::Notification { method },
        (None, _) if has("result") || has("error") => Kind::Response(response_id(id)),
        (None, Some(Value::Number(_))) if has("jsonrpc") => Kind::Response(response_id(id)),
        (Some(_) | None, _) => Kind::Nothing,
    }
}

fn response_id(id: Option<&Value>) -> ResponseId {
    match id {
        None | Some(Value::Null) => ResponseId::Missing,
        Some(Value::Number(number)) => number.as_u64().map_or_else(|| whole(number), ResponseId::Number),
        Some(Value::String(text)) => text.parse().map_or(ResponseId::Foreign, ResponseId::Text),
        Some(_) => ResponseId::Foreign,
    }
}

/// `1.0` is the number 1 to JSON.
fn whole(number: &serde_json::Number) -> ResponseId {
    let found = number.as_f64().filter(|f| f.fract() == 0.0 && (0.0..9e15).contains(f));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and within 0 and 9e15")]
    found.map_or(ResponseId::Foreign, |f| ResponseId::Number(f as u64))
}

/// What we add to the `_meta` of a message of ours.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Meta<'a> {
    /// The per-request members of a stateless revision.
    pub(crate) stateless: Option<&'a Map<String, Value>>,
    /// `progressToken`.
    pub(crate) progress_token: Option<u64>,
}

/// A request of ours, written straight to bytes: one pass over the parameters, no copy of them.
pub(crate) fn request(id: u64, method: &str, params: Params<'_>, meta: Meta<'_>) -> Arc<[u8]> {
    write(&Envelope { id: Some(id), method, params: WithMeta { params, meta } })
}

/// A notification of ours.
pub(crate) fn notification(method: &str, params: &Value, meta: Meta<'_>) -> Arc<[u8]> {
    write(&Envelope { id: None, method, params: WithMeta { params: params.into(), meta } })
}

/// Our response to a request of the server; the id goes back as it came.
pub(crate) fn response(id: &Value, outcome: Result<Value, RpcError>) -> Arc<[u8]> {
    write(&match outcome {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(error) => json!({"jsonrpc": "2.0", "id": id, "error": {"code": error.code, "message": error.message}}),
    })
}

/// An error that we answer with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RpcError {
    /// The JSON-RPC code.
    pub(crate) code: i64,
    /// For people.
    pub(crate) message: String,
}

fn write(message: &impl Serialize) -> Arc<[u8]> {
    let mut bytes = Vec::with_capacity(MESSAGE_BYTES);
    serde_json::to_writer(&mut bytes, message).expect("values with string keys always serialize");
    bytes.into()
}

struct Envelope<'a> {
    id: Option<u64>,
    method: &'a str,
    params: WithMeta<'a>,
}

struct WithMeta<'a> {
    params: Params<'a>,
    meta: Meta<'a>,
}

impl Meta<'_> {
    fn is_empty(self) -> bool {
        self.stateless.is_none() && self.progress_token.is_none()
    }
}

impl Serialize for Envelope<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("jsonrpc", "2.0")?;
        if let Some(id) = self.id {
            map.serialize_entry("id", &id)?;
        }
        map.serialize_entry("method", self.method)?;
        if !self.params.meta.is_empty() || !self.params.params.is_null() {
            map.serialize_entry("params", &self.params)?;
        }
        map.end()
    }
}

impl Serialize for WithMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.meta.is_empty() || !self.params.takes_members() {
            return self.params.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        self.params.serialize_members(&mut map)?;
        map.serialize_entry("_meta", &Merged { meta: self.meta, own: self.params.meta() })?;
        map.end()
    }
}

/// Our `_meta` and the caller's own, which goes first where both have a member.
struct Merged<'a> {
    meta: Meta<'a>,
    own: Option<&'a Map<String, Value>>,
}

impl Serialize for Merged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = || self.own.into_iter().flatten();
        let is_own = |key: &str| own().any(|(name, _)| name == key);
        let mut map = serializer.serialize_map(None)?;
        if let Some(token) = self.meta.progress_token.filter(|_| !is_own("progressToken")) {
            map.serialize_entry("progressToken", &token)?;
        }
        for (key, value) in self.meta.stateless.into_iter().flatten().filter(|(key, _)| !is_own(key)) {
            map.serialize_entry(key, value)?;
        }
        for (key, value) in own() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Kind, Meta, ResponseId, kind, request};
    use crate::Params;

    #[track_caller]
    fn check(message: &Value, want: &Kind<'_>) {
        assert_eq!(&kind(message), want, "{message}");
    }

    #[test]
    fn envelopes_are_told_apart() {
        check(&json!({"id": 1, "result": {}}), &Kind::Response(ResponseId::Number(1)));
        check(&json!({"id": 1.0, "result": {}}), &Kind::Response(ResponseId::Number(1)));
        check(&json!({"id": "1", "error": "boom"}), &Kind::Response(ResponseId::Text(1)));
        check(&json!({"id": null, "error": {}}), &Kind::Response(ResponseId::Missing));
        check(&json!({"result": {}}), &Kind::Response(ResponseId::Missing));
        check(&json!({"id": [], "result": {}}), &Kind::Response(ResponseId::Foreign));
        check(&json!({"jsonrpc": "2.0", "id": 3}), &Kind::Response(ResponseId::Number(3)));
        check(&json!({"id": "a", "method": "ping"}), &Kind::Request { id: &json!("a"), method: "ping" });
        check(&json!({"method": "notifications/x"}), &Kind::Notification { method: "notifications/x" });
        check(&json!({"method": "ping", "id": null}), &Kind::Nothing);
        check(&json!({"level": "info"}), &Kind::Nothing);
        check(&json!(42), &Kind::Nothing);
    }

    #[test]
    fn meta_is_merged_and_the_callers_own_stays() {
        let stateless = json!({"a": 1, "b": 2});
        let meta = Meta { stateless: stateless.as_object(), progress_token: Some(7) };
        let bytes = request(7, "tools/call", (&json!({"name": "x", "_meta": {"b": 3}})).into(), meta);
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let params = r#"{"name":"x","_meta":{"progressToken":7,"a":1,"b":3}}"#;
        let want = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{params}}}"#);
        assert_eq!(text, want);
    }

    #[test]
    fn named_parameters_are_written_as_plain_ones() {
        let arguments = json!({"b": 1, "a": [2]});
        let named = Params::Named { name: "x", arguments: arguments.as_object().unwrap() };
        let plain = json!({"name": "x", "arguments": arguments});
        for meta in [Meta::default(), Meta { stateless: None, progress_token: Some(7) }] {
            assert_eq!(request(7, "tools/call", named, meta), request(7, "tools/call", (&plain).into(), meta));
        }
        assert_eq!(Value::Object(named.to_map()), plain);
    }

    #[test]
    fn null_parameters_are_left_out() {
        let bytes = request(1, "ping", (&Value::Null).into(), Meta::default());
        assert_eq!(&*bytes, br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    }
}
