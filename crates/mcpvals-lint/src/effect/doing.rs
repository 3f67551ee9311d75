//! Verbs of doing that stand at the head of descriptions: what happens out in the world, beside what `words` knows of names.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::clauses;
use super::computing::computes;
use super::reading::{bare_forms, is_function_word, opens_an_object};
use super::said::is_third_person;

/// The verb of doing that a description begins with; none where the same word is a noun there ("Orders of a customer").
pub(crate) fn heads_with_a_deed(description: &str) -> Option<String> {
    let clauses = clauses::of(description);
    let first = clauses.first()?;
    let head = first.head.to_lowercase();
    let next = first.next_word();
    let object = opens_an_object(&next) || head.ends_with('s') && !next.is_empty() && !is_function_word(&next);
    let deed = bare_forms(&head).iter().any(|form| is_doing(form));
    (deed && object && !computes(description)).then_some(head)
}

/// The verb that a description may begin with.
#[derive(Debug)]
pub(crate) struct Opened {
    /// As it stands there, in small letters.
    pub(crate) head: String,
    /// What it may be without the ending of the third person.
    pub(crate) bare: Vec<String>,
    pub(crate) is_third_person: bool,
    /// Whether a word that opens an object follows: "the", "them".
    pub(crate) has_object: bool,
    /// Whether any word follows that is no preposition or the like.
    pub(crate) has_noun: bool,
}

/// The word at the head of a description; none where it computes, or says that it does so to nothing.
pub(crate) fn opens_with(description: &str) -> Option<Opened> {
    let clauses = clauses::of(description);
    let first = clauses.first()?;
    let head = first.head.to_lowercase();
    let next = first.next_word();
    if matches!(next.as_str(), "nothing" | "no" | "none") || computes(description) {
        return None;
    }
    // "Comments posted by a user" are things.
    let has_noun = !next.is_empty() && !is_function_word(&next) && !next.ends_with("ed");
    let is_third_person = is_third_person(&head);
    Some(Opened { bare: bare_forms(&head), is_third_person, has_object: opens_an_object(&next), has_noun, head })
}

/// Whether a word of a name, in the bare form, is a verb of doing that `words` does not know.
pub(crate) fn is_doing(word: &str) -> bool {
    DOING.contains(word)
}

/// As nouns these are rare, or they are followed by no object there.
static DOING: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    "acknowledge ack adjust alert ask award bill blacklist block boot bounce broadcast buzz calibrate \
     charge claim collect compensate consume credit debit decrement demote deduct dequeue dial dim disarm dismiss \
     dispense donate eject escalate expel extend fax feed fire flag freeze fulfil fulfill hang hibernate hide hire \
     impersonate issue kick lend liquidate lower mail message mute nudge onboard order overdraw page permit \
     poke pop promote punish quarantine raise reassign rebuild redeem refill refund \
     regenerate reindex reinstall reissue reload renew rent request reseed reserve reshuffle restock retire retry \
     reward ring seed seize ship shred shut silence slash snooze spin stake steer summon surrender \
     suspend switch tell terminate text throttle tip transmit turn unban unblock undo unfreeze unlock unmute unseal \
     vacuum void vote wake warn whitelist wire \
     blpop brpop getdel getset lpop rpop spop xautoclaim xclaim xreadgroup"
        .split_ascii_whitespace()
        .collect()
});
