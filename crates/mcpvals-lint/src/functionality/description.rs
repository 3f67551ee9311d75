//! Whether a description says what its reader must know.

use std::sync::LazyLock;

use mcpvals_model::Finding;
use regex::Regex;
use serde_json::Value;

use super::{at, rules, said};
use crate::words;

/// Fewer characters say nothing.
const SHORT: usize = 20;
/// A description of so many words says enough, whatever it says of the occasion.
const LONG_IN_WORDS: usize = 8;

pub(super) fn find(tool: &Value) -> Option<Finding> {
    let (name, description) = said(tool);
    let text = description.trim();
    if is_none(text) {
        // A name that stands alone, as in a list of names, is not a tool that was offered without a description.
        let offered = tool["inputSchema"].is_object() || tool.get("description").is_some();
        return offered.then(|| rules::UNDESCRIBED.found("it has no description").at(at("/description", description)));
    }
    if text.eq_ignore_ascii_case(name) {
        return Some(rules::UNDESCRIBED.found("its description is its name").at(at("/description", description)));
    }
    if !text.is_ascii() {
        return None;
    }
    let short = text.chars().count() < SHORT;
    if short || adds_nothing(name, text) {
        let text = crate::excerpt(text);
        let message = if short {
            format!("`{text}` is all that it says")
        } else {
            format!("`{text}` says no more than `{name}`")
        };
        return Some(rules::VAGUE.found(message).at(at("/description", description)));
    }
    let short = text.split_whitespace().count() < LONG_IN_WORDS;
    let finding = || rules::NO_OCCASION.found("it does not say when to call it").at(at("/description", description));
    (short && !OCCASION.is_match(text)).then(finding)
}

/// Nothing, or what programs write for nothing.
fn is_none(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    matches!(
        bare.as_str(),
        "" | "none" | "null" | "undefined" | "todo" | "tbd" | "n/a" | "description" | "no description"
    )
}

/// Whether all that it says stands in the name too.
fn adds_nothing(name: &str, text: &str) -> bool {
    const EMPTY: [&str; 22] = [
        "a", "an", "the", "this", "that", "tool", "function", "for", "to", "of", "and", "it", "is", "by", "from", "in",
        "with", "helper", "utility", "does", "used", "which",
    ];
    let named = words::of_name(name);
    let same = |word: &str| {
        let bare = word.strip_suffix('s').unwrap_or(word);
        named.iter().any(|named| named == word || named.strip_suffix('s').unwrap_or(named) == bare)
    };
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(|word| {
        let word = word.to_lowercase();
        EMPTY.contains(&word.as_str()) || same(&word)
    })
}

static OCCASION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:when|whenever|use (?:this|it|for|to)|useful|helpful|ideal|for example|e\.g\.|in order to|so that|before|after|if|allows?|lets?|can be used|to \w+)\b")
        .expect("constant, and tested")
});
