//! What weighs like an order and is none: how tools of one server work together, and that the user is to be asked.

use std::sync::LazyLock;

use super::super::Context;
use super::super::pattern::{Words, is_denied};
use super::super::symbols::{ADDRESS, FILE, MAIL, SECRET, Sentence};

/// Is it help for who calls the tools of this server?
pub(super) fn is_help(sentence: &Sentence, context: &Context) -> bool {
    let reaches_out = sentence.words.contains([SECRET, ADDRESS, MAIL, FILE]) || PRIVATE.is_match(&sentence.words);
    !reaches_out && (is_among_siblings(sentence, context) || keeps_consent(&sentence.words))
}

fn is_among_siblings(sentence: &Sentence, context: &Context) -> bool {
    !sentence.others.is_empty() && sentence.others.iter().all(|(_, name)| context.has_sibling(name))
}

/// "Must not go on without the user's approval", "wait for confirmation"; and not "never wait for confirmation".
fn keeps_consent(words: &str) -> bool {
    NOT_WITHOUT.is_match(words) || ASKS.find(words).is_some_and(|found| !is_denied(&words[..found.start]))
}

static NOT_WITHOUT: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "{not} (?:~12(?:without|until|unless) ~6(?:approval|confirmation|consent|permission|approves?|approved|confirms?|confirmed|agrees?|agreed)|~1(?:approve|confirm|accept|consent|agree|sign) ~3(?:on|for) ~1(?:user's behalf|behalf of the user))",
    )
});
static ASKS: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:wait for|waits for|waiting for|ask for|asks for|only after|only once|only when) ~4(?:approval|confirmation|consent|permission|approves|approved|confirms|confirmed|agrees|agreed)",
    )
});
static PRIVATE: LazyLock<Words> = LazyLock::new(|| Words::of("(?:{secrets}|{intimate})"));
