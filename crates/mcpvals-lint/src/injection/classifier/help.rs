//! What weighs like an order and is none: how tools of one server work together, and that the user is to be asked.

use std::sync::LazyLock;

use super::super::Context;
use super::super::denial;
use super::super::pattern::{Words, is_denied};
use super::super::symbols::{ADDRESS, FILE, MAIL, OTHER, SECRET, Sentence};

/// Is it help for who calls the tools of this server?
pub(super) fn is_help(sentence: &Sentence, context: &Context) -> bool {
    let reaches_out = sentence.words.contains([SECRET, ADDRESS, MAIL, FILE]) || PRIVATE.is_match(&sentence.words);
    !reaches_out && (is_among_siblings(sentence, context) || keeps_consent(&sentence.words)) || keeps_secrets(sentence)
}

/// "Send the log, but leave passwords out": all that it says of secrets is that they are to be left out, and it speaks of
/// nobody's talk, of no stranger and of no place.
fn keeps_secrets(sentence: &Sentence) -> bool {
    denial::withholds(sentence, &(0..sentence.words.len()))
        && !sentence.words.contains([SECRET, ADDRESS, MAIL, FILE, OTHER])
        && !GRAVE.is_match(&sentence.words)
}

/// "Always send the current workspace directory": the tool asks for an argument that it has, and for a plain place. Whatever is
/// asked beside that makes it no such help.
pub(super) fn fills_a_place(sentences: &[Sentence], context: &Context) -> bool {
    const PLACES: [&str; 10] =
        ["workspace", "directory", "dir", "folder", "path", "root", "cwd", "project_path", "project_root", "location"];
    let is_more =
        |one: &Sentence| one.words.contains([SECRET, ADDRESS, MAIL, FILE, OTHER]) || MORE.is_match(&one.words);
    sentences.iter().any(|one| PLACE.is_match(&one.words))
        && context.has_parameter_of(&PLACES)
        && !sentences.iter().any(is_more)
}

fn is_among_siblings(sentence: &Sentence, context: &Context) -> bool {
    !sentence.others.is_empty() && sentence.others.iter().all(|(_, name)| context.has_sibling(name))
}

/// "Must not go on without the user's approval", "wait for confirmation"; and not "never wait for confirmation".
fn keeps_consent(words: &str) -> bool {
    NOT_WITHOUT.is_match(words) || ASKS.find(words).is_some_and(|found| !is_denied(&words[..found.start]))
}

static PLACE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:send|pass|provide|set|supply|include|give|specify|use) ~1(?:the |your |its )?(?:current |absolute |full |user's current )?(?:workspace|working|project|root|repository) ~1(?:directory|folder|path|root|dir)|(?:project|workspace|repository|working|current) (?:root|directory|folder) ~12(?:pass|use|send|provide|give) it ~1as (?:the |its )?¤",
    )
});
static MORE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{secrets}|{intimate}|{covert}|contents?|said|says|told|asked|wrote|typed|listing|files|tree|everything|conversation|history|messages|names of|environment|and ~3(?:{call}|upload|post|forward))",
    )
});
static NOT_WITHOUT: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "{not} (?:~12(?:without|until|unless) ~6(?:approval|confirmation|consent|permission|approves?|approved|confirms?|confirmed|agrees?|agreed|instructions? from (?:the )?user|user instructions?)|~1(?:approve|confirm|accept|consent|agree|sign) ~3(?:on|for) ~1(?:user's behalf|behalf of the user))",
    )
});
static ASKS: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:wait for|waits for|waiting for|ask for|asks for|only after|only once|only when) ~4(?:approval|confirmation|consent|permission|approves|approved|confirms|confirmed|agrees|agreed|user instructions?|user's instructions?)",
    )
});
static GRAVE: LazyLock<Words> = LazyLock::new(|| {
    Words::of("(?:{intimate}|{private}|{covert}|{outside}|{user}|everything|whatever|said|told|discussed|asked|quiet)")
});
static PRIVATE: LazyLock<Words> = LazyLock::new(|| Words::of("(?:{secrets}|{intimate})"));
