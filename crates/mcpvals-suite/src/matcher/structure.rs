//! `equals` and `schema`: the structure of a result.

use mcpvals_model::Mismatch;
use serde_json::Value;

use super::equal::{self, Difference, Numbers};
use super::{Checked, Subject, Unusable, diff, mismatch};
use crate::{excerpt, schema};

/// With a string, the whole text; with anything else, the structure.
pub(super) fn equals(expected: &Value, subject: &Subject<'_>) -> Vec<Mismatch> {
    match (expected, subject.as_answer()) {
        (Value::String(text), Some(_)) => text_equals(text, subject),
        _ => subject.structured().map_or_else(
            || vec![mismatch(format!("a result equal to {}", excerpt::json(expected)), subject.shown_structured())],
            |actual| value_equals(expected, actual, Numbers::Exact, subject),
        ),
    }
}

fn text_equals(expected: &str, subject: &Subject<'_>) -> Vec<Mismatch> {
    let actual = subject.text();
    if actual == expected {
        return Vec::new();
    }
    let words = format!("the text {}", excerpt::quoted(expected));
    let diff = diff::of_texts(expected, actual);
    vec![Mismatch { pointer: subject.text_place(), diff, ..mismatch(words, subject.shown()) }]
}

/// Deep equality; the mismatch shows both whole where they are short, else the first difference.
pub(super) fn value_equals(expected: &Value, actual: &Value, numbers: Numbers, subject: &Subject<'_>) -> Vec<Mismatch> {
    let Some(difference) = equal::difference(expected, actual, numbers) else { return Vec::new() };
    let (wanted, came) = words(expected, actual, &difference);
    let pointer = subject.place(&difference.pointer);
    vec![Mismatch { pointer, diff: diff::of_values(expected, actual), ..mismatch(wanted, came) }]
}

fn words(expected: &Value, actual: &Value, difference: &Difference<'_>) -> (String, String) {
    const SHORT_CHARS: usize = 120;
    let short = |value| excerpt::compact(value, SHORT_CHARS + 1).len() <= SHORT_CHARS;
    if difference.pointer.is_empty() || (short(expected) && short(actual)) {
        return (excerpt::json(expected), excerpt::json(actual));
    }
    let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), excerpt::json);
    let place = excerpt::block(&difference.pointer, 120);
    (format!("{} at {place}", shown(difference.expected)), format!("{} at {place}", shown(difference.actual)))
}

/// A JSON Schema.
pub(super) fn schema(schema: &Value, subject: &Subject<'_>) -> Checked {
    let compiled = schema::of_matcher(schema);
    let compiled =
        compiled.as_ref().as_ref().map_err(|why| Unusable(format!("the expected schema cannot be used: {why}")))?;
    let Some(actual) = subject.structured() else {
        return Ok(vec![mismatch("JSON that meets the schema", subject.shown_structured())]);
    };
    let faults = compiled.faults(actual).map_err(|why| Unusable(format!("the schema cannot be checked: {why}")))?;
    let words = |fault: schema::SchemaFault| {
        let expected = format!("a value that meets the schema{}", place_words(&fault.pointer));
        let actual = format!("{}: {}", fault.found, fault.problem);
        Mismatch { pointer: subject.place(&fault.pointer), ..mismatch(expected, actual) }
    };
    Ok(faults.into_iter().map(words).collect())
}

/// ` at /a`, or nothing for the whole.
pub(super) fn place_words(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!(" at {}", excerpt::block(pointer, 120)) }
}
