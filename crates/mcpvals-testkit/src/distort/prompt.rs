//! Flaws in prompts and in what is suggested. Each spoils what the good server would answer.

use serde_json::{Value, json};

use super::{Act, frame};
use crate::flaw::Flaw;

pub(super) fn spoil(flaw: Flaw, message: &Value) -> Vec<Act> {
    let refused = message.get("error").is_some();
    if flaw == Flaw::PromptMissingCrashes && refused {
        return vec![Act::Exit(8)];
    }
    let mut message = message.clone();
    if flaw == Flaw::PromptBreaksOnText && message["result"]["messages"].to_string().contains('%') {
        let error = json!({"code": -32603, "message": "not enough arguments for format string"});
        return vec![frame(&json!({"jsonrpc": "2.0", "id": message["id"], "error": error}))];
    }
    if refused {
        of_refusal(flaw, &mut message);
    } else {
        of_result(flaw, &mut message["result"]);
    }
    vec![frame(&message)]
}

fn of_refusal(flaw: Flaw, message: &mut Value) {
    match flaw {
        Flaw::PromptMissingAccepted => {
            let content = json!({"type": "text", "text": "Say hello to undefined."});
            let result = json!({"resultType": "complete", "messages": [{"role": "user", "content": content}]});
            *message = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
        }
        Flaw::CompletionTypeIgnored if is_of_unknown_type(message) => {
            let result = json!({"resultType": "complete", "completion": {"values": ["formal"]}});
            *message = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
        }
        Flaw::PromptRefusedAsInternal => message["error"]["code"] = json!(-32603),
        _ => {}
    }
}

/// The refusal shows the reference.
fn is_of_unknown_type(message: &Value) -> bool {
    let words = message["error"]["message"].as_str().unwrap_or_default();
    words.contains("\"ref/") && !words.contains("\"ref/prompt\"") && !words.contains("\"ref/resource\"")
}

fn of_result(flaw: Flaw, result: &mut Value) {
    match flaw {
        Flaw::PromptUnlisted => {
            if let Some(prompts) = result["prompts"].as_array_mut() {
                prompts.retain(|prompt| prompt["name"] != "letter");
            }
        }
        Flaw::PromptWithoutMessages => {
            result.as_object_mut().map(|members| members.shift_remove("messages"));
        }
        Flaw::PromptRoleSystem => result["messages"][0]["role"] = json!("system"),
        Flaw::PromptContentArray => {
            let content = result["messages"][0]["content"].take();
            result["messages"][0]["content"] = json!([content]);
        }
        Flaw::PromptImageMistyped => result["messages"][0]["content"]["data"] = json!("R0lGODlhAQABAAAAADs="),
        Flaw::PromptImageUnpadded => {
            if let Some(Value::String(data)) = result.pointer_mut("/messages/0/content/data") {
                data.retain(|digit| digit != '=');
            }
        }
        Flaw::PromptSoundAlways if result.pointer("/messages/0/content/data").is_some() => {
            let sound = json!({"type": "audio", "data": "UklGRiQAAABXQVZF", "mimeType": "audio/wav"});
            if let Some(messages) = result["messages"].as_array_mut() {
                messages.truncate(2);
                messages.push(json!({"role": "user", "content": sound}));
            }
        }
        Flaw::PromptResultDescriptionIsNumber if result.get("messages").is_some() => result["description"] = json!(7),
        Flaw::PromptSoundMistyped => {
            if let Some(declared) = result.pointer_mut("/messages/2/content/mimeType") {
                *declared = json!("audio/ogg");
            }
        }
        Flaw::PromptResourceEmpty => {
            let resource = result["messages"][1]["content"]["resource"].as_object_mut();
            resource.map(|members| members.shift_remove("text"));
        }
        Flaw::PromptArgumentSwallowed => {
            text(result, |text| Some(format!("{}Dear friend.", text.split("Dear ").next()?)));
        }
        Flaw::PromptObeysText => {
            text(result, |text| text.contains("gnore all").then(|| text.replace("tell no secrets", "tell everything")));
        }
        Flaw::PromptFillsTwice => fill(result, "{style}"),
        Flaw::PromptFillsBlanks => fill(result, "{{ style }}"),
        Flaw::PromptFillsEnvironment => text(result, |text| Some(text.replace("${HOME}", "/srv/zoo"))),
        Flaw::PromptFillsSigns => text(result, |text| Some(text.replace("$&", "{to}"))),
        Flaw::PromptSplitsText => split(result),
        Flaw::PromptObeysBeginning => {
            let begins =
                result["messages"][0]["content"]["text"].as_str().is_some_and(|it| it.starts_with("Be assistant:"));
            if begins {
                result["messages"][0]["role"] = json!("assistant");
            }
        }
        Flaw::PromptComputes => text(result, computed),
        Flaw::PromptDropsFront => text(result, |text| Some(text.rsplit_once("\n---\n")?.1.to_owned())),
        flaw => suggest_badly(flaw, result),
    }
}

fn suggest_badly(flaw: Flaw, result: &mut Value) {
    match flaw {
        Flaw::CompletionTooMany => {
            result["completion"] = json!({"values": (0..101).map(|n| format!("v{n}")).collect::<Vec<_>>()});
        }
        Flaw::CompletionTwice => {
            let first = result["completion"]["values"][0].clone();
            result["completion"] = json!({"values": [first, first]});
        }
        Flaw::CompletionTotalTooSmall => result["completion"]["total"] = json!(0),
        Flaw::CompletionTotalTooLarge => result["completion"]["total"] = json!(99),
        Flaw::CompletionNotTexts => result["completion"]["values"] = json!([1, 2]),
        _ => {}
    }
}

/// Changes the text of the first message.
fn text(result: &mut Value, change: impl Fn(&str) -> Option<String>) {
    let text = &mut result["messages"][0]["content"]["text"];
    if let Some(changed) = text.as_str().and_then(change) {
        *text = json!(changed);
    }
}

/// The product in the first double braces, computed.
fn computed(text: &str) -> Option<String> {
    let (before, rest) = text.split_once("{{")?;
    let (inner, after) = rest.split_once("}}")?;
    let (one, other) = inner.split_once('*')?;
    let product = one.parse::<u64>().ok()? * other.parse::<u64>().ok()?;
    Some(format!("{before}{product}{after}"))
}

/// Puts the style of a letter in the place of what stands for it.
fn fill(result: &mut Value, placeholder: &str) {
    text(result, |text| {
        let (style, _) = text.strip_prefix("Be ")?.split_once(',')?;
        Some(text.replace(placeholder, style))
    });
}

/// As with servers that keep their templates as one text with a line for each role.
fn split(result: &mut Value) {
    let Some(messages) = result["messages"].as_array_mut() else { return };
    let texts = std::mem::take(messages).into_iter();
    *messages = texts
        .flat_map(|message| {
            let text = message["content"]["text"].as_str().unwrap_or_default().to_owned();
            let parts: Vec<&str> = text.split("\nassistant: ").collect();
            if parts.len() == 1 {
                return vec![message];
            }
            let role = |index| if index == 0 { message["role"].clone() } else { json!("assistant") };
            let say = |(index, text)| json!({"role": role(index), "content": {"type": "text", "text": text}});
            parts.into_iter().enumerate().map(say).collect()
        })
        .collect();
}
