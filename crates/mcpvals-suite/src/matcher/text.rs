//! `contains`, `notContains` and `matches`: the text of an answer.

use std::cell::RefCell;

use mcpvals_model::Mismatch;
use regex::{Regex, RegexBuilder};

use super::{Checked, Subject, Unusable, mismatch};
use crate::cache::Cache;
use crate::excerpt;

/// Bytes of a compiled pattern.
const PATTERN_SIZE_MAX: usize = 4 << 20;
/// Patterns in memory for one thread.
const PATTERNS_MAX: usize = 256;

thread_local! {
    static PATTERNS: RefCell<Cache<String, Result<Regex, String>>> = RefCell::new(Cache::new(PATTERNS_MAX));
}

pub(super) fn contains(parts: &[String], subject: &Subject<'_>) -> Vec<Mismatch> {
    if let Some(items) = subject.items() {
        let missing = parts.iter().filter(|part| !items.contains(part));
        return missing.map(|part| at_text(subject, format!("a list with {}", excerpt::quoted(part)))).collect();
    }
    let missing = parts.iter().filter(|part| !subject.text().contains(part.as_str()));
    missing.map(|part| at_text(subject, format!("text that contains {}", excerpt::quoted(part)))).collect()
}

pub(super) fn not_contains(parts: &[String], subject: &Subject<'_>) -> Vec<Mismatch> {
    if let Some(items) = subject.items() {
        let found = parts.iter().filter(|part| items.contains(part));
        return found.map(|part| at_text(subject, format!("a list without {}", excerpt::quoted(part)))).collect();
    }
    let text = subject.text();
    let found = parts.iter().filter_map(|part| Some((part, text.find(part.as_str())?)));
    let words = |(part, at): (&String, usize)| Mismatch {
        pointer: subject.text_place(),
        ..mismatch(format!("text without {}", excerpt::quoted(part)), format!("text {}", around(text, at, part.len())))
    };
    found.map(words).collect()
}

pub(super) fn matches(patterns: &[String], subject: &Subject<'_>) -> Checked {
    let mut mismatches = Vec::new();
    for pattern in patterns {
        if !compiled(pattern)?.is_match(subject.text()) {
            mismatches.push(at_text(subject, format!("text that matches /{}/", excerpt::block(pattern, 200))));
        }
    }
    Ok(mismatches)
}

fn at_text(subject: &Subject<'_>, expected: String) -> Mismatch {
    Mismatch { pointer: subject.text_place(), ..mismatch(expected, subject.shown()) }
}

fn compiled(pattern: &str) -> Result<Regex, Unusable> {
    let build = || {
        let regex = RegexBuilder::new(pattern).size_limit(PATTERN_SIZE_MAX).dfa_size_limit(PATTERN_SIZE_MAX).build();
        regex.map_err(|error| error.to_string())
    };
    let regex = PATTERNS.with_borrow_mut(|patterns| patterns.get(pattern.to_owned(), |_| true, build));
    let cannot = |why: String| format!("the pattern /{}/ cannot be used: {why}", excerpt::block(pattern, 200));
    regex.map_err(|why| Unusable(cannot(why)))
}

/// The place of a find with a little of what stands around it.
fn around(text: &str, at: usize, length: usize) -> String {
    const CONTEXT_BYTES: usize = 60;
    let start = text.floor_char_boundary(at.saturating_sub(CONTEXT_BYTES));
    let end = text.ceil_char_boundary(at.saturating_add(length).saturating_add(CONTEXT_BYTES).min(text.len()));
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
    format!("{before}{}{after}", excerpt::quoted(&text[start..end]))
}
