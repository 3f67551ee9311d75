//! Checks data against the schema of config files, in words that a person can use.
//!
//! The schema is the one that is published, so what an editor marks and what we refuse are the same. Every fault is
//! told, and then healed (a bad member is taken out, a missing one is filled in with an empty value), so that what is
//! left can be read and checked further: one run tells everything that is wrong.

mod describe;
mod schema;

use mcpvals_model::{SecretValue, looks_secret};
use serde_json::{Map, Number, Value, json};

use crate::error::Problem;
use crate::nearest::nearest;
use crate::pointer::{Path, Pointer};
use describe::{describe, kind_of, list};

pub(crate) use schema::Shape;
use schema::{Kind, Schema};

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
    /// What may be a secret in members that were taken out: nobody reads those any more.
    pub(crate) secrets: Vec<SecretValue>,
}

/// Checks data against a schema, such as [`SHAPE`].
///
/// `left_out` are members that are missing for a reason that is told already.
pub(crate) fn check(shape: &Shape, mut value: Value, left_out: Vec<Pointer>) -> Shaped {
    let mut walk = Walk { shape, problems: Vec::new(), healed: left_out, secrets: Vec::new() };
    let root = Path::ROOT;
    if walk.visit(&shape.root, &mut value, &root) == Fit::Bad {
        value = walk.heal(&shape.root, &root);
    }
    Shaped { value, problems: walk.problems, healed: walk.healed, secrets: walk.secrets }
}

struct Walk<'a> {
    shape: &'a Shape,
    problems: Vec<Problem>,
    healed: Vec<Pointer>,
    secrets: Vec<SecretValue>,
}

/// Is the value of the schema's kind, whatever is wrong within?
#[derive(PartialEq)]
enum Fit {
    Good,
    Bad,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, schema: &'a Schema, value: &mut Value, at: &Path<'_>) -> Fit {
        let schema = self.resolve(schema);
        if !schema.branches.is_empty() {
            let branch = schema.branches.iter().find(|branch| self.could_be(branch, value));
            return match branch {
                Some(branch) => self.visit(branch, value, at),
                None => self.wrong_kind(schema, value, at),
            };
        }
        if !schema.words.is_empty() {
            return self.visit_word(&schema.words, value, at);
        }
        if schema.kind.is_none() {
            return Fit::Good;
        }
        if !is_of_kind(schema, value) {
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
    fn could_be(&self, branch: &'a Schema, value: &Value) -> bool {
        let branch = self.resolve(branch);
        match value.as_object() {
            // A choice between a closed object and anything: an object that fits only in part is anything.
            Some(members) if self.is_hint(branch) => {
                !members.is_empty() && members.keys().all(|name| branch.member(name).is_some())
            }
            _ => is_of_kind(branch, value),
        }
    }

    /// Matchers stand beside plain values, so an object is a matcher only by its members' names.
    fn is_hint(&self, branch: &Schema) -> bool {
        self.shape.named.iter().any(|(name, schema)| name == "Matcher" && std::ptr::eq(branch, schema))
    }

    fn visit_word(&mut self, words: &[String], value: &Value, at: &Path<'_>) -> Fit {
        let Some(word) = value.as_str() else {
            let message = format!("expected {}, got {}", list(words), kind_of(value));
            return self.bad(Problem::new(&at.pointer(), message));
        };
        if words.iter().any(|known| known == word) {
            return Fit::Good;
        }
        let message = format!("`{word}` is not known here: expected {}", list(words));
        self.bad(Problem::new(&at.pointer(), message).with_nearest(nearest(word, words.iter().map(String::as_str))))
    }

    fn visit_object(&mut self, schema: &'a Schema, members: &mut Map<String, Value>, at: &Path<'_>) -> Fit {
        members.retain(|name, member| {
            let place = at.member(name);
            let Some(member_schema) = self.member_schema(schema, name, &place) else {
                self.suspect(schema, name, member);
                return false;
            };
            let fits = self.visit(member_schema, member, &place) == Fit::Good;
            if !fits {
                self.suspect(schema, name, member);
                self.healed.push(place.pointer());
            }
            fits
        });
        self.fill_in_missing(schema, members, at);
        Fit::Good
    }

    /// A misspelt `clientSecret` is a secret all the same: beside members that are secrets, any text may be one.
    fn suspect(&mut self, schema: &Schema, name: &str, member: &Value) {
        let holds_secrets = looks_secret(name) || schema.members.iter().any(|(known, _)| looks_secret(known));
        if holds_secrets {
            let texts = texts_in(member, looks_secret(name));
            self.secrets.extend(texts.iter().filter_map(|text| SecretValue::new(name, text)));
        }
    }

    /// The schema of a member; `None` where the object has no such member, which is told.
    fn member_schema(&mut self, schema: &'a Schema, name: &str, place: &Path<'_>) -> Option<&'a Schema> {
        const ANYTHING: &Schema = &Schema::ANYTHING;
        if let Some(known) = schema.member(name) {
            return Some(known);
        }
        if schema.closed {
            let known = schema.members.iter().map(|(name, _)| name.as_str());
            let message = format!("unknown field `{name}`{}", instead(schema, name));
            let problem = Problem::of_key(&place.pointer(), message);
            self.problems.push(problem.with_nearest(nearest(name, known)));
            return None;
        }
        Some(schema.others.as_deref().unwrap_or(ANYTHING))
    }

    fn fill_in_missing(&mut self, schema: &'a Schema, members: &mut Map<String, Value>, at: &Path<'_>) {
        for name in &schema.required {
            if members.contains_key(name) {
                continue;
            }
            let place = at.member(name);
            if !self.healed.contains(&place.pointer()) {
                self.problems.push(Problem::new(&at.pointer(), format!("`{name}` is missing")));
            }
            let value = schema.member(name).map_or(Value::Null, |schema| self.heal(schema, &place));
            members.insert(name.clone(), value);
        }
    }

    fn visit_array(&mut self, schema: &'a Schema, items: &mut [Value], at: &Path<'_>) -> Fit {
        let Some(item_schema) = schema.others.as_deref() else { return Fit::Good };
        for (index, item) in items.iter_mut().enumerate() {
            let place = at.item(index);
            if self.visit(item_schema, item, &place) == Fit::Bad {
                *item = self.heal(item_schema, &place);
            }
        }
        Fit::Good
    }

    fn visit_string(&mut self, schema: &Schema, text: &str, at: &Path<'_>) -> Fit {
        if (text.chars().count() as u64) < schema.characters_min.unwrap_or(0) {
            return self.bad(Problem::new(&at.pointer(), format!("{} must not be empty", name_of(at))));
        }
        Fit::Good
    }

    fn visit_number(&mut self, schema: &Schema, value: &mut Value, at: &Path<'_>) -> Fit {
        if schema.kind == Some(Kind::Integer) {
            normalize_integer(value);
        }
        let number = value.as_f64().unwrap_or(f64::NAN);
        let bound = |bound: &Option<Number>, none| bound.as_ref().and_then(Number::as_f64).unwrap_or(none);
        if (bound(&schema.min, f64::NEG_INFINITY)..=bound(&schema.max, f64::INFINITY)).contains(&number) {
            return Fit::Good;
        }
        let range = match (&schema.min, &schema.max) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "a finite number".to_owned(),
        };
        self.bad(Problem::new(&at.pointer(), format!("{} must be {range}, got {value}", name_of(at))))
    }

    fn wrong_kind(&mut self, schema: &Schema, value: &Value, at: &Path<'_>) -> Fit {
        let message = format!("expected {}, got {}", describe(self.shape, schema), kind_of(value));
        self.bad(Problem::new(&at.pointer(), message))
    }

    fn bad(&mut self, problem: Problem) -> Fit {
        self.problems.push(problem);
        Fit::Bad
    }

    /// The emptiest value of a schema, to go on with.
    fn heal(&mut self, schema: &'a Schema, at: &Path<'_>) -> Value {
        self.healed.push(at.pointer());
        self.emptiest(schema)
    }

    fn emptiest(&self, schema: &'a Schema) -> Value {
        let schema = self.resolve(schema);
        if let Some(branch) = schema.branches.first() {
            return self.emptiest(branch);
        }
        if let Some(word) = schema.words.first() {
            return json!(word);
        }
        match schema.kind {
            Some(Kind::Object) => self.emptiest_object(schema),
            Some(Kind::Array) => json!([]),
            Some(Kind::String) => json!(""),
            Some(Kind::Boolean) => json!(false),
            Some(Kind::Integer | Kind::Number) => schema.min.clone().map_or(json!(0), Value::Number),
            None => Value::Null,
        }
    }

    fn emptiest_object(&self, schema: &'a Schema) -> Value {
        let required = schema.required.iter().filter_map(|name| Some((name, schema.member(name)?)));
        required.map(|(name, schema)| (name.clone(), self.emptiest(schema))).collect()
    }

    fn resolve(&self, schema: &'a Schema) -> &'a Schema {
        self.shape.resolve(schema)
    }
}

/// The texts in a value, and the numbers where these count, too.
fn texts_in(value: &Value, with_numbers: bool) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Number(number) if with_numbers => vec![number.to_string()],
        Value::Array(items) => items.iter().flat_map(|item| texts_in(item, with_numbers)).collect(),
        Value::Object(members) => members.values().flat_map(|member| texts_in(member, with_numbers)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn is_of_kind(schema: &Schema, value: &Value) -> bool {
    if !schema.words.is_empty() {
        return value.is_string();
    }
    match schema.kind {
        Some(Kind::Object) => value.is_object(),
        Some(Kind::Array) => value.is_array(),
        Some(Kind::String) => value.is_string(),
        Some(Kind::Boolean) => value.is_boolean(),
        Some(Kind::Number) => value.is_number(),
        Some(Kind::Integer) => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        None => true,
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
/// In a matcher, members of what is looked at are easily written down as its own.
fn instead(schema: &Schema, name: &str) -> String {
    let is_matcher = ["jsonPath", "equals"].iter().all(|field| schema.member(field).is_some());
    let hint = || format!("; of a member of what is looked at, a matcher speaks as `jsonPath: {{\"$.{name}\": …}}`");
    is_matcher.then(hint).unwrap_or_default()
}
