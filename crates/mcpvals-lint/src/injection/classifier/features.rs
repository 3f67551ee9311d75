//! A window of sentences as a set of numbers: stems of words, classes of words, and which of them stand near each other.
//!
//! Nothing of a word but its stem is kept, and numbers are hashed into a fixed count of buckets: a weight stands for whatever
//! falls into its bucket. The same window has the same buckets everywhere.

use std::sync::LazyLock;

use super::super::hashed::{ByHash, hash};
use super::super::lexicon;
use super::super::symbols::Sentence;
use super::Field;

/// Into so many numbers everything falls.
pub const BUCKETS: usize = 1 << 17;

/// Words further apart are not read together.
const NEAR: usize = 2;
/// More words of a sentence are not read.
const WORDS_MAX: usize = 120;

/// What a number tells of.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
enum Feature {
    Stem = 1,
    Stems,
    Class,
    ClassAndStem,
    Letters,
    Field,
    Capitals,
    Two,
}

/// A word as it counts.
struct Word {
    stem: u32,
    /// A bit for each class that it belongs to.
    classes: u64,
}

/// The buckets that a sentence fills alone: each once, in order.
pub(super) fn of_sentence(sentence: &Sentence, field: Field) -> Vec<u32> {
    let mut found = Found(Vec::with_capacity(512));
    found.add(Feature::Field, field as u32, 0);
    if sentence.capitals > 1 {
        found.add(Feature::Capitals, 0, 0);
    }
    let spoken: Vec<&str> = sentence.words.split_ascii_whitespace().take(WORDS_MAX).collect();
    spoken.iter().filter(|word| !word.is_ascii()).for_each(|word| found.letters(word));
    found.sentence(&words(&spoken), field);
    found.ordered()
}

/// Those of two sentences together: all that one of them fills, and that they are two.
pub(super) fn of_both(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut found = Found(Vec::with_capacity(one.len() + other.len() + 1));
    found.0.extend_from_slice(one);
    found.0.extend_from_slice(other);
    found.add(Feature::Two, 0, 0);
    found.ordered()
}

struct Found(Vec<u32>);

impl Found {
    #[expect(clippy::cast_possible_truncation, reason = "a remainder of the buckets")]
    fn add(&mut self, kind: Feature, one: u32, other: u32) {
        let mixed = mix(mix(kind as u32, one), other);
        self.0.push(mixed % BUCKETS as u32);
    }

    fn ordered(mut self) -> Vec<u32> {
        self.0.sort_unstable();
        self.0.dedup();
        self.0
    }

    fn sentence(&mut self, words: &[Word], field: Field) {
        for (at, word) in words.iter().enumerate() {
            self.add(Feature::Stem, word.stem, 0);
            for class in bits(word.classes) {
                self.add(Feature::Class, class, 0);
                self.add(Feature::Class, class, field as u32 + 1);
            }
            for (distance, next) in (1..=NEAR).zip(&words[at + 1..]) {
                self.add(Feature::Stems, word.stem, next.stem.wrapping_add(u32::from(distance > 1)));
                bits(word.classes).for_each(|class| self.add(Feature::ClassAndStem, class, next.stem));
                bits(next.classes).for_each(|class| self.add(Feature::ClassAndStem, class + 64, word.stem));
            }
        }
    }

    /// Of words in letters that are not plain: they have no stems here, and may have no blanks between them.
    fn letters(&mut self, word: &str) {
        let letters: Vec<char> = word.chars().collect();
        for length in 2..=4 {
            for part in letters.windows(length) {
                let hash = part.iter().fold(0, |hash, letter| mix(hash, u32::from(*letter)));
                self.add(Feature::Letters, hash, 0);
            }
        }
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// For each word and each pair of words that a class has: its classes.
static CLASSES: LazyLock<ByHash<u64>> = LazyLock::new(|| {
    let mut classes = ByHash::default();
    for (index, class) in lexicon::classes().enumerate() {
        for form in lexicon::forms_of(class) {
            let key = form.split(' ').take(2).map(hash).reduce(mix).unwrap_or_default();
            *classes.entry(key).or_default() |= 1 << (index % 64);
        }
    }
    classes
});

fn words(spoken: &[&str]) -> Vec<Word> {
    let hashes: Vec<u32> = spoken.iter().map(|word| hash(word)).collect();
    let classes_of = |key: u32| CLASSES.get(&key).copied().unwrap_or_default();
    let word = |(at, word): (usize, &&str)| {
        let pair = hashes.get(at + 1).map_or(0, |next| classes_of(mix(hashes[at], *next)));
        Word { stem: hash(stem(word)), classes: classes_of(hashes[at]) | pair }
    };
    spoken.iter().enumerate().map(word).collect()
}

/// What is left of a word without its ending; of a number, that it is one.
fn stem(word: &str) -> &str {
    const ENDINGS: [&str; 14] =
        ["ations", "ation", "ingly", "ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "s", "e", "y"];
    if word.bytes().all(|byte| byte.is_ascii_digit() || b".,%".contains(&byte)) {
        return "0";
    }
    let shorter = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.len() > 2));
    if word.is_ascii() { shorter.unwrap_or(word) } else { word }
}

/// Two numbers as one, in which the order counts.
fn mix(one: u32, other: u32) -> u32 {
    let mixed = (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b1);
    mixed ^ (mixed >> 15)
}
