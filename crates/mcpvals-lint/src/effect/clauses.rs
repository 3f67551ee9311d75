//! A description as a row of clauses, each with the word that may be its verb.

use std::sync::LazyLock;

use regex::Regex;

use super::said::cut;

/// What stands before a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing: it is the first that says what the tool does.
    First,
    /// A comma, "and" or the like, in the first sentence.
    Joined,
    /// The same in a later sentence, or the end of a sentence.
    Later,
}

/// One clause of a description.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clause<'a> {
    /// What stands before it.
    pub(super) opening: Opening,
    /// Its first word that is no subject and no adverb.
    pub(super) head: &'a str,
    /// What follows that word.
    pub(super) rest: &'a str,
    /// What of the description stands between its first verb and this clause.
    pub(super) before: &'a str,
    /// Whether "or" joins it to that.
    pub(super) is_choice: bool,
    /// Whether "will" or "also" stands before the word, so that it is a verb whatever its form.
    pub(super) finite: bool,
}

impl Clause<'_> {
    /// The word after the head, in small letters; empty where a mark stands between them.
    pub(super) fn next_word(&self) -> String {
        let rest = self.rest.trim_start_matches(' ');
        rest.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default().to_lowercase()
    }
}

/// The clauses of a description that begin with a word in Latin letters.
pub(super) fn of(description: &str) -> Vec<Clause<'_>> {
    let text = without_label(cut(description));
    let mut clauses: Vec<Clause> = Vec::new();
    let mut at = 0;
    let mut opening = Opening::First;
    let (mut is_choice, mut is_then) = (false, false);
    // Where the first verb ends.
    let mut verb_end = None;
    let marks = MARK.find_iter(text).map(|mark| (mark.start(), mark.end(), mark.as_str()));
    for (start, end, mark) in marks.chain([(text.len(), text.len(), "")]) {
        if let Some(clause) = clause(&text[at..start], opening) {
            let verb_end = *verb_end.get_or_insert(start - clause.rest.len());
            let before = text.get(verb_end..at).unwrap_or_default();
            clauses.push(Clause { before, is_choice, finite: clause.finite || is_then, ..clause });
        }
        at = end;
        let ends = mark.contains(['.', '!', '?', ';', ':', '\n']);
        is_then = mark.trim().eq_ignore_ascii_case("then");
        is_choice = mark.trim().eq_ignore_ascii_case("or");
        opening = match opening {
            Opening::First if clauses.is_empty() => Opening::First,
            Opening::First | Opening::Joined if !ends => Opening::Joined,
            _ => Opening::Later,
        };
    }
    clauses
}

fn clause(text: &str, opening: Opening) -> Option<Clause<'_>> {
    let before = BEFORE.find(text).map_or(0, |found| found.end());
    let finite = FINITE.is_match(&text[..before]);
    let words = &text[before..];
    let end = words.find(|c: char| !c.is_alphabetic() && c != '-' && c != '\'').unwrap_or(words.len());
    let (head, rest) = words.split_at(end);
    // A name of code is no word.
    let is_word = !head.is_empty() && !rest.starts_with(['_', '(', '.', '`', '/', '=']);
    // The first clause counts whatever it begins with: nobody says that it reads where no word of reading leads it.
    let counts = is_word || opening == Opening::First && !text.trim().is_empty();
    counts.then_some(Clause { opening, head, rest, before: "", is_choice: false, finite })
}

/// Without the heading that some put before what a tool does: `[API]`, `Step 1:`, `Name: x Description:`.
fn without_label(text: &str) -> &str {
    LABEL.find(text).map_or(text, |found| &text[found.end()..])
}

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)[.!?;:]+(?:\s+|$)|\s*\n\s*|,\s*|\s+[-–—→&+/]+\s+|[—→]|\s*[()]\s*|\s+(?:and|then|or|but|while|plus|before it|after which)\b\s*",
    )
    .expect("constant, and tested")
});

/// Subjects, adverbs and the ways to say "this tool is for".
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^[^\p{L}]*",
        r"(?:(?:(?:use |call )?(?:this|the|it|its|a|an)\b(?:\s+[\w-]+){0,6}?\s+(?:tool|api|endpoint|function|method|command|interface)|this|it|which|use|used|useful)\s+)?",
        r"(?:(?:is |can be |are )?(?:used|useful|designed|intended|meant|able)\s+)?",
        r"(?:(?:allows?|lets?|enables?|helps?)\s+(?:(?:the |an? |its )?(?:you|users?|agents?|models?|llms?|ais?|clients?|caller)\s+)?)?",
        r"(?:(?:to|for|tool to|also|then|will|would|can|may|automatically|[a-z]+ly(?: and [a-z]+ly)?)\s+)*",
    ))
    .expect("constant, and tested")
});

static FINITE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:will|also|then|automatically)\s+$").expect("constant, and tested"));

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[^\p{L}\[]*(?:\[[^\]\n]{1,40}\]\s*)?(?:(?:Name: \S+ Description|[A-Z][\w-]*(?: [\w-]+){0,2})\s*:\s+)?",
    )
    .expect("constant, and tested")
});
