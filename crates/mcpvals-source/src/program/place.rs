//! Where bytes stand in a text: lines and characters.

use mcpvals_model::Span;

use crate::form::Range;

/// The lines of a text.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    pub(crate) fn count(&self) -> usize {
        if self.text.ends_with('\n') || self.text.is_empty() { self.starts.len() - 1 } else { self.starts.len() }
    }

    /// The bytes as a place that people find.
    pub(crate) fn span(&self, file: &str, range: Range) -> Span {
        let (line, column) = self.place(range.start as usize);
        let (end_line, end_column) = self.place(range.end as usize);
        Span::File { file: file.to_owned(), line, column, end_line, end_column }
    }

    /// Line and character of a byte, both from 1.
    fn place(&self, byte: usize) -> (u32, u32) {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let before = self.text.get(start..byte).unwrap_or_default();
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX))
    }

    /// The first line of what stands in the range.
    pub(crate) fn excerpt(&self, range: Range) -> &'t str {
        let text = self.text.get(range.start as usize..range.end as usize).unwrap_or_default();
        text.lines().next().unwrap_or_default().trim()
    }
}
