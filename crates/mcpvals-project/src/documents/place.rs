//! Where in a document something stands.

use std::ops::Range;

use mcpvals_model::Span;

/// A document, by the places where its lines begin.
pub(super) struct Page<'a> {
    path: &'a str,
    text: &'a str,
    /// Bytes.
    lines: Vec<usize>,
}

impl<'a> Page<'a> {
    pub(super) fn new(path: &'a str, text: &'a str) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { path, text, lines }
    }

    /// The file that it is.
    pub(super) fn path(&self) -> &str {
        self.path
    }

    /// What stands there as it was written, as far as it is there.
    pub(super) fn source(&self, place: &Range<usize>) -> &'a str {
        self.text.get(place.clone()).unwrap_or_default()
    }

    /// Bytes as lines and columns; the end does not go beyond the last character that is no blank.
    pub(super) fn span(&self, place: &Range<usize>) -> Span {
        let said = self.source(place).trim_end().len();
        let (line, column) = self.position(place.start);
        let (end_line, end_column) = self.position(place.start + said);
        Span::File { file: self.path.to_owned(), line, column, end_line, end_column }
    }

    fn position(&self, byte: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= byte).max(1);
        let start = self.lines[line - 1];
        let column = self.text.get(start..byte).map_or(0, |text| text.chars().count()) + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }
}
