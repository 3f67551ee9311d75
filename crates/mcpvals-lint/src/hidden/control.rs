//! What terminals obey (ECMA-48).

use super::{Hidden, Way};

/// One finding for each stretch from the first such character to the last: what stands between is what is hidden.
pub(super) fn find(text: &str) -> Vec<Hidden> {
    // Of ASCII, most texts have no more than tabs and ends of lines.
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control() && byte != b'\t' && byte != b'\n') {
        return Vec::new();
    }
    let mut places = text.char_indices().filter(|(at, c)| steers(text, *at, *c)).map(|(at, c)| at..at + c.len_utf8());
    let Some(first) = places.next() else { return Vec::new() };
    let end = places.next_back().map_or(first.end, |last| last.end);
    vec![Hidden::new(Way::Control, first.start..end)]
}

fn steers(text: &str, at: usize, c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        // Without a new line, what follows is written over what was.
        '\r' => !text[at + 1..].starts_with('\n') && !text[at + 1..].is_empty(),
        _ => c.is_control(),
    }
}
