//! The submission's text, as XML: sections of paragraphs, lists, facts and tables.

use std::io;

use mcpvals_model::Evaluation;

use super::super::Template;
use super::super::paper::{self, Block, Line, Piece, Section, Table};
use crate::junit::xml::Xml;

pub(super) fn write(xml: &mut Xml<'_>, evaluation: &Evaluation) -> io::Result<()> {
    let paper = paper::of(evaluation, Template::Submission);
    xml.open("submission", &[("title", paper.title.clone())])?;
    paper.sections.iter().try_for_each(|section| write_section(xml, section))?;
    xml.close()
}

fn write_section(xml: &mut Xml<'_>, section: &Section) -> io::Result<()> {
    xml.open("section", &[("name", section.id.to_string()), ("title", section.title.to_string())])?;
    section.blocks.iter().try_for_each(|block| write_block(xml, block))?;
    section.sections.iter().try_for_each(|section| write_section(xml, section))?;
    xml.close()
}

fn write_block(xml: &mut Xml<'_>, block: &Block) -> io::Result<()> {
    match block {
        Block::Paragraph(text) => xml.text("paragraph", &[], &plain(text)),
        Block::List(lines) => write_list(xml, "list", lines),
        Block::Tasks(lines) => write_list(xml, "tasks", lines),
        Block::Facts(facts) => {
            xml.open("facts", &[])?;
            for (label, text) in facts {
                xml.text("fact", &[("label", (*label).to_owned())], &plain(text))?;
            }
            xml.close()
        }
        Block::Table(table) => write_table(xml, table),
        Block::Fold { blocks, .. } => blocks.iter().try_for_each(|block| write_block(xml, block)),
    }
}

fn write_list(xml: &mut Xml<'_>, name: &'static str, lines: &[Line]) -> io::Result<()> {
    xml.open(name, &[])?;
    lines.iter().try_for_each(|text| xml.text("item", &[], &plain(text)))?;
    xml.close()
}

fn write_table(xml: &mut Xml<'_>, table: &Table) -> io::Result<()> {
    xml.open("table", &[("caption", table.caption.to_owned())])?;
    for cells in &table.rows {
        xml.open("row", &[])?;
        for (head, cell) in table.heads.iter().zip(cells) {
            xml.text("cell", &[("column", (*head).to_owned())], &plain(cell))?;
        }
        xml.close()?;
    }
    xml.close()
}

fn plain(line: &Line) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Words(text) | Piece::Strong(text) | Piece::Code(text) => text.clone(),
        Piece::Verdict(word) => (*word).to_owned(),
    };
    line.0.iter().map(text).collect::<String>().trim().to_owned()
}
