//! Words that run together, as names of programs do: what gives an order so is none.

use super::{Hidden, Way, known};

/// Fewer words are a name.
const WORDS_MIN: usize = 6;
/// So many of them have to be known ones.
const KNOWN_MIN: usize = 2;
/// Shorter names have fewer words.
const LENGTH_MIN: usize = 18;
/// More of them are not read.
const LENGTH_MAX: usize = 2_000;
/// More such names of a text are not looked at.
const NAMES_MAX: usize = 16;

/// What is put like a sentence is none of a program's; of the rest, it is for the judge to say whether they give an order.
pub(super) fn find(text: &str) -> Vec<Hidden> {
    let start = text.as_ptr() as usize;
    let is_name = |word: &&str| (LENGTH_MIN..=LENGTH_MAX).contains(&word.len()) && word.is_ascii();
    let names = text.split_ascii_whitespace().filter(is_name).filter(|name| !name.contains("://"));
    let read = |name: &str| {
        let at = name.as_ptr() as usize - start;
        let says = words(name)?;
        let is_sentence = is_sentence(&says) && !name.contains(['_', '-', '+']);
        let hidden = Hidden::new(Way::Encoded, at..at + name.len()).saying(says);
        Some(if is_sentence { hidden } else { hidden.if_ordering() })
    };
    names.filter_map(read).take(NAMES_MAX).collect()
}

/// With a blank before each capital letter, and instead of each dash; without either, by the words that are known.
fn words(name: &str) -> Option<String> {
    let bytes = name.as_bytes();
    let humps = bytes.windows(2).filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase()).count();
    let dashes = bytes.iter().filter(|byte| b"_-+".contains(byte)).count();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    if letters * 5 < name.len() * 4 {
        return None;
    }
    let says = match () {
        () if humps + 1 >= WORDS_MIN => parted_at_humps(name),
        () if dashes + 1 >= WORDS_MIN => name.replace(['_', '-', '+'], " "),
        () if humps + dashes == 0 => known::parted(name).filter(|says| says.split(' ').count() >= WORDS_MIN)?,
        () => return None,
    };
    (known::count(&says) >= KNOWN_MIN).then_some(says)
}

/// Names leave out what holds sentences together.
fn is_sentence(says: &str) -> bool {
    const ARTICLES: [&str; 5] = ["the", "your", "you", "its", "my"];
    const OTHERS: [&str; 11] = ["and", "to", "of", "into", "all", "from", "before", "after", "then", "on", "a"];
    const MIN: usize = 3;
    let small = says.to_ascii_lowercase();
    let has = |word: &str| ARTICLES.contains(&word) || OTHERS.contains(&word);
    small.split(' ').any(|word| ARTICLES.contains(&word)) && small.split(' ').filter(|word| has(word)).count() >= MIN
}

fn parted_at_humps(name: &str) -> String {
    let mut says = String::with_capacity(name.len() * 2);
    let mut before = ' ';
    for c in name.chars() {
        let is_hump = c.is_ascii_uppercase() && before != ' ' && !before.is_ascii_uppercase();
        let is_sign = !c.is_ascii_alphanumeric() && before.is_ascii_alphanumeric() && matches!(c, '~' | '/');
        if is_hump || is_sign && c == '~' {
            says.push(' ');
        }
        says.push(c);
        before = c;
    }
    says
}
