//! `expectedResult` and `expectedError`: read by the type of what is written.

use mcpvals_model::json::member_of;
use mcpvals_model::{Mismatch, MismatchKind};
use serde_json::{Map, Value};

use super::equal::{Numbers, difference};
use super::{Subject, mismatch, of_kind, size, structure};
use crate::excerpt;
use crate::reply::Reply;

/// `expectedResult`.
pub(crate) fn expected_result(expected: &Value, subject: &Subject<'_>) -> Vec<Mismatch> {
    match expected {
        Value::String(text) => contained(text, subject),
        Value::Object(result) if result.get("content").is_some_and(Value::is_array) => whole(result, expected, subject),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            equal(expected, subject)
        }
    }
}

/// `expectedError`, where an error came: contained in its text, or its code.
pub(crate) fn expected_error(expected: &str, reply: &Reply<'_>) -> Vec<Mismatch> {
    let holds = match reply {
        Reply::Error(error) => {
            let is_code = error.code.is_some_and(|code| expected.trim() == code.to_string());
            is_code || contains_any_case(&error.message, expected) || is_in_sdk_text(&error.sdk_text(), expected)
        }
        Reply::Result(_) => contains_any_case(&reply.text(), expected),
    };
    let words = || of_kind(MismatchKind::Error, error_words(expected), reply.shown());
    if holds { Vec::new() } else { vec![words()] }
}

/// The text under which the SDKs show an error, where that is meant: a number that is only a part of the code is not.
fn is_in_sdk_text(sdk_text: &str, expected: &str) -> bool {
    let (text, expected) = (sdk_text.to_lowercase(), expected.to_lowercase());
    let ends_whole = |at: usize| {
        let cut = expected.ends_with(|c: char| c.is_ascii_digit());
        !cut || !text[at + expected.len()..].starts_with(|c: char| c.is_ascii_digit())
    };
    expected.contains("mcp error") && text.match_indices(&expected).any(|(at, _)| ends_whole(at))
}

/// `an error that contains "…"`.
pub(crate) fn error_words(expected: &str) -> String {
    format!("an error that contains {}", excerpt::quoted(expected))
}

fn contained(expected: &str, subject: &Subject<'_>) -> Vec<Mismatch> {
    if contains_any_case(subject.text(), expected) {
        return Vec::new();
    }
    let words = format!("text that contains {}", excerpt::quoted(expected));
    vec![Mismatch { pointer: subject.text_place(), ..mismatch(words, subject.shown()) }]
}

pub(crate) fn contains_any_case(text: &str, part: &str) -> bool {
    text.contains(part) || text.to_lowercase().contains(&part.to_lowercase())
}

/// Equal to the structured content or to the text as JSON: a server that has both need not repeat itself exactly.
fn equal(expected: &Value, subject: &Subject<'_>) -> Vec<Mismatch> {
    let candidates = [subject.structured_content(), subject.text_json()];
    let same = |actual: &Value| difference(expected, actual, Numbers::Near).is_none();
    if candidates.into_iter().flatten().any(same) || written_number(expected, subject).is_some_and(|n| same(&n)) {
        return Vec::new();
    }
    if let Some(actual) = subject.structured().filter(|actual| comparable(expected, actual)) {
        return structure::value_equals(expected, actual, Numbers::Near, subject);
    }
    let kind = if expected.is_number() { "the number " } else { "" };
    let actual = if expected.is_number() { subject.shown() } else { subject.shown_structured() };
    vec![mismatch(format!("{kind}{}", excerpt::json(expected)), actual)]
}

/// A number that JSON would write otherwise: `+8`, `.5`.
fn written_number(expected: &Value, subject: &Subject<'_>) -> Option<Value> {
    expected.as_f64()?;
    if subject.text_json().is_some_and(Value::is_number) {
        return None;
    }
    // Whole numbers first: a float of 64 bits would round large ones.
    let whole = subject.text().trim().parse::<i64>().ok().map(Value::from);
    whole.or_else(|| size::parse(subject.text()).map(Value::from))
}

/// Is a comparison by structure worth showing?
fn comparable(expected: &Value, actual: &Value) -> bool {
    (expected.is_object() && actual.is_object()) || (expected.is_array() && actual.is_array())
}

/// A full result: what the expectation does not speak of (`_meta`, `resultType`) does not count, and no `isError`
/// means false.
fn whole(expected: &Map<String, Value>, as_value: &Value, subject: &Subject<'_>) -> Vec<Mismatch> {
    let Some(Value::Object(actual)) = subject.root() else {
        return vec![mismatch(format!("the result {}", excerpt::json(as_value)), subject.shown())];
    };
    if same_result(expected, actual) { Vec::new() } else { other_result(expected, actual, as_value, subject) }
}

fn is_quiet(key: &str) -> bool {
    key == "_meta" || key == "resultType"
}

fn same_result(expected: &Map<String, Value>, actual: &Map<String, Value>) -> bool {
    let no_error = Value::Bool(false);
    let default = |key: &str| (key == "isError").then_some(&no_error);
    let same = |(key, wanted): (&String, &Value)| {
        let came = member_of(actual, key).or_else(|| default(key));
        came.is_some_and(|came| difference(wanted, came, Numbers::Near).is_none())
    };
    let unspoken = |(key, came): (&String, &Value)| {
        member_of(expected, key).is_some() || is_quiet(key) || default(key).is_some_and(|silent| silent == came)
    };
    expected.iter().all(same) && actual.iter().all(unspoken)
}

/// The mismatch of two results that are not the same.
fn other_result(
    expected: &Map<String, Value>,
    actual: &Map<String, Value>,
    as_value: &Value,
    subject: &Subject<'_>,
) -> Vec<Mismatch> {
    let kept = actual.iter().filter(|(key, _)| !is_quiet(key) || expected.contains_key(*key));
    let mut actual: Map<String, Value> = kept.map(|(key, value)| (key.clone(), value.clone())).collect();
    let mut expected = expected.clone();
    for result in [&mut actual, &mut expected] {
        result.entry("isError").or_insert(Value::Bool(false));
    }
    let (expected, actual) = (Value::Object(expected), Value::Object(actual));
    let as_root = Subject::value(&actual, Some(String::new()));
    let plain = structure::value_equals(&expected, &actual, Numbers::Near, &as_root);
    // The members of an own structure may happen to be called like those of a result.
    let also = subject.structured().is_some_and(|own| difference(as_value, own, Numbers::Near).is_none());
    if also { Vec::new() } else { plain }
}
