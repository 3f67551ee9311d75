//! The answers of each provider, as its documentation shows them.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Messages,
    Responses,
    ChatCompletions,
    GenerateContent,
}

impl Format {
    /// Google streams at another path; without `alt=sse` it would send one long array there, which nobody reads.
    pub(super) fn of(path: &str, query: &str) -> Option<Self> {
        match path {
            "/v1/messages" => Some(Self::Messages),
            path if path.ends_with("/responses") => Some(Self::Responses),
            path if path.ends_with("/chat/completions") => Some(Self::ChatCompletions),
            path if path.ends_with(":generateContent") => Some(Self::GenerateContent),
            path if path.ends_with(":streamGenerateContent") && query == "alt=sse" => Some(Self::GenerateContent),
            _ => None,
        }
    }

    /// Is the answer asked for in pieces?
    pub(super) fn is_streamed(self, path: &str, request: &Value) -> bool {
        match self {
            Self::GenerateContent => path.ends_with(":streamGenerateContent"),
            Self::Messages | Self::Responses | Self::ChatCompletions => request["stream"] == true,
        }
    }

    pub(super) fn text(self, text: &str) -> Value {
        self.message(text, &[], "end")
    }

    pub(super) fn cut_off(self, text: &str) -> Value {
        self.message(text, &[], "length")
    }

    pub(super) fn refusal(self) -> Value {
        self.message("I will not.", &[], "refusal")
    }

    /// With ids that no other turn has.
    pub(super) fn calls(self, calls: &[(String, Value)], turn: usize) -> Value {
        let id = |index: usize| format!("call_{turn}_{index}");
        let calls: Vec<Call<'_>> =
            calls.iter().enumerate().map(|(index, (name, args))| Call { id: id(index), name, args }).collect();
        self.message("", &calls, "calls")
    }

    fn message(self, text: &str, calls: &[Call<'_>], stop: &str) -> Value {
        match self {
            Self::Messages => messages(text, calls, stop),
            Self::Responses => responses(text, calls, stop),
            Self::ChatCompletions => chat(text, calls, stop),
            Self::GenerateContent => gemini(text, calls, stop),
        }
    }
}

struct Call<'a> {
    id: String,
    name: &'a str,
    args: &'a Value,
}

fn said(text: &str, block: Value) -> Vec<Value> {
    if text.is_empty() { Vec::new() } else { vec![block] }
}

fn messages(text: &str, calls: &[Call<'_>], stop: &str) -> Value {
    let call = |call: &Call<'_>| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.args});
    let content: Vec<Value> =
        said(text, json!({"type": "text", "text": text})).into_iter().chain(calls.iter().map(call)).collect();
    let reason = match stop {
        "end" => "end_turn",
        "length" => "max_tokens",
        "calls" => "tool_use",
        other => other,
    };
    json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "double", "content": content,
        "stop_reason": reason, "stop_sequence": null,
        "usage": {"input_tokens": 100, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 20, "output_tokens": 10},
    })
}

fn responses(text: &str, calls: &[Call<'_>], stop: &str) -> Value {
    let part = if stop == "refusal" {
        json!({"type": "refusal", "refusal": text})
    } else {
        json!({"type": "output_text", "text": text, "annotations": []})
    };
    let message =
        json!({"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": [part]});
    let call = |call: &Call<'_>| {
        json!({"type": "function_call", "id": format!("fc_{}", call.id), "call_id": call.id, "name": call.name,
               "arguments": call.args.to_string(), "status": "completed"})
    };
    let output: Vec<Value> = said(text, message).into_iter().chain(calls.iter().map(call)).collect();
    let cut = stop == "length";
    json!({
        "id": "resp_1", "object": "response", "created_at": 1_700_000_000, "model": "double", "error": null,
        "status": if cut { "incomplete" } else { "completed" },
        "incomplete_details": if cut { json!({"reason": "max_output_tokens"}) } else { Value::Null },
        "output": output, "parallel_tool_calls": true, "tool_choice": "auto", "tools": [],
        "usage": {"input_tokens": 120, "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 0}, "output_tokens": 10,
                  "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 130},
    })
}

fn chat(text: &str, calls: &[Call<'_>], stop: &str) -> Value {
    let refused = stop == "refusal";
    let call = |call: &Call<'_>| {
        let function = json!({"name": call.name, "arguments": call.args.to_string()});
        json!({"id": call.id, "type": "function", "function": function})
    };
    let mut message = json!({
        "role": "assistant",
        "content": if refused || text.is_empty() { Value::Null } else { text.into() },
        "refusal": if refused { text.into() } else { Value::Null },
    });
    if !calls.is_empty() {
        message["tool_calls"] = calls.iter().map(call).collect();
    }
    let reason = match stop {
        "length" => "length",
        "calls" => "tool_calls",
        _ => "stop",
    };
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "double",
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": reason}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 10, "total_tokens": 130,
                  "prompt_tokens_details": {"cached_tokens": 20}},
    })
}

fn gemini(text: &str, calls: &[Call<'_>], stop: &str) -> Value {
    let call = |call: &Call<'_>| json!({"functionCall": {"name": call.name, "args": call.args}});
    let parts: Vec<Value> = said(text, json!({"text": text})).into_iter().chain(calls.iter().map(call)).collect();
    let reason = match stop {
        "length" => "MAX_TOKENS",
        "refusal" => "SAFETY",
        _ => "STOP",
    };
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {"promptTokenCount": 120, "cachedContentTokenCount": 20, "candidatesTokenCount": 10,
                          "totalTokenCount": 130},
        "modelVersion": "double",
    })
}
