//! Texts in a language of their own: JSONPath, regular expressions, JSON Schema.

use serde_json::Value;

use super::Lowering;
use crate::error::Problem;
use crate::pointer::Pointer;
use crate::spans::Part;

const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "integer", "string"];

impl Lowering<'_> {
    /// Tells a JSONPath that is none (RFC 9535).
    pub(super) fn check_json_path(&mut self, path: &str, at: &Pointer, part: Part) {
        if let Some(message) = json_path_fault(path) {
            self.report(Problem { part, ..Problem::new(at, message) });
        }
    }

    /// Tells a regular expression that is none. One that waits for a captured value is looked at when it has it.
    pub(super) fn check_regex(&mut self, pattern: &str, at: &Pointer) {
        if pattern.contains("${{") {
            return;
        }
        if let Err(error) = regex::Regex::new(pattern) {
            self.report(Problem::new(at, format!("`{pattern}` is not a regular expression: {}", regex_words(&error))));
        }
    }

    /// Tells what cannot be a JSON Schema. Whether it can be used in full is seen when it is.
    pub(super) fn check_schema(&mut self, schema: &Value, at: &Pointer) {
        match schema {
            Value::Bool(_) => {}
            Value::Object(members) => {
                let types = match members.get("type") {
                    Some(Value::Array(types)) => types.as_slice(),
                    Some(kind) => std::slice::from_ref(kind),
                    None => &[],
                };
                if let Some(unknown) =
                    types.iter().find(|kind| !kind.as_str().is_some_and(|kind| TYPES.contains(&kind)))
                {
                    let message = format!("{unknown} is not a type of JSON Schema");
                    self.report(Problem::new(&at.member("type"), message));
                }
                let within = members.get("properties").and_then(Value::as_object).into_iter().flatten();
                for (name, schema) in within {
                    self.check_schema(schema, &at.member("properties").member(name));
                }
                if let Some(items) = members.get("items") {
                    self.check_schema(items, &at.member("items"));
                }
            }
            _ => self.report(Problem::new(at, "a JSON Schema is an object, `true` or `false`")),
        }
    }
}

/// A parser of paths recurses; nobody writes longer ones.
const PATH_CHARS_MAX: usize = 2_000;

fn json_path_fault(path: &str) -> Option<String> {
    if path.len() > PATH_CHARS_MAX {
        return Some(format!("a JSONPath has at most {PATH_CHARS_MAX} characters"));
    }
    let error = serde_json_path::JsonPath::parse(path).err()?;
    // Where the parser has no reason of its own it says just this.
    let reason = if error.message() == "parser error" { "" } else { error.message() };
    let separator = if reason.is_empty() { "" } else { ": " };
    Some(format!("`{path}` is not a JSONPath, at character {}{separator}{reason}", error.position()))
}

/// The reason without the pattern and the arrow under it.
fn regex_words(error: &regex::Error) -> String {
    let text = error.to_string();
    let reason = text.lines().last().unwrap_or_default();
    let reason = reason.strip_prefix("error: ").unwrap_or(reason);
    match reason {
        reason if reason.contains("look-around") => "look-around is not there in this syntax".to_owned(),
        reason if reason.contains("backreferences") => "back-references are not there in this syntax".to_owned(),
        reason => reason.to_owned(),
    }
}
