//! Anthropic's Messages: <https://platform.claude.com/docs/en/build-with-claude/streaming>.

use serde_json::{Value, json};

use super::{items, pieces, text};

pub(super) fn events(whole: &Value) -> Vec<Value> {
    let blocks = items(&whole["content"]).iter().enumerate().flat_map(|(index, content)| block(index, content));
    let mut all = vec![begin(whole), json!({"type": "ping"})];
    all.extend(blocks);
    let delta = json!({"stop_reason": whole["stop_reason"], "stop_sequence": whole["stop_sequence"]});
    let usage = json!({"output_tokens": whole["usage"]["output_tokens"]});
    all.push(json!({"type": "message_delta", "delta": delta, "usage": usage}));
    all.push(json!({"type": "message_stop"}));
    all
}

/// The message with nothing in it: what was written is counted later.
fn begin(whole: &Value) -> Value {
    let mut message = whole.clone();
    message["content"] = json!([]);
    message["stop_reason"] = Value::Null;
    message["usage"]["output_tokens"] = 1.into();
    json!({"type": "message_start", "message": message})
}

fn block(index: usize, whole: &Value) -> Vec<Value> {
    let (empty, deltas) = match text(&whole["type"]) {
        "tool_use" => call(whole),
        "thinking" => thought(whole),
        _ => said(whole),
    };
    let delta = |delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let mut all = vec![json!({"type": "content_block_start", "index": index, "content_block": empty})];
    all.extend(deltas.into_iter().map(delta));
    all.push(json!({"type": "content_block_stop", "index": index}));
    all
}

fn said(whole: &Value) -> (Value, Vec<Value>) {
    let delta = |piece: String| json!({"type": "text_delta", "text": piece});
    (json!({"type": "text", "text": ""}), pieces(text(&whole["text"])).into_iter().map(delta).collect())
}

/// The signature comes last.
fn thought(whole: &Value) -> (Value, Vec<Value>) {
    let delta = |piece: String| json!({"type": "thinking_delta", "thinking": piece});
    let mut deltas: Vec<Value> = pieces(text(&whole["thinking"])).into_iter().map(delta).collect();
    deltas.push(json!({"type": "signature_delta", "signature": whole["signature"]}));
    (json!({"type": "thinking", "thinking": "", "signature": ""}), deltas)
}

/// The first piece of an input is empty.
fn call(whole: &Value) -> (Value, Vec<Value>) {
    let mut empty = whole.clone();
    empty["input"] = json!({});
    let delta = |piece: String| json!({"type": "input_json_delta", "partial_json": piece});
    let input = whole["input"].to_string();
    (empty, std::iter::once(String::new()).chain(pieces(&input)).map(delta).collect())
}

pub(super) fn failure(message: &str) -> Value {
    json!({"type": "error", "error": {"type": "overloaded_error", "message": message}, "request_id": "req_1"})
}
