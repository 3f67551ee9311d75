//! Flaws in the result of `tools/call`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::secret;
use crate::base64;
use crate::flaw::Flaw;

pub(super) fn spoil(flaw: Flaw, mut message: Value) -> Value {
    if message.get("result").is_none() {
        return message;
    }
    let result = &mut message["result"];
    let structured = result.get("structuredContent").is_some();
    match flaw {
        Flaw::ContentMissing => remove(result, "content"),
        Flaw::ContentNotArray => result["content"] = json!("a text"),
        Flaw::UnknownContentType => result["content"] = json!([{"type": "hologram", "text": "a text"}]),
        Flaw::ContentWithoutType => result["content"] = json!([{"text": "a text"}]),
        Flaw::TextMissing => result["content"] = json!([{"type": "text"}]),
        Flaw::TextNotString => result["content"] = json!([{"type": "text", "text": 8}]),
        Flaw::ImageNotBase64 => {
            result["content"] = json!([{"type": "image", "data": "not base64!", "mimeType": "image/png"}]);
        }
        Flaw::ResultIsArray => *result = json!(["a text"]),
        Flaw::ResultIsNull => *result = Value::Null,
        Flaw::ResultIsString => *result = json!("a text"),
        Flaw::IsErrorNotBoolean => result["isError"] = json!("false"),
        Flaw::StructuredContentMissing => remove(result, "structuredContent"),
        Flaw::StructuredContentMismatch if structured => {
            result["structuredContent"] = json!({"result": "eight", "id": 8});
        }
        Flaw::StructuredContentNotObject if structured => result["structuredContent"] = json!("eight"),
        Flaw::ResultTypeMissing => remove(result, "resultType"),
        Flaw::ResultTypeUnknown if result.get("resultType").is_some() => result["resultType"] = json!("hologram"),
        Flaw::WrongText => set_text(result, "wrong"),
        Flaw::ErrorTextInSuccess => set_text(result, "Error: the service is down"),
        Flaw::SuccessFalseInSuccess => set_text(result, r#"{"success": false, "error": "the service is down"}"#),
        Flaw::EchoesSecret => set_text(result, &format!("token {}", secret())),
        Flaw::EchoesSecretBase64 => set_text(result, &base64::encode(secret().as_bytes())),
        Flaw::EchoesSecretUrlEncoded => set_text(result, &format!("https://example.com/?t={}", url_encoded(&secret()))),
        Flaw::EchoesSecretInJson => set_text(result, &json!({"headers": {"token": secret()}}).to_string()),
        _ => {}
    }
    message
}

/// A success with this text and nothing else.
fn set_text(result: &mut Value, text: &str) {
    result["content"] = json!([{"type": "text", "text": text}]);
    remove(result, "isError");
}

fn remove(result: &mut Value, member: &str) {
    if let Some(members) = result.as_object_mut() {
        members.shift_remove(member);
    }
}

fn url_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => all.push(char::from(byte)),
            byte => write!(all, "%{byte:02X}").expect("a String takes everything"),
        }
        all
    })
}
