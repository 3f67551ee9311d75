//! What the name of a tool says that it does.

use serde_json::Value;

use crate::words::{self, Verb};

/// The verb that leads a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lead {
    /// What it does.
    pub(crate) verb: Verb,
    /// The word.
    pub(crate) word: String,
}

/// The verb that says what a tool of this name does; none where no word is a verb.
///
/// The first verb leads (`github_create_issue`), and what follows it are mostly things (`get_comment`); but a verb that is no
/// thing, or that is joined by `and` or `or`, does something too (`read_and_mark`, `get_or_create`), and what does most counts.
pub(crate) fn lead(words: &[String], schema: &Value) -> Option<Lead> {
    let verbs: Vec<(usize, &String, Verb)> =
        words.iter().enumerate().filter_map(|(at, word)| Some((at, word, words::bare_verb(word)?))).collect();
    let (first_at, first, verb) = verbs.first()?;
    if matches!(first.as_str(), "add" | "sum") && only_numbers(schema) {
        return Some(Lead { verb: Verb::Read, word: (*first).clone() });
    }
    let first_lead = Lead { verb: *verb, word: (*first).clone() };
    if *verb != Verb::Read && !words::names_a_thing(first) {
        return Some(first_lead);
    }
    let does_too = |at: usize, word: &str| {
        let joined = matches!(words[at - 1].as_str(), "and" | "or" | "then");
        joined || !words::names_a_thing(word) || *verb != Verb::Read
    };
    let more = verbs.iter().find(|(at, word, also)| at > first_at && *also != Verb::Read && does_too(*at, word));
    match more {
        Some((_, word, verb)) => Some(Lead { verb: *verb, word: (*word).clone() }),
        None => Some(first_lead),
    }
}

/// Whether all it takes are numbers, two at least or a list of them: it computes.
fn only_numbers(schema: &Value) -> bool {
    let number = |schema: &Value| matches!(schema["type"].as_str(), Some("number" | "integer"));
    let Some(properties) = schema["properties"].as_object() else { return false };
    let list = |schema: &Value| schema["type"] == "array" && number(&schema["items"]);
    let all_numbers = properties.values().all(|schema| number(schema) || list(schema));
    all_numbers && (properties.len() > 1 || properties.values().any(list))
}
