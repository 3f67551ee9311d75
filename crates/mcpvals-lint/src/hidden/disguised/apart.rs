//! Letters that stand apart from each other: with a blank, a dot, a dash or the like behind each.

use std::collections::BTreeMap;

use super::{Hidden, Way, known};

/// Fewer letters apart from each other are a list.
const LETTERS_MIN: usize = 10;
/// Acronyms are shorter.
const WORD_MIN: usize = 7;
/// One word in capitals that is no longer is a heading.
const HEADING_MAX: usize = 16;
/// No more stands between two letters of a text that is apart, in characters.
const GAP_MAX: usize = 16;
/// More letters are not read.
const LETTERS_MAX: usize = 2_000;

/// The first stretch of such letters.
pub(super) fn find(text: &str) -> Option<Hidden> {
    if text.is_ascii() && !may_be_apart(text.as_bytes()) {
        return None;
    }
    let mut row: Vec<(usize, char)> = Vec::new();
    let mut characters = text.char_indices().peekable();
    let (mut before, mut gap) = (' ', 0);
    while let Some((at, c)) = characters.next() {
        let is_alone = c.is_alphanumeric()
            && !before.is_alphanumeric()
            && characters.peek().is_none_or(|(_, next)| !next.is_alphanumeric());
        if is_alone && gap <= GAP_MAX && row.len() < LETTERS_MAX {
            row.push((at, c));
            gap = 0;
        } else if c.is_alphanumeric() || gap > GAP_MAX {
            if let Some(hidden) = read(text, &row) {
                return Some(hidden);
            }
            row.clear();
            gap = 0;
            if is_alone {
                row.push((at, c));
            }
        } else {
            gap += 1;
        }
        before = c;
    }
    read(text, &row)
}

/// Are there as many letters that stand alone?
fn may_be_apart(text: &[u8]) -> bool {
    let is_alone = |three: &&[u8]| {
        three[1].is_ascii_alphabetic() && !three[0].is_ascii_alphanumeric() && !three[2].is_ascii_alphanumeric()
    };
    // The first and the last have no neighbour there.
    text.windows(3).filter(is_alone).nth(LETTERS_MIN - 3).is_some()
}

fn read(text: &str, row: &[(usize, char)]) -> Option<Hidden> {
    if row.len() < LETTERS_MIN {
        return None;
    }
    let letters: String = row.iter().map(|(_, c)| *c).collect();
    let count = letters.chars().filter(|c| c.is_alphabetic()).count();
    if count < LETTERS_MIN || count * 4 < row.len() * 3 || is_alphabet(row) || !known::is_pronounced(&letters) {
        return None;
    }
    let between = |two: &[(usize, char)]| &text[two[0].0 + two[0].1.len_utf8()..two[1].0];
    let mut gaps: BTreeMap<&str, usize> = BTreeMap::new();
    for two in row.windows(2) {
        *gaps.entry(between(two)).or_default() += 1;
    }
    let usual = gaps.into_iter().max_by_key(|(_, count)| *count)?.0;
    let mut says = String::new();
    for two in row.windows(2) {
        says.push(two[0].1);
        if between(two) != usual {
            says.push_str(&within(between(two), usual));
        }
    }
    says.push(row[row.len() - 1].1);
    // "U.S.A., e.g. N.A.T.O.": short ones, none of which is a word.
    let is_said = known::count(&says) > 0 || says.split(' ').any(|word| word.chars().count() >= WORD_MIN);
    let is_one_word = !says.contains(' ');
    let is_heading = is_one_word && count <= HEADING_MAX && letters.chars().all(char::is_uppercase);
    if is_heading || !is_said {
        return None;
    }
    let says = if is_one_word { known::parted(&says).unwrap_or(says) } else { says };
    let end = row.last().map(|(at, c)| at + c.len_utf8())?;
    Some(Hidden::new(Way::Encoded, row[0].0..end).saying(says))
}

/// What a wider gap means: a blank, and the signs that stand apart in it.
fn within(gap: &str, usual: &str) -> String {
    let signs: Vec<char> = gap.chars().filter(|c| !c.is_whitespace() && !usual.contains(*c)).collect();
    // In "e   ~ / . s" blanks are apart from each other, too.
    let characters: Vec<char> = gap.chars().collect();
    let is_apart = usual.chars().count() == 1
        && characters.len() % 2 == 1
        && characters.iter().step_by(2).all(|c| usual.starts_with(*c));
    if is_apart {
        return characters.into_iter().skip(1).step_by(2).collect();
    }
    match signs[..] {
        [] => " ".to_owned(),
        _ => signs.into_iter().chain([' ']).collect(),
    }
}

/// A list of letters in their order spells nothing.
fn is_alphabet(row: &[(usize, char)]) -> bool {
    let follows = |two: &&[(usize, char)]| u32::from(two[1].1) == u32::from(two[0].1) + 1;
    row.windows(2).filter(follows).count() * 2 > row.len()
}
