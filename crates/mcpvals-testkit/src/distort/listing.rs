//! Flaws in the result of `tools/list`.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value, json};

use crate::flaw::Flaw;

/// How many lists were given: the source of ever new cursors and orders.
static LISTS: AtomicU64 = AtomicU64::new(1);

pub(super) fn spoil(flaw: Flaw, mut message: Value) -> Value {
    // An invalid cursor is an error, but a server that makes them up knows them all.
    if message.get("error").is_some() && flaw == Flaw::NewCursorsForever {
        message = json!({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": []}});
    }
    if let Some(result) = message.get_mut("result").and_then(Value::as_object_mut) {
        spoil_result(flaw, result);
    }
    message
}

fn spoil_result(flaw: Flaw, result: &mut Map<String, Value>) {
    let list = LISTS.fetch_add(1, Ordering::Relaxed);
    match flaw {
        Flaw::ToolsNotArray => result["tools"] = json!({"echo": {}}),
        Flaw::ToolsMissing => drop(result.shift_remove("tools")),
        Flaw::SameCursorForever => drop(result.insert("nextCursor".to_owned(), json!("from-1"))),
        Flaw::NewCursorsForever => drop(result.insert("nextCursor".to_owned(), json!(format!("page-{list}")))),
        Flaw::CursorNotString => drop(result.insert("nextCursor".to_owned(), json!(2))),
        Flaw::CacheHintsMissing => {
            for hint in ["resultType", "ttlMs", "cacheScope"] {
                result.shift_remove(hint);
            }
        }
        flaw => {
            if let Some(tools) = result.get_mut("tools").and_then(Value::as_array_mut) {
                spoil_tools(flaw, tools, list);
            }
        }
    }
}

fn spoil_tools(flaw: Flaw, tools: &mut Vec<Value>, list: u64) {
    match flaw {
        Flaw::DuplicateToolNames => tools.extend(tool(tools, "echo").cloned()),
        Flaw::OneMalformedTool => tools.insert(tools.len().min(1), json!(42)),
        Flaw::UnstableOrder => {
            let turn = usize::try_from(list).unwrap_or_default() % tools.len().max(1);
            tools.rotate_left(turn);
        }
        Flaw::OutputSchemaInvalid => {
            set(tools, "add", "outputSchema", json!({"type": "object", "properties": {"result": {"type": "nmber"}}}));
        }
        Flaw::ToolNameNotString => set(tools, "echo", "name", json!(7)),
        Flaw::ToolNameWithBlanks => set(tools, "echo", "name", json!("echo a message")),
        Flaw::ToolWithoutName => remove(tools, "name"),
        Flaw::ToolWithoutInputSchema => remove(tools, "inputSchema"),
        Flaw::InputSchemaTrue => set(tools, "echo", "inputSchema", json!(true)),
        Flaw::InputSchemaNotObjectType => set(tools, "echo", "inputSchema", json!({"type": "string"})),
        Flaw::InputSchemaInvalid => {
            set(tools, "echo", "inputSchema", json!({"type": "object", "required": "message", "properties": [1]}));
        }
        Flaw::HintNotBoolean => set(tools, "echo", "annotations", json!({"readOnlyHint": "yes"})),
        Flaw::DescriptionNotString => set(tools, "echo", "description", json!(7)),
        _ => {}
    }
}

fn tool<'a>(tools: &'a [Value], name: &str) -> Option<&'a Value> {
    tools.iter().find(|tool| tool["name"] == name)
}

fn set(tools: &mut [Value], name: &str, member: &str, value: Value) {
    if let Some(tool) = tools.iter_mut().find(|tool| tool["name"] == name) {
        tool[member] = value;
    }
}

fn remove(tools: &mut [Value], member: &str) {
    let echo = tools.iter_mut().find(|tool| tool["name"] == "echo");
    if let Some(members) = echo.and_then(Value::as_object_mut) {
        members.shift_remove(member);
    }
}
