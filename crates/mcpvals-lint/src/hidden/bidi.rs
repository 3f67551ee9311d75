//! What turns the direction of a text round (Unicode Standard Annex 9).

use super::scripts::is_right_to_left;
use super::{Hidden, Way};

/// Overrides show letters in another order than they have: no honest text needs them. Embeddings and isolates belong beside
/// letters that are written from right to left, and so do marks.
pub(super) fn find(text: &str) -> Vec<Hidden> {
    let has_letters = text.chars().any(is_right_to_left);
    let is_hidden = |c: char| match c {
        '\u{202d}' | '\u{202e}' => true,
        '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => !has_letters,
        _ => false,
    };
    let ends = ['\u{202c}', '\u{2069}'];
    let mut found: Vec<Hidden> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_hidden(*c)) {
        // One part, up to its end.
        if found.last().is_some_and(|last| at < last.place.end) {
            continue;
        }
        let rest = &text[at..];
        let end = rest
            .char_indices()
            .find(|(_, c)| ends.contains(c) || *c == '\n')
            .map_or(text.len(), |(length, c)| at + length + c.len_utf8());
        let is_mark = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
        found.push(Hidden::new(Way::Direction, at..if is_mark { at + c.len_utf8() } else { end }));
    }
    found
}
