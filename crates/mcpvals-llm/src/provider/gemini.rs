//! Google's Gemini API (`v1beta`, `generateContent`).

use mcpvals_model::{ModelReply, ModelSpec, Stop, ToolUse, Usage};
use serde_json::{Value, json};

use super::{WireRequest, count, schema, set, url};
use crate::{Conversation, ToolNames, ToolResult, ToolSpec, Turn};

pub(super) fn request(model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
    let mut settings = json!({"maxOutputTokens": model.max_tokens});
    set(&mut settings, "temperature", model.temperature);
    set(&mut settings, "seed", model.seed);
    if let Some(form) = &conversation.answer {
        settings["responseMimeType"] = json!("application/json");
        settings["responseJsonSchema"] = form.schema.clone();
    }
    let contents: Vec<Value> = conversation.turns.iter().map(|turn| content(turn, names)).collect();
    let mut body = json!({"contents": contents, "generationConfig": settings});
    if !conversation.system.is_empty() {
        body["systemInstruction"] = json!({"parts": [{"text": conversation.system}]});
    }
    let tool = |tool: &ToolSpec| {
        let (name, (parameters, _)) = (names.given(&tool.name), schema::adapted(tool, model.provider));
        json!({"name": name, "description": tool.description, "parametersJsonSchema": parameters})
    };
    let tools: Vec<Value> = conversation.tools.iter().map(tool).collect();
    if !tools.is_empty() {
        body["tools"] = json!([{"functionDeclarations": tools}]);
    }
    let headers = model.api_key.clone().map(|key| ("x-goog-api-key", key)).into_iter().collect();
    let url = url(model, &format!("v1beta/models/{}:generateContent", model.model));
    WireRequest { url, headers, body, stream: model.stream, adapted: Vec::new() }
}

fn content(turn: &Turn, names: &ToolNames) -> Value {
    match turn {
        Turn::User(text) => json!({"role": "user", "parts": [{"text": text}]}),
        Turn::Model(reply) => reply.native.clone(),
        Turn::Results(results) => {
            json!({"role": "user", "parts": results.iter().flat_map(|it| parts(it, names)).collect::<Vec<_>>()})
        }
    }
}

/// The result, and its images behind it.
fn parts(result: &ToolResult, names: &ToolNames) -> Vec<Value> {
    let member = if result.is_error { "error" } else { "output" };
    let mut response = json!({"name": names.given(&result.tool), "response": {member: result.text()}});
    // An id that we made up is not the provider's.
    if !result.id.starts_with(MADE_UP) {
        response["id"] = result.id.clone().into();
    }
    let image = |(mime_type, data): (&str, &str)| json!({"inlineData": {"mimeType": mime_type, "data": data}});
    [json!({"functionResponse": response})].into_iter().chain(result.images().map(image)).collect()
}

/// How ids begin that the provider did not give.
const MADE_UP: &str = "mcpvals_call_";

pub(super) fn read(body: &Value) -> Result<ModelReply, &'static str> {
    let usage = &body["usageMetadata"];
    let usage = Usage {
        input: count(usage, "/promptTokenCount"),
        cached: count(usage, "/cachedContentTokenCount"),
        cache_written: 0,
        output: count(usage, "/candidatesTokenCount") + count(usage, "/thoughtsTokenCount"),
    };
    if let Some(reason) = body.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
        let stop = Stop::Refused(reason.to_owned());
        return Ok(ModelReply { text: String::new(), calls: Vec::new(), stop, usage, native: Value::Null });
    }
    let candidate = body.pointer("/candidates/0").ok_or("no `candidates`")?;
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_thought = |part: &&Value| part["thought"] == true;
    let said = parts.iter().filter(|part| !is_thought(part));
    let text: Vec<&str> = said.filter_map(|part| part["text"].as_str()).collect();
    let calls: Option<Vec<ToolUse>> =
        parts.iter().filter_map(|part| part.get("functionCall")).enumerate().map(call).collect();
    let calls = calls.ok_or("a `functionCall` without `name`")?;
    Ok(ModelReply {
        text: text.concat(),
        stop: stop(candidate["finishReason"].as_str(), !calls.is_empty()),
        calls,
        usage,
        native: candidate.get("content").cloned().unwrap_or_else(|| json!({"role": "model", "parts": []})),
    })
}

fn call((index, call): (usize, &Value)) -> Option<ToolUse> {
    let id = call["id"].as_str().map_or_else(|| format!("{MADE_UP}{}", index + 1), str::to_owned);
    let args = call.get("args").filter(|args| !args.is_null()).cloned().unwrap_or_else(|| json!({}));
    Some(ToolUse { id, tool: call["name"].as_str()?.to_owned(), args })
}

fn stop(reason: Option<&str>, calls: bool) -> Stop {
    match reason {
        Some("STOP") | None if calls => Stop::Calls,
        Some("STOP") => Stop::End,
        None => Stop::Other("no `finishReason`".to_owned()),
        Some("MAX_TOKENS") => Stop::CutOff,
        Some(reason @ ("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "IMAGE_SAFETY")) => {
            Stop::Refused(reason.to_owned())
        }
        Some(other) => Stop::Other(other.to_owned()),
    }
}
