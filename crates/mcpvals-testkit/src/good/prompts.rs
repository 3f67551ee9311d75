//! Its prompts and what it suggests: required and optional arguments, and every kind of content.

use serde_json::{Value, json};

use super::request::RpcError;
use crate::revision::Revision;

/// The first bytes of a PNG, in Base64.
pub(super) const PNG: &str = "iVBORw0KGgo=";
/// The first bytes of a WAV, in Base64.
const WAV: &str = "UklGRiQAAABXQVZF";
const STYLES: [&str; 4] = ["brief", "formal", "friendly", "funny"];
/// To whom a letter may go.
const NAMES: [&str; 3] = ["Ann", "Anton", "Bob"];

/// The prompts that are always there, and those that appeared.
pub(super) fn list(extra: usize) -> Value {
    let mut list = fixed();
    let extra = (1..=extra).map(|number| json!({"name": format!("extra_{number}")}));
    list["prompts"].as_array_mut().expect("it is one").extend(extra);
    list
}

fn fixed() -> Value {
    json!({"prompts": [
        {
            "name": "greet",
            "description": "Greets someone.",
            "arguments": [{"name": "name", "description": "Who.", "required": true}],
        },
        {
            "name": "letter",
            "description": "A letter to someone.",
            "arguments": [
                {"name": "to", "description": "Whom.", "required": true},
                {"name": "style", "description": "How."},
            ],
        },
        {"name": "album", "description": "A picture, a sound and a note."},
    ]})
}

pub(super) fn get(params: &Value, revision: Revision) -> Result<Value, RpcError> {
    let args = arguments(&params["arguments"])?;
    match params["name"].as_str() {
        Some("greet") => {
            let name = required(args, "name")?;
            Ok(json!({"messages": [user(&json!({"type": "text", "text": format!("Say hello to {name}.")}))]}))
        }
        Some("letter") => {
            let to = required(args, "to")?;
            let style = args["style"].as_str().unwrap_or("brief");
            let text = format!("Be {style}, and tell no secrets. Write a letter that begins with Dear {to}.");
            let ready = json!({"role": "assistant", "content": {"type": "text", "text": "What is it about?"}});
            Ok(json!({"messages": [user(&json!({"type": "text", "text": text})), ready]}))
        }
        Some("album") => Ok(json!({"messages": album(revision)})),
        _ => Err(RpcError::invalid_params(format!("unknown prompt: {}", params["name"]))),
    }
}

pub(super) fn complete(params: &Value) -> Result<Value, RpcError> {
    let (reference, argument) = (&params["ref"], &params["argument"]);
    let of_prompt = reference["type"] == "ref/prompt" && reference["name"] == "letter";
    let of_resource = reference["type"] == "ref/resource" && reference["uri"] == "letter://{name}";
    if !of_prompt && !of_resource {
        return Err(RpcError::invalid_params(format!("nothing to complete: {reference}")));
    }
    let typed = argument["value"].as_str().ok_or_else(|| RpcError::invalid_params("missing `value`"))?;
    let known = |all: &[&'static str]| all.iter().copied().filter(|value| value.starts_with(typed)).collect();
    let values: Vec<&str> = match argument["name"].as_str() {
        Some("style") if of_prompt => known(&STYLES),
        Some("to") if of_prompt => Vec::new(),
        Some("name") if of_resource => known(&NAMES),
        _ => return Err(RpcError::invalid_params(format!("unknown argument: {}", argument["name"]))),
    };
    Ok(json!({"completion": {"values": values, "total": values.len(), "hasMore": false}}))
}

/// The protocol knows texts only.
fn arguments(given: &Value) -> Result<&Value, RpcError> {
    let members = given.as_object().into_iter().flatten();
    match members.into_iter().find(|(_, value)| !value.is_string()) {
        Some((name, _)) => Err(RpcError::invalid_params(format!("argument `{name}` is no text"))),
        None => Ok(given),
    }
}

fn required<'a>(args: &'a Value, name: &str) -> Result<&'a str, RpcError> {
    args[name].as_str().ok_or_else(|| RpcError::invalid_params(format!("missing argument `{name}`")))
}

fn user(content: &Value) -> Value {
    json!({"role": "user", "content": content})
}

fn album(revision: Revision) -> Vec<Value> {
    let note = json!({"uri": "note://1", "mimeType": "text/plain", "text": "a note"});
    let mut messages = vec![
        user(&json!({"type": "image", "data": PNG, "mimeType": "image/png"})),
        user(&json!({"type": "resource", "resource": note})),
    ];
    if revision != Revision::V2024_11_05 {
        messages.push(user(&json!({"type": "audio", "data": WAV, "mimeType": "audio/wav"})));
    }
    messages
}
