//! What came of a call, as a model is given it.

use mcpvals_llm::{Part, ToolResult};
use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallEnd, ToolUse};
use serde_json::Value;

use crate::count;
use crate::reply::{Reply, blocks};

/// Characters of a text that a model is given; what is longer says so.
const TEXT_CHARS_MAX: usize = 100_000;

/// The result of a call: a failure is told to the model, so that it can do something about it.
pub(super) fn of_answer(call: &ToolUse, end: &CallEnd, answer: Option<&Answer>) -> ToolResult {
    match answer.map(Reply::of) {
        Some(Reply::Result(result)) => {
            let is_error = result.get("isError") == Some(&Value::Bool(true));
            ToolResult { id: call.id.clone(), tool: call.tool.clone(), is_error, parts: of_result(result) }
        }
        Some(reply @ Reply::Error(_)) => failed(call, reply.shown()),
        None => failed(call, end.to_string()),
    }
}

/// A result that says only why there is none.
pub(super) fn failed(call: &ToolUse, why: String) -> ToolResult {
    ToolResult { id: call.id.clone(), tool: call.tool.clone(), is_error: true, parts: vec![Part::Text(why)] }
}

/// The texts of a result.
pub(super) fn texts(result: &Value) -> Vec<String> {
    let text = |part| match part {
        Part::Text(text) => Some(text),
        Part::Image { .. } => None,
    };
    of_result(result).into_iter().filter_map(text).collect()
}

/// Of a tool, of a resource that was read, of a prompt, or of a list.
fn of_result(result: &Value) -> Vec<Part> {
    let list = |member: &str| result.get(member).and_then(Value::as_array);
    match (list("content"), list("contents"), list("messages")) {
        (None, Some(contents), None) => contents.iter().map(content).collect(),
        (None, None, Some(messages)) => messages.iter().flat_map(message).collect(),
        (None, None, None) if result.get("structuredContent").is_none() => {
            vec![Part::Text(clipped(result.to_string()))]
        }
        _ => of_tool(result),
    }
}

fn content(content: &Value) -> Part {
    let text = |name: &str| content.get(name).and_then(Value::as_str);
    match (text("blob"), text("mimeType").filter(|mime_type| mime_type.starts_with("image/"))) {
        (Some(data), Some(mime_type)) => Part::Image { mime_type: mime_type.to_owned(), data: data.to_owned() },
        _ => resource(content),
    }
}

fn message(message: &Value) -> [Part; 2] {
    let role = message.get("role").and_then(Value::as_str).unwrap_or("nobody");
    [Part::Text(format!("[{role}]")), part(message.get("content").unwrap_or(&Value::Null))]
}

fn of_tool(result: &Value) -> Vec<Part> {
    let parts: Vec<Part> = blocks(result).iter().map(part).collect();
    let structured = result.get("structuredContent").filter(|_| parts.is_empty());
    let structured = structured.map(|value| Part::Text(clipped(value.to_string())));
    parts.into_iter().chain(structured).collect()
}

fn part(block: &Value) -> Part {
    let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "text" => Part::Text(clipped(text("text").to_owned())),
        "image" => Part::Image { mime_type: text("mimeType").to_owned(), data: text("data").to_owned() },
        "audio" => Part::Text(format!("[audio of type {}, which is not handed on]", text("mimeType"))),
        "resource" => resource(block.get("resource").unwrap_or(&Value::Null)),
        _ => Part::Text(clipped(block.to_string())),
    }
}

fn resource(resource: &Value) -> Part {
    let text = |name: &str| resource.get(name).and_then(Value::as_str);
    let uri = text("uri").unwrap_or_default();
    Part::Text(match text("text") {
        Some(text) => clipped(format!("[resource {uri}]\n{text}")),
        None => format!("[resource {uri} of type {}, which is not handed on]", text("mimeType").unwrap_or("unknown")),
    })
}

fn clipped(text: String) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((at, _)) => format!("{} [cut: {} more]", &text[..at], count::of(text.len() - at, "byte")),
        None => text,
    }
}
