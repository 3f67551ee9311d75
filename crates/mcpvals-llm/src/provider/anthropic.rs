//! Anthropic's Messages API (version 2023-06-01).

use mcpvals_model::{ModelReply, ModelSpec, Secret, Stop, ToolUse, Usage};
use serde_json::{Value, json};

use super::{WireRequest, count, schema, set, unseeded, url};
use crate::{Conversation, Part, ToolNames, ToolResult, Turn};

const VERSION: &str = "2023-06-01";

pub(super) fn request(model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
    let mut body = json!({"model": model.model, "max_tokens": model.max_tokens});
    set(&mut body, "temperature", model.temperature);
    if !conversation.system.is_empty() {
        body["system"] = json!([cached(json!({"type": "text", "text": conversation.system}))]);
    }
    let mut messages: Vec<Value> = conversation.turns.iter().map(turn).collect();
    // The next turn begins where this one ends, so that is what is worth keeping.
    if let Some(last) = messages.last_mut().and_then(|message| message["content"].as_array_mut()?.last_mut()) {
        *last = cached(last.take());
    }
    body["messages"] = messages.into();
    let mut adapted = unseeded(model);
    let mut tool = |tool: &crate::ToolSpec| {
        let (schema, changes) = schema::adapted(tool, model.provider);
        adapted.extend(changes);
        json!({"name": names.given(&tool.name), "description": tool.description, "input_schema": schema})
    };
    let mut tools: Vec<Value> = conversation.tools.iter().map(&mut tool).collect();
    if let Some(last) = tools.last_mut() {
        *last = cached(last.take());
        body["tools"] = tools.into();
    }
    // Every model of the provider's can call a tool, and not every one takes a schema of its answer.
    if let Some(form) = &conversation.answer {
        body["tools"] = json!([{"name": form.name, "description": "Takes the answer.", "input_schema": form.schema}]);
        body["tool_choice"] = json!({"type": "tool", "name": form.name});
    }
    let key = model.api_key.clone().map(|key| ("x-api-key", key));
    let headers = key.into_iter().chain([("anthropic-version", Secret::new(VERSION))]).collect();
    WireRequest { url: url(model, "v1/messages"), headers, body, stream: model.stream, adapted }
}

/// The provider keeps everything up to here for the next request.
fn cached(mut block: Value) -> Value {
    block["cache_control"] = json!({"type": "ephemeral"});
    block
}

fn turn(turn: &Turn) -> Value {
    match turn {
        Turn::User(text) => json!({"role": "user", "content": [{"type": "text", "text": text}]}),
        Turn::Model(reply) => json!({"role": "assistant", "content": reply.native}),
        Turn::Results(results) => {
            json!({"role": "user", "content": results.iter().map(result).collect::<Vec<_>>()})
        }
    }
}

fn result(result: &ToolResult) -> Value {
    let part = |part: &Part| match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Image { mime_type, data } => {
            json!({"type": "image", "source": {"type": "base64", "media_type": mime_type, "data": data}})
        }
    };
    let content: Vec<Value> =
        result.parts.iter().filter(|part| **part != Part::Text(String::new())).map(part).collect();
    let mut block = json!({"type": "tool_result", "tool_use_id": result.id, "content": content});
    if result.is_error {
        block["is_error"] = json!(true);
    }
    block
}

pub(super) fn read(body: &Value) -> Result<ModelReply, &'static str> {
    let blocks = body["content"].as_array().ok_or("no array `content`")?;
    let of_kind = |kind: &'static str| blocks.iter().filter(move |block| block["type"] == kind);
    let text: Vec<&str> = of_kind("text").filter_map(|block| block["text"].as_str()).collect();
    let call = |block: &Value| {
        let (id, tool) = (block["id"].as_str()?.to_owned(), block["name"].as_str()?.to_owned());
        Some(ToolUse { id, tool, args: block["input"].clone() })
    };
    let calls: Option<Vec<ToolUse>> = of_kind("tool_use").map(call).collect();
    let stop = stop(body["stop_reason"].as_str().ok_or("no `stop_reason`")?);
    if stop == Stop::Calls && calls.as_ref().is_some_and(Vec::is_empty) {
        return Err("`stop_reason` \"tool_use\", and no `tool_use` in `content`");
    }
    let usage = &body["usage"];
    let (cached, written) = (count(usage, "/cache_read_input_tokens"), count(usage, "/cache_creation_input_tokens"));
    Ok(ModelReply {
        text: text.concat(),
        calls: calls.ok_or("a `tool_use` without `id` or `name`")?,
        stop,
        usage: Usage {
            input: count(usage, "/input_tokens") + cached + written,
            cached,
            cache_written: written,
            output: count(usage, "/output_tokens"),
        },
        native: body["content"].clone(),
    })
}

fn stop(reason: &str) -> Stop {
    match reason {
        "end_turn" | "stop_sequence" => Stop::End,
        "tool_use" => Stop::Calls,
        "max_tokens" => Stop::CutOff,
        "refusal" => Stop::Refused(reason.to_owned()),
        other => Stop::Other(other.to_owned()),
    }
}
