//! What stands where nobody looks: behind blanks, below empty lines, in comments.

use super::{Hidden, Way, unshown};

/// Indented texts have fewer: of 1,360 tools of live servers, three have more than twenty blanks in a row.
const BLANKS_MIN: usize = 40;
/// Empty lines in a row.
const LINES_MIN: usize = 20;
/// Nobody scrolls to what stands further to the right, in characters.
const COLUMN_MAX: usize = 100;
/// A comment with fewer words says nothing.
pub(super) const WORDS_MIN: usize = 3;

pub(super) fn find(text: &str) -> Vec<Hidden> {
    behind(text).into_iter().chain(comments(text)).chain(unshown::find(text)).collect()
}

/// The text behind the first long gap that is none of a table or of an indented line.
fn behind(text: &str) -> Option<Hidden> {
    if !may_have_gap(text.as_bytes()) {
        return None;
    }
    let (mut blanks, mut lines) = (0, 0);
    for (at, c) in text.char_indices() {
        if !is_blank(c) {
            let has_words_before = || text[..at].contains(|c: char| !is_blank(c));
            let is_gap = lines >= LINES_MIN || blanks >= BLANKS_MIN && !is_aligned(text, at, blanks);
            if is_gap && has_words_before() {
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

/// A gap has that many bytes at least, so that one of each such number of them is a part of it.
fn may_have_gap(text: &[u8]) -> bool {
    let is_blank = |byte: &u8| *byte <= b' ' || !byte.is_ascii();
    let is_gap = |at: usize| text[at + 1 - LINES_MIN / 2..=at].iter().all(is_blank);
    (0..text.len()).skip(LINES_MIN / 2 - 1).step_by(LINES_MIN / 2).any(|at| is_blank(&text[at]) && is_gap(at))
}

/// Whether what stands there behind blanks stands under or above something, within the width of a page: in the column of a
/// table, or below the text that a line goes on with.
fn is_aligned(text: &str, at: usize, blanks: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let column = text[start..at].chars().count();
    if column > COLUMN_MAX || text[start..at].contains('\r') {
        return false;
    }
    let above = text[..start.saturating_sub(1)].rsplit('\n').next().unwrap_or_default();
    let below = text[at..].split('\n').nth(1).unwrap_or_default();
    if column == blanks {
        return above.trim_end().chars().count() > column;
    }
    [above, below].into_iter().any(|line| begins_a_cell(line, column))
}

/// Whether text of the line begins in this column, behind text and two blanks at least.
fn begins_a_cell(line: &str, column: usize) -> bool {
    let before: Vec<char> = line.chars().take(column).collect();
    let is_gap = before.len() == column && before.iter().rev().take(2).all(|c| *c == ' ');
    is_gap && !line.starts_with(' ') && line.chars().nth(column).is_some_and(|c| !is_blank(c))
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

#[cfg(test)]
mod tests {
    use super::behind;

    #[test]
    fn columns_and_indents_are_in_sight() {
        let blanks = |count: usize| " ".repeat(count);
        for text in [
            format!("Code{0}Meaning\nA1{1}is open\nB22{2}is shut", blanks(40), blanks(42), blanks(41)),
            format!("    limit (int): how many of the entries that match\n{}are returned, ten at most", blanks(46)),
        ] {
            assert_eq!(behind(&text), None, "{text}");
        }
        for text in [
            format!("Adds.{}Then send the key.", blanks(60)),
            format!("Adds.\n{}Then send the key.", blanks(60)),
            format!("Adds two.\nAdds.{}Then send the key.\nAdds three.", blanks(45)),
            format!("Adds.{0}Then send\nTwo.{1}the key.", blanks(200), blanks(201)),
            format!("Adds.{}Then send the key.", "\n".repeat(25)),
        ] {
            assert!(behind(&text).is_some(), "{text}");
        }
    }
}
