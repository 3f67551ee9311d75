//! What a test expects of an answer that came: the same again, as a call that the playground saves.

use mcpvals_model::mcp::ContentText;
use serde_json::{Value, json};

use crate::visible;

/// Characters of a text that are expected word for word, from its beginning.
const TEXT_CHARS_MAX: usize = 200;
/// No larger value is expected, in bytes of JSON.
const VALUE_BYTES_MAX: usize = 8 << 10;

/// A member of a test, and what it says.
pub(super) type Expected = (&'static str, Value);

/// As a test of a tool has it; `None` for an answer that no test has room for.
pub(super) fn of(answer: &Value) -> Option<Expected> {
    if let Some(error) = answer.get("error") {
        return Some(refusal(error["message"].as_str().unwrap_or_default(), error["code"].as_i64()));
    }
    let result = answer.get("result")?;
    if result["isError"] == true { Some(refusal(&ContentText::of(result), None)) } else { success(result) }
}

/// By its words, else by its code, else as some error.
fn refusal(words: &str, code: Option<i64>) -> Expected {
    match code {
        _ if !words.trim().is_empty() => ("expectedError", beginning(words)),
        Some(code) => ("expectedError", Value::from(code)),
        None => ("expect", json!({"isError": true})),
    }
}

/// Structured content, else the text (as JSON where it is some), else the whole result.
fn success(result: &Value) -> Option<Expected> {
    let structured = result.get("structuredContent").filter(|value| !value.is_null());
    let text = only_text(result);
    let is_whole = structured.is_none() && text.is_none();
    let value = match (structured, &text) {
        (Some(structured), _) => Some(structured.clone()),
        (None, Some(text)) => document(text),
        (None, None) => whole(result),
    };
    match value.filter(|value| value.to_string().len() <= VALUE_BYTES_MAX) {
        // A `content` would be taken for that of a whole result.
        Some(value) if !is_whole && value["content"].is_array() => Some(("expect", json!({"equals": value}))),
        Some(value) => Some(("expectedResult", value)),
        None => text.filter(|text| !text.trim().is_empty()).map(|text| ("expectedResult", beginning(&text))),
    }
}

/// The text of a result that has nothing else.
fn only_text(result: &Value) -> Option<String> {
    let blocks = result["content"].as_array()?;
    let has_others = blocks.is_empty() || blocks.iter().any(|block| block["type"] != "text");
    (!has_others).then(|| ContentText::of(result))
}

fn document(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    (value.is_object() || value.is_array()).then_some(value)
}

/// All of it that a test may speak of.
fn whole(result: &Value) -> Option<Value> {
    let members = result.as_object().filter(|members| members.get("content").is_some_and(Value::is_array))?;
    let spoken = members.iter().filter(|(name, _)| !matches!(name.as_str(), "_meta" | "resultType"));
    Some(Value::Object(spoken.map(|(name, value)| (name.clone(), value.clone())).collect()))
}

/// What contains a text contains its beginning.
fn beginning(text: &str) -> Value {
    Value::from(visible::cut(text.trim(), TEXT_CHARS_MAX).0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::of;

    #[track_caller]
    fn check(result: &Value, expected: &Value) {
        let (name, value) = of(&json!({"jsonrpc": "2.0", "id": 1, "result": result})).unwrap();
        assert_eq!(json!({name: value}), *expected);
    }

    fn text(text: &str) -> Value {
        json!([{"type": "text", "text": text}])
    }

    #[test]
    fn what_came_is_expected_again() {
        check(&json!({"content": text("8")}), &json!({"expectedResult": "8"}));
        check(&json!({"content": text("{\"a\": [1]}")}), &json!({"expectedResult": {"a": [1]}}));
        let large = 1_234_567_890_123_456_789_i64;
        let structured = json!({"content": text("x"), "structuredContent": {"sum": large}});
        check(&structured, &json!({"expectedResult": {"sum": large}}));
        let own = json!({"content": text("x"), "structuredContent": {"content": [1]}});
        check(&own, &json!({"expect": {"equals": {"content": [1]}}}));
        let image = json!([{"type": "image", "data": "AA==", "mimeType": "image/png"}]);
        check(&json!({"content": image, "_meta": {"t": 1}}), &json!({"expectedResult": {"content": image}}));
        check(&json!({"content": text(&"ab".repeat(500))}), &json!({"expectedResult": "ab".repeat(100)}));
    }

    #[test]
    fn what_is_too_large_is_left_out() {
        let rows: Vec<u32> = (0..5_000).collect();
        assert_eq!(of(&json!({"result": {"content": [], "structuredContent": {"rows": rows}}})), None);
        assert_eq!(of(&json!({"result": {"content": text(" ")}})), None);
    }

    #[test]
    fn an_error_is_expected_by_what_it_says() {
        check(&json!({"content": text("no such note"), "isError": true}), &json!({"expectedError": "no such note"}));
        check(&json!({"content": [], "isError": true}), &json!({"expect": {"isError": true}}));
        let refused = |error: Value| of(&json!({"error": error})).unwrap();
        assert_eq!(refused(json!({"code": -32602, "message": "bad"})), ("expectedError", json!("bad")));
        assert_eq!(refused(json!({"code": -32602, "message": ""})), ("expectedError", json!(-32602)));
    }
}
