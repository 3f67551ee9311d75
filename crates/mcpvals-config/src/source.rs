//! The text of a file, and where in it a byte stands.

use std::ops::Range;

use mcpvals_model::SourcePlace;

/// Bytes of a source's text, from start to end.
pub(crate) type Span = Range<usize>;

/// A file's text under the name by which messages speak of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    /// The file as the user named it.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// Where its lines start.
    line_starts: Vec<usize>,
}

impl Source {
    /// A file's text.
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let after_newline = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let line_starts = std::iter::once(0).chain(after_newline).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// Line and column of a byte; the end of the text where it lies beyond.
    pub(crate) fn place(&self, offset: usize) -> SourcePlace {
        let offset = self.floor(offset);
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let line_start = self.line_starts[line.saturating_sub(1)];
        let column = self.text[line_start..offset].chars().count() + 1;
        SourcePlace { file: self.name.clone(), line: small(line), column: small(column) }
    }

    /// The span cut to the text and to whole characters.
    pub(crate) fn clip(&self, span: &Span) -> Span {
        let start = self.floor(span.start);
        start..self.floor(span.end).max(start)
    }

    /// The byte at which line and column (both from 1, in characters) stand; the line's end where it is shorter.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let Some(start) = self.line_starts.get(line.saturating_sub(1)) else { return self.text.len() };
        let line_text = self.text[*start..].lines().next().unwrap_or_default();
        let within = line_text.char_indices().nth(column.saturating_sub(1)).map_or(line_text.len(), |(at, _)| at);
        start + within
    }

    fn floor(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset.min(self.text.len()))
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("f", "ab\nü€x");
        let place = source.place(source.text.find('x').unwrap());
        assert_eq!((place.line, place.column), (2, 3));
        assert_eq!(source.offset(2, 3), source.text.find('x').unwrap());
    }

    #[test]
    fn places_beyond_the_text_are_its_end() {
        let source = Source::new("f", "a\n");
        assert_eq!(source.place(99).line, 2);
        assert_eq!(source.clip(&(5..99)), 2..2);
    }
}
