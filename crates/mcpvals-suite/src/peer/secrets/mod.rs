//! Words that name what must not be typed into a form. Words tell; what is found is a guess.

mod vocabulary;

use super::words::{has_phrase, words};
use vocabulary::{
    ABOUT, ABOUT_BEHIND, AFTER_SECRET, ASKING, DENYING, ENDINGS, EXAMPLES, PLAIN_TOKENS, SECRETS, TAILS, UNSPACED,
    UNSPACED_ASKING, WHOLE, entries, has,
};

/// What ends a sentence.
const SENTENCE_ENDS: [char; 4] = ['.', '!', '?', '\n'];
/// Words of a description that say what the field is.
const OPENING_WORDS: usize = 4;
/// How far before a secret a word still says something of it.
const NEARBY_WORDS: usize = 4;

/// The secret that the name, or the title, of a field names.
pub(super) fn in_name(name: &str) -> Option<&'static str> {
    let name = words(name);
    let all: Vec<&str> = name.split(' ').collect();
    let unspaced = || entries(UNSPACED).find(|secret| name.ends_with(secret));
    whole(&name).or_else(|| first(&name).map(|(_, secret)| secret)).or_else(|| tail(&all)).or_else(unspaced)
}

/// The secret that the description of a field names, or asks for; not one in an example.
pub(super) fn in_description(text: &str) -> Option<&'static str> {
    let description = words(text);
    let example = entries(EXAMPLES).filter_map(|words| at_phrase(&description, words)).min();
    let description = description.get(..example.unwrap_or(description.len())).unwrap_or_default().trim_end();
    let opens = first(description).filter(|(at, _)| *at < OPENING_WORDS);
    let owned = || owned(description);
    let said = opens.map(|(_, secret)| secret).or_else(owned).filter(|_| !denies(description));
    said.or_else(|| asked_in(text))
}

/// A secret for which one of the sentences asks.
pub(super) fn asked_in(text: &str) -> Option<&'static str> {
    let sentences = || text.split(SENTENCE_ENDS).filter(|sentence| !denies(&words(sentence)));
    let is_asked = || entries(UNSPACED_ASKING).any(|asking| text.contains(asking));
    let unspaced = || entries(UNSPACED).find(|secret| text.contains(secret)).filter(|_| is_asked());
    sentences().find_map(|it| asked(&words(it))).or_else(|| sentences().find_map(named_alone)).or_else(unspaced)
}

/// A secret for which the sentence asks.
fn asked(sentence: &str) -> Option<&'static str> {
    let asks = sentence.split(' ').position(|word| has(ASKING, word))?;
    let secret = first(sentence).filter(|(at, _)| *at > asks).map(|(_, secret)| secret);
    let whole = || entries(WHOLE).find(|whole| has_phrase(sentence, &format!("your {whole}")));
    secret.or_else(whole).or_else(|| owned(sentence))
}

/// "Your password", and no word beside, but behind a comma.
fn named_alone(sentence: &str) -> Option<&'static str> {
    let part = words(sentence.split([',', '(', ':', ';']).next()?);
    let part = part.strip_prefix("your ").unwrap_or(&part);
    let part = part.strip_suffix(" please").unwrap_or(part);
    entries(SECRETS).chain(entries(WHOLE)).find(|secret| *secret == part)
}

fn whole(name: &str) -> Option<&'static str> {
    entries(WHOLE).find(|whole| name == *whole)
}

/// Where the phrase begins.
fn at_phrase(words: &str, phrase: &str) -> Option<usize> {
    format!(" {words} ").find(&format!(" {phrase} "))
}

/// The first secret, and which word it is.
fn first(words: &str) -> Option<(usize, &'static str)> {
    let words: Vec<&str> = words.split(' ').collect();
    (0..words.len()).find_map(|at| Some((at, at_word(&words, at)?)))
}

/// The secret that begins at this word.
fn at_word(words: &[&str], at: usize) -> Option<&'static str> {
    let (before, rest) = words.split_at(at);
    let is_here = |secret: &&str| {
        let length = secret.split(' ').count();
        let behind = rest.get(length..).unwrap_or_default();
        secret.split(' ').eq(rest.iter().take(length).copied())
            && !is_about(before, behind)
            && (*secret != "secret" || behind.first().is_none_or(|next| has(AFTER_SECRET, next)))
    };
    let compound = || {
        let ending = entries(ENDINGS).find(|ending| rest[0].ends_with(ending))?;
        (!is_about(before, &rest[1..])).then_some(ending)
    };
    entries(SECRETS).find(is_here).or_else(compound)
}

/// Is another thing meant than the secret between these words?
fn is_about(before: &[&str], after: &[&str]) -> bool {
    let nearby = &before[before.len().saturating_sub(NEARBY_WORDS)..];
    let is_named = nearby.windows(2).any(|pair| has(ABOUT, pair[0]) && ["of", "for"].contains(&pair[1]));
    let is_chosen = nearby.contains(&"which") && !nearby.contains(&"is");
    let is_conduct = after.starts_with(&["of", "conduct"]);
    let is_behind = |next: &&str| has(ABOUT, next) || has(ABOUT_BEHIND, next);
    is_named || is_chosen || is_conduct || after.first().is_some_and(is_behind)
}

/// A name that ends with a secret.
fn tail(name: &[&str]) -> Option<&'static str> {
    entries(TAILS).find_map(|tail| {
        let before = name.len().checked_sub(tail.split(' ').count())?;
        let (before, end) = name.split_at(before);
        let is_it = tail.split(' ').eq(end.iter().copied()) && !is_plain(before) && !is_about(before, &[]);
        is_it.then_some(tail)
    })
}

fn is_plain(before: &[&str]) -> bool {
    before.last().is_some_and(|before| has(PLAIN_TOKENS, before))
}

/// "Your … token"; of an account, more is asked than its number.
fn owned(sentence: &str) -> Option<&'static str> {
    let words: Vec<&str> = sentence.split(' ').collect();
    (1..words.len()).find_map(|at| {
        let (before, rest) = words.split_at(at);
        let is_yours = before[at.saturating_sub(NEARBY_WORDS)..].contains(&"your");
        tail(&words[..=at]).filter(|tail| is_yours && !tail.contains(' ') && !is_about(before, &rest[1..]))
    })
}

fn denies(sentence: &str) -> bool {
    sentence.split(' ').any(|word| has(DENYING, word))
}

#[cfg(test)]
mod tests;
