//! Letters that are shifted by thirteen, reversed, or digits and signs that look like them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{Hidden, Way, known};

/// So many words of a text have to be known ones when read in another way.
const KNOWN_MIN: usize = 3;
/// No known word is longer.
const WORD_MAX: usize = 14;

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
struct Disguised {
    words: HashMap<String, Disguise>,
    /// Whether such a word begins with these three letters: most words are no known ones, and need no closer look.
    begins: Vec<bool>,
}

static DISGUISED: LazyLock<Disguised> = LazyLock::new(|| {
    let known: HashSet<&str> = known::telling().collect();
    let words = || known::telling().filter(|word| word.len() > 2 && !AMBIGUOUS.contains(word));
    let both = [Disguise::Shifted, Disguise::Reversed];
    let all = both.into_iter().flat_map(|way| words().map(move |word| (way.read(word), way)));
    let words: HashMap<String, Disguise> = all.filter(|(word, _)| !known.contains(word.as_str())).collect();
    let mut begins = vec![false; 26 * 26 * 26];
    words.keys().filter_map(|word| beginning(word)).for_each(|at| begins[at] = true);
    Disguised { words, begins }
});

/// Its first three letters as a number.
fn beginning(word: &str) -> Option<usize> {
    let letters = word.as_bytes().get(..3)?.iter().map(u8::to_ascii_lowercase);
    letters
        .into_iter()
        .try_fold(0, |number, letter| letter.is_ascii_lowercase().then(|| number * 26 + usize::from(letter - b'a')))
}

pub(super) fn find(text: &str) -> Vec<Hidden> {
    in_other_letters(text).into_iter().chain(in_digits(text)).collect()
}

/// From the first to the last of known words that are shifted or reversed, where there are enough of them.
fn in_other_letters(text: &str) -> Option<Hidden> {
    let Disguised { words, begins } = &*DISGUISED;
    let may_be = |word: &&str| (3..=WORD_MAX).contains(&word.len()) && beginning(word).is_some_and(|at| begins[at]);
    let spoken = words_of(text).filter(may_be);
    let way_of = |word: &str| {
        if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return words.get(word);
        }
        words.get(&word.to_ascii_lowercase())
    };
    let known: Vec<(&str, Disguise)> = spoken.filter_map(|word| Some((word, *way_of(word)?))).collect();
    let counted = |way: Disguise| known.iter().filter(|(_, other)| *other == way).count();
    let way = [Disguise::Shifted, Disguise::Reversed].into_iter().find(|way| counted(*way) >= KNOWN_MIN)?;
    let of_way: Vec<&str> = known.iter().filter(|(_, other)| *other == way).map(|(word, _)| *word).collect();
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let start = line_start(text, place(of_way[0]));
    let last = of_way[of_way.len() - 1];
    let end = line_end(text, place(last) + last.len());
    // What stands around in plain words is read as such; without it, the words are from the first to the last.
    let says = way.read(&text[start..end]);
    Some(Hidden::new(Way::Encoded, place(of_way[0])..place(last) + last.len()).saying(says))
}

/// Letters of ASCII in a row.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(u8::is_ascii_alphabetic)?;
        at = bytes[start..]
            .iter()
            .position(|byte| !byte.is_ascii_alphabetic())
            .map_or(bytes.len(), |length| start + length);
        Some(&text[start..at])
    })
}

/// Words beside the known ones are of the same text: up to the end of the sentence.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['.', ',', ':', ';', '\n', '!', '?', '(', '"']).map_or(0, |found| {
        let behind = found + 1;
        behind + (text[behind..at].len() - text[behind..at].trim_start().len())
    })
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', ')', '"']).map_or(text.len(), |length| at + length)
}

fn shifted(c: char) -> char {
    let turn = |first: u8| char::from(first + (u8::try_from(u32::from(c)).unwrap_or(first) - first + 13) % 26);
    match c {
        'a'..='z' => turn(b'a'),
        'A'..='Z' => turn(b'A'),
        _ => c,
    }
}

/// From the first to the last of known words in which digits and signs stand for letters, where there are enough of them.
fn in_digits(text: &str) -> Option<Hidden> {
    let start = text.as_ptr() as usize;
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    for word in text.split_ascii_whitespace().filter(|word| may_be_in_digits(word)) {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && !"$@!|+".contains(c));
        let is_known = |word: &String| word.len() > 2 && known::is_known(word);
        let readings = [read_digits(word, 'i'), read_digits(word, 'l')];
        if let Some(read) = readings.into_iter().find(is_known) {
            let at = word.as_ptr() as usize - start;
            found.push((at, at + word.len(), read));
        }
    }
    let kinds: HashSet<&str> = found.iter().map(|(_, _, word)| word.as_str()).collect();
    if kinds.len() < KNOWN_MIN {
        return None;
    }
    let (from, end) = (found.first()?.0, found.last()?.1);
    let read = |word: &str| {
        let one = read_digits(word, 'i');
        if known::is_known(one.trim_matches(|c: char| !c.is_alphanumeric())) { one } else { read_digits(word, 'l') }
    };
    let says = text[from..end].split(' ').map(read).collect::<Vec<_>>().join(" ");
    Some(Hidden::new(Way::Encoded, from..end).saying(says))
}

/// Has it letters, and what may stand for some?
fn may_be_in_digits(word: &str) -> bool {
    word.len() <= WORD_MAX + 4
        && word.bytes().any(|byte| byte.is_ascii_digit() || b"$@!|+".contains(&byte))
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// One stands for two letters.
fn read_digits(word: &str, one: char) -> String {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' | '|' => one,
        '2' => 'z',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        c => c.to_ascii_lowercase(),
    };
    word.chars().map(letter).collect()
}
