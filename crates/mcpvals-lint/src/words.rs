//! The words of a name, and what verbs say that a tool does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// No name is read further, in characters.
const NAME_CHARS_MAX: usize = 256;

/// The words of a name in any style, in small letters: `getUser-by_ID` is `get`, `user`, `by`, `id`.
pub(crate) fn of_name(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut characters = name.chars().take(NAME_CHARS_MAX).peekable();
    let mut before = ' ';
    while let Some(c) = characters.next() {
        let next_is_small = characters.peek().is_some_and(|next| next.is_lowercase());
        let hump = c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && next_is_small);
        if (hump || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// What a verb does to what it is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    /// Nothing: it looks, or computes.
    Read,
    /// It adds to it, changes it, or tells somebody.
    Write,
    /// It takes away what was there.
    Delete,
    /// Whatever it is told to.
    Run,
}

/// What a verb does, said as in `create` or `creates`.
pub(crate) fn verb(word: &str) -> Option<Verb> {
    bare_verb(word).or_else(|| bare_verb(&singular(word)?))
}

/// As [`verb`], for the bare form alone: in names, `lists` and `posts` are nouns.
pub(crate) fn bare_verb(word: &str) -> Option<Verb> {
    VERBS.get(word).copied()
}

/// Whether it is a verb of looking or computing.
pub(crate) fn is_read(word: &str) -> bool {
    bare_verb(word) == Some(Verb::Read)
}

/// Whether the word is as often the name of a thing: `get_comment`, `list`.
pub(crate) fn names_a_thing(word: &str) -> bool {
    THING_WORDS.contains(word)
}

/// Whether it is a verb of any kind, also one that does not tell whether it reads or writes.
pub(crate) fn is_verb(word: &str) -> bool {
    bare_verb(word).is_some() || OTHERS.contains(word)
}

/// Whether it is a verb that nobody takes for looking: `open` and `start` are said of a view and of a search too, `delete` is not.
pub(crate) fn is_plain_deed(word: &str) -> bool {
    PLAIN_DEEDS.contains(word)
}

/// Without the ending of the third person; none where it has no such ending.
fn singular(word: &str) -> Option<String> {
    if let Some(stem) = word.strip_suffix("ies") {
        return Some(format!("{stem}y"));
    }
    let hissing = ["shes", "ches", "sses", "xes", "zes"];
    if hissing.iter().any(|ending| word.ends_with(ending)) {
        let bare = &word[..word.len() - 1];
        return Some(if bare_verb(bare).is_some() { bare } else { &word[..word.len() - 2] }.to_owned());
    }
    word.strip_suffix('s').filter(|bare| bare.len() > 2 && !bare.ends_with('s')).map(str::to_owned)
}

/// By word.
static VERBS: LazyLock<BTreeMap<&str, Verb>> = LazyLock::new(|| {
    let classes = [(RUN, Verb::Run), (READ, Verb::Read), (WRITE, Verb::Write), (DELETE, Verb::Delete)];
    classes.into_iter().flat_map(|(words, verb)| words.split_ascii_whitespace().map(move |word| (word, verb))).collect()
});
static OTHERS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| OTHER.split_ascii_whitespace().collect());
static THING_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| THINGS.split_ascii_whitespace().collect());

static PLAIN_DEEDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| PLAIN.split_ascii_whitespace().collect());

/// Verbs of looking and computing.
const READ: &str = "\
    aggregate analyse analyze assess autocomplete average browse calculate check classify compare compute convert \
    count decode define describe detect diff divide echo encode estimate evaluate exists explain explore extract \
    fetch filter find forecast geocode get grep hash head identify inspect introspect is list locate lookup ls \
    measure multiply parse peek ping power predict preview query read recall recommend resolve retrieve review scan \
    scrape search show solve stat statistics status subtract suggest sum summarise summarize tail tokenize translate \
    tree validate verify view whoami";

/// Verbs of adding, changing and telling.
const WRITE: &str = "\
    accept activate add allocate amend append apply approve archive assign attach authorize book bookmark borrow buy \
    change checkout cherrypick click clone close comment commit complete configure connect copy create decline \
    deploy deposit disable disconnect dispatch download drag duplicate edit email enable enqueue enroll fill follow \
    fork forward grant hover import increment ingest initialize insert install invite join leave like link lock \
    login logout mark merge migrate mint modify mount move mutate navigate notify open patch pause pay pin place \
    play post press provision publish purchase push put react rebase reboot record register reject release remember \
    rename reorder replace reply reschedule resize restart restore resume revert rollback rotate save scale schedule \
    sell send set share sign stake star start stop store submit subscribe swap switch sync tag tap toggle trade \
    transfer trigger type unarchive unassign unfollow unlink unlock unpin unsubscribe update upgrade upload upsert \
    withdraw write";

/// Verbs of taking away.
const DELETE: &str = "\
    abort ban cancel clear delete destroy discard drop erase evict expire flush kill overwrite prune purge remove \
    reset revoke rm rmdir shred terminate trash truncate undeploy uninstall unpublish unregister wipe zap";

/// Verbs that do whatever they are told.
const RUN: &str = "\
    act bash batch call control do eval exec execute handle invoke launch manage operate perform process request run \
    shell spawn";

/// Verbs that may be either.
const OTHER: &str = "\
    advise align annotate answer ask automate brainstorm build capture choose clean combine compile compose compress \
    consult crawl crop debug decide decompile decrypt demonstrate design determine discover display draft draw dump \
    encrypt enrich ensure expand export finalize fix flag format generate give group guess guide help highlight \
    index infer interact investigate learn let lint load log make map match monitor normalize observe optimize pick \
    plan plot prepare print profile prompt propose prove pull punctuate rank rate reason refactor refine reflect \
    refresh render repair replay report represent research return reverse rewrite roll round route sample score \
    screenshot scroll select shorten simplify simulate skip sleep snapshot sort split square step stream style \
    summon take talk teach tell test think trace track train transcribe transform trim try tune use visualize wait \
    walk warn watch wrap";

/// Verbs that nobody takes for looking.
const PLAIN: &str = "\
    add append create delete deploy destroy drop edit erase insert install kill merge modify move overwrite post \
    publish purge push remove rename replace revoke save send store truncate update upload upsert wipe write";

/// Verbs that are things as often.
const THINGS: &str = "\
    archive batch book bookmark call change clone comment commit control copy count diff download email estimate \
    export filter follow forecast fork handle hash head import like link list lock login mark merge mint mount move \
    patch pin place play post power press preview process purchase push query record release reply request reset \
    review run scale scan schedule search set share shell sign star start stat statistics status store sum swap \
    switch sync tag trade transfer tree trigger type update upgrade upload view";

#[cfg(test)]
mod tests {
    use super::{Verb, of_name, verb};

    #[test]
    fn names_of_every_style_fall_into_words() {
        for name in ["get_user_by_id", "get-user-by-id", "getUserById", "getUserByID", "Get User.by/ID"] {
            assert_eq!(of_name(name), ["get", "user", "by", "id"], "{name}");
        }
        assert_eq!(of_name("HTTPServer2Status"), ["http", "server2status"]);
        assert!(of_name("").is_empty());
    }

    #[test]
    fn verbs_are_known_in_the_third_person_too() {
        assert_eq!(verb("creates"), Some(Verb::Write));
        assert_eq!(verb("searches"), Some(Verb::Read));
        assert_eq!(verb("purges"), Some(Verb::Delete));
        assert_eq!(verb("modifies"), Some(Verb::Write));
        assert_eq!(verb("address"), None);
    }
}
