//! What a server asks its client's model (`sampling/createMessage`), as a conversation, and what the model says as the
//! answer to it (MCP 2025-11-25, client/sampling).

use mcpvals_model::{ModelReply, ModelSpec, Stop, ToolUse};
use serde_json::{Value, json};

use crate::{Conversation, Part, ToolResult, ToolSpec, Turn};

/// A request of a server, to be put to a model.
#[derive(Debug, Clone)]
pub struct SamplingRequest {
    /// The conversation.
    pub conversation: Conversation,
    /// The model with the request's `maxTokens` and `temperature`.
    pub model: ModelSpec,
    stop_sequences: Vec<String>,
}

impl SamplingRequest {
    /// From the request's `params`. No more tokens are asked for than the model's own most. What is neither text nor a use
    /// of a tool is named in its place.
    pub fn new(params: &Value, model: &ModelSpec) -> Self {
        let text = |name: &str| params.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let list = |name: &str| params.get(name).and_then(Value::as_array).into_iter().flatten();
        let max_tokens = params.get("maxTokens").and_then(Value::as_u64).and_then(|most| u32::try_from(most).ok());
        let temperature = params.get("temperature").and_then(Value::as_f64);
        Self {
            conversation: Conversation {
                system: text("systemPrompt"),
                turns: list("messages").flat_map(turns).collect(),
                tools: list("tools").filter_map(tool).collect(),
                answer: None,
            },
            model: ModelSpec {
                max_tokens: max_tokens.map_or(model.max_tokens, |most| most.clamp(1, model.max_tokens)),
                temperature: temperature.or(model.temperature),
                ..model.clone()
            },
            stop_sequences: list("stopSequences").filter_map(|text| text.as_str().map(str::to_owned)).collect(),
        }
    }

    /// The request's result. At the first of the stop sequences, the text ends.
    pub fn result(&self, reply: &ModelReply) -> Value {
        let found = self.stop_sequences.iter().filter(|stop| !stop.is_empty());
        let stop = found.filter_map(|stop| reply.text.find(stop.as_str())).min();
        let text = reply.text.get(..stop.unwrap_or(reply.text.len())).unwrap_or_default();
        let reason = match (&reply.stop, stop) {
            (_, Some(_)) => "stopSequence",
            (Stop::Calls, None) => "toolUse",
            (Stop::CutOff, None) => "maxTokens",
            (Stop::End | Stop::Refused(_) | Stop::Other(_), None) => "endTurn",
        };
        let said = json!({"type": "text", "text": text});
        let calls = reply.calls.iter().filter(|_| stop.is_none()).map(call);
        let content: Vec<Value> = Some(said.clone()).filter(|_| !text.is_empty()).into_iter().chain(calls).collect();
        // Only uses of tools need a list, which revisions before 2025-11-25 do not know.
        let content = match content.as_slice() {
            [] => said,
            [one] => one.clone(),
            _ => Value::Array(content),
        };
        json!({"role": "assistant", "content": content, "model": self.model.model, "stopReason": reason})
    }
}

fn call(call: &ToolUse) -> Value {
    json!({"type": "tool_use", "id": call.id, "name": call.tool, "input": call.args})
}

fn tool(tool: &Value) -> Option<ToolSpec> {
    let description = tool.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let schema = tool.get("inputSchema").cloned().unwrap_or_else(|| json!({"type": "object"}));
    Some(ToolSpec { name: tool.get("name")?.as_str()?.to_owned(), description, schema })
}

/// A message may hold results of tools and more beside them.
fn turns(message: &Value) -> Vec<Turn> {
    let content = message.get("content").unwrap_or(&Value::Null);
    let blocks: Vec<&Value> = content.as_array().map_or_else(|| vec![content], |blocks| blocks.iter().collect());
    let is = |block: &Value, kind: &str| block.get("type").and_then(Value::as_str) == Some(kind);
    let others = blocks.iter().filter(|block| !is(block, "tool_use") && !is(block, "tool_result"));
    let text = others.map(|block| words(block)).collect::<Vec<_>>().join("\n");
    if message.get("role").and_then(Value::as_str) == Some("assistant") {
        let calls = blocks.iter().filter(|block| is(block, "tool_use")).map(|block| used(block)).collect();
        return vec![Turn::Model(ModelReply {
            text,
            calls,
            stop: Stop::End,
            usage: mcpvals_model::Usage::default(),
            native: Value::Null,
        })];
    }
    let results: Vec<ToolResult> =
        blocks.iter().filter(|block| is(block, "tool_result")).map(|it| result(it)).collect();
    let results = Some(Turn::Results(results.clone())).filter(|_| !results.is_empty());
    let said = Some(Turn::User(text.clone())).filter(|_| !text.is_empty() || results.is_none());
    results.into_iter().chain(said).collect()
}

fn used(block: &Value) -> ToolUse {
    let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    ToolUse { id: text("id"), tool: text("name"), args: block.get("input").cloned().unwrap_or_default() }
}

fn result(block: &Value) -> ToolResult {
    let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let content = block.get("content").and_then(Value::as_array).into_iter().flatten();
    ToolResult {
        id: text("toolUseId"),
        tool: String::new(),
        is_error: block.get("isError") == Some(&Value::Bool(true)),
        parts: content.map(|block| Part::Text(words(block))).collect(),
    }
}

fn words(block: &Value) -> String {
    let text = |name: &str| block.get(name).and_then(Value::as_str);
    match (text("type"), text("text")) {
        (Some("text"), Some(text)) => text.to_owned(),
        (Some(kind @ ("image" | "audio")), _) => {
            format!("[{kind} of type {}, which is not handed on]", text("mimeType").unwrap_or("unknown"))
        }
        _ => block.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{ModelReply, ModelSpec, Provider, Stop, ToolUse, Usage};
    use serde_json::{Value, json};

    use super::SamplingRequest;
    use crate::Turn;

    fn model() -> ModelSpec {
        ModelSpec {
            name: "m".to_owned(),
            provider: Provider::Openai,
            model: "gpt".to_owned(),
            base_url: None,
            api_key: None,
            lacks_key: false,
            temperature: Some(0.5),
            max_tokens: 100,
            seed: None,
            stream: false,
            price: None,
        }
    }

    fn reply(text: &str, stop: Stop) -> ModelReply {
        ModelReply { text: text.to_owned(), calls: Vec::new(), stop, usage: Usage::default(), native: Value::Null }
    }

    #[test]
    fn request_becomes_a_conversation() {
        let request = SamplingRequest::new(
            &json!({
                "systemPrompt": "Be brief.", "maxTokens": 1000, "temperature": 0.1,
                "messages": [
                    {"role": "user", "content": {"type": "text", "text": "Hi"}},
                    {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "t", "input": {"a": 1}}]},
                    {"role": "user", "content": [
                        {"type": "tool_result", "toolUseId": "1", "content": [{"type": "text", "text": "4"}]},
                    ]},
                    {"role": "user", "content": {"type": "image", "mimeType": "image/png", "data": "AA=="}},
                ],
                "tools": [{"name": "t", "inputSchema": {"type": "object"}}],
            }),
            &model(),
        );
        let conversation = &request.conversation;
        assert_eq!(
            (conversation.system.as_str(), conversation.turns.len(), conversation.tools.len()),
            ("Be brief.", 4, 1)
        );
        assert_eq!((request.model.max_tokens, request.model.temperature), (100, Some(0.1)));
        assert!(matches!(&conversation.turns[1], Turn::Model(said) if said.calls[0].tool == "t"));
        assert!(matches!(&conversation.turns[2], Turn::Results(results) if results[0].id == "1"));
        assert_eq!(conversation.turns[3], Turn::User("[image of type image/png, which is not handed on]".to_owned()));
    }

    #[test]
    fn reply_becomes_a_result() {
        let request = SamplingRequest::new(&json!({"stopSequences": ["END"]}), &model());
        let text = |text: &str| json!({"type": "text", "text": text});
        let whole = json!({"role": "assistant", "content": text("Hi"), "model": "gpt", "stopReason": "endTurn"});
        assert_eq!(request.result(&reply("Hi", Stop::End)), whole);
        let stopped = request.result(&reply("Hi END no", Stop::End));
        assert_eq!((&stopped["content"], &stopped["stopReason"]), (&text("Hi "), &json!("stopSequence")));
        assert_eq!(request.result(&reply("Hi", Stop::CutOff))["stopReason"], "maxTokens");
        let mut calling = reply("", Stop::Calls);
        calling.calls = vec![ToolUse { id: "1".to_owned(), tool: "t".to_owned(), args: json!({}) }];
        let called = request.result(&calling);
        assert_eq!((&called["content"]["type"], &called["stopReason"]), (&json!("tool_use"), &json!("toolUse")));
    }
}
