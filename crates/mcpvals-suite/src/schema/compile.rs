//! One compiled schema, and what a value breaks in it.

use std::error::Error;

use jsonschema::{PatternOptions, Retrieve, Uri, ValidationError, Validator};
use serde_json::Value;

use super::cost::Cost;
use crate::excerpt;

/// A schema that can be used, however it was written.
pub(crate) struct Compiled {
    validator: Validator,
    cost: Cost,
}

/// One place where a value breaks a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaFault {
    /// JSON pointer into the value.
    pub(crate) pointer: String,
    /// What is wrong there, in words.
    pub(crate) problem: String,
    /// What stands there, in short.
    pub(crate) found: String,
}

/// Should `format` be checked? In 2020-12 it is a note and no rule, so a server's own schemas are not held to it; who
/// writes it into an expectation means it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Formats {
    /// They are rules.
    Checked,
    /// They are notes.
    Noted,
}

/// Faults listed for one value; the first says most.
const FAULTS_MAX: usize = 5;
/// Above this, only the first fault is looked for: a million wrong items would be a million faults.
const NODES_FOR_ALL_FAULTS: u64 = 10_000;

impl Compiled {
    /// Compiles a schema (2020-12, unless its `$schema` says otherwise).
    ///
    /// # Errors
    /// Why it cannot be used, in words.
    pub(crate) fn new(schema: &Value, formats: Formats) -> Result<Self, String> {
        let cost = Cost::of(schema)?;
        // Look-around is common in patterns written for JavaScript, so the engine has it, within a bound.
        let patterns = PatternOptions::fancy_regex().backtrack_limit(100_000).size_limit(1 << 20);
        let options = jsonschema::options()
            .with_retriever(NoRetriever)
            .with_pattern_options(patterns)
            .should_validate_formats(formats == Formats::Checked);
        let validator = options.build(schema).map_err(|error| why_not(&error))?;
        Ok(Self { validator, cost })
    }

    /// What the value breaks; empty where it meets the schema.
    ///
    /// # Errors
    /// Why the two cannot be checked against each other in bounded time.
    pub(crate) fn faults(&self, value: &Value) -> Result<Vec<SchemaFault>, String> {
        let nodes = self.cost.allow(value)?;
        if self.validator.is_valid(value) {
            return Ok(Vec::new());
        }
        let mut faults: Vec<SchemaFault> = if nodes > NODES_FOR_ALL_FAULTS {
            self.validator.validate(value).err().iter().map(SchemaFault::new).collect()
        } else {
            self.validator.iter_errors(value).take(FAULTS_MAX).map(|error| SchemaFault::new(&error)).collect()
        };
        faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        Ok(faults)
    }
}

impl SchemaFault {
    fn new(error: &ValidationError<'_>) -> Self {
        Self {
            pointer: error.instance_path().as_str().to_owned(),
            problem: excerpt::block(&error.masked_with("it").to_string(), 500),
            found: excerpt::json_to(error.instance(), 100),
        }
    }
}

pub(super) fn why_not(error: &ValidationError<'_>) -> String {
    let place = error.instance_path().as_str();
    let words = excerpt::block(&error.masked_with("it").to_string(), 500);
    if place.is_empty() { words } else { format!("at `{place}`: {words}") }
}

/// A schema must stand on its own: who fetches what a server names can be sent anywhere.
struct NoRetriever;

impl Retrieve for NoRetriever {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err(format!("`{uri}` is another document, and mcpvals fetches none for a schema").into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Compiled, Formats};

    #[track_caller]
    fn check(schema: &Value, value: &Value, expected: &[&str]) {
        let compiled = Compiled::new(schema, Formats::Checked).expect("the schema can be used");
        let faults = compiled.faults(value).expect("the check is bounded");
        let words: Vec<String> = faults.iter().map(|f| format!("{}: {} ({})", f.pointer, f.problem, f.found)).collect();
        assert_eq!(words, expected);
    }

    #[track_caller]
    fn refused(schema: &Value, words: &str) {
        let problem = Compiled::new(schema, Formats::Noted).err().expect("the schema cannot be used");
        assert!(problem.contains(words), "{problem}");
    }

    #[test]
    fn good_value_has_no_fault() {
        check(&json!({"type": "object", "required": ["a"]}), &json!({"a": 1}), &[]);
    }

    #[test]
    fn faults_name_place_and_value() {
        let schema = json!({"properties": {"a": {"type": "number"}, "b": {"type": "string"}}, "required": ["c"]});
        let faults = [
            ": \"c\" is a required property ({\"a\":\"1\",\"b\":2})",
            "/a: it is not of type \"number\" (\"1\")",
            "/b: it is not of type \"string\" (2)",
        ];
        check(&schema, &json!({"a": "1", "b": 2}), &faults);
    }

    #[test]
    fn dialect_of_the_schema_is_respected() {
        let tuple = json!({"items": [{"type": "number"}]});
        let old = json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "number"}]});
        check(&old, &json!(["x"]), &["/0: it is not of type \"number\" (\"x\")"]);
        refused(&tuple, "items");
    }

    #[test]
    fn other_documents_are_refused_in_words() {
        refused(&json!({"$ref": "https://example.com/a.json"}), "mcpvals fetches none");
        refused(&json!({"$ref": "file:///etc/passwd"}), "mcpvals fetches none");
    }

    #[test]
    fn wrong_schema_is_refused_with_its_place() {
        refused(&json!({"properties": {"a": {"type": "strng"}}}), "at `/properties/a/type`");
        refused(&json!(7), "");
    }

    #[test]
    fn schema_that_refers_to_itself_without_end_is_refused() {
        refused(&json!({"$ref": "#"}), "without end");
        refused(
            &json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"}),
            "without end",
        );
    }

    #[test]
    fn recursive_schema_that_ends_with_its_value_is_good() {
        let tree = json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "n": {"type": "integer"}}});
        check(&tree, &json!({"left": {"left": {"n": "x"}}}), &["/left/left/n: it is not of type \"integer\" (\"x\")"]);
    }

    #[test]
    fn look_ahead_in_a_pattern_works_within_a_bound() {
        check(&json!({"pattern": "^(?!x)"}), &json!("abc"), &[]);
        let evil = json!({"pattern": "^(?=(a+)+$)(?!b)"});
        let compiled = Compiled::new(&evil, Formats::Noted).expect("it can be used");
        // Without the bound, this would not end.
        let _ = compiled.faults(&json!("a".repeat(50) + "!"));
    }

    #[test]
    fn formats_are_rules_only_where_asked() {
        let schema = json!({"format": "date-time"});
        check(&schema, &json!("2026-01-01T00:00:00Z"), &[]);
        check(&schema, &json!("soon"), &[": it is not a \"date-time\" (\"soon\")"]);
        let noted = Compiled::new(&schema, Formats::Noted).expect("it can be used");
        assert_eq!(noted.faults(&json!("soon")), Ok(Vec::new()));
    }

    #[test]
    fn million_wrong_items_are_one_fault() {
        let compiled = Compiled::new(&json!({"items": {"type": "string"}}), Formats::Noted).expect("it can be used");
        assert_eq!(compiled.faults(&json!(vec![1; 100_000])).map(|faults| faults.len()), Ok(1));
    }
}
