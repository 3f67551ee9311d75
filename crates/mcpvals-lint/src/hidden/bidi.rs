//! What turns the direction of a text round (Unicode Standard Annex 9).

use std::ops::Range;

use super::invisible::is_within_word;
use super::scripts::is_right_to_left;
use super::{Hidden, Way};

/// More marks of direction beside words may be bits.
const MARKS_MAX: usize = 5;

/// Overrides show letters in another order than they have: no honest text needs them. Embeddings and isolates belong beside
/// letters that are written from right to left, and so do marks; around Latin words they change nothing if they end, and are
/// what programs put around a name that may be of any script. A few marks beside words come with a paste.
pub(super) fn find(text: &str) -> Vec<Hidden> {
    let has_letters = text.chars().any(is_right_to_left);
    let is_hidden = |c: char| match c {
        '\u{202d}' | '\u{202e}' => true,
        '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => !has_letters,
        _ => false,
    };
    let mut found: Vec<Hidden> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_hidden(*c)) {
        // One part, up to its end.
        if found.last().is_some_and(|last| at < last.place.end) {
            continue;
        }
        let place = if is_mark(c) { at..at + c.len_utf8() } else { at..end_of(text, at) };
        if !changes_nothing(&text[place.clone()]) {
            found.push(Hidden::new(Way::Direction, place));
        }
    }
    if found.len() <= MARKS_MAX && found.iter().all(|hidden| is_stray(text, &hidden.place)) {
        for hidden in &mut found {
            hidden.way = Way::Stray;
        }
    }
    found
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Up to the first end of a part of its own direction, or to the end of the line.
fn end_of(text: &str, at: usize) -> usize {
    let ends = ['\u{202c}', '\u{2069}', '\n'];
    let end = text[at..].char_indices().find(|(_, c)| ends.contains(c));
    end.map_or(text.len(), |(length, c)| at + length + c.len_utf8())
}

/// A part that is to be read from left to right, or as its letters are, ends as it begins, and holds words without such
/// characters of its own.
fn changes_nothing(part: &str) -> bool {
    let mut characters = part.chars();
    let ends = match characters.next() {
        Some('\u{2066}' | '\u{2068}') => '\u{2069}',
        Some('\u{202a}') => '\u{202c}',
        _ => return false,
    };
    let is_plain = |c: char| !c.is_control() && !super::has_no_ink(c);
    let inner = characters.as_str().strip_suffix(ends);
    inner.is_some_and(|inner| inner.chars().any(char::is_alphanumeric) && inner.chars().all(is_plain))
}

fn is_stray(text: &str, place: &Range<usize>) -> bool {
    let mut characters = text[place.clone()].chars();
    let is_alone = |c: Option<char>| c.is_none_or(|c| !super::has_no_ink(c));
    characters.next().is_some_and(is_mark)
        && characters.next().is_none()
        && !is_within_word(text, place)
        && is_alone(text[..place.start].chars().next_back())
        && is_alone(text[place.end..].chars().next())
}
