//! What the description of a tool says that it does, as far as sentences are plain.

use std::sync::LazyLock;

use regex::Regex;

use super::computing::computes;
use crate::words::{self, Verb};

/// More of a description is not read, in bytes.
const BYTES_MAX: usize = 16 << 10;

/// What a description says that the tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaidToDo {
    /// What it does.
    pub(crate) verb: Verb,
    /// The words that say so.
    pub(crate) words: String,
}

/// As much of a description as is read.
pub(super) fn cut(description: &str) -> &str {
    if description.len() <= BYTES_MAX {
        return description;
    }
    let end = (0..=BYTES_MAX).rev().find(|at| description.is_char_boundary(*at)).unwrap_or(0);
    &description[..end]
}

/// What it says that the tool does beside reading; none where it says nothing of the kind.
///
/// The first word of the description in either form ("Delete …", "Deletes …"); at the head of a later sentence the third
/// person alone, for the bare form there tells the reader what to do; and what is joined to it ("and deletes …"). What is
/// done to a value that is handed back is no deed.
pub(crate) fn said_to_do(description: &str) -> Option<SaidToDo> {
    let description = cut(description);
    let computes = computes(description);
    let heads = HEAD.captures_iter(description).enumerate().filter_map(|(at, captures)| {
        let word = captures.get(1)?.as_str().to_lowercase();
        let verb = words::verb(&word)?;
        let nothing = NOTHING.is_match(&description[captures.get(1)?.end()..]);
        if at == 0 && computes || nothing {
            return None;
        }
        let deed = match verb {
            Verb::Write | Verb::Delete => at == 0 || is_third_person(&word),
            Verb::Run => {
                matches!(
                    word.trim_end_matches('s'),
                    "run" | "execute" | "exec" | "invoke" | "eval" | "launch" | "spawn"
                ) && !says_read_only(description)
                    && RUNS_ANYTHING.is_match(&description[captures.get(1)?.start()..])
            }
            Verb::Read => false,
        };
        deed.then_some(SaidToDo { verb, words: word })
    });
    heads.chain(joined(description)).next()
}

/// Whether a verb, in small letters, has the ending of the third person; `press` has none.
pub(super) fn is_third_person(word: &str) -> bool {
    word.ends_with('s') && !word.ends_with("ss")
}

fn joined(description: &str) -> impl Iterator<Item = SaidToDo> {
    JOINED.captures_iter(description).filter_map(|captures| {
        let word = captures.get(2)?.as_str().to_lowercase();
        let verb = words::verb(&word)?;
        let modal = captures.get(1).is_some_and(|word| word.as_str().to_lowercase().starts_with("will"));
        // "deletes and updates" are things where no subject does them: only words that are no things count.
        let bare = word.strip_suffix('s').unwrap_or(&word);
        let deed = matches!(verb, Verb::Write | Verb::Delete) && !words::names_a_thing(bare);
        (deed && (is_third_person(&word) || modal)).then(|| SaidToDo { verb, words: captures[0].trim().to_lowercase() })
    })
}

/// Whether it says of itself that it changes nothing.
pub(crate) fn says_read_only(description: &str) -> bool {
    READ_ONLY.is_match(cut(description))
}

/// The word at the head of a sentence, a line or a list item.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[.!?;:]\s+|\n)[\s\-*•#>\d.)]*(?:(?i:this tool|the tool|this|it|tool to|used to)\s+(?i:also\s+|then\s+|can be used to\s+)?)?([A-Za-z]+)\b")
        .expect("constant, and tested")
});

/// A verb that is joined to what was said before.
static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(and then|and also|and|then|also|automatically|silently|will also|will then|will automatically|will)\s+([a-z]+)\b")
        .expect("constant, and tested")
});

/// What is run at the head of the text is a program, or whatever else was asked for.
static RUNS_ANYTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?i)[a-z]+(?:\s+[\w-]+){0,4}?\s+(?:commands?|code|scripts?|shell|programs?|sql|statements?|javascript|python|cypher|actions?|workflows?|jobs?|tools?)\b")
        .expect("constant, and tested")
});

/// "Changes nothing."
static NOTHING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^\s+(?:nothing|no|neither)\b").expect("constant, and tested"));

static READ_ONLY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bread[- ]only\b|\b(?:does not|doesn't|never|cannot|will not|won't)\s+(?:modify|change|alter|write)\b|\bwithout (?:modifying|changing|side effects?)\b")
        .expect("constant, and tested")
});
