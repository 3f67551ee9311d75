//! JSONPath (RFC 9535): which values of an answer are meant.
//!
//! The root is the result; beside its members there are `$.text`, the text content, and `$.json`, the text as JSON.
//! For a JSON-RPC error the root has one member, `error`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use mcpvals_model::{Matcher, Mismatch};
use serde_json::{Map, Value, json};
use serde_json_path::{JsonPath, NormalizedPath};

use super::describe::describe;
use super::{Checked, Subject, Unusable, check as check_matcher, mismatch};
use crate::cache::Cache;
use crate::reply::Reply;
use crate::{count, excerpt};

/// Paths in memory for one thread.
const PATHS_MAX: usize = 256;
/// Places that are made for one path.
const PLACES_MAX: usize = 10_000;
/// Values of one path whose mismatches are told.
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

/// Places are found only for what fails: a path over a million items must not be a million places.
fn check_path(path: &str, matcher: &Matcher, subject: &Subject<'_>) -> Checked {
    let parsed = parse(path)?;
    let root = Root::of(subject, path);
    let values = parsed.query(root.value()).all();
    let mut failed = Vec::new();
    for (index, value) in values.iter().enumerate() {
        if !check_matcher(matcher, &Subject::value(value, None))?.is_empty() {
            failed.push(index);
        }
    }
    if values.is_empty() {
        let actual = format!("nothing there, in {}", shown_root(root.value()));
        return Ok(vec![mismatch(format!("`{path}`: {}", describe(matcher)), actual)]);
    }
    let mut mismatches = Vec::new();
    let places = places(&parsed, &root, if failed.is_empty() { 0 } else { values.len() });
    for index in failed.iter().take(MISMATCHES_MAX) {
        let pointer = places.get(*index).and_then(|place| root.pointer(place));
        let found = check_matcher(matcher, &Subject::value(values[*index], pointer))?;
        mismatches.extend(found.into_iter().map(|inner| below(path, inner)));
    }
    tell_the_rest(&mut mismatches, failed.len(), values.len());
    Ok(mismatches)
}

fn below(path: &str, inner: Mismatch) -> Mismatch {
    Mismatch { expected: format!("`{path}`: {}", inner.expected), ..inner }
}

/// JSON pointers of what the path selects, in its order; none where they are not wanted or too many.
fn places(path: &JsonPath, root: &Root<'_>, count: usize) -> Vec<String> {
    if count == 0 || count > PLACES_MAX {
        return Vec::new();
    }
    path.query_located(root.value()).locations().map(NormalizedPath::to_json_pointer).collect()
}

/// Says of how many values the mismatches that are told are the first.
fn tell_the_rest(mismatches: &mut [Mismatch], failed: usize, selected: usize) {
    if let Some(last) = mismatches.last_mut().filter(|_| failed > MISMATCHES_MAX) {
        let times = count::of(failed - MISMATCHES_MAX, "time");
        last.actual = format!("{} (and so {times} more in {selected} values)", last.actual);
    }
}

/// What a path selects in an answer.
///
/// # Errors
/// Where the path is none.
pub(crate) fn select(path: &str, reply: &Reply<'_>) -> Result<Vec<Value>, Unusable> {
    let subject = Subject::answer(reply);
    let root = Root::of(&subject, path);
    Ok(parse(path)?.query(root.value()).iter().map(|value| (*value).clone()).collect())
}

/// Replaces what a path selects in a value.
///
/// # Errors
/// Where the path is none.
pub(super) fn replace(path: &str, value: &mut Value, replacement: &Value) -> Result<(), Unusable> {
    let places: Vec<String> =
        parse(path)?.query_located(value).locations().map(NormalizedPath::to_json_pointer).collect();
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
