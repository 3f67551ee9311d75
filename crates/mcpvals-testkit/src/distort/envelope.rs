//! Flaws of the JSON-RPC envelope.

use serde_json::{Value, json};

use crate::flaw::Flaw;

/// The messages that go out instead of the response `message`.
pub(super) fn spoil(flaw: Flaw, message: &Value) -> Vec<Value> {
    let mut spoilt = message.clone();
    let error = |error: Value| vec![json!({"jsonrpc": "2.0", "id": message["id"], "error": error})];
    match flaw {
        Flaw::IdAsString => spoilt["id"] = json!(plain(&message["id"])),
        Flaw::IdAsFloat => spoilt["id"] = json!(number(&message["id"]).to_f64()),
        Flaw::IdOfAnother => spoilt["id"] = json!(number(&message["id"]).0 + 1000),
        Flaw::IdMissing => remove(&mut spoilt, "id"),
        Flaw::IdNull => spoilt["id"] = Value::Null,
        Flaw::ErrorWithNullId => {
            return vec![json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32603, "message": "internal error"}})];
        }
        Flaw::DuplicateResponse => return vec![message.clone(), message.clone()],
        Flaw::ContradictingResponse => {
            spoilt["result"]["content"] = json!([{"type": "text", "text": "something else"}]);
            return vec![message.clone(), spoilt];
        }
        Flaw::ResultAndError => spoilt["error"] = json!({"code": -32603, "message": "internal error"}),
        Flaw::NeitherResultNorError => remove(&mut spoilt, "result"),
        Flaw::ErrorAsString => return error(json!("boom")),
        Flaw::ErrorWithoutCode => return error(json!({"message": "boom"})),
        Flaw::ErrorCodeAsString => return error(json!({"code": "-32603", "message": "boom"})),
        Flaw::JsonrpcMissing => remove(&mut spoilt, "jsonrpc"),
        Flaw::JsonrpcWrong => spoilt["jsonrpc"] = json!("1.0"),
        Flaw::BatchAnswer => spoilt = json!([message]),
        Flaw::EchoesRequest => {
            spoilt = json!({"jsonrpc": "2.0", "id": message["id"], "method": "tools/call", "params": {"name": "echo"}});
        }
        Flaw::UnknownMember => spoilt["took_ms"] = json!(3),
        _ => {}
    }
    vec![spoilt]
}

fn remove(message: &mut Value, member: &str) {
    if let Some(members) = message.as_object_mut() {
        members.shift_remove(member);
    }
}

fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// A request id as a number, whatever it was.
struct Number(i64);

impl Number {
    fn to_f64(&self) -> f64 {
        f64::from(i32::try_from(self.0).unwrap_or(i32::MAX))
    }
}

fn number(id: &Value) -> Number {
    Number(id.as_i64().unwrap_or_default())
}
