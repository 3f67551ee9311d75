//! `isError`, `errorCode` and `contentTypes`: what kind of answer it is.

use mcpvals_model::{Matcher, Mismatch, MismatchKind};
use serde_json::Value;

use super::{Subject, check, content, mismatch, of_kind};
use crate::reply::Reply;

/// Does the matcher decide by itself whether an error is right? Then an error is not unexpected.
pub(crate) fn speaks_of_errors(matcher: &Matcher) -> bool {
    match matcher {
        Matcher::IsError(_) | Matcher::ErrorCode(_) => true,
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().any(speaks_of_errors),
        Matcher::Not(inner) => speaks_of_errors(inner),
        Matcher::JsonPath(paths) => paths.keys().any(|path| path == "$.isError" || path.starts_with("$.error")),
        Matcher::Equals(_)
        | Matcher::Contains(_)
        | Matcher::NotContains(_)
        | Matcher::Matches(_)
        | Matcher::Schema(_)
        | Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::Snapshot(_) => false,
    }
}

/// What kind of answer alone can meet a matcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Error,
    Success,
    Either,
}

/// Can only an error meet the matcher?
pub(crate) fn needs_error(matcher: &Matcher) -> bool {
    needs(matcher) == Needs::Error
}

fn needs(matcher: &Matcher) -> Needs {
    match matcher {
        Matcher::IsError(true) | Matcher::ErrorCode(_) => Needs::Error,
        Matcher::IsError(false) => Needs::Success,
        Matcher::All(inner) => inner.iter().map(needs).find(|needs| *needs != Needs::Either).unwrap_or(Needs::Either),
        Matcher::Any(inner) => inner.iter().map(needs).reduce(same).unwrap_or(Needs::Either),
        Matcher::Not(inner) => needs_opposite(inner),
        Matcher::JsonPath(paths) if paths.iter().any(|(path, wanted)| path_needs_error(path, wanted)) => Needs::Error,
        Matcher::JsonPath(_)
        | Matcher::Equals(_)
        | Matcher::Contains(_)
        | Matcher::NotContains(_)
        | Matcher::Matches(_)
        | Matcher::Schema(_)
        | Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::Snapshot(_) => Needs::Either,
    }
}

fn same(one: Needs, other: Needs) -> Needs {
    if one == other { one } else { Needs::Either }
}

/// Only of `isError` is the opposite known: another code than this one may be an error's or none.
fn needs_opposite(inner: &Matcher) -> Needs {
    match inner {
        Matcher::IsError(true) => Needs::Success,
        Matcher::IsError(false) => Needs::Error,
        Matcher::Not(twice) => needs(twice),
        _ => Needs::Either,
    }
}

/// Only an error has an `error`; `isError` may say either.
fn path_needs_error(path: &str, wanted: &Matcher) -> bool {
    path.starts_with("$.error") || (path == "$.isError" && *wanted == Matcher::Equals(Value::Bool(true)))
}

/// Does the matcher say that this error is right? Where there are several ways to meet it, one that says so must hold.
pub(crate) fn accepts_error(matcher: &Matcher, subject: &Subject<'_>) -> bool {
    match matcher {
        Matcher::All(inner) => inner.iter().any(|matcher| accepts_error(matcher, subject)),
        Matcher::Any(inner) if !needs_error(matcher) => inner.iter().any(|matcher| {
            accepts_error(matcher, subject) && check(matcher, subject).is_ok_and(|mismatches| mismatches.is_empty())
        }),
        _ => needs_error(matcher),
    }
}

pub(super) fn is_error(expected: bool, subject: &Subject<'_>) -> Vec<Mismatch> {
    let actual = match subject.as_answer() {
        Some(reply) => reply.is_error(),
        None => subject.root().and_then(|value| value.get("isError")) == Some(&Value::Bool(true)),
    };
    match (expected, actual) {
        (true, true) | (false, false) => Vec::new(),
        (true, false) => vec![of_kind(MismatchKind::MissingError, "an error", success(subject))],
        (false, true) => {
            vec![of_kind(MismatchKind::UnexpectedError, "a result that is no error", subject.shown())]
        }
    }
}

pub(super) fn error_code(expected: i64, subject: &Subject<'_>) -> Vec<Mismatch> {
    let words = format!("a JSON-RPC error with code {expected}");
    match subject.as_answer() {
        Some(Reply::Error(error)) if error.code == Some(expected) => Vec::new(),
        Some(reply) if reply.is_error() => vec![of_kind(MismatchKind::Error, words, reply.shown())],
        Some(_) | None => vec![of_kind(MismatchKind::MissingError, words, success(subject))],
    }
}

pub(super) fn content_types(expected: &[String], subject: &Subject<'_>) -> Vec<Mismatch> {
    let root = subject.root();
    let (member, types) = root.map_or(("", Vec::new()), content::types);
    if types == expected {
        return Vec::new();
    }
    let actual = if root.is_some() { list(&types) } else { subject.shown() };
    let pointer = subject.as_answer().map(|_| format!("/{}", if member.is_empty() { "content" } else { member }));
    vec![Mismatch { pointer, ..mismatch(list(expected), actual) }]
}

/// `content of types text, image`.
fn list<T: AsRef<str>>(types: &[T]) -> String {
    const SHOWN_MAX: usize = 12;
    let shown: Vec<String> =
        types.iter().take(SHOWN_MAX).map(|name| crate::excerpt::block(name.as_ref(), 40)).collect();
    match types.len() {
        0 => "no content".to_owned(),
        count if count > SHOWN_MAX => format!("content of types {}, … ({count} blocks)", shown.join(", ")),
        _ => format!("content of types {}", shown.join(", ")),
    }
}

fn success(subject: &Subject<'_>) -> String {
    format!("a success with {}", subject.shown())
}
