//! JSONPath (RFC 9535): which values of an answer are meant.
//!
//! The root is the result; beside its members there are `$.text`, the text content, and `$.json`, the text as JSON.
//! For a JSON-RPC error the root has one member, `error`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use mcpvals_model::{Matcher, Mismatch};
use serde_json::{Map, Value, json};
use serde_json_path::JsonPath;

use super::describe::describe;
use super::{Checked, Subject, Unusable, check as check_matcher, mismatch};
use crate::cache::Cache;
use crate::excerpt;
use crate::reply::Reply;

/// Paths in memory for one thread.
const PATHS_MAX: usize = 256;
/// Values of one path that are checked; a path over a million items is not a million checks.
const VALUES_MAX: usize = 100_000;
/// Mismatches of one path that are told.
const MISMATCHES_MAX: usize = 5;

thread_local! {
    static PATHS: RefCell<Cache<String, Result<JsonPath, String>>> = RefCell::new(Cache::new(PATHS_MAX));
}

/// Each path selects something, and everything selected meets its matcher.
pub(super) fn check(paths: &BTreeMap<String, Matcher>, subject: &Subject<'_>) -> Checked {
    let mut mismatches = Vec::new();
    for (path, matcher) in paths {
        mismatches.extend(check_path(path, matcher, subject)?);
    }
    Ok(mismatches)
}

fn check_path(path: &str, matcher: &Matcher, subject: &Subject<'_>) -> Checked {
    let parsed = parse(path)?;
    let root = Root::of(subject, path);
    let mut mismatches = Vec::new();
    let mut selected = 0;
    for node in parsed.query_located(root.value()).iter().take(VALUES_MAX) {
        selected += 1;
        let pointer = root.pointer(&node.location().to_json_pointer());
        let found = check_matcher(matcher, &Subject::value(node.node(), pointer))?;
        mismatches.extend(
            found.into_iter().map(|inner| Mismatch { expected: format!("`{path}`: {}", inner.expected), ..inner }),
        );
    }
    if selected == 0 {
        let actual = format!("nothing there, in {}", shown_root(root.value()));
        return Ok(vec![mismatch(format!("`{path}`: {}", describe(matcher)), actual)]);
    }
    Ok(told(mismatches, selected))
}

/// The first few mismatches, and how many there are.
fn told(mut mismatches: Vec<Mismatch>, selected: usize) -> Vec<Mismatch> {
    let count = mismatches.len();
    mismatches.truncate(MISMATCHES_MAX);
    if let Some(last) = mismatches.last_mut().filter(|_| count > MISMATCHES_MAX) {
        last.actual = format!("{} (and so {} times more in {selected} values)", last.actual, count - MISMATCHES_MAX);
    }
    mismatches
}

/// What a path selects in an answer.
///
/// # Errors
/// Where the path is none.
pub(crate) fn select(path: &str, reply: &Reply<'_>) -> Result<Vec<Value>, Unusable> {
    let subject = Subject::answer(reply);
    let root = Root::of(&subject, path);
    Ok(parse(path)?.query(root.value()).iter().take(VALUES_MAX).map(|value| (*value).clone()).collect())
}

/// Replaces what a path selects in a value.
///
/// # Errors
/// Where the path is none.
pub(super) fn replace(path: &str, value: &mut Value, replacement: &Value) -> Result<(), Unusable> {
    let places: Vec<String> =
        parse(path)?.query_located(value).locations().take(VALUES_MAX).map(|place| place.to_json_pointer()).collect();
    for place in places {
        if let Some(found) = value.pointer_mut(&place) {
            found.clone_from(replacement);
        }
    }
    Ok(())
}

fn parse(path: &str) -> Result<JsonPath, Unusable> {
    let build = || JsonPath::parse(path).map_err(|error| error.to_string());
    let parsed = PATHS.with_borrow_mut(|paths| paths.get(path.to_owned(), |_| true, build));
    parsed.map_err(|why| Unusable(format!("the JSONPath `{}` cannot be used: {why}", excerpt::block(path, 200))))
}

/// What `$` stands for.
enum Root<'a> {
    /// The result, or a value in it at the pointer.
    Plain(&'a Value, Option<String>),
    /// Made for the path: has no place in the result.
    Made(Value),
}

impl<'a> Root<'a> {
    fn of(subject: &'a Subject<'_>, path: &str) -> Self {
        let Some(reply) = subject.as_answer() else {
            return Self::Plain(subject.root().unwrap_or(&Value::Null), subject.place(""));
        };
        match (first_member(path), reply) {
            (Some("text"), _) => Self::Made(json!({"text": subject.text()})),
            (Some("json"), _) => {
                Self::Made(subject.text_json().map_or_else(|| json!({}), |value| json!({"json": value})))
            }
            (_, Reply::Result(result)) => Self::Plain(result, Some(String::new())),
            (_, Reply::Error(error)) => Self::Made(error_root(error.code, &error.message, error.data)),
        }
    }

    fn value(&self) -> &Value {
        match self {
            Self::Plain(value, _) => value,
            Self::Made(value) => value,
        }
    }

    fn pointer(&self, below: &str) -> Option<String> {
        match self {
            Self::Plain(_, pointer) => pointer.as_ref().map(|pointer| format!("{pointer}{below}")),
            Self::Made(_) => None,
        }
    }
}

fn error_root(code: Option<i64>, message: &str, data: Option<&Value>) -> Value {
    let mut error = Map::new();
    code.map(|code| error.insert("code".to_owned(), code.into()));
    error.insert("message".to_owned(), message.into());
    data.map(|data| error.insert("data".to_owned(), data.clone()));
    json!({"error": error})
}

/// The name of the member that a path begins with: `$.text…` or `$['text']…`.
fn first_member(path: &str) -> Option<&str> {
    let rest = path.trim_start().strip_prefix('$')?.trim_start();
    if let Some(name) = rest.strip_prefix('.') {
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
        return Some(&name[..end]);
    }
    let quoted = rest.strip_prefix('[')?.trim_start();
    let quote = quoted.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    quoted[1..].split(quote).next()
}

/// The members of the root, so that a misspelt path shows itself.
fn shown_root(root: &Value) -> String {
    match root {
        Value::Object(members) if !members.is_empty() => {
            let names: Vec<String> = members.keys().take(12).map(|name| excerpt::quoted_to(name, 40)).collect();
            format!("an object with {}", names.join(", "))
        }
        other => excerpt::json_to(other, 100),
    }
}
