//! OpenAI's Responses API. The conversation is sent whole each time: nothing is stored at the provider.

use mcpvals_model::{ModelReply, ModelSpec, Stop, ToolUse, Usage};
use serde_json::{Value, json};

use super::{WireRequest, bearer, count, parsed, schema, set, unseeded, url};
use crate::{Conversation, Part, ToolNames, ToolResult, ToolSpec, Turn};

pub(super) fn request(model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
    let mut body = json!({
        "model": model.model, "max_output_tokens": model.max_tokens, "store": false,
        // What it thought goes back to it, so that it need not think it again.
        "include": ["reasoning.encrypted_content"],
    });
    set(&mut body, "temperature", model.temperature);
    set(&mut body, "instructions", Some(conversation.system.as_str()).filter(|system| !system.is_empty()));
    body["input"] = conversation.turns.iter().flat_map(items).collect();
    let mut adapted = unseeded(model);
    let mut tool = |tool: &ToolSpec| {
        let (name, (parameters, changes)) = (names.given(&tool.name), schema::adapted(tool, model.provider));
        adapted.extend(changes);
        json!({"type": "function", "name": name, "description": tool.description, "parameters": parameters, "strict": false})
    };
    let tools: Vec<Value> = conversation.tools.iter().map(&mut tool).collect();
    set(&mut body, "tools", Some(tools).filter(|tools| !tools.is_empty()));
    if let Some(form) = &conversation.answer {
        let format = json!({"type": "json_schema", "name": form.name, "schema": form.schema, "strict": true});
        body["text"] = json!({"format": format});
    }
    adapted.extend(errors_as_text(conversation, model));
    WireRequest { url: url(model, "responses"), headers: bearer(model), body, stream: model.stream, adapted }
}

/// What is said where a provider's results have no mark for errors.
pub(super) fn errors_as_text(conversation: &Conversation, model: &ModelSpec) -> Option<String> {
    let fails = |turn: &Turn| matches!(turn, Turn::Results(results) if results.iter().any(|result| result.is_error));
    let words =
        || format!("that a call failed is said in the text of its result: {} has no mark for it", model.provider);
    conversation.turns.iter().any(fails).then(words)
}

fn items(turn: &Turn) -> Vec<Value> {
    match turn {
        Turn::User(text) => vec![json!({"role": "user", "content": [{"type": "input_text", "text": text}]})],
        Turn::Model(reply) => reply.native.as_array().cloned().unwrap_or_default(),
        Turn::Results(results) => results.iter().map(result).collect(),
    }
}

fn result(result: &ToolResult) -> Value {
    let output = if result.images().next().is_none() { result.text_with_error().into() } else { parts(result) };
    json!({"type": "function_call_output", "call_id": result.id, "output": output})
}

fn parts(result: &ToolResult) -> Value {
    let part = |part: &Part| match part {
        Part::Text(text) => json!({"type": "input_text", "text": text}),
        Part::Image { mime_type, data } => {
            json!({"type": "input_image", "image_url": format!("data:{mime_type};base64,{data}")})
        }
    };
    let failed = result.is_error.then(|| json!({"type": "input_text", "text": "The call failed."}));
    failed.into_iter().chain(result.parts.iter().map(part)).collect()
}

pub(super) fn read(body: &Value) -> Result<ModelReply, &'static str> {
    let items = body["output"].as_array().ok_or("no array `output`")?;
    let of_kind = |kind: &'static str| items.iter().filter(move |item| item["type"] == kind);
    let said = || of_kind("message").flat_map(|item| item["content"].as_array().into_iter().flatten());
    let text: Vec<&str> = said().filter_map(|part| part["text"].as_str()).collect();
    let refusal = said().find_map(|part| part["refusal"].as_str());
    let call = |item: &Value| {
        let (id, tool) = (item["call_id"].as_str()?.to_owned(), item["name"].as_str()?.to_owned());
        Some(ToolUse { id, tool, args: parsed(item["arguments"].as_str()?) })
    };
    let calls: Option<Vec<ToolUse>> = of_kind("function_call").map(call).collect();
    let calls = calls.ok_or("a `function_call` without `call_id`, `name` or `arguments`")?;
    let usage = &body["usage"];
    Ok(ModelReply {
        text: text.concat(),
        stop: stop(body, refusal, !calls.is_empty()),
        calls,
        usage: Usage {
            input: count(usage, "/input_tokens"),
            cached: count(usage, "/input_tokens_details/cached_tokens"),
            cache_written: count(usage, "/input_tokens_details/cache_write_tokens"),
            output: count(usage, "/output_tokens"),
        },
        native: body["output"].clone(),
    })
}

fn stop(body: &Value, refusal: Option<&str>, calls: bool) -> Stop {
    let words = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).unwrap_or("no reason given").to_owned();
    match body["status"].as_str() {
        _ if refusal.is_some() => Stop::Refused(refusal.unwrap_or_default().to_owned()),
        Some("completed") | None if calls => Stop::Calls,
        Some("completed") | None => Stop::End,
        Some("incomplete") => match words("/incomplete_details/reason").as_str() {
            "max_output_tokens" => Stop::CutOff,
            "content_filter" => Stop::Refused("content_filter".to_owned()),
            other => Stop::Other(other.to_owned()),
        },
        Some("failed") => Stop::Other(words("/error/message")),
        Some(other) => Stop::Other(other.to_owned()),
    }
}
