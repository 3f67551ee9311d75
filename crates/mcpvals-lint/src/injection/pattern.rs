//! What a sentence may say, as classes of words in order.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use mcpvals_model::Rule;
use regex::bytes::{Regex, RegexBuilder};

use super::lexicon::{self, ALTERNATIVES};
use super::symbols::{self, Sentence};
use super::{denial, rules};

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
    /// Words from its beginning on, with which it does not count either; empty for none.
    pub(super) but: &'static str,
}

impl Pattern {
    /// It does not count where these words follow its beginning.
    pub(super) const fn but(self, but: &'static str) -> Self {
        Self { but, ..self }
    }
}

/// When a pattern does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unless {
    /// It always does.
    Never,
    /// A denial stands shortly before: "never reads", "without sending".
    Denied,
    /// So, or a denial stands in the words themselves: "also … but does not keep".
    DeniedWithin,
    /// It is denied, however far before: "must not go on to another task without …".
    Forbidden,
    /// It is denied, or the sentence speaks about such words: "detects texts such as …".
    Discussed,
}

/// A pattern that can be looked for; its expressions are made when a sentence first may fit.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) pattern: &'static Pattern,
    words: OnceLock<Words>,
    but: OnceLock<Words>,
}

impl Compiled {
    pub(super) const fn new(pattern: &'static Pattern) -> Self {
        Self { pattern, words: OnceLock::new(), but: OnceLock::new() }
    }

    /// Where it fits first, in the sentence's words.
    ///
    /// Where secrets are brought, what is denied hides nothing that follows: "no keys in the title, but …".
    pub(super) fn find(&self, sentence: &Sentence) -> Option<Range<usize>> {
        let words = self.words.get_or_init(|| Words::of(self.pattern.words));
        let mut from = 0;
        loop {
            let found = words.find(&sentence.words[from..])?;
            let found = from + found.start..from + found.end;
            if self.is_meant(sentence, &found) {
                return (!self.is_harmless(&sentence.words[found.start..])).then_some(found);
            }
            if !rules::brings_secrets(self.pattern.rule) {
                return None;
            }
            from = found.start + sentence.words[found.start..].find(' ')?;
        }
    }

    fn is_meant(&self, sentence: &Sentence, found: &Range<usize>) -> bool {
        let before = &sentence.words[..found.start];
        let is_said = match self.pattern.unless {
            Unless::Never => true,
            Unless::DeniedWithin => {
                let denies =
                    |word: &str| ["not", "never", "without", "no", "neither", "nor", "cannot", "can't"].contains(&word);
                !sentence.words[found.clone()].split(' ').any(denies) && !is_denied(before)
            }
            Unless::Forbidden => !FORBIDDEN.is_match(before),
            Unless::Denied => !is_denied(before),
            Unless::Discussed => !DISCUSSED.is_match(&sentence.words) && !is_denied(before),
        };
        is_said && !(rules::brings_secrets(self.pattern.rule) && denial::withholds(sentence, found))
    }

    /// From its beginning on.
    fn is_harmless(&self, words: &str) -> bool {
        let but = self.pattern.but;
        !but.is_empty() && self.but.get_or_init(|| Words::of(but)).is_match(words)
    }
}

static DISCUSSED: LazyLock<Words> = LazyLock::new(|| Words::of("{discuss}"));
static FORBIDDEN: LazyLock<Words> = LazyLock::new(|| Words::of("{not} ~8$"));
static DENIED: LazyLock<Words> = LazyLock::new(|| Words::of("{not} ~3$"));

/// Does it quote, or speak about such words?
pub(super) fn discusses(sentence: &Sentence) -> bool {
    sentence.words.contains([symbols::QUOTED, symbols::QUOTATION]) || DISCUSSED.is_match(&sentence.words)
}

/// Shortly before its end. No denial reaches past "but".
pub(super) fn is_denied(before: &str) -> bool {
    DENIED.is_match(before.rsplit(" but ").next().unwrap_or_default())
}

/// A regular expression over words, in the way of patterns.
#[derive(Debug)]
pub(super) struct Words(Regex);

impl Words {
    /// What stands between two blanks is looked at as bytes: that takes a third of the states.
    pub(super) fn of(words: &str) -> Self {
        let regex = RegexBuilder::new(&expression(words)).unicode(false).build();
        Self(regex.unwrap_or_else(|error| unreachable!("`{words}`: {error}")))
    }

    /// Where they fit first, without the blanks around them.
    pub(super) fn find(&self, words: &str) -> Option<Range<usize>> {
        let found = self.0.find(words.as_bytes())?.range();
        let part = &words[found.clone()];
        let start = found.start + (part.len() - part.trim_start().len());
        Some(start..start + part.trim().len())
    }

    pub(super) fn is_match(&self, words: &str) -> bool {
        self.0.is_match(words.as_bytes())
    }
}

fn expression(words: &str) -> String {
    let mut expression = String::from("(?:^| )(?:");
    let mut rest = words;
    while let Some(at) = rest.find(['{', '~']) {
        expression.push_str(&rest[..at]);
        rest = &rest[at..];
        let (taken, length) = if let Some(behind) = rest.strip_prefix('~') { gap(behind) } else { class(rest) };
        expression.push_str(&taken);
        rest = &rest[length..];
    }
    expression.push_str(rest);
    let end = if expression.ends_with('$') { ")" } else { ")(?: |$)" };
    expression + end
}

/// `~3`, from behind the tilde: up to three words.
fn gap(rest: &str) -> (String, usize) {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (format!("(?:[^ ]+ ){{0,{}}}", &rest[..digits]), digits + 1)
}

/// `{class}`, or a repetition of the expression's own.
fn class(rest: &str) -> (String, usize) {
    let end = rest.find('}').unwrap_or(rest.len() - 1);
    let name = &rest[1..end];
    let is_class = name.starts_with(|c: char| c.is_ascii_alphabetic());
    (if is_class { format!("(?:{})", alternatives(name)) } else { rest[..=end].to_owned() }, end + 1)
}

fn alternatives(class: &str) -> &'static str {
    ALTERNATIVES.get(class).map_or_else(|| unreachable!("patterns name classes that are: {class}"), String::as_str)
}

/// What has to be in a sentence for a pattern to fit: a word of each of these sets. The first set is what it begins with.
pub(super) fn needs(words: &str) -> Vec<Vec<String>> {
    let mut needs = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let length = element(rest);
        let (element, behind) = rest.split_at(length);
        let is_optional = behind.starts_with(['?', '{']);
        if let Some(words) = first_words(element).filter(|_| !is_optional) {
            needs.push(words);
        }
        rest = behind.trim_start_matches(['?', ' ']);
        if let Some(repetition) = rest.strip_prefix('{').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            rest = repetition.split_once('}').map_or("", |(_, rest)| rest);
        }
    }
    needs
}

/// The length of a group, a gap or a word.
fn element(rest: &str) -> usize {
    if let Some(inner) = rest.strip_prefix('(') {
        return closing(inner) + 2;
    }
    let at = rest.find([' ', '(']).unwrap_or(rest.len());
    let gap = rest.strip_prefix('~').map(|gap| gap.find(|c: char| !c.is_ascii_digit()).unwrap_or(gap.len()) + 1);
    gap.unwrap_or(at).max(1).min(rest.len())
}

/// The words that it may begin with; none where that cannot be told.
fn first_words(element: &str) -> Option<Vec<String>> {
    let inner = element.strip_prefix("(?:").and_then(|inner| inner.strip_suffix(')')).unwrap_or(element);
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let mut words = Vec::new();
    for alternative in split_outside(inner) {
        let word = first(alternative);
        if let Some(class) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
            words.extend(lexicon::forms_of(class).iter().map(|form| first(form)));
        } else if let Some(word) = word.strip_suffix('?').filter(|word| is_plain(word)) {
            // `checks?` is two words.
            words.extend([word.to_owned(), word[..word.len() - 1].to_owned()]);
        } else if is_plain(&word) {
            words.push(word);
        } else {
            return None;
        }
    }
    Some(words)
}

/// Is it a word, and no expression?
fn is_plain(word: &str) -> bool {
    !word.is_empty() && !word.contains(['[', '(', ')', '?', '*', '+', '{', '~', '$', '\\', '.'])
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
