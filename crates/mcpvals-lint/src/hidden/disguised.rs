//! Words in escapes, shifted by thirteen letters, reversed, or with a blank behind each letter.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Hidden, Way};

/// Fewer escapes are examples.
const ESCAPES_MIN: usize = 6;
/// Fewer letters apart from each other are a list.
const LETTERS_MIN: usize = 10;
/// So many words of a text have to be known ones when read in another way.
const KNOWN_MIN: usize = 3;

pub(super) fn find(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    if text.contains(['\\', '&']) {
        found.extend(escaped(text));
    }
    found.extend(apart(text));
    found.extend(in_other_letters(text));
    found
}

/// The first stretch of `\u0069`, `\x69` or `&#105;`.
fn escaped(text: &str) -> Option<Hidden> {
    let mut at = 0;
    while let Some(start) = text[at..].find(['\\', '&']).map(|length| at + length) {
        let (mut says, mut end, mut count) = (String::new(), start, 0);
        // Blanks between words need no escape.
        while let Some((c, length)) =
            escape(&text[end..]).or_else(|| (count > 0 && text[end..].starts_with(' ')).then_some((' ', 1)))
        {
            says.push(c);
            end += length;
            count += usize::from(length > 1);
        }
        if count >= ESCAPES_MIN {
            return Some(Hidden::new(Way::Encoded, start..end).saying(says.trim_end().to_owned()));
        }
        at = end.max(start + 1);
    }
    None
}

/// The character that an escape means, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let code = |prefix: &str, digits: usize| {
        let value = text.strip_prefix(prefix)?.get(..digits)?;
        Some((char::from_u32(u32::from_str_radix(value, 16).ok()?)?, prefix.len() + digits))
    };
    code("\\u", 4).or_else(|| code("\\x", 2)).or_else(|| {
        let number = text.strip_prefix("&#")?;
        let length = number.bytes().take(9).position(|byte| byte == b';')?;
        let (digits, radix) =
            number[..length].strip_prefix(['x', 'X']).map_or((&number[..length], 10), |hex| (hex, 16));
        Some((char::from_u32(u32::from_str_radix(digits, radix).ok()?)?, length + 3))
    })
}

/// The first stretch of single letters that are parted by single blanks, dots or dashes.
fn apart(text: &str) -> Option<Hidden> {
    let bytes = text.as_bytes();
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let is_part = |at: usize| bytes.get(at).is_some_and(|byte| b" .-_*".contains(byte));
    let mut at = 0;
    while at + 2 < bytes.len() {
        let mut end = at;
        while is_letter(end) && is_part(end + 1) && is_letter(end + 2) && !is_letter(end + 3) {
            end += 2;
        }
        let letters = (end - at) / 2 + 1;
        let is_alone = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        if letters >= LETTERS_MIN && is_alone && !is_alphabet(&bytes[at..=end]) {
            let says = bytes[at..=end].iter().step_by(2).map(|byte| char::from(*byte)).collect();
            return Some(Hidden::new(Way::Encoded, at..end + 1).saying(says));
        }
        at = end.max(at + 1);
    }
    None
}

/// A list of letters in their order spells nothing.
fn is_alphabet(letters: &[u8]) -> bool {
    letters.iter().step_by(2).zip(letters.iter().skip(2).step_by(2)).filter(|(one, next)| *next == &(**one + 1)).count()
        * 2
        > letters.len() / 2
}

/// What English texts are made of, and orders.
const KNOWN: [&str; 40] = [
    "the",
    "this",
    "that",
    "with",
    "from",
    "into",
    "for",
    "before",
    "after",
    "user",
    "ignore",
    "previous",
    "instructions",
    "instruction",
    "prompt",
    "system",
    "password",
    "secret",
    "token",
    "credentials",
    "send",
    "read",
    "file",
    "call",
    "tool",
    "all",
    "your",
    "you",
    "must",
    "not",
    "tell",
    "always",
    "data",
    "then",
    "and",
    "key",
    "delete",
    "execute",
    "message",
    "conversation",
];

/// Words that are no English either way, though one is: `dna`, `ton`.
const AMBIGUOUS: [&str; 4] = ["and", "not", "all", "user"];

/// How letters are disguised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disguise {
    Shifted,
    Reversed,
}

impl Disguise {
    fn read(self, text: &str) -> String {
        match self {
            Self::Shifted => text.chars().map(shifted).collect(),
            Self::Reversed => text.chars().rev().collect(),
        }
    }
}

/// Known words in disguise.
static DISGUISED: LazyLock<HashMap<String, Disguise>> = LazyLock::new(|| {
    let words = || KNOWN.into_iter().filter(|word| !AMBIGUOUS.contains(word));
    let both = [Disguise::Shifted, Disguise::Reversed];
    let all = both.into_iter().flat_map(|way| words().map(move |word| (way.read(word), way)));
    all.filter(|(word, _)| !KNOWN.contains(&word.as_str())).collect()
});

/// From the first to the last of known words that are shifted or reversed, where there are enough of them.
fn in_other_letters(text: &str) -> Option<Hidden> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
    let known: Vec<(&str, Disguise)> = words.filter_map(|word| Some((word, *DISGUISED.get(word)?))).collect();
    let way = known.first()?.1;
    if known.iter().filter(|(_, other)| *other == way).count() < KNOWN_MIN {
        return None;
    }
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let (first, last) = (place(known[0].0), known[known.len() - 1].0);
    let end = place(last) + last.len();
    Some(Hidden::new(Way::Encoded, first..end).saying(way.read(&text[first..end])))
}

fn shifted(c: char) -> char {
    let turn = |first: u8| char::from(first + (u8::try_from(u32::from(c)).unwrap_or(first) - first + 13) % 26);
    match c {
        'a'..='z' => turn(b'a'),
        'A'..='Z' => turn(b'A'),
        _ => c,
    }
}
