//! `approx` and `length`: how much there is.

use mcpvals_model::{Bounds, Mismatch};
use serde_json::Value;

use super::describe::bounds_words;
use super::{Subject, mismatch};
use crate::count::{self, agreeing, are_one};

pub(super) fn approx(value: f64, tolerance: f64, subject: &Subject<'_>) -> Vec<Mismatch> {
    let expected = format!("a number no further than {tolerance} from {value}");
    match number(subject) {
        // The bound itself counts as near in decimals, so the last bit of a float must not decide.
        Some(actual) if (actual - value).abs() <= tolerance + 1e-12 * value.abs().max(actual.abs()) => Vec::new(),
        Some(actual) => {
            let words = format!("{actual}, which is {} away", (actual - value).abs());
            vec![Mismatch { pointer: subject.place(""), ..mismatch(expected, words) }]
        }
        None => vec![Mismatch { pointer: subject.place(""), ..mismatch(expected, subject.shown()) }],
    }
}

/// The number that the subject is, or that its text is.
fn number(subject: &Subject<'_>) -> Option<f64> {
    let own = subject.structured().and_then(Value::as_f64);
    own.or_else(|| subject.text_json().and_then(Value::as_f64)).or_else(|| parse(subject.text()))
}

/// A number as people write it. Not `inf` and `nan`, which Rust would take.
pub(super) fn parse(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Items of an array, members of an object, else characters of the text.
pub(super) fn length(bounds: Bounds, subject: &Subject<'_>) -> Vec<Mismatch> {
    let (number, unit) = match subject.structured() {
        Some(Value::Array(items)) => (items.len(), "item"),
        Some(Value::Object(members)) => (members.len(), "member"),
        Some(Value::Null | Value::Bool(_) | Value::Number(_)) if subject.as_answer().is_none() => {
            return vec![mismatch(format!("a length of {}", bounds_words(bounds)), subject.shown())];
        }
        Some(_) | None => (subject.text().chars().count(), "character"),
    };
    if bounds.hold(number as u64) {
        return Vec::new();
    }
    let actual = format!("{} in {}", count::of(number, unit), subject.shown());
    let expected = format!("{} {}", bounds_words(bounds), agreeing(unit, are_one(bounds)));
    vec![Mismatch { pointer: subject.place(""), ..mismatch(expected, actual) }]
}
