//! Text under construction: lines, and fields with a label. Everything that comes in from outside is made visible.

use super::{Level, Role, Style};
use crate::{visible, wording};

/// Lines of a field that are shown at most.
const FIELD_LINES_MAX: usize = 30;
/// Characters of a field that are shown at most.
const FIELD_CHARS_MAX: usize = 3_000;
/// Where the text of a field begins.
const FIELD_COLUMN: usize = 12;

/// Lines in a style.
pub(crate) struct Page<'a> {
    pub(crate) style: &'a Style,
    text: String,
    /// Where a text that is cut can be read to its end.
    whole: &'static str,
}

impl<'a> Page<'a> {
    pub(crate) fn new(style: &'a Style) -> Self {
        Self { style, text: String::new(), whole: "-v shows all" }
    }

    /// A page within a document, where no flag changes anything any more.
    pub(crate) fn in_document(style: &'a Style) -> Self {
        Self { whole: "the JSON report has all", ..Self::new(style) }
    }

    /// Where all of what is cut can be read.
    pub(crate) fn whole(&self) -> &'static str {
        self.whole
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// A line that is made of our words and of text that was made visible.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Text of several lines that is ours.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// `  label     text`; further lines stand below the first.
    pub(crate) fn field(&mut self, label: &str, text: &str) {
        self.labelled(Role::Dim, label, text, FIELD_LINES_MAX);
    }

    /// A field of at most so many lines.
    pub(crate) fn field_to(&mut self, label: &str, text: &str, lines_max: usize) {
        self.labelled(Role::Dim, label, text, lines_max);
    }

    /// A field that should catch the eye.
    pub(crate) fn warning(&mut self, label: &str, text: &str) {
        self.labelled(Role::Warning, label, text, FIELD_LINES_MAX);
    }

    fn labelled(&mut self, role: Role, label: &str, text: &str, lines_max: usize) {
        let mut head = self.style.paint(role, label);
        let mut pad = FIELD_COLUMN.saturating_sub(label.len() + 2).max(1);
        for line in self.shown(text, lines_max).lines() {
            self.line(&format!("  {head}{:pad$}{line}", ""));
            (head, pad) = (String::new(), FIELD_COLUMN - 2);
        }
        if !head.is_empty() {
            self.line(&format!("  {head}"));
        }
    }

    /// Removed and added lines in their colours.
    pub(crate) fn diff(&mut self, diff: &str) {
        self.line(&format!("  {}", self.style.paint(Role::Dim, "diff")));
        for line in self.shown(diff, FIELD_LINES_MAX).lines() {
            let line = match line.as_bytes().first() {
                Some(b'+') => self.style.paint(Role::Added, line),
                Some(b'-') => self.style.paint(Role::Removed, line),
                _ => line.to_owned(),
            };
            self.line(&format!("    {line}"));
        }
    }

    /// Visible, and cut unless everything is asked for.
    fn shown(&self, text: &str, lines_max: usize) -> String {
        if self.style.level == Level::Verbose {
            return visible::block(text).into_owned();
        }
        let (start, chars_left) = visible::cut(text, FIELD_CHARS_MAX);
        let start = visible::block(start);
        let lines_left = start.lines().count().saturating_sub(lines_max);
        let kept = start.lines().take(lines_max).collect::<Vec<_>>().join("\n");
        match (lines_left, chars_left) {
            (0, 0) => kept,
            (0, n) => self.with_note(&kept, &wording::count(n, "more character")),
            (n, 0) => self.with_note(&kept, &wording::count(n, "more line")),
            (_, n) => self.with_note(&kept, &format!("more lines, at least {}", wording::count(n, "character"))),
        }
    }

    fn with_note(&self, kept: &str, left_out: &str) -> String {
        format!("{}\n{} {left_out} ({})", kept.trim_end(), self.style.ellipsis(), self.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, Style};

    fn check(text: &str, expected: &str) {
        let style = Style::default();
        let mut page = Page::new(&style);
        page.field("actual", text);
        assert_eq!(page.finish(), expected);
    }

    #[test]
    fn further_lines_stand_below_the_first() {
        check("one\n two\n", "  actual    one\n             two\n");
    }

    #[test]
    fn an_empty_text_leaves_its_label() {
        check("", "  actual\n");
    }

    #[test]
    fn a_long_text_says_how_to_see_all() {
        let text = "x".repeat(3_010);
        check(&text, &format!("  actual    {}\n            … 10 more characters (-v shows all)\n", "x".repeat(3_000)));
    }

    #[test]
    fn many_lines_say_how_to_see_all() {
        let shown = Page::new(&Style::default()).shown(&"x\n".repeat(42), 30);
        assert!(shown.ends_with("x\n… 12 more lines (-v shows all)"), "{shown}");
    }
}
