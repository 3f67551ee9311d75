//! OpenAI's Responses: <https://platform.openai.com/docs/api-reference/responses-streaming>.

use serde_json::{Value, json};

use super::{items, pieces, text};

pub(super) fn events(whole: &Value) -> Vec<Value> {
    let mut all =
        vec![of_response("response.created", &begun(whole)), of_response("response.in_progress", &begun(whole))];
    all.extend(items(&whole["output"]).iter().enumerate().flat_map(|(index, whole)| item(index, whole)));
    let last = if whole["status"] == "incomplete" { "response.incomplete" } else { "response.completed" };
    all.push(of_response(last, whole));
    all
}

/// Each event has its number.
pub(super) fn numbered(mut events: Vec<Value>) -> Vec<Value> {
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = number.into();
    }
    events
}

fn with(mut event: Value, name: &str, value: Value) -> Value {
    event[name] = value;
    event
}

fn of_response(kind: &str, response: &Value) -> Value {
    json!({"type": kind, "response": response})
}

fn begun(whole: &Value) -> Value {
    let mut begun = whole.clone();
    begun["status"] = "in_progress".into();
    begun["output"] = json!([]);
    (begun["usage"], begun["incomplete_details"]) = (Value::Null, Value::Null);
    begun
}

fn item(index: usize, whole: &Value) -> Vec<Value> {
    let mut begun = whole.clone();
    begun["status"] = "in_progress".into();
    let within: Vec<Value> = match text(&whole["type"]) {
        "function_call" => {
            begun["arguments"] = "".into();
            arguments(whole)
        }
        "reasoning" => {
            begun["summary"] = json!([]);
            items(&whole["summary"]).iter().enumerate().flat_map(|(index, whole)| summary(index, whole)).collect()
        }
        _ => {
            begun["content"] = json!([]);
            items(&whole["content"]).iter().enumerate().flat_map(|(index, whole)| part(index, whole)).collect()
        }
    };
    let mut all = vec![json!({"type": "response.output_item.added", "item": begun})];
    all.extend(within.into_iter().map(|event| with(event, "item_id", whole["id"].clone())));
    all.push(json!({"type": "response.output_item.done", "item": whole}));
    all.into_iter().map(|event| with(event, "output_index", index.into())).collect()
}

fn arguments(whole: &Value) -> Vec<Value> {
    let kind = "response.function_call_arguments";
    let delta = |piece: String| json!({"type": format!("{kind}.delta"), "delta": piece});
    let mut all: Vec<Value> = pieces(text(&whole["arguments"])).into_iter().map(delta).collect();
    all.push(json!({"type": format!("{kind}.done"), "arguments": whole["arguments"]}));
    all
}

/// Of a thought.
fn summary(index: usize, whole: &Value) -> Vec<Value> {
    let kind = "response.reasoning_summary";
    let said = text(&whole["text"]);
    let delta = |piece: String| json!({"type": format!("{kind}_text.delta"), "delta": piece});
    let empty = json!({"type": "summary_text", "text": ""});
    let mut all = vec![json!({"type": format!("{kind}_part.added"), "part": empty})];
    all.extend(pieces(said).into_iter().map(delta));
    all.push(json!({"type": format!("{kind}_text.done"), "text": said}));
    all.push(json!({"type": format!("{kind}_part.done"), "part": whole}));
    all.into_iter().map(|event| with(event, "summary_index", index.into())).collect()
}

/// Of a message: a text, which has a place for probabilities, or a refusal.
fn part(index: usize, whole: &Value) -> Vec<Value> {
    let (kind, member) =
        if whole["type"] == "refusal" { ("response.refusal", "refusal") } else { ("response.output_text", "text") };
    let mut begun = whole.clone();
    begun[member] = "".into();
    let event = |step: &str, name: &str, said: &str| {
        let mut event = json!({"type": format!("{kind}.{step}"), name: said});
        if member == "text" {
            event["logprobs"] = json!([]);
        }
        event
    };
    let said = text(&whole[member]);
    let mut all = vec![json!({"type": "response.content_part.added", "part": begun})];
    all.extend(pieces(said).iter().map(|piece| event("delta", "delta", piece)));
    all.push(event("done", member, said));
    all.push(json!({"type": "response.content_part.done", "part": whole}));
    all.into_iter().map(|event| with(event, "content_index", index.into())).collect()
}

pub(super) fn failure(message: &str, number: usize) -> Value {
    json!({"type": "error", "code": "server_error", "message": message, "param": null, "sequence_number": number})
}
