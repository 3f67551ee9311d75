//! Chat Completions: <https://platform.openai.com/docs/api-reference/chat-streaming>.

use serde_json::{Value, json};

use super::{items, pieces, text};

/// Unnamed events, and one at the end that is no JSON.
pub(super) fn events(whole: &Value, request: &Value) -> Vec<Vec<u8>> {
    let is_counted = request["stream_options"]["include_usage"] == true;
    let choice = &whole["choices"][0];
    let mut chunks: Vec<Value> =
        deltas(&choice["message"]).into_iter().map(|delta| chunk(whole, &delta, &Value::Null)).collect();
    chunks.push(chunk(whole, &json!({}), &choice["finish_reason"]));
    if is_counted {
        for chunk in &mut chunks {
            chunk["usage"] = Value::Null;
        }
        chunks.push(counts(whole));
    }
    let done = std::iter::once("data: [DONE]\n\n".to_owned());
    chunks.iter().map(unnamed).chain(done).map(String::into_bytes).collect()
}

fn unnamed(data: &Value) -> String {
    format!("data: {data}\n\n")
}

fn chunk(whole: &Value, delta: &Value, finish_reason: &Value) -> Value {
    json!({
        "id": whole["id"], "object": "chat.completion.chunk", "created": whole["created"], "model": whole["model"],
        "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason}],
    })
}

/// What it took stands in a chunk of its own.
fn counts(whole: &Value) -> Value {
    let mut counts = chunk(whole, &Value::Null, &Value::Null);
    counts["choices"] = json!([]);
    counts["usage"] = whole["usage"].clone();
    counts
}

fn deltas(message: &Value) -> Vec<Value> {
    let is_said = message["content"].is_string();
    let content = if is_said { "".into() } else { Value::Null };
    let mut all = vec![json!({"role": "assistant", "content": content, "refusal": null})];
    for member in ["content", "refusal"] {
        all.extend(pieces(text(&message[member])).into_iter().map(|piece| json!({member: piece})));
    }
    all.extend(items(&message["tool_calls"]).iter().enumerate().flat_map(|(index, whole)| call(index, whole)));
    all
}

fn call(index: usize, whole: &Value) -> Vec<Value> {
    let function = &whole["function"];
    let mut first = whole.clone();
    first["index"] = index.into();
    first["function"]["arguments"] = "".into();
    let rest = pieces(text(&function["arguments"])).into_iter();
    let rest = rest.map(|piece| json!({"index": index, "function": {"arguments": piece}}));
    std::iter::once(first).chain(rest).map(|call| json!({"tool_calls": [call]})).collect()
}

pub(super) fn failure(message: &str) -> Vec<u8> {
    let error = json!({"message": message, "type": "server_error", "param": null, "code": null});
    unnamed(&json!({"error": error})).into_bytes()
}
