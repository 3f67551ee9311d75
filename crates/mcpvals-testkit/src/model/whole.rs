//! Whole answers, as each provider's documentation shows them: <https://platform.claude.com/docs/en/api/messages>,
//! <https://platform.openai.com/docs/api-reference/responses/object>,
//! <https://platform.openai.com/docs/api-reference/chat/object>,
//! <https://ai.google.dev/api/generate-content#generatecontentresponse>.

use serde_json::{Value, json};

use super::format::{Call, Stop, Words};

/// What is said, where anything is.
fn said(text: &str, block: Value) -> Option<Value> {
    (!text.is_empty()).then_some(block)
}

pub(super) fn messages(words: &Words<'_>) -> Value {
    let thought = json!({"type": "thinking", "thinking": words.thought, "signature": "c2lnbmVk"});
    let text = json!({"type": "text", "text": words.text});
    let call = |call: &Call<'_>| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.args});
    let before = said(words.thought, thought).into_iter().chain(said(words.text, text));
    let content: Vec<Value> = before.chain(words.calls.iter().map(call)).collect();
    let reason = match words.stop {
        Stop::End => "end_turn",
        Stop::Length => "max_tokens",
        Stop::Calls => "tool_use",
        Stop::Refusal => "refusal",
    };
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "double", "content": content,
        "stop_reason": reason, "stop_sequence": null,
        "usage": {"input_tokens": 100, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 20, "output_tokens": 10},
    })
}

pub(super) fn responses(words: &Words<'_>) -> Value {
    let cut = words.stop == Stop::Length;
    json!({
        "id": "resp_1", "object": "response", "created_at": 1_700_000_000, "model": "double", "error": null,
        "status": if cut { "incomplete" } else { "completed" },
        "incomplete_details": if cut { json!({"reason": "max_output_tokens"}) } else { Value::Null },
        "output": items(words), "parallel_tool_calls": true, "tool_choice": "auto", "tools": [],
        "usage": {"input_tokens": 120, "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 0},
                  "output_tokens": 10, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 130},
    })
}

fn items(words: &Words<'_>) -> Vec<Value> {
    let summary = json!([{"type": "summary_text", "text": words.thought}]);
    let thought = json!({"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "c2VhbGVk"});
    let part = if words.stop == Stop::Refusal {
        json!({"type": "refusal", "refusal": words.text})
    } else {
        json!({"type": "output_text", "text": words.text, "annotations": []})
    };
    let message =
        json!({"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": [part]});
    let call = |call: &Call<'_>| {
        json!({"type": "function_call", "id": format!("fc_{}", call.id), "call_id": call.id, "name": call.name,
               "arguments": call.args.to_string(), "status": "completed"})
    };
    let before = said(words.thought, thought).into_iter().chain(said(words.text, message));
    before.chain(words.calls.iter().map(call)).collect()
}

/// Thoughts have no place there.
pub(super) fn chat(words: &Words<'_>) -> Value {
    let refused = words.stop == Stop::Refusal;
    let call = |call: &Call<'_>| {
        let function = json!({"name": call.name, "arguments": call.args.to_string()});
        json!({"id": call.id, "type": "function", "function": function})
    };
    let mut message = json!({
        "role": "assistant",
        "content": said(words.text, words.text.into()).filter(|_| !refused),
        "refusal": said(words.text, words.text.into()).filter(|_| refused),
    });
    if !words.calls.is_empty() {
        message["tool_calls"] = words.calls.iter().map(call).collect();
    }
    let reason = match words.stop {
        Stop::Length => "length",
        Stop::Calls => "tool_calls",
        Stop::End | Stop::Refusal => "stop",
    };
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "double",
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": reason}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 10, "total_tokens": 130,
                  "prompt_tokens_details": {"cached_tokens": 20}},
    })
}

pub(super) fn gemini(words: &Words<'_>) -> Value {
    let thought = said(words.thought, json!({"text": words.thought, "thought": true}));
    let before = thought.into_iter().chain(said(words.text, json!({"text": words.text})));
    let parts: Vec<Value> = before.chain(function_calls(words)).collect();
    let reason = match words.stop {
        Stop::Length => "MAX_TOKENS",
        Stop::Refusal => "SAFETY",
        Stop::End | Stop::Calls => "STOP",
    };
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {"promptTokenCount": 120, "cachedContentTokenCount": 20, "candidatesTokenCount": 10,
                          "totalTokenCount": 130},
        "modelVersion": "double",
    })
}

/// After thoughts, the first of the calls is signed (<https://ai.google.dev/gemini-api/docs/thought-signatures>).
fn function_calls(words: &Words<'_>) -> Vec<Value> {
    let call = |call: &Call<'_>| json!({"functionCall": {"name": call.name, "args": call.args}});
    let mut calls: Vec<Value> = words.calls.iter().map(call).collect();
    if let Some(first) = calls.first_mut().filter(|_| !words.thought.is_empty()) {
        first["thoughtSignature"] = "c2lnbmVk".into();
    }
    calls
}
