//! What a sentence may say, as classes of words in order.

use std::sync::LazyLock;

use mcpvals_model::Rule;
use regex::Regex;

use super::lexicon::{self, ALTERNATIVES, Classes};
use super::symbols::Sentence;

/// A pattern over the words of a sentence.
///
/// `{class}` is a word of a class; `~3` is up to three other words, each with the blank behind it; the rest is a regular
/// expression over words in small letters with one blank between them. Words are whole.
#[derive(Debug)]
pub(super) struct Pattern {
    /// What is broken where it fits.
    pub(super) rule: &'static Rule,
    /// What is said so.
    pub(super) reason: &'static str,
    /// The words.
    pub(super) words: &'static str,
    /// When it does not count.
    pub(super) unless: Unless,
}

/// When a pattern does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unless {
    /// It always does.
    Never,
    /// A denial stands shortly before: "never reads", "without sending".
    Denied,
    /// It is denied, or the sentence speaks about such words: "detects texts such as …".
    Discussed,
}

/// A pattern that can be looked for.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) pattern: &'static Pattern,
    needs: Classes,
    regex: Regex,
}

impl Compiled {
    pub(super) fn new(pattern: &'static Pattern) -> Self {
        let (expression, needs) = expression(pattern.words);
        let regex =
            Regex::new(&expression).unwrap_or_else(|error| unreachable!("patterns are regular expressions: {error}"));
        Self { pattern, needs, regex }
    }

    /// Where it fits first, in the sentence's words.
    pub(super) fn find(&self, sentence: &Sentence, classes: Classes) -> Option<std::ops::Range<usize>> {
        if classes & self.needs != self.needs {
            return None;
        }
        let found = self.regex.find(&sentence.words)?;
        let part = found.as_str();
        let start = found.start() + (part.len() - part.trim_start().len());
        let found = start..start + part.trim().len();
        let is_meant = match self.pattern.unless {
            Unless::Never => true,
            Unless::Denied => !is_denied(&sentence.words[..found.start]),
            Unless::Discussed => {
                (classes & *DISCUSS == 0 || !DISCUSSED.is_match(&sentence.words)) && !is_denied(&sentence.words[..found.start])
            }
        };
        is_meant.then_some(found)
    }
}

static DISCUSS: LazyLock<Classes> = LazyLock::new(|| lexicon::class("discuss"));
static DISCUSSED: LazyLock<Regex> = LazyLock::new(|| regex_of("{discuss}"));
static DENIED: LazyLock<Regex> = LazyLock::new(|| regex_of("{not} ~3$"));

/// Shortly before its end.
fn is_denied(before: &str) -> bool {
    DENIED.is_match(before)
}

/// A regular expression of words, outside of patterns.
pub(super) fn regex_of(words: &str) -> Regex {
    Regex::new(&expression(words).0).unwrap_or_else(|error| unreachable!("`{words}`: {error}"))
}

/// A regular expression, and the classes outside of its groups: a word of each has to be there.
fn expression(words: &str) -> (String, Classes) {
    let mut expression = String::from("(?:^| )(?:");
    let (mut needs, mut depth) = (0, 0_usize);
    let mut rest = words;
    while let Some(at) = rest.find(['{', '~', '(', ')']) {
        expression.push_str(&rest[..at]);
        rest = &rest[at..];
        let (taken, length) = match rest.as_bytes()[0] {
            b'(' => {
                depth += 1;
                ("(".to_owned(), 1)
            }
            b')' => {
                depth = depth.saturating_sub(1);
                (")".to_owned(), 1)
            }
            b'~' => gap(&rest[1..]),
            _ => class(rest, depth == 0, &mut needs),
        };
        expression.push_str(&taken);
        rest = &rest[length..];
    }
    expression.push_str(rest);
    let end = if expression.ends_with('$') { ")" } else { ")(?: |$)" };
    (expression + end, needs)
}

/// `~3`, from behind the tilde: up to three words.
fn gap(rest: &str) -> (String, usize) {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (format!("(?:[^ ]+ ){{0,{}}}", &rest[..digits]), digits + 1)
}

/// `{class}`, or a repetition of the expression's own.
fn class(rest: &str, is_needed: bool, needs: &mut Classes) -> (String, usize) {
    let end = rest.find('}').unwrap_or(rest.len() - 1);
    let name = &rest[1..end];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return (rest[..=end].to_owned(), end + 1);
    }
    if is_needed {
        *needs |= lexicon::class(name);
    }
    (format!("(?:{})", alternatives(name)), end + 1)
}

fn alternatives(class: &str) -> &'static str {
    ALTERNATIVES.get(class).map_or_else(|| unreachable!("patterns name classes that are: {class}"), String::as_str)
}

/// The words that a pattern may begin with: of the class, or of the alternatives, that stand first.
pub(super) fn first_words(words: &str) -> Vec<String> {
    let head = match words.strip_prefix("(?:") {
        Some(rest) => &rest[..closing(rest)],
        None => words.split(' ').next().unwrap_or_default(),
    };
    let mut first = Vec::new();
    for alternative in split_outside(head) {
        let word = alternative.split(' ').next().unwrap_or_default();
        match word.strip_prefix('{').and_then(|word| word.split('}').next()) {
            Some(class) => first.extend(
                lexicon::forms_of(class).iter().map(|form| form.split(' ').next().unwrap_or_default().to_owned()),
            ),
            // `checks?` is two words.
            None => first.extend(word.strip_suffix('?').map_or_else(
                || vec![word.to_owned()],
                |word| vec![word.to_owned(), word[..word.len() - 1].to_owned()],
            )),
        }
    }
    first
}

/// Where the group ends that has been opened before this.
fn closing(rest: &str) -> usize {
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// Alternatives of the outermost group.
fn split_outside(head: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, c) in head.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == '|' && depth == 0 {
            parts.push(&head[from..at]);
            from = at + 1;
        }
    }
    parts.push(&head[from..]);
    parts
}
