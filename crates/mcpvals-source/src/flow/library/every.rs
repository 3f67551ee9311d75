//! Tests of every letter of a text, or of every part of a path.

use std::rc::Rc;

use super::super::call::Made;
use super::super::{Fact, Flow, Value, When, bit};
use crate::form::{Call, Deed, Expr, Kind, Operator, Statement, within};

/// Parts of a path that lead nowhere else.
const HARMLESS_PARTS: [&str; 2] = ["Normal", "CurDir"];

impl Flow<'_> {
    /// `name.chars().all(|letter| …)`, `[...name].every((letter) => …)`, `all(… for letter in name)`.
    pub(super) fn every_checked(&mut self, made: &Made<'_>) -> Option<Value> {
        let facts = self.every_check(made).or_else(|| self.one_of_ours(made)).filter(|facts| !facts.is_empty())?;
        Some(Value { facts: Some(Rc::new(facts)), ..Value::default() })
    }

    fn every_check(&mut self, made: &Made<'_>) -> Option<Vec<Fact>> {
        let all = matches!(&*made.name, "all" | "every");
        let test = made.expr(0)?;
        let (predicate, subject) = match &test.kind {
            Kind::Function(id) => {
                let body = &self.program.function(*id).body;
                (last_value(body)?, spread_subject(made.receiver_expr()?))
            }
            Kind::Do(body) => {
                let Deed::Loop { over: Some(over), body, .. } = &body.first()?.deed else { return None };
                (last_value(body)?, over)
            }
            _ => return None,
        };
        let value = self.expression(subject);
        if !value.is_tainted() {
            return None;
        }
        if let Some(facts) = self.parts_of_path(predicate, &value, all) {
            return Some(facts);
        }
        if !all && names_parent(predicate) {
            return Some(self.facts_of_value(&value, bit::DOTS, When::False));
        }
        let letters = all.then(|| letters_of(predicate)).flatten()?;
        let pattern = format!("^[{letters}]+$");
        Some(self.fits(subject, &value, &pattern, true))
    }

    /// Which components a path may, or may not, have.
    fn parts_of_path(&mut self, predicate: &Expr, value: &Value, all: bool) -> Option<Vec<Fact>> {
        let mut parts = Vec::new();
        named_parts(predicate, &mut parts);
        if parts.is_empty() {
            return None;
        }
        if all {
            let harmless = parts.iter().all(|part| HARMLESS_PARTS.contains(part));
            return harmless.then(|| self.facts_of_value(value, bit::PATH, When::True));
        }
        let has = |part: &str| parts.contains(&part);
        let bits = if has("ParentDir") { bit::DOTS } else { 0 } | if has("RootDir") { bit::ROOTED } else { 0 };
        (bits != 0).then(|| self.facts_of_value(value, bits, When::False))
    }
}

/// `part === ".."`, alone or beside other parts.
fn names_parent(test: &Expr) -> bool {
    match &test.kind {
        Kind::Binary(Operator::Or, sides) => sides.iter().any(names_parent),
        Kind::Binary(Operator::Equal, sides) => {
            sides.iter().any(|side| side.text().is_some_and(|text| &**text == ".."))
        }
        _ => false,
    }
}

/// What a function whose body is one expression answers.
pub(super) fn last_value(body: &[Statement]) -> Option<&Expr> {
    match &body.last()?.deed {
        Deed::Return(Some(value)) | Deed::Value(value) => Some(value),
        _ => None,
    }
}

/// The text in `text.chars()`, `[...text]`, `text.split("")`, and the path in `path.components()`.
fn spread_subject(receiver: &Expr) -> &Expr {
    match &receiver.kind {
        Kind::Call(call) => match &call.callee.kind {
            Kind::Member(object, _) => object,
            _ => receiver,
        },
        Kind::List(items) => match items.as_slice() {
            [Expr { kind: Kind::Spread(inner), .. }] => inner,
            _ => receiver,
        },
        _ => receiver,
    }
}

/// The names of components of paths in a test.
fn named_parts(test: &Expr, into: &mut Vec<&'static str>) {
    const PARTS: [&str; 5] = ["Normal", "CurDir", "ParentDir", "RootDir", "Prefix"];
    within(test, &mut |expr| {
        let name = match &expr.kind {
            Kind::Member(_, name) => &**name,
            Kind::Name(name) => name.rsplit('.').next().unwrap_or(name),
            _ => return,
        };
        into.extend(PARTS.iter().find(|part| **part == name));
    });
}

/// The letters that a test lets through, as they stand in a class of a pattern; `None` where it may be any.
fn letters_of(test: &Expr) -> Option<String> {
    let letters = match &test.kind {
        Kind::Binary(Operator::Or, sides) => {
            let (one, other) = (letters_of(&sides[0])?, letters_of(&sides[1])?);
            // A dash stands last.
            let dash = if one.ends_with('-') || other.ends_with('-') { "-" } else { "" };
            format!("{}{}{dash}", one.trim_end_matches('-'), other.trim_end_matches('-'))
        }
        Kind::Binary(Operator::And, sides) => letters_of(&sides[0]).or_else(|| letters_of(&sides[1]))?,
        Kind::Binary(Operator::Equal, sides) => class_of(letter(&sides[1]).or_else(|| letter(&sides[0]))?),
        Kind::Binary(Operator::In, sides) => listed(&sides[1])?,
        Kind::Call(call) => letters_of_call(call)?,
        _ => return None,
    };
    Some(letters)
}

fn letters_of_call(call: &Call) -> Option<String> {
    let Kind::Member(object, name) = &call.callee.kind else { return None };
    let class = match &**name {
        "is_alphanumeric" | "is_ascii_alphanumeric" | "isalnum" => "a-zA-Z0-9",
        "is_alphabetic" | "is_ascii_alphabetic" | "isalpha" => "a-zA-Z",
        "is_ascii_lowercase" | "is_lowercase" | "islower" => "a-z",
        "is_ascii_uppercase" | "is_uppercase" | "isupper" => "A-Z",
        "is_ascii_digit" | "is_numeric" | "is_ascii_hexdigit" | "isdigit" | "isdecimal" => "a-fA-F0-9",
        "contains" | "includes" => return listed(object),
        // `/[a-z]/.test(letter)`.
        "test" | "is_match" => match &object.kind {
            Kind::Regex(pattern) => {
                let inner = pattern.trim_matches('/').trim_start_matches('^').trim_end_matches('$');
                let class = inner.strip_prefix('[')?.strip_suffix(']')?;
                return (!class.starts_with('^') && !class.contains(['[', ']'])).then(|| class.to_owned());
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(class.to_owned())
}

/// The letters of a constant text, or of a list of them.
fn listed(list: &Expr) -> Option<String> {
    match &list.kind {
        Kind::Text(text) => Some(class_of(text)),
        Kind::List(items) => {
            let letters: Option<String> = items.iter().map(letter).collect();
            letters.map(|letters| class_of(&letters))
        }
        _ => None,
    }
}

/// A letter that stands in the source: `'x'` is a number to languages that have letters.
fn letter(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        Kind::Text(text) => Some(text),
        Kind::Number(text) => text.strip_prefix(['\'', 'b'])?.trim_matches('\'').into(),
        _ => None,
    }
}

/// The letters for a class of a pattern, with a dash at its end.
fn class_of(letters: &str) -> String {
    let mut class = String::new();
    for letter in letters.chars().filter(|letter| *letter != '-') {
        if matches!(letter, '\\' | ']' | '[' | '^' | '.' | '/') {
            class.push('\\');
        }
        class.push(letter);
    }
    if letters.contains('-') {
        class.push('-');
    }
    class
}
