//! What a description as a whole says: that the tool reads, or something else.

use std::sync::LazyLock;

use regex::Regex;

use super::clauses::{self, Clause, Opening};
use super::reading::{bare_forms, is_aside, is_function_word, is_neutral, opens_an_object, reads};
use super::said::is_third_person;
use crate::words::{self, Verb};

/// What a description says that a tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Account {
    /// It reads, and no clause says anything else: the word that it begins with.
    Reads(String),
    /// A clause has another verb, or one in a language that nobody here reads: the words that say so.
    Does(String),
    /// There is no description.
    Silent,
}

/// What a description says that its tool does: that it reads only where the first clause says so and no later one has a
/// verb that is on no list, for a verb that nobody knows may do anything.
pub(super) fn account(description: &str) -> Account {
    super::cjk::account(description).unwrap_or_else(|| in_clauses(description))
}

fn in_clauses(description: &str) -> Account {
    let clauses = clauses::of(description);
    let Some(first) = clauses.first() else { return Account::Silent };
    if !(reads(first.head, first.rest) || super::computing::computes(description)) {
        return Account::Does(first.head.to_lowercase());
    }
    let imperative = !is_third_person(&first.head.to_lowercase());
    let bare = clauses.iter().take_while(|clause| clause.rest.trim().is_empty()).count();
    let is_deed = |at: usize, clause: &Clause| does(clause, imperative) || at <= bare && is_other_verb(clause);
    match clauses.iter().enumerate().skip(1).find(|(at, clause)| is_deed(*at, clause)) {
        Some((_, clause)) => {
            Account::Does(format!("{} {}", clause.head.to_lowercase(), clause.next_word()).trim().to_owned())
        }
        None => Account::Reads(first.head.to_lowercase()),
    }
}

/// Whether the head, which the object of an earlier verb follows too ("Fetch and store pages"), is no verb of reading.
fn is_other_verb(clause: &Clause) -> bool {
    let head = clause.head.to_lowercase();
    clause.opening == Opening::Joined
        && !(is_function_word(&head) || is_neutral(&head) || reads(&head, clause.rest) || head.ends_with("ing"))
}

/// Whether a later clause has a verb of doing.
///
/// A plural looks like a verb in the third person, and a noun like a command: only what has an object is taken for a verb,
/// or what is known to be one of doing.
fn does(clause: &Clause, imperative: bool) -> bool {
    let head = clause.head.to_lowercase();
    if head.ends_with("ing") {
        let next = clause.next_word();
        return !is_aside(&head)
            && clause.opening == Opening::Joined
            && (opens_an_object(&next) || is_particle(&next) && head != "leaving");
    }
    let nothing = matches!(clause.next_word().as_str(), "nothing" | "no" | "none" | "neither");
    let odd = is_function_word(&head) || head.ends_with("ed") && head.len() > 4 || nothing;
    if odd || head.is_empty() || is_neutral(&head) || reads(&head, clause.rest) {
        return false;
    }
    let next = clause.next_word();
    let has_object = opens_an_object(&next);
    if is_third_person(&head) || clause.finite {
        let told = clause.finite && is_third_person(&head) && !is_function_word(&next) && !next.is_empty();
        let parted = clause.opening == Opening::Joined && is_particle(&next);
        return has_object || told || parted || bare_forms(&head).iter().any(|form| is_known_deed(form));
    }
    // "the ID that is needed to update or delete a report" deletes none.
    let of_the_tool = !clause.is_choice && !SUBORDINATE.is_match(clause.before);
    let known = words::is_plain_deed(&head) && !words::names_a_thing(&head) && head != "write" && !next.is_empty();
    let joined = clause.opening == Opening::Joined && imperative;
    joined && (matches!(next.as_str(), "it" | "them") || of_the_tool && (has_object || known))
}

/// What belongs to the verb before it: "logs out", "ticking off".
fn is_particle(word: &str) -> bool {
    matches!(word, "out" | "off" | "away" | "up" | "down")
}

/// What makes a verb after it one of somebody else, or a purpose.
static SUBORDINATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:to|can|could|may|might|should|who|how|whether|that|which|if|when|before|after|without)\b")
        .expect("constant, and tested")
});

/// A verb of doing that is no thing.
fn is_known_deed(bare: &str) -> bool {
    matches!(words::bare_verb(bare), Some(Verb::Write | Verb::Delete)) && !words::names_a_thing(bare)
}
