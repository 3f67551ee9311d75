//! Checks data against the schema of config files, in words that a person can use.
//!
//! The schema is the one that is published, so what an editor marks and what we refuse are the same. Every fault is
//! told, and then healed (a bad member is taken out, a missing one is filled in with an empty value), so that what is
//! left can be read and checked further: one run tells everything that is wrong.

mod describe;
mod schema;

use mcpvals_model::json::member;
use serde_json::{Map, Value, json};

use crate::error::Problem;
use crate::nearest::nearest;
use crate::pointer::{Path, Pointer};
use describe::{describe, kind_of, list};

pub(crate) use schema::SHAPE;
pub use schema::shape_schema;

/// Data after the check: what the schema asks for, and what was wrong before.
pub(crate) struct Shaped {
    /// The healed data.
    pub(crate) value: Value,
    /// What was wrong.
    pub(crate) problems: Vec<Problem>,
    /// Where the data is not what the file says: nothing that is found out there later is the user's fault.
    pub(crate) healed: Vec<Pointer>,
}

/// Checks data against a schema such as [`SHAPE`].
///
/// `left_out` are members that are missing for a reason that is told already.
pub(crate) fn check(schema: &Value, mut value: Value, left_out: Vec<Pointer>) -> Shaped {
    let mut walk = Walk { root: schema, problems: Vec::new(), healed: left_out };
    let root = Path::ROOT;
    if walk.visit(schema, &mut value, &root) == Fit::Bad {
        value = walk.heal(schema, &root);
    }
    Shaped { value, problems: walk.problems, healed: walk.healed }
}

struct Walk<'a> {
    root: &'a Value,
    problems: Vec<Problem>,
    healed: Vec<Pointer>,
}

/// Is the value of the schema's kind, whatever is wrong within?
#[derive(PartialEq)]
enum Fit {
    Good,
    Bad,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, schema: &'a Value, value: &mut Value, at: &Path<'_>) -> Fit {
        let schema = self.resolve(schema);
        if *schema == Value::Bool(true) {
            return Fit::Good;
        }
        if let Some(branches) = of(schema, "anyOf").as_array() {
            let branch = branches.iter().find(|branch| self.could_be(branch, value));
            return match branch {
                Some(branch) => self.visit(branch, value, at),
                None => self.wrong_kind(schema, value, at),
            };
        }
        if let Some(words) = words_of(schema) {
            return self.visit_word(&words, value, at);
        }
        if !is_of_type(schema, value) {
            return self.wrong_kind(schema, value, at);
        }
        match value {
            Value::Object(members) => self.visit_object(schema, members, at),
            Value::Array(items) => self.visit_array(schema, items, at),
            Value::String(text) => self.visit_string(schema, text, at),
            Value::Number(_) => self.visit_number(schema, value, at),
            Value::Null | Value::Bool(_) => Fit::Good,
        }
    }

    /// Could the value be meant for this branch of a choice?
    fn could_be(&self, branch: &'a Value, value: &Value) -> bool {
        let branch = self.resolve(branch);
        let Some(members) = value.as_object() else { return is_of_type(branch, value) };
        let known = |name: &String| of(branch, "properties").get(name).is_some();
        match branch.get("properties") {
            // A choice between a closed object and anything: an object that fits only in part is anything.
            Some(_) if self.is_hint(branch) => !members.is_empty() && members.keys().all(known),
            _ => is_of_type(branch, value),
        }
    }

    /// Matchers stand beside plain values, so an object is a matcher only by its members' names.
    fn is_hint(&self, branch: &Value) -> bool {
        std::ptr::eq(branch, of(of(self.root, "$defs"), "Matcher"))
    }

    fn visit_word(&mut self, words: &[&str], value: &Value, at: &Path<'_>) -> Fit {
        let Some(word) = value.as_str() else {
            let message = format!("expected {}, got {}", list(words), kind_of(value));
            return self.bad(Problem::new(&at.pointer(), message));
        };
        if words.contains(&word) {
            return Fit::Good;
        }
        let message = format!("`{word}` is not known here: expected {}", list(words));
        self.bad(Problem::new(&at.pointer(), message).with_nearest(nearest(word, words.iter().copied())))
    }

    fn visit_object(&mut self, schema: &'a Value, members: &mut Map<String, Value>, at: &Path<'_>) -> Fit {
        members.retain(|name, member| {
            let place = at.member(name);
            let Some(member_schema) = self.member_schema(schema, name, &place) else { return false };
            let fits = self.visit(member_schema, member, &place) == Fit::Good;
            if !fits {
                self.healed.push(place.pointer());
            }
            fits
        });
        self.fill_in_missing(schema, members, at);
        Fit::Good
    }

    /// The schema of a member; `None` where the object has no such member, which is told.
    fn member_schema(&mut self, schema: &'a Value, name: &str, place: &Path<'_>) -> Option<&'a Value> {
        const ANYTHING: &Value = &Value::Bool(true);
        if let Some(known) = of(schema, "properties").get(name) {
            return Some(known);
        }
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {
                let known = of(schema, "properties").as_object().into_iter().flat_map(Map::keys).map(String::as_str);
                let problem = Problem::of_key(&place.pointer(), format!("unknown field `{name}`"));
                self.problems.push(problem.with_nearest(nearest(name, known)));
                None
            }
            Some(schema) => Some(schema),
            None => Some(ANYTHING),
        }
    }

    fn fill_in_missing(&mut self, schema: &'a Value, members: &mut Map<String, Value>, at: &Path<'_>) {
        for name in of(schema, "required").as_array().into_iter().flatten().filter_map(Value::as_str) {
            if members.contains_key(name) {
                continue;
            }
            let place = at.member(name);
            if !self.healed.contains(&place.pointer()) {
                self.problems.push(Problem::new(&at.pointer(), format!("`{name}` is missing")));
            }
            let value = self.heal(&of(schema, "properties")[name], &place);
            members.insert(name.to_owned(), value);
        }
    }

    fn visit_array(&mut self, schema: &'a Value, items: &mut [Value], at: &Path<'_>) -> Fit {
        let Some(item_schema) = schema.get("items") else { return Fit::Good };
        for (index, item) in items.iter_mut().enumerate() {
            let place = at.item(index);
            if self.visit(item_schema, item, &place) == Fit::Bad {
                *item = self.heal(item_schema, &place);
            }
        }
        Fit::Good
    }

    fn visit_string(&mut self, schema: &Value, text: &str, at: &Path<'_>) -> Fit {
        let characters_min = of(schema, "minLength").as_u64().unwrap_or(0);
        if (text.chars().count() as u64) < characters_min {
            return self.bad(Problem::new(&at.pointer(), format!("{} must not be empty", name_of(at))));
        }
        Fit::Good
    }

    fn visit_number(&mut self, schema: &Value, value: &mut Value, at: &Path<'_>) -> Fit {
        if of(schema, "type") == "integer" {
            normalize_integer(value);
        }
        let number = value.as_f64().unwrap_or(f64::NAN);
        let min = of(schema, "minimum").as_f64().unwrap_or(f64::NEG_INFINITY);
        let max = of(schema, "maximum").as_f64().unwrap_or(f64::INFINITY);
        if (min..=max).contains(&number) {
            return Fit::Good;
        }
        let range = match (schema.get("minimum"), schema.get("maximum")) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "a finite number".to_owned(),
        };
        self.bad(Problem::new(&at.pointer(), format!("{} must be {range}, got {value}", name_of(at))))
    }

    fn wrong_kind(&mut self, schema: &Value, value: &Value, at: &Path<'_>) -> Fit {
        let message = format!("expected {}, got {}", describe(self.root, schema), kind_of(value));
        self.bad(Problem::new(&at.pointer(), message))
    }

    fn bad(&mut self, problem: Problem) -> Fit {
        self.problems.push(problem);
        Fit::Bad
    }

    /// The emptiest value of a schema, to go on with.
    fn heal(&mut self, schema: &'a Value, at: &Path<'_>) -> Value {
        self.healed.push(at.pointer());
        self.emptiest(schema)
    }

    fn emptiest(&self, schema: &'a Value) -> Value {
        let schema = self.resolve(schema);
        if let Some(branches) = of(schema, "anyOf").as_array() {
            return branches.first().map_or(Value::Null, |branch| self.emptiest(branch));
        }
        if let Some(words) = words_of(schema) {
            return json!(words.first());
        }
        match of(schema, "type").as_str() {
            Some("object") => self.emptiest_object(schema),
            Some("array") => json!([]),
            Some("string") => json!(""),
            Some("boolean") => json!(false),
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(0)),
            _ => Value::Null,
        }
    }

    fn emptiest_object(&self, schema: &'a Value) -> Value {
        let required = of(schema, "required").as_array().into_iter().flatten().filter_map(Value::as_str);
        required.map(|name| (name.to_owned(), self.emptiest(&of(schema, "properties")[name]))).collect()
    }

    /// Follows `$ref`, also where words of its own stand beside it.
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        while let Some(name) = of(schema, "$ref").as_str() {
            schema = of(of(self.root, "$defs"), name.trim_start_matches("#/$defs/"));
        }
        schema
    }
}

/// A keyword of a schema; null where it has none.
fn of<'a>(schema: &'a Value, keyword: &str) -> &'a Value {
    member(schema, keyword).unwrap_or(&Value::Null)
}

/// The words of an enumeration: as `enum`, or as `oneOf` of constants with a description each.
fn words_of(schema: &Value) -> Option<Vec<&str>> {
    if let Some(words) = of(schema, "enum").as_array() {
        return Some(words.iter().filter_map(Value::as_str).collect());
    }
    let constants = of(schema, "oneOf").as_array()?;
    Some(constants.iter().filter_map(|constant| constant["const"].as_str()).collect())
}

fn is_of_type(schema: &Value, value: &Value) -> bool {
    if words_of(schema).is_some() {
        return value.is_string();
    }
    match of(schema, "type").as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    }
}

/// `2.0` is a whole number to JSON Schema; serde wants it written as one.
fn normalize_integer(value: &mut Value) {
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    if let Some(number) = value.as_f64()
        && value.is_f64()
        && number.abs() <= EXACT_MAX
    {
        #[expect(clippy::cast_possible_truncation, reason = "whole, and within the exact range")]
        let whole = number as i64;
        *value = json!(whole);
    }
}

fn name_of(at: &Path<'_>) -> String {
    format!("`{}`", at.pointer().tail())
}
