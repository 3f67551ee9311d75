//! `all`, `any` and `not`.

use mcpvals_model::Matcher;

use super::describe::{describe, describe_all};
use super::{Checked, Subject, check, mismatch};

/// Every one; the mismatches of all that do not hold.
pub(super) fn all(matchers: &[Matcher], subject: &Subject<'_>) -> Checked {
    let mut mismatches = Vec::new();
    for matcher in matchers {
        mismatches.extend(check(matcher, subject)?);
    }
    Ok(mismatches)
}

/// At least one; of none at all, none holds.
pub(super) fn any(matchers: &[Matcher], subject: &Subject<'_>) -> Checked {
    for matcher in matchers {
        if check(matcher, subject)?.is_empty() {
            return Ok(Vec::new());
        }
    }
    Ok(vec![mismatch(format!("any of: {}", describe_all(matchers, "; ")), subject.shown())])
}

/// Does not hold.
pub(super) fn not(inner: &Matcher, subject: &Subject<'_>) -> Checked {
    let holds = check(inner, subject)?.is_empty();
    let words = || mismatch(format!("not {}", describe(inner)), subject.shown());
    Ok(if holds { vec![words()] } else { Vec::new() })
}
