//! Sections and blocks of a [`Paper`](crate::paper::Paper) as HTML.

use askama::Template;

use super::escape::line;
use super::{Ids, Markup, prose};
use crate::paper::{Block, Line, Section, Table};

#[derive(Template)]
#[template(path = "section.html")]
struct SectionHtml {
    level: usize,
    id: String,
    title: Markup,
    inner: Markup,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TableHtml<'a> {
    id: String,
    caption: &'a str,
    heads: &'a [&'a str],
    rows: Vec<Vec<Markup>>,
}

#[derive(Template)]
#[template(path = "fold.html")]
struct Fold {
    summary: Markup,
    inner: Markup,
    is_open: bool,
}

#[derive(Template)]
#[template(path = "facts.html")]
struct Facts {
    facts: Vec<(String, Markup)>,
}

#[derive(Template)]
#[template(path = "list.html")]
struct List {
    items: Vec<Markup>,
    are_tasks: bool,
}

/// A section with those below it; the outermost have level 2.
pub(crate) fn section(section: &Section, level: usize, ids: &mut Ids) -> Markup {
    const LEVEL_MAX: usize = 6;
    let id = ids.unique(&section.id);
    let mut inner: Markup = section.blocks.iter().map(|one| block(one, ids)).collect();
    section.sections.iter().for_each(|below| inner.push(&self::section(below, level + 1, ids)));
    Markup::of(&SectionHtml { level: level.min(LEVEL_MAX), id, title: prose(&section.title), inner })
}

/// A part of a page: a landmark with this heading.
pub(crate) fn part(id: &str, title: &str, inner: Markup, ids: &mut Ids) -> Markup {
    Markup::of(&SectionHtml { level: 2, id: ids.unique(id), title: prose(title), inner })
}

pub(crate) fn block(block: &Block, ids: &mut Ids) -> Markup {
    match block {
        Block::Paragraph(words) => paragraph(words),
        Block::List(lines) => list(lines, false),
        Block::Tasks(lines) => list(lines, true),
        Block::Facts(facts) => {
            self::facts(facts.iter().map(|(label, words)| ((*label).to_owned(), line(words))).collect())
        }
        Block::Table(table) => self::table(table, ids),
        Block::Fold { summary, blocks, is_open } => {
            fold(line(summary), blocks.iter().map(|one| self::block(one, ids)).collect(), *is_open)
        }
    }
}

pub(crate) fn paragraph(words: &Line) -> Markup {
    Markup::new(format!("<p>{}</p>\n", line(words)))
}

fn list(lines: &[Line], are_tasks: bool) -> Markup {
    Markup::of(&List { items: lines.iter().map(line).collect(), are_tasks })
}

/// Labels, and what stands for each.
pub(crate) fn facts(facts: Vec<(String, Markup)>) -> Markup {
    Markup::of(&Facts { facts })
}

/// A table in a box of its own, that can be scrolled with the keyboard where the page is narrow.
fn table(table: &Table, ids: &mut Ids) -> Markup {
    let rows = table.rows.iter().map(|cells| cells.iter().map(line).collect()).collect();
    Markup::of(&TableHtml { id: ids.unique("table"), caption: table.caption, heads: &table.heads, rows })
}

/// What is shown when it is asked for.
pub(crate) fn fold(summary: Markup, inner: Markup, is_open: bool) -> Markup {
    Markup::of(&Fold { summary, inner, is_open })
}
