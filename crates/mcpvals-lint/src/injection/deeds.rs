//! What a tool says in its first sentence that it does: its purpose, and no order. Whoever reads the list of tools reads that
//! sentence, and calls the tool for it.

use std::ops::Range;
use std::sync::LazyLock;

use super::pattern::Words;
use super::symbols::{FILE, MAIL, OTHER, SECRET, Sentence};

/// "Export the drawing to a link on example.com": the tool's own thing, sent to an address that is openly named. What the model
/// or its user has (the conversation, files, what other tools answered) is nothing of the tool's own.
pub(super) fn sends_its_own(sentence: &Sentence) -> bool {
    sentence.opens() && begins(&SENDS, sentence) && !takes_more(sentence)
}

/// Does it name what is not the tool's own, or go on to something else?
pub(super) fn takes_more(sentence: &Sentence) -> bool {
    sentence.words.contains(FOREIGN) || is_more(sentence, &TAKEN)
}

/// "Look up versions on example.org", "Returns the user's open tabs, so that answers fit them".
pub(super) fn looks(sentence: &Sentence) -> bool {
    sentence.opens() && begins(&LOOKS, sentence) && !sentence.words.contains(FOREIGN) && !is_more(sentence, &DONE)
}

/// "Lists objects, using the settings in `~/.kube/config`": what the tool itself needs for what it looks at.
pub(super) fn uses_its_settings(sentence: &Sentence, part: &Range<usize>) -> bool {
    let words = &sentence.words[part.clone()];
    let is_used = || [" using ", " uses ", " via ", " with the "].iter().any(|by| words.contains(by));
    let settings = || SETTINGS.is_match(words);
    let is_alone = || {
        let beside = sentence.words.replace(SECRET, "");
        !MORE.is_match(&beside) && !DONE.is_match(&beside)
    };
    sentence.opens() && begins(&LOOKS, sentence) && is_used() && settings() && is_alone()
}

/// "- pass_: Password of the database": the name of an argument in a list, and what it is; no verb with what it governs.
pub(super) fn documents_an_argument(sentence: &Sentence, part: &Range<usize>) -> bool {
    let begin = sentence.words.find(' ').filter(|_| !sentence.opens()).map_or(0, |first| first + 1);
    let rest = &sentence.words[begin..];
    let Some(end) = rest.find(' ').map(|end| begin + end + 1) else { return false };
    let is_verb = part.start == begin || part.start == 0;
    let said = &sentence.words[end..];
    is_verb
        && sentence.labels.contains(&end)
        && said.split_ascii_whitespace().count() <= LABEL_WORDS_MAX
        && !said.contains([SECRET, FILE, MAIL, OTHER])
        && !ANYBODYS.is_match(said)
}

/// More than so many words of an argument tell what to do with it.
const LABEL_WORDS_MAX: usize = 8;

/// Files, mailboxes and tools of others.
const FOREIGN: [char; 4] = [SECRET, MAIL, FILE, OTHER];

fn begins(verbs: &Words, sentence: &Sentence) -> bool {
    verbs.find(&sentence.words).is_some_and(|found| found.start == 0)
}

fn is_more(sentence: &Sentence, words: &Words) -> bool {
    MORE.is_match(&sentence.words) || words.is_match(&sentence.words)
}

static SENDS: LazyLock<Words> = LazyLock::new(|| {
    Words::of("(?:sends?|posts?|uploads?|publish|publishes|shares?|submits?|exports?|pushes|push|delivers?|syncs?)")
});
static LOOKS: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:looks? (?:up|for|at)|finds?|gets?|lists?|returns?|shows?|search|searches|checks?|fetch|fetches|retrieves?|query|queries|displays?|counts?|compares?|browses?|does)",
    )
});
/// It goes on to something else, speaks to the model, or means more than one thing.
static MORE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{secrets}|{covert}|{also}|{must}|{dont}|{before}|you|your|assistant|agent|llm|ai|assistant's|agent's|always|never|everything|anything|whatever|nobody|instructions?|orders|other|others|instead|this tool)",
    )
});
/// What is not the tool's to send.
static TAKEN: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:{intimate}|conversations?|chat|history|system prompt|private|personal|confidential|sensitive|transcripts?|memory|keystrokes|clipboard|inbox|screenshots?|user's|users'|all|every|each|any|results?|outputs?|responses?|answers?|quer(?:y|ies)|inputs?|prompts?|files|(?:the|current|open|this|local) files?|environment|{send} (?:it|them)|copy|copies|contents? of|what|keys?|tokens?|telemetry|analytics|external|third-party|remote)",
    )
});
/// A deed beside looking.
static DONE: LazyLock<Words> = LazyLock::new(|| {
    Words::of(
        "(?:(?:and|then|while|plus) ~3(?:{send}|{keep}|{call}|{modify}|write|delete)|{send} ~6(?:to|with) ~4(?:¬|{outside}))",
    )
});
static SETTINGS: LazyLock<Words> =
    LazyLock::new(|| Words::of("(?:config|configuration|settings|kubeconfig|profile|context) ~2(?:at|in|of|from) ~1×"));
/// What a value is taken from, or done with.
static ANYBODYS: LazyLock<Words> = LazyLock::new(|| {
    Words::of("(?:{user}|your|all|every|any|stored|saved|found|{send}|{before}|{must}|{also}|from|contents?)")
});
