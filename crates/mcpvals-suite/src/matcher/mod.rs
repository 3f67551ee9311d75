//! A matcher against an answer or a value in it: every mismatch, in words.
//!
//! Pure. Knows nothing of calls and cases: what an error means for a case is decided in `tools`.

mod content;
mod describe;
mod diff;
mod equal;
mod json_path;
mod logic;
mod outcome;
mod short_form;
mod size;
mod snapshot;
mod structure;
mod subject;
mod text;

use mcpvals_model::{Matcher, Mismatch, MismatchKind};
use serde_json::Value;

pub(crate) use describe::describe;
pub(crate) use diff::of_values as difference_in_lines;
pub(crate) use json_path::select;
pub(crate) use outcome::{accepts_error, needs_error, speaks_of_errors};
pub(crate) use short_form::{contains_any_case, error_words, expected_error, expected_result};
pub(crate) use snapshot::wanted as wanted_snapshots;
pub(crate) use subject::Subject;

/// Are the two equal, but for the order of members and rounding?
pub(crate) fn same_value(expected: &Value, actual: &Value) -> bool {
    equal::difference(expected, actual, equal::Numbers::Near).is_none()
}

/// An expectation that cannot be checked at all; a fault of who wrote it, so
/// it must not count as "does not hold": `not` would turn that into a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unusable(pub(crate) String);

/// What does not hold; empty where all does.
pub(crate) type Checked = Result<Vec<Mismatch>, Unusable>;

/// Checks a matcher.
pub(crate) fn check(matcher: &Matcher, subject: &Subject<'_>) -> Checked {
    match matcher {
        Matcher::Equals(value) => Ok(structure::equals(value, subject)),
        Matcher::Contains(parts) => Ok(text::contains(parts, subject)),
        Matcher::NotContains(parts) => Ok(text::not_contains(parts, subject)),
        Matcher::Matches(patterns) => text::matches(patterns, subject),
        Matcher::Schema(schema) => structure::schema(schema, subject),
        Matcher::JsonPath(paths) => json_path::check(paths, subject),
        Matcher::Approx { value, tolerance } => Ok(size::approx(*value, *tolerance, subject)),
        Matcher::Length(bounds) => Ok(size::length(*bounds, subject)),
        Matcher::ContentTypes(types) => Ok(outcome::content_types(types, subject)),
        Matcher::IsError(expected) => Ok(outcome::is_error(*expected, subject)),
        Matcher::ErrorCode(code) => Ok(outcome::error_code(*code, subject)),
        Matcher::All(matchers) => logic::all(matchers, subject),
        Matcher::Any(matchers) => logic::any(matchers, subject),
        Matcher::Not(inner) => logic::not(inner, subject),
        Matcher::Snapshot(spec) => snapshot::check(spec, subject),
    }
}

/// A mismatch of a result.
fn mismatch(expected: impl Into<String>, actual: impl Into<String>) -> Mismatch {
    of_kind(MismatchKind::Result, expected, actual)
}

/// A mismatch without place and diff.
pub(crate) fn of_kind(kind: MismatchKind, expected: impl Into<String>, actual: impl Into<String>) -> Mismatch {
    Mismatch {
        kind,
        expected: expected.into(),
        actual: actual.into(),
        pointer: None,
        frame: None,
        diff: None,
        rule: None,
    }
}

#[cfg(test)]
mod tests;
