//! What a body breaks of its schema, all of it, in words.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Schema, validator};
use crate::error::{ApiError, Violation, short};

/// Nobody reads more.
const VIOLATIONS_MAX: usize = 50;
/// No deeper body is looked at.
const DEPTH_MAX: usize = 64;

/// Reads a body by its schema.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn check<T: DeserializeOwned>(schema: Schema, body: &[u8]) -> Result<T, ApiError> {
    violations(schema, body).map_err(|(violations, _)| ApiError::invalid(&violations))
}

/// As [`check`], with the violations themselves, and what can be read all the same.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn violations<T: DeserializeOwned>(schema: Schema, body: &[u8]) -> Result<T, (Vec<Violation>, Value)> {
    let nothing = |violation| (vec![violation], Value::Null);
    let mut value: Value = serde_json::from_slice(body).map_err(|error| nothing(unreadable(body, &error)))?;
    if depth(&value) > DEPTH_MAX {
        return Err(nothing(of_all(Value::Null, format!("must not be nested deeper than {DEPTH_MAX} levels"))));
    }
    let violations: Vec<Violation> =
        validator(schema).iter_errors(&value).flat_map(|error| told(&error)).take(VIOLATIONS_MAX).collect();
    if !violations.is_empty() {
        return Err((violations, value));
    }
    whole_numbers(&mut value);
    serde_json::from_value(value).map_err(|error| nothing(of_all(Value::Null, format!("cannot be used: {error}"))))
}

fn unreadable(body: &[u8], error: &serde_json::Error) -> Violation {
    let what =
        if body.is_empty() { "must be JSON: there is no body".to_owned() } else { format!("must be JSON: {error}") };
    of_all(Value::from(String::from_utf8_lossy(&body[..body.len().min(100)]).into_owned()), what)
}

/// Of the body as a whole.
fn of_all(value: Value, constraint: String) -> Violation {
    Violation { field: String::new(), value: short(value), constraint }
}

/// `47.0` is an integer to JSON Schema (6.3), and none to serde. What is only passed on stays as it was written.
fn whole_numbers(value: &mut Value) {
    const PASSED_ON: [&str; 2] = ["config", "arguments"];
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Object(members) => {
            let ours = members.iter_mut().filter(|(name, _)| !PASSED_ON.contains(&name.as_str()));
            ours.for_each(|(_, member)| whole_numbers(member));
        }
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < EXACT);
            #[expect(clippy::cast_possible_truncation, reason = "it has no fraction, and is small enough")]
            if let Some(float) = float {
                *value = Value::from(float as i64);
            }
        }
        _ => {}
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn told(error: &ValidationError<'_>) -> Vec<Violation> {
    let place = dotted(error.instance_path().as_str());
    let at = |field: String, constraint: String| Violation {
        field,
        value: short(error.instance().clone().into_owned()),
        constraint,
    };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                let value = error.instance().get(name).cloned().unwrap_or_default();
                Violation { field: join(&place, name), value: short(value), constraint: "is not known".to_owned() }
            })
            .collect(),
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Violation { field: join(&place, name), value: Value::Null, constraint: "is required".to_owned() }]
        }
        ValidationErrorKind::AnyOf { .. } if place.is_empty() => {
            vec![at("serverPath".to_owned(), "is required, unless `server` or `config` is given".to_owned())]
        }
        ValidationErrorKind::OneOfNotValid { .. } | ValidationErrorKind::OneOfMultipleValid { .. } => {
            vec![no_one_server(&place, error.instance())]
        }
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(ToString::to_string).collect();
            vec![at(place, format!("must be one of {}", options.join(", ")))]
        }
        _ => vec![at(place, words(error))],
    }
}

/// Of a server: neither started nor reached, or both, or not in that way.
fn no_one_server(place: &str, server: &Value) -> Violation {
    let at = |name: &str, constraint: &str| Violation {
        field: join(place, name),
        value: short(server.get(name).cloned().unwrap_or_default()),
        constraint: constraint.to_owned(),
    };
    match (server.get("command"), server.get("url")) {
        (Some(_), Some(_)) => at("url", "must be given without `command`"),
        (None, None) => at("command", "is required, unless `url` is given"),
        _ => at("transport", "must fit `command` or `url`"),
    }
}

/// The library's words without the value, which stands beside them.
fn words(error: &ValidationError<'_>) -> String {
    let masked = error.masked().to_string();
    masked.strip_prefix("value ").map_or_else(|| masked.clone(), |rest| rest.replacen("is not", "must be", 1))
}

/// `/options/tags/0` as `options.tags.0`.
fn dotted(pointer: &str) -> String {
    let parts = pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~"));
    parts.collect::<Vec<_>>().join(".")
}

fn join(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::EVALUATION_REQUEST;

    fn fields(body: &str) -> Vec<(String, String)> {
        let error = check::<Value>(EVALUATION_REQUEST, body.as_bytes()).unwrap_err();
        let all = error
            .details
            .get("violations")
            .cloned()
            .unwrap_or_else(|| Value::Array(vec![error.details.clone().into()]));
        let text = |violation: &Value, name: &str| violation[name].as_str().unwrap().to_owned();
        all.as_array().unwrap().iter().map(|one| (text(one, "field"), text(one, "constraint"))).collect()
    }

    #[test]
    fn everything_wrong_is_told_with_its_field() {
        let wrong =
            r#"{"serverPath": "", "options": {"timeout": 10, "retries": 11, "transport": "telnet", "x": 1}, "y": 2}"#;
        let mut found: Vec<String> = fields(wrong).into_iter().map(|(field, _)| field).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["options.retries", "options.timeout", "options.transport", "options.x", "serverPath", "y"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(fields("{}")[0].0, "serverPath");
        assert!(fields("")[0].1.contains("there is no body"));
        assert!(fields("{")[0].1.starts_with("must be JSON"));
        assert!(fields(&"[".repeat(100))[0].1.starts_with("must be JSON"));
    }

    #[test]
    fn a_number_without_a_fraction_is_whole() {
        let mut value = serde_json::json!({ "a": 47.0, "b": { "c": -2.0, "d": 1.5 }, "config": { "e": 1.0 } });
        whole_numbers(&mut value);
        assert_eq!(value.to_string(), r#"{"a":47,"b":{"c":-2,"d":1.5},"config":{"e":1.0}}"#);
    }

    #[test]
    fn a_deep_body_is_refused() {
        let deep = format!("{{\"serverPath\":\"x\",\"config\":{}1{}}}", "[".repeat(100), "]".repeat(100));
        assert!(fields(&deep)[0].1.contains("nested deeper"));
    }
}
