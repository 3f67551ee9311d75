//! A text for people, before it is Markdown, HTML or XML: sections of blocks of lines. Nothing in it is escaped.

use std::borrow::Cow;

/// A text for people.
pub(crate) struct Paper {
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
    /// One line at the end.
    pub(crate) foot: Line,
}

/// What stands under a heading.
pub(crate) struct Section {
    /// A name for links, ours, unique in the paper.
    pub(crate) id: Cow<'static, str>,
    pub(crate) title: Cow<'static, str>,
    pub(crate) blocks: Vec<Block>,
    /// Sections one level down.
    pub(crate) sections: Vec<Section>,
}

/// One thing below another.
pub(crate) enum Block {
    Paragraph(Line),
    List(Vec<Line>),
    /// To be ticked by a person.
    Tasks(Vec<Line>),
    /// Labels, and what stands for each.
    Facts(Vec<(&'static str, Line)>),
    Table(Table),
    /// To be folded away where that is possible.
    Fold {
        summary: Line,
        blocks: Vec<Block>,
        is_open: bool,
    },
}

/// Rows of cells; the first cell of a row heads it.
pub(crate) struct Table {
    pub(crate) caption: &'static str,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Line>>,
}

/// Pieces of one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line(pub(crate) Vec<Piece>);

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Prose, in which what stands between backticks is code. A server may have had a say in it.
    Words(String),
    Strong(String),
    /// A name, place or value as it stands elsewhere.
    Code(String),
    /// A word of judgement: `PASS`, `FAIL`, `high`, …; ours.
    Verdict(&'static str),
}

impl Line {
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self::default().and_words(text)
    }

    pub(crate) fn code(text: impl Into<String>) -> Self {
        Self::default().and_code(text)
    }

    pub(crate) fn strong(text: impl Into<String>) -> Self {
        Self(vec![Piece::Strong(text.into())])
    }

    pub(crate) fn verdict(word: &'static str) -> Self {
        Self(vec![Piece::Verdict(word)])
    }

    pub(crate) fn and_words(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Words(text.into()));
        self
    }

    pub(crate) fn and_code(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Code(text.into()));
        self
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|piece| match piece {
            Piece::Words(text) | Piece::Strong(text) | Piece::Code(text) => text.trim().is_empty(),
            Piece::Verdict(_) => false,
        })
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl Section {
    pub(crate) fn new(id: impl Into<Cow<'static, str>>, title: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), title: title.into(), blocks: Vec::new(), sections: Vec::new() }
    }

    pub(crate) fn with(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.blocks.extend(blocks);
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.sections.is_empty()
    }
}

impl Block {
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self::Paragraph(Line::words(text))
    }
}

impl Table {
    pub(crate) fn new<const N: usize>(caption: &'static str, heads: [&'static str; N]) -> Self {
        Self { caption, heads: heads.to_vec(), rows: Vec::new() }
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [Line; N]) {
        self.rows.push(cells.into());
    }

    /// Nothing, where there are no rows; without the columns in which nothing stands.
    pub(crate) fn block(mut self) -> Option<Block> {
        for column in (1..self.heads.len()).rev() {
            if self.rows.iter().all(|cells| cells.get(column).is_none_or(Line::is_empty)) {
                self.heads.remove(column);
                self.rows.iter_mut().filter(|cells| cells.len() > column).for_each(|cells| drop(cells.remove(column)));
            }
        }
        (!self.rows.is_empty()).then_some(Block::Table(self))
    }
}
