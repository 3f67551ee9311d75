//! Plain deeds, by a tool's name and by its description: what nobody does by reading.

use serde_json::Value;

use super::said;
use crate::effect::{self, Opened};
use crate::words::{self, Verb};

/// What says that a tool does something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Its name and its description both do: the word of each.
    Both(String, String),
    /// The word of its name alone.
    Name(String),
    /// The words of its description alone.
    Description(String),
}

/// The deed that a tool is named for, described as, or both.
pub(super) fn of(tool: &Value) -> Option<Deed> {
    let (name, description) = said(tool);
    let words = words::of_name(name);
    let first = words.first()?;
    let is_view = effect::is_thing_to_see(&words) || words.iter().any(|word| word != "read" && words::is_read(word));
    let named = is_deed(first) && !is_view;
    if named
        && let Some(opened) = effect::opens_with(description)
        && let Some(verb) = opened.bare.iter().find(|form| is_deed(form))
        && (takes_it(&opened) || *verb == *first && words.len() == 1 && opened.is_third_person)
        // "Orders" are things, and whoever deletes some is not named for ordering.
        && (*verb == *first || !effect::is_doing(first))
        && !(is_soft(first, description) && is_soft(verb, description))
    {
        return Some(Deed::Both(first.clone(), opened.head));
    }
    let alone = named && words.len() == 1 && is_plain(first) && !effect::says_that_it_reads(description);
    if alone || CLEAR.contains(&first.as_str()) && !is_view {
        return Some(Deed::Name(first.clone()));
    }
    if let Some(word) = joined(&words) {
        return Some(Deed::Name(word));
    }
    effect::deed_on_the_side(description).map(Deed::Description)
}

/// Whether what follows the verb is what it is done to: "Rates a film", and neither "Rates of a bank" nor "Commits nothing".
fn takes_it(opened: &Opened) -> bool {
    opened.has_object || opened.is_third_person && opened.has_noun
}

/// A verb of doing, also one that is a thing as often: beside it stands a second that says the same.
fn is_deed(word: &str) -> bool {
    matches!(words::bare_verb(word), Some(Verb::Write | Verb::Delete)) || effect::is_doing(word) || ALSO.contains(&word)
}

fn is_plain(word: &str) -> bool {
    const PLAIN: [&str; 8] = ["approve", "toggle", "submit", "pay", "buy", "sell", "enqueue", "vote"];
    words::is_plain_deed(word) && word != "add" || PLAIN.contains(&word)
}

/// The second of two verbs: `get_and_pop`.
fn joined(words: &[String]) -> Option<String> {
    let follows = |at: &usize| matches!(words[*at].as_str(), "and" | "then");
    let at = (1..words.len().saturating_sub(1)).find(follows)?;
    let word = &words[at + 1];
    let is_deed = is_plain(word) || CLEAR.contains(&word.as_str()) || word == "pop" || word == "mark";
    (is_deed && words::is_read(&words[at - 1])).then(|| word.clone())
}

/// What is said of a view, a search or a session as well (`open_page`, `start_search`), whatever else it says.
fn is_soft(word: &str, description: &str) -> bool {
    const SOFT: [&str; 44] = [
        "open",
        "start",
        "stop",
        "load",
        "play",
        "pause",
        "resume",
        "follow",
        "link",
        "connect",
        "disconnect",
        "download",
        "import",
        "record",
        "register",
        "apply",
        "put",
        "place",
        "copy",
        "swap",
        "switch",
        "complete",
        "fill",
        "initialize",
        "configure",
        "login",
        "logout",
        "navigate",
        "click",
        "hover",
        "drag",
        "tap",
        "type",
        "press",
        "set",
        "ask",
        "tell",
        "request",
        "collect",
        "flag",
        "spin",
        "shut",
        "ring",
        "add",
    ];
    match word {
        "mark" => !description.contains(" as "),
        "print" => !description.contains("printer"),
        _ => SOFT.contains(&word),
    }
}

/// Verbs that are things or harmless elsewhere.
const ALSO: [&str; 6] = ["rate", "enter", "log", "print", "synchronise", "synchronize"];

/// Nobody reads by these.
const CLEAR: [&str; 7] = ["dequeue", "consume", "burn", "ack", "acknowledge", "enqueue", "redeem"];
