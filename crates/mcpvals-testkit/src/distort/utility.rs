//! Flaws in ping, pages, logs, progress and cancellation.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::{cancel, cursor};
use crate::flaw::Flaw;
use crate::outgoing::Asked;

/// Has the last session come about?
static IS_OPEN: AtomicBool = AtomicBool::new(true);
/// Where a request of 2026-07-28 says its level of the log.
const LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";

/// What is said instead of the message, which answers what was asked or is a word of the server's own.
pub(super) fn spoil(flaw: Flaw, asked: &Asked, message: Value) -> Vec<Value> {
    match message["method"].as_str() {
        Some("notifications/message") => log(flaw, message).into_iter().collect(),
        Some("notifications/progress") => progress(flaw, message).into_iter().collect(),
        Some(_) => vec![message],
        None => answer(flaw, asked, message),
    }
}

/// The message as a server understands it that does not listen well.
pub(super) fn hear(flaw: Flaw, message: Value) -> Value {
    if matches!(flaw, Flaw::PingRefusedEarly | Flaw::PingUnheardEarly) {
        return hear_early(flaw, message);
    }
    let mut message = cancel::hear(flaw, message);
    match (flaw, message["method"].as_str()) {
        (Flaw::LogBelowLevel, Some("logging/setLevel")) => lower(&mut message["params"]["level"]),
        (Flaw::LogBelowLevel, Some("tools/call")) => lower(&mut message["params"]["_meta"][LEVEL_KEY]),
        (Flaw::WrongCursorAccepted, Some(_)) if is_wrong(&message) => drop_cursor(&mut message),
        (Flaw::WrongCursorCrashes, Some(_)) if message["params"]["cursor"].is_object() => return crash(),
        (Flaw::ProgressTokenIsId, Some("tools/call")) if !message["params"]["_meta"]["progressToken"].is_null() => {
            message["params"]["_meta"]["progressToken"] = message["id"].clone();
        }
        _ => {}
    }
    message
}

/// The `ping` of a session that is not open yet is another request, or none.
fn hear_early(flaw: Flaw, mut message: Value) -> Value {
    match message["method"].as_str() {
        Some("initialize") => IS_OPEN.store(false, Ordering::Relaxed),
        Some("notifications/initialized") => IS_OPEN.store(true, Ordering::Relaxed),
        Some("ping") if !IS_OPEN.load(Ordering::Relaxed) && flaw == Flaw::PingRefusedEarly => {
            message["method"] = json!("ping/early");
        }
        Some("ping") if !IS_OPEN.load(Ordering::Relaxed) => {
            return json!({"jsonrpc": "2.0", "method": "notifications/not/heard"});
        }
        _ => {}
    }
    message
}

/// Is there a cursor that is no string?
fn is_wrong(message: &Value) -> bool {
    message["params"].get("cursor").is_some_and(|cursor| !cursor.is_string())
}

fn drop_cursor(message: &mut Value) {
    if let Some(params) = message["params"].as_object_mut() {
        params.shift_remove("cursor");
    }
}

/// Where a level is given that there is, the lowest.
fn lower(level: &mut Value) {
    if !level.is_null() && *level != "loud" {
        *level = json!("debug");
    }
}

/// A call of the tool that ends the process, as either era makes it.
pub(super) fn crash() -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "crash", "arguments": {"code": 9}, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": "crash", "method": "tools/call", "params": params})
}

fn answer(flaw: Flaw, asked: &Asked, mut message: Value) -> Vec<Value> {
    let (method, refused) = (asked.method.as_str(), message.get("error").is_some());
    let id = message["id"].clone();
    match (flaw, method) {
        (Flaw::PingNotEmpty, "ping") => message["result"]["ok"] = json!(true),
        (Flaw::PingRefused, "ping") | (Flaw::SetLevelRefused, "logging/setLevel") => {
            return vec![json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not today"}})];
        }
        (Flaw::UnknownCursorAccepted, "tools/list" | "resources/list") if refused => {
            let list = method.split('/').next().unwrap_or_default();
            return vec![result(&id, &json!({list: [], "ttlMs": 0, "cacheScope": "public"}))];
        }
        (Flaw::UnknownCursorInternal, "tools/list" | "resources/list") if refused => {
            message["error"]["code"] = json!(-32603);
        }
        (
            Flaw::ChangedCursorInternal | Flaw::ChangedCursorStray | Flaw::CursorNull,
            "tools/list" | "resources/list",
        ) => {
            return vec![cursor::spoil(flaw, asked, message)];
        }
        (Flaw::UnknownLevelAccepted, "logging/setLevel") if refused => return vec![result(&id, &json!({}))],
        (Flaw::UnknownLevelAccepted, "tools/call") if refused => return vec![result(&id, &json!({"content": []}))],
        (Flaw::ProgressAfterAnswer, "tools/call") => {
            let late = json!({"progressToken": asked.progress_token, "progress": 1000, "total": 1000});
            return vec![message, json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": late})];
        }
        _ => {}
    }
    vec![message]
}

fn result(id: &Value, members: &Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "id": id, "result": members});
    message["result"]["resultType"] = json!("complete");
    message
}

fn log(flaw: Flaw, mut message: Value) -> Option<Value> {
    let params = &mut message["params"];
    match flaw {
        Flaw::LogNever => return None,
        Flaw::LogLevelUnknown => params["level"] = json!("loud"),
        Flaw::LogWithoutData => drop(params.as_object_mut().map(|params| params.shift_remove("data"))),
        Flaw::LogLeaks => params["data"] = json!(format!("{}; password=hunter2", params["data"])),
        Flaw::LogLeaksOnStderr => crate::process::stderr(b"password=hunter2\n"),
        Flaw::LogOfAnother => params["logger"] = json!("another"),
        _ => {}
    }
    Some(message)
}

fn progress(flaw: Flaw, mut message: Value) -> Option<Value> {
    let params = &mut message["params"];
    match flaw {
        Flaw::ProgressNever => return None,
        Flaw::ProgressUnfinished if params["progress"] == params["total"] => return None,
        Flaw::ProgressOverTotal => params["progress"] = json!(params["progress"].as_u64().unwrap_or_default() + 100),
        Flaw::ProgressTokenAsNumber => {
            let number = params["progressToken"].as_str().and_then(|text| text.parse::<u64>().ok());
            params["progressToken"] = number.map_or(params["progressToken"].clone(), Value::from);
        }
        Flaw::ProgressTotalGrows => params["total"] = json!(params["progress"].as_u64().unwrap_or_default() + 1),
        Flaw::ProgressMessageBlank => params["message"] = json!(" "),
        Flaw::ProgressTokenAsText => params["progressToken"] = json!(params["progressToken"].to_string()),
        _ => {}
    }
    Some(message)
}
