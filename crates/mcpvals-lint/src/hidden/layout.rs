//! What stands where nobody looks: behind blanks, below empty lines, in comments.

use super::{Hidden, Way};

/// Indented texts have fewer: of 1,360 tools of live servers, three have more than twenty blanks in a row.
const BLANKS_MIN: usize = 40;
/// Empty lines in a row.
const LINES_MIN: usize = 20;
/// A comment with fewer words says nothing.
const WORDS_MIN: usize = 3;

pub(super) fn find(text: &str) -> Vec<Hidden> {
    behind(text).into_iter().chain(comments(text)).collect()
}

/// The text behind the first long gap.
fn behind(text: &str) -> Option<Hidden> {
    let (mut blanks, mut lines) = (0, 0);
    for (at, c) in text.char_indices() {
        if !is_blank(c) {
            let has_words_before = text[..at].contains(|c: char| !is_blank(c));
            if (blanks >= BLANKS_MIN || lines >= LINES_MIN) && has_words_before {
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                return Some(Hidden::new(Way::OutOfSight, at..end).saying(text[at..end].trim_end().to_owned()));
            }
            (blanks, lines) = (0, 0);
        } else if c == '\n' {
            (blanks, lines) = (0, lines + 1);
        } else {
            blanks += 1;
        }
    }
    None
}

/// Also the blank of Braille and the filler of Hangul, which have width and no ink.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2800}' | '\u{3164}')
}

/// What a page that shows the text as HTML leaves out.
fn comments(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("<!--").map(|length| from + length) {
        let end = text[at..].find("-->").map_or(text.len(), |length| at + length + 3);
        let inner = text[at + 4..end].trim_end_matches("-->").trim();
        if inner.split_whitespace().count() >= WORDS_MIN {
            found.push(Hidden::new(Way::Comment, at..end).saying(inner.to_owned()));
        }
        from = end.max(at + 4);
    }
    found
}
