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
/// The first verb leads (`github_create_issue`), and what follows it are mostly things (`get_comment`, `get_delete_policy`);
/// but a verb that is joined by `and` or `or`, or that is no thing and ends the name, does something too (`read_and_mark`,
/// `get_or_create`, `todo_list_clear`), and what does most counts.
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
    let decides = *verb == Verb::Read && (*first_at == 0 || !words::names_a_thing(first));
    let last = words.len() - 1;
    let does_too = |at: usize, word: &str| {
        let joined = matches!(words[at - 1].as_str(), "and" | "or" | "then" | "n");
        joined || !words::names_a_thing(word) && (!decides || at == last) || *verb != Verb::Read
    };
    let more = verbs.iter().find(|(at, word, also)| at > first_at && *also != Verb::Read && does_too(*at, word));
    match more {
        Some((_, word, verb)) => Some(Lead { verb: *verb, word: (*word).clone() }),
        None => Some(first_lead),
    }
}

/// The verb of doing that a title has at its head, or joined to the verb there ("Get and reset settings").
///
/// Titles are made of things more than names are: "Pull Requests and Comments" does nothing.
pub(super) fn deed_of_title(title: &str) -> Option<(String, Verb)> {
    let words = words::of_name(&title.replace(['&', '+'], " and "));
    let doing = |at: usize| {
        let word = words.get(at)?;
        let verb = words::bare_verb(word).filter(|verb| matches!(verb, Verb::Write | Verb::Delete))?;
        Some((word.clone(), verb))
    };
    let is_verb = |at: usize| words.get(at).is_some_and(|word| words::bare_verb(word).is_some());
    let heads = || doing(0).filter(|(word, _)| words::is_plain_deed(word) && !is_thing_to_see(&words));
    let joined = |at: usize| matches!(words[at].as_str(), "and" | "or" | "then");
    let too = |at: usize| doing(at + 1).filter(|(word, _)| at == 1 && is_verb(0) || !words::names_a_thing(word));
    heads().or_else(|| (1..words.len()).filter(|at| joined(*at)).find_map(too))
}

/// Whether all it takes are numbers, two at least or a list of them: it computes.
fn only_numbers(schema: &Value) -> bool {
    let number = |schema: &Value| matches!(schema["type"].as_str(), Some("number" | "integer"));
    let Some(properties) = schema["properties"].as_object() else { return false };
    let list = |schema: &Value| schema["type"] == "array" && number(&schema["items"]);
    let all_numbers = properties.values().all(|schema| number(schema) || list(schema));
    all_numbers && (properties.len() > 1 || properties.values().any(list))
}

/// Whether a name says by itself, without a description, that its tool only reads: a verb that is said of nothing else leads
/// it, and no other word of it is one of doing, or of what is used up when it is read (`get_token`, `read_next_message`).
pub(super) fn is_plain(words: &[String], lead: &Lead) -> bool {
    const ONLY: [&str; 27] = [
        "get",
        "list",
        "read",
        "search",
        "find",
        "describe",
        "count",
        "calculate",
        "compute",
        "convert",
        "compare",
        "fetch",
        "lookup",
        "explain",
        "summarize",
        "summarise",
        "whoami",
        "echo",
        "status",
        "sum",
        "add",
        "retrieve",
        "inspect",
        "query",
        "decode",
        "encode",
        "parse",
    ];
    const USED_UP: [&str; 27] = [
        "token", "otp", "code", "refund", "next", "job", "ready", "aloud", "ticket", "voucher", "coupon", "key",
        "secret", "password", "quote", "access", "lock", "lease", "new", "down", "out", "rid", "sale", "started",
        "unread", "replace", "reward",
    ];
    let odd = |word: &String| {
        let deed = words::bare_verb(word).is_some_and(|verb| verb != Verb::Read) && !words::names_a_thing(word);
        *word != lead.word && (deed || USED_UP.contains(&word.as_str()))
    };
    ONLY.contains(&lead.word.as_str()) && !words.iter().any(odd)
}

/// Whether the name is that of a thing to look at, though a verb leads it: `update_status`, `insert_statement_preview`.
pub(crate) fn is_thing_to_see(words: &[String]) -> bool {
    const SEEN: [&str; 30] = [
        "check",
        "preview",
        "status",
        "difference",
        "diff",
        "history",
        "policy",
        "info",
        "information",
        "count",
        "counts",
        "summary",
        "report",
        "details",
        "stats",
        "statistics",
        "rate",
        "rates",
        "estimate",
        "simulation",
        "validation",
        "offs",
        "rules",
        "options",
        "limits",
        "requirements",
        "schema",
        "help",
        "examples",
        "log",
    ];
    words.len() > 1 && words.last().is_some_and(|word| SEEN.contains(&word.as_str()))
}
