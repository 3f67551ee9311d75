//! A text for people, before it is Markdown, HTML or XML: sections of blocks of lines. Nothing in it is escaped.

mod ci;
mod facts;
mod findings;
mod requirements;
mod runtime;
mod sandbox;
mod submission;
mod summary;
mod verdict;

use std::borrow::Cow;

use mcpvals_model::Evaluation;

use super::{Template, words};
pub(super) use facts::{source, start_command};
pub(super) use requirements::{gist, hooks};
pub(super) use sandbox::gist as sandbox_gist;

/// A text for people.
pub(super) struct Paper {
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
    /// One line at the end.
    pub(super) foot: Line,
}

/// What stands under a heading.
pub(super) struct Section {
    /// A name for links, ours, unique in the paper.
    pub(super) id: Cow<'static, str>,
    pub(super) title: Cow<'static, str>,
    pub(super) blocks: Vec<Block>,
    /// Sections one level down.
    pub(super) sections: Vec<Section>,
}

/// One thing below another.
pub(super) enum Block {
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
pub(super) struct Table {
    pub(super) caption: &'static str,
    pub(super) heads: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Line>>,
}

/// Pieces of one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line(pub(super) Vec<Piece>);

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Prose, in which what stands between backticks is code. A server may have had a say in it.
    Words(String),
    Strong(String),
    /// A name, place or value as it stands elsewhere.
    Code(String),
    /// A word of judgement: `PASS`, `FAIL`, `high`, …; ours.
    Verdict(&'static str),
}

impl Line {
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self::default().and_words(text)
    }

    pub(super) fn code(text: impl Into<String>) -> Self {
        Self::default().and_code(text)
    }

    pub(super) fn strong(text: impl Into<String>) -> Self {
        Self(vec![Piece::Strong(text.into())])
    }

    pub(super) fn verdict(word: &'static str) -> Self {
        Self(vec![Piece::Verdict(word)])
    }

    pub(super) fn and_words(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Words(text.into()));
        self
    }

    pub(super) fn and_code(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Code(text.into()));
        self
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|piece| match piece {
            Piece::Words(text) | Piece::Strong(text) | Piece::Code(text) => text.trim().is_empty(),
            Piece::Verdict(_) => false,
        })
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl Section {
    pub(super) fn new(id: impl Into<Cow<'static, str>>, title: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), title: title.into(), blocks: Vec::new(), sections: Vec::new() }
    }

    pub(super) fn with(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.blocks.extend(blocks);
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.sections.is_empty()
    }
}

impl Block {
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self::Paragraph(Line::words(text))
    }
}

impl Table {
    pub(super) fn new<const N: usize>(caption: &'static str, heads: [&'static str; N]) -> Self {
        Self { caption, heads: heads.to_vec(), rows: Vec::new() }
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [Line; N]) {
        self.rows.push(cells.into());
    }

    /// Nothing, where there are no rows; without the columns in which nothing stands.
    pub(super) fn block(mut self) -> Option<Block> {
        for column in (1..self.heads.len()).rev() {
            if self.rows.iter().all(|cells| cells.get(column).is_none_or(Line::is_empty)) {
                self.heads.remove(column);
                self.rows.iter_mut().filter(|cells| cells.len() > column).for_each(|cells| drop(cells.remove(column)));
            }
        }
        (!self.rows.is_empty()).then_some(Block::Table(self))
    }
}

/// What a template says of an evaluation.
pub(super) fn of(evaluation: &Evaluation, template: Template) -> Paper {
    let (title, sections) = match template {
        Template::Submission => ("Submission report", submission::sections(evaluation)),
        Template::Summary => ("Evaluation", summary::sections(evaluation)),
        Template::Ci => ("Evaluation", ci::sections(evaluation)),
    };
    let title = format!("{title}: {}", words::server(evaluation));
    let sections = sections.into_iter().filter(|section| !section.is_empty()).collect();
    Paper { title, sections, foot: Line::words(format!("mcpvals {}", evaluation.mcpvals_version)) }
}
