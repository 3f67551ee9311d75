//! Chat Completions: OpenAI's older API, and what most others speak.

use mcpvals_model::{ModelReply, ModelSpec, Stop, ToolUse, Usage};
use serde_json::{Value, json};

use super::openai::errors_as_text;
use super::{WireRequest, bearer, count, is_azure, parsed, schema, set, url};
use crate::{Conversation, ToolNames, ToolResult, ToolSpec, Turn};

pub(super) fn request(model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
    let mut body = json!({"model": model.model});
    let url = url(model, "chat/completions");
    // Who is compatible knows the older name, and OpenAI itself takes only the newer for its newer models.
    let is_newer = url.starts_with("https://api.openai.com/") || is_azure(model) || thinks(&model.model);
    let longest = if is_newer { "max_completion_tokens" } else { "max_tokens" };
    body[longest] = model.max_tokens.into();
    set(&mut body, "temperature", model.temperature);
    set(&mut body, "seed", model.seed);
    let system = Some(&conversation.system).filter(|system| !system.is_empty());
    let system = system.map(|system| json!({"role": "system", "content": system}));
    body["messages"] = system.into_iter().chain(conversation.turns.iter().flat_map(messages)).collect();
    let mut adapted: Vec<String> = errors_as_text(conversation, model).into_iter().collect();
    let mut tool = |tool: &ToolSpec| {
        let (name, (parameters, changes)) = (names.given(&tool.name), schema::adapted(tool, model.provider));
        adapted.extend(changes);
        json!({"type": "function", "function": {"name": name, "description": tool.description, "parameters": parameters}})
    };
    let tools: Vec<Value> = conversation.tools.iter().map(&mut tool).collect();
    set(&mut body, "tools", Some(tools).filter(|tools| !tools.is_empty()));
    if let Some(form) = &conversation.answer {
        let schema = json!({"name": form.name, "schema": form.schema, "strict": true});
        body["response_format"] = json!({"type": "json_schema", "json_schema": schema});
    }
    adapted.extend(images_apart(conversation));
    WireRequest { url, headers: bearer(model), body, stream: model.stream, adapted }
}

/// Is it one of OpenAI's models that take the newer name only, wherever it is served: `o3`, `gpt-5.1`, `openai/o4-mini`?
fn thinks(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let is_o = name.strip_prefix('o').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_o || name.starts_with("gpt-5")
}

fn images_apart(conversation: &Conversation) -> Option<String> {
    let shows =
        |turn: &Turn| matches!(turn, Turn::Results(results) if results.iter().any(|it| it.images().next().is_some()));
    let words = || "images of results follow them as a message of the user: results are texts there".to_owned();
    conversation.turns.iter().any(shows).then(words)
}

fn messages(turn: &Turn) -> Vec<Value> {
    match turn {
        Turn::User(text) => vec![json!({"role": "user", "content": text})],
        Turn::Model(reply) => vec![reply.native.clone()],
        Turn::Results(results) => results.iter().map(result).chain(pictures(results)).collect(),
    }
}

fn result(result: &ToolResult) -> Value {
    json!({"role": "tool", "tool_call_id": result.id, "content": result.text_with_error()})
}

fn pictures(results: &[ToolResult]) -> Option<Value> {
    let picture = |(mime_type, data): (&str, &str)| json!({"type": "image_url", "image_url": {"url": format!("data:{mime_type};base64,{data}")}});
    let of_result = |result: &ToolResult| {
        let pictures: Vec<Value> = result.images().map(picture).collect();
        let heading = json!({"type": "text", "text": format!("Images in the result of {}:", result.tool)});
        let heading = (!pictures.is_empty()).then_some(heading);
        heading.into_iter().chain(pictures).collect::<Vec<_>>()
    };
    let parts: Vec<Value> = results.iter().flat_map(of_result).collect();
    (!parts.is_empty()).then(|| json!({"role": "user", "content": parts}))
}

pub(super) fn read(body: &Value) -> Result<ModelReply, &'static str> {
    let choice = body.pointer("/choices/0").ok_or("no `choices`")?;
    let message = choice.get("message").filter(|message| message.is_object()).ok_or("no `message` in `choices[0]`")?;
    let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
    let calls: Option<Vec<ToolUse>> = calls.iter().enumerate().map(call).collect();
    let calls = calls.ok_or("a call in `tool_calls` without `function.name`")?;
    let usage = &body["usage"];
    let native = echo(message, &calls);
    Ok(ModelReply {
        text: message["content"].as_str().unwrap_or_default().to_owned(),
        stop: stop(choice, message, !calls.is_empty()),
        calls,
        usage: Usage {
            input: count(usage, "/prompt_tokens"),
            cached: count(usage, "/prompt_tokens_details/cached_tokens"),
            cache_written: count(usage, "/prompt_tokens_details/cache_write_tokens"),
            output: count(usage, "/completion_tokens"),
        },
        native,
    })
}

/// Some give no id, and some give the arguments as an object.
fn call((index, call): (usize, &Value)) -> Option<ToolUse> {
    let id =
        call["id"].as_str().filter(|id| !id.is_empty()).map_or_else(|| format!("call_{}", index + 1), str::to_owned);
    let args = match &call["function"]["arguments"] {
        Value::String(text) => parsed(text),
        Value::Null => json!({}),
        other => other.clone(),
    };
    Some(ToolUse { id, tool: call["function"]["name"].as_str()?.to_owned(), args })
}

/// The message as it goes back: only the members that requests have, since others are refused by some, with the ids
/// that the results will name.
fn echo(message: &Value, calls: &[ToolUse]) -> Value {
    let mut native = json!({"role": "assistant", "content": message["content"]});
    if !calls.is_empty() {
        let call = |call: &ToolUse| {
            let arguments = call.args.as_str().map_or_else(|| call.args.to_string(), str::to_owned);
            json!({"id": call.id, "type": "function", "function": {"name": call.tool, "arguments": arguments}})
        };
        native["tool_calls"] = calls.iter().map(call).collect();
    }
    native
}

fn stop(choice: &Value, message: &Value, calls: bool) -> Stop {
    if let Some(refusal) = message["refusal"].as_str() {
        return Stop::Refused(refusal.to_owned());
    }
    match choice["finish_reason"].as_str() {
        Some("length") => Stop::CutOff,
        Some("content_filter") => Stop::Refused("content_filter".to_owned()),
        // Some say `stop` where they call.
        Some("stop" | "tool_calls" | "function_call") | None if calls => Stop::Calls,
        Some("stop" | "tool_calls") | None => Stop::End,
        Some(other) => Stop::Other(other.to_owned()),
    }
}
