//! Words of evidence: counts, lists cut short, findings in a line.

use mcpvals_model::Finding;

use super::place::{place_of, subject_of};

/// `1 tool`, `2 tools`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    match noun.split_once(" or ") {
        // `1 manifest or other file`, `2 manifests or other files`
        Some((one, other)) if count != 1 => format!("{count} {one}s or {other}s"),
        _ => format!("{count} {noun}{plural}"),
    }
}

/// The first names, and how many more there are.
pub(crate) fn some<T: AsRef<str>>(names: &[T]) -> String {
    const NAMES_MAX: usize = 12;
    let first: Vec<&str> = names.iter().take(NAMES_MAX).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(NAMES_MAX) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// A finding in a line: how bad, which rule, what, where.
pub(crate) fn line(finding: &Finding) -> String {
    let subject = finding.subject.as_ref().map(|subject| format!("{}: ", subject_of(subject))).unwrap_or_default();
    let place = place_of(finding).map(|place| format!(" ({place})")).unwrap_or_default();
    format!("{} {}: {subject}{}{place}", finding.severity.as_str(), finding.rule, finding.message)
}
