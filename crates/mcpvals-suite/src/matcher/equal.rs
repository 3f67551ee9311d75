//! Deep equality of values: key order is free, 1 equals 1.0.

use mcpvals_model::json::member_of;
use serde_json::{Number, Value};

/// How alike two numbers must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// The same number.
    Exact,
    /// Numbers with a fraction may differ by one part in 10⁹: `0.1 + 0.2` is 0.3. Integers are exact.
    Near,
}

/// The first place where two values differ.
#[derive(Debug, PartialEq)]
pub(super) struct Difference<'a> {
    /// JSON pointer.
    pub(super) pointer: String,
    /// What was to be there; `None`: nothing.
    pub(super) expected: Option<&'a Value>,
    /// What is there; `None`: nothing.
    pub(super) actual: Option<&'a Value>,
}

/// Compares; `None` where the two are equal.
pub(super) fn difference<'a>(expected: &'a Value, actual: &'a Value, numbers: Numbers) -> Option<Difference<'a>> {
    differ(expected, actual, numbers).map(|mut found| {
        found.path.reverse();
        let pointer = found.path.iter().flat_map(|step| ["/".to_owned(), step.replace('~', "~0").replace('/', "~1")]);
        Difference { pointer: pointer.collect(), expected: found.expected, actual: found.actual }
    })
}

struct Found<'a> {
    /// Innermost step first.
    path: Vec<String>,
    expected: Option<&'a Value>,
    actual: Option<&'a Value>,
}

fn differ<'a>(expected: &'a Value, actual: &'a Value, numbers: Numbers) -> Option<Found<'a>> {
    match (expected, actual) {
        (Value::Object(old), Value::Object(new)) => {
            let missing =
                old.iter().find_map(|(key, value)| member(|| key.clone(), Some(value), member_of(new, key), numbers));
            // With nothing missing, as many members are the same ones.
            let extra = || new.iter().find(|(key, _)| new.len() > old.len() && !old.contains_key(*key));
            missing.or_else(|| extra().and_then(|(key, value)| member(|| key.clone(), None, Some(value), numbers)))
        }
        (Value::Array(old), Value::Array(new)) => {
            let items = 0..old.len().max(new.len());
            items.into_iter().find_map(|index| member(|| index.to_string(), old.get(index), new.get(index), numbers))
        }
        (Value::Number(old), Value::Number(new)) if same_number(old, new, numbers) => None,
        (old, new) if old == new => None,
        (old, new) => Some(Found { path: Vec::new(), expected: Some(old), actual: Some(new) }),
    }
}

fn member<'a>(
    step: impl Fn() -> String,
    expected: Option<&'a Value>,
    actual: Option<&'a Value>,
    numbers: Numbers,
) -> Option<Found<'a>> {
    let mut found = match (expected, actual) {
        (Some(expected), Some(actual)) => differ(expected, actual, numbers)?,
        (expected, actual) => Found { path: Vec::new(), expected, actual },
    };
    found.path.push(step());
    Some(found)
}

pub(super) fn same_number(a: &Number, b: &Number, numbers: Numbers) -> bool {
    if let (Some(a), Some(b)) = (whole(a), whole(b)) {
        return a == b;
    }
    let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
    a.total_cmp(&b).is_eq() || (numbers == Numbers::Near && near(a, b))
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The number, where it is whole, however it is written.
fn whole(number: &Number) -> Option<i128> {
    if let Some(n) = number.as_i128() {
        return Some(n);
    }
    let n = number.as_f64()?;
    // Beyond 2^63, every float is whole, and which whole number was meant is lost.
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below the limits of i128")]
    (n.fract() == 0.0 && n.abs() < 9.2e18).then_some(n as i128)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Numbers, difference};

    #[track_caller]
    fn check(expected: &Value, actual: &Value, pointer: Option<&str>) {
        let found = difference(expected, actual, Numbers::Exact);
        assert_eq!(found.as_ref().map(|d| d.pointer.as_str()), pointer, "{found:?}");
    }

    #[test]
    fn key_order_and_number_form_do_not_count() {
        check(&json!({"a": 1, "b": [2.0]}), &json!({"b": [2], "a": 1.0}), None);
        check(&json!(-0.0), &json!(0), None);
    }

    #[test]
    fn first_difference_is_found_where_it_is() {
        check(&json!({"a": [1, {"b": 2}]}), &json!({"a": [1, {"b": 3}]}), Some("/a/1/b"));
        check(&json!({"a/b": 1}), &json!({"a/b": 2}), Some("/a~1b"));
        check(&json!([1, 2]), &json!([1]), Some("/1"));
        check(&json!({}), &json!({"more": null}), Some("/more"));
        check(&json!({"less": null}), &json!({}), Some("/less"));
        check(&json!(1), &json!("1"), Some(""));
    }

    #[test]
    fn great_whole_numbers_are_told_apart() {
        check(&json!(9_007_199_254_740_993_u64), &json!(9_007_199_254_740_992_u64), Some(""));
        check(&json!(u64::MAX), &json!(u64::MAX), None);
    }

    #[test]
    fn near_numbers_are_equal_only_where_asked() {
        let (sum, third) = (json!([0.1 + 0.2]), json!([0.3]));
        check(&third, &sum, Some("/0"));
        assert_eq!(difference(&third, &sum, Numbers::Near), None);
        assert!(difference(&json!(1_000_000_000_001_u64), &json!(1_000_000_000_002_u64), Numbers::Near).is_some());
    }
}
