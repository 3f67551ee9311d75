//! Lines that fit the terminal: text is broken between words and goes on where it began.

use unicode_width::UnicodeWidthStr as _;

use crate::console::Role;
use crate::{Level, Style, visible, wording};

/// Where the text of a field begins.
const FIELD_COLUMN: usize = 12;
/// Less room than this is not worth breaking for.
const ROOM_MIN: usize = 24;
/// Lines of one field that are shown.
const FIELD_LINES_MAX: usize = 8;
/// Names in one line that are shown.
const NAMES_MAX: usize = 12;

/// Text under construction.
pub(super) struct Page<'s> {
    pub(super) style: &'s Style,
    text: String,
}

impl<'s> Page<'s> {
    pub(super) fn new(style: &'s Style) -> Self {
        Self { style, text: String::new() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn paint(&self, role: Role, text: &str) -> String {
        self.style.paint(role, text)
    }

    /// A line of our words and of text that was made visible.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    pub(super) fn heading(&mut self, text: &str) {
        let shown = self.paint(Role::Strong, &visible::line(text));
        self.line(&shown);
    }

    pub(super) fn dim(&mut self, text: &str) {
        let shown = self.paint(Role::Dim, &visible::line(text));
        self.line(&shown);
    }

    /// `  label     text`, broken where the line is full.
    pub(super) fn field(&mut self, label: &str, text: &str) {
        let pad = " ".repeat(FIELD_COLUMN.saturating_sub(label.len() + 2).max(1));
        let head = format!("  {}{pad}", self.paint(Role::Dim, label));
        self.broken(&head, FIELD_COLUMN, text);
    }

    /// Text behind a mark, broken where the line is full.
    pub(super) fn item(&mut self, mark: &str, text: &str) {
        let column = mark.width();
        self.broken(mark, column, text);
    }

    fn broken(&mut self, head: &str, column: usize, text: &str) {
        let room = self.style.columns().saturating_sub(column).max(ROOM_MIN);
        let lines = lines(&visible::line(text), room);
        let shown = if self.style.level == Level::Verbose { lines.len() } else { lines.len().min(FIELD_LINES_MAX) };
        let mut before = head.to_owned();
        for line in &lines[..shown] {
            self.line(&format!("{before}{line}"));
            before = " ".repeat(column);
        }
        let left = lines.len() - shown;
        if left > 0 {
            let more = wording::count(left, "more line");
            self.line(&format!("{before}{} {more} (-v shows all)", self.style.ellipsis()));
        }
    }

    /// `a, b and 3 more`.
    pub(super) fn names(&self, names: &[&str]) -> String {
        let shown = if self.style.level == Level::Verbose { names.len() } else { names.len().min(NAMES_MAX) };
        let list = names[..shown].join(", ");
        match names.len() - shown {
            0 => list,
            left => format!("{list} and {} more", wording::number(left)),
        }
    }
}

/// The text in lines of at most so many columns; a word that is longer is broken within.
fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for (index, piece) in pieces(word, room).into_iter().enumerate() {
            let Some(line) = lines.last_mut() else { break };
            let blank = usize::from(!line.is_empty() && index == 0);
            if index == 0 && line.width() + blank + piece.width() <= room {
                line.push_str(&" ".repeat(blank));
                line.push_str(&piece);
            } else {
                lines.push(piece);
            }
        }
    }
    lines
}

fn pieces(word: &str, room: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut width = 0;
    for c in word.chars() {
        let wide = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if width + wide > room {
            pieces.push(String::new());
            width = 0;
        }
        width += wide;
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn a_text_is_broken_between_words() {
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
        assert_eq!(lines("", 8), [""]);
    }

    #[test]
    fn a_long_word_is_broken_within() {
        assert_eq!(lines("a 123456789 b", 4), ["a", "1234", "5678", "9 b"]);
    }

    #[test]
    fn wide_letters_count_as_two() {
        assert_eq!(lines("日本日本", 4), ["日本", "日本"]);
    }
}
