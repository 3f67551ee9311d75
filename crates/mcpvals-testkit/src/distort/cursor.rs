//! Flaws in cursors that a server gives, and in what it makes of those that it did not give.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::flaw::Flaw;
use crate::outgoing::Asked;

/// The cursors that were given.
static GIVEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The page, or the error, that is given instead of this one.
pub(super) fn spoil(flaw: Flaw, asked: &Asked, mut message: Value) -> Value {
    remember(&message["result"]["nextCursor"]);
    match flaw {
        Flaw::CursorNull => finish(&mut message),
        Flaw::ChangedCursorInternal if is_changed(asked) => {
            let error = json!({"code": -32603, "message": "index out of range"});
            return json!({"jsonrpc": "2.0", "id": message["id"], "error": error});
        }
        Flaw::ChangedCursorStray if is_changed(asked) => stray(&mut message),
        Flaw::CursorOfProcess => name_process(&mut message),
        _ => {}
    }
    message
}

fn name_process(message: &mut Value) {
    let cursor = message.pointer("/result/nextCursor").and_then(Value::as_str);
    if let Some(named) = cursor.map(|cursor| format!("{cursor}{}", of_process())) {
        message["result"]["nextCursor"] = json!(named);
    }
}

/// How the cursors of this process end.
pub(super) fn of_process() -> String {
    format!("-{}", std::process::id())
}

fn remember(cursor: &Value) {
    let given = || GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cursor) = cursor.as_str() {
        given().insert(cursor.to_owned());
    }
}

/// Is it one of ours, but for a character?
fn is_changed(asked: &Asked) -> bool {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_given = |cursor: &str| given.contains(cursor);
    asked.cursor.as_deref().is_some_and(|cursor| cursor.starts_with("from-") && !is_given(cursor))
}

fn finish(message: &mut Value) {
    if let Some(result) = message.get_mut("result").and_then(Value::as_object_mut) {
        result.entry("nextCursor").or_insert(Value::Null);
    }
}

fn stray(message: &mut Value) {
    let entry = json!({"name": "secret", "uri": "note://secret", "inputSchema": {"type": "object"}});
    let lists = message["result"].as_object_mut().into_iter().flatten();
    for list in lists.filter_map(|(_, member)| member.as_array_mut()) {
        *list = vec![entry.clone()];
    }
}
