//! A paper as Markdown. Prose is escaped, names and places stand in code; a server can write neither mark-up nor links.

use mcpvals_model::Evaluation;

use super::Template;
use super::paper::{self, Block, Line, Paper, Piece, Section, Table};
use crate::markdown::{code, guarded, html, prose};

/// The document, as a template asks for it.
pub(super) fn page(evaluation: &Evaluation, template: Template) -> String {
    let paper = paper::of(evaluation, template);
    // A comment on a pull request has no room for a heading of the first level, and is found again by its marker.
    let (marker, level) = match template {
        Template::Ci => ("<!-- mcpvals evaluation -->\n", 3),
        Template::Submission | Template::Summary => ("", 1),
    };
    format!("{marker}{}", document(&paper, level))
}

fn document(paper: &Paper, level: usize) -> String {
    let mut page = Page { text: String::new() };
    page.heading(level, &paper.title);
    for section in &paper.sections {
        page.section(section, level + 1);
    }
    page.text.push_str("---\n\n");
    page.paragraph(&paper.foot);
    page.text.truncate(page.text.trim_end().len());
    page.text.push('\n');
    page.text
}

/// Markdown under construction; each block ends with an empty line.
struct Page {
    text: String,
}

impl Page {
    fn section(&mut self, section: &Section, level: usize) {
        self.heading(level, &section.title);
        section.blocks.iter().for_each(|block| self.block(block));
        section.sections.iter().for_each(|section| self.section(section, level + 1));
    }

    fn heading(&mut self, level: usize, title: &str) {
        const LEVEL_MAX: usize = 6;
        self.text.push_str(&"#".repeat(level.min(LEVEL_MAX)));
        self.text.push(' ');
        self.text.push_str(&prose(title));
        self.text.push_str("\n\n");
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.paragraph(text),
            Block::List(lines) => self.list("- ", lines.iter().map(line)),
            Block::Tasks(lines) => self.list("- [ ] ", lines.iter().map(line)),
            Block::Facts(facts) => {
                self.list("- ", facts.iter().map(|(label, text)| format!("**{label}**: {}", line(text))));
            }
            Block::Table(table) => self.table(table),
            Block::Fold { summary, blocks, is_open } => self.fold(summary, blocks, *is_open),
        }
    }

    fn paragraph(&mut self, text: &Line) {
        self.text.push_str(&line(text));
        self.text.push_str("\n\n");
    }

    fn list(&mut self, bullet: &str, items: impl Iterator<Item = String>) {
        for item in items {
            self.text.push_str(bullet);
            self.text.push_str(&item);
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    fn table(&mut self, table: &Table) {
        let mut row = |cells: Vec<String>| {
            self.text.push_str(&format_row(&cells));
        };
        row(table.heads.iter().map(|head| (*head).to_owned()).collect());
        row(table.heads.iter().map(|_| ":--".to_owned()).collect());
        table.rows.iter().for_each(|cells| row(cells.iter().map(line).collect()));
        self.text.push('\n');
    }

    fn fold(&mut self, summary: &Line, blocks: &[Block], is_open: bool) {
        let plain = summary.0.iter().map(plain).collect::<String>();
        self.text.push_str(if is_open { "<details open><summary>" } else { "<details><summary>" });
        self.text.push_str(&html(&crate::visible::line(&plain)));
        self.text.push_str("</summary>\n\n");
        for block in blocks {
            self.block(block);
        }
        self.text.push_str("</details>\n\n");
    }
}

fn format_row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn line(line: &Line) -> String {
    guarded(line.0.iter().map(piece).collect::<String>().trim().to_owned())
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(words) => prose(words),
        Piece::Strong(words) => format!("**{}**", prose(words).trim()),
        Piece::Code(text) => code(text),
        Piece::Verdict(word) => format!("**{word}**"),
    }
}

fn plain(piece: &Piece) -> &str {
    match piece {
        Piece::Words(text) | Piece::Strong(text) | Piece::Code(text) => text,
        Piece::Verdict(word) => word,
    }
}
