//! Places in texts, as findings tell them.

use std::ops::Range;

use mcpvals_model::{SourceFile, Span};

/// Bytes of a file's text as lines and characters from 1.
pub(crate) fn span(file: &SourceFile, range: Range<usize>) -> Span {
    let (line, column) = position(&file.text, range.start);
    let (end_line, end_column) = position(&file.text, range.end);
    Span::File { file: file.path.clone(), line, column, end_line, end_column }
}

/// Where a text stands first in a file; its first line where it does not.
pub(crate) fn of_text(file: &SourceFile, text: &str) -> Span {
    let start = file.text.find(text).filter(|_| !text.is_empty());
    match start {
        Some(start) => span(file, start..start + text.len()),
        None => span(file, 0..file.text.find('\n').unwrap_or(file.text.len())),
    }
}

/// The same, for a JSON text: with its quotes, so that a part of a longer one does not count.
pub(crate) fn of_json_text(file: &SourceFile, text: &str) -> Span {
    let quoted = serde_json::Value::String(text.to_owned()).to_string();
    if file.text.contains(&quoted) { of_text(file, &quoted) } else { of_text(file, text) }
}

fn position(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..floor(text, at)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// The next character's start at or before `at`.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{SourceFile, Span};

    use super::{of_text, span};

    #[test]
    fn lines_and_characters_count_from_one() {
        let file = SourceFile { path: "a".to_owned(), text: "é\nüx y\n".to_owned() };
        let expected = Span::File { file: "a".to_owned(), line: 2, column: 2, end_line: 2, end_column: 3 };
        assert_eq!(of_text(&file, "x"), expected);
        assert_eq!(span(&file, 5..6), expected);
    }
}
