//! Sections and blocks as HTML.

use std::collections::BTreeMap;

use super::super::paper::{Block, Line, Piece, Section, Table};
use super::escape::{code, prose, text};

/// HTML under construction.
#[derive(Default)]
pub(super) struct Page {
    html: String,
    ids: BTreeMap<String, usize>,
}

impl Page {
    pub(super) fn finish(self) -> String {
        self.html
    }

    pub(super) fn section(&mut self, section: &Section, level: usize) {
        const LEVEL_MAX: usize = 6;
        let id = self.unique(&section.id);
        let level = level.min(LEVEL_MAX);
        let heading = format!("<h{level} id=\"{id}\">{}</h{level}>", prose(&section.title));
        // Only the outermost are landmarks: a list of fifty helps nobody to find their way.
        let label = if level == 2 { format!(" aria-labelledby=\"{id}\"") } else { String::new() };
        self.push(&format!("<section{label}>\n{heading}\n"));
        section.blocks.iter().for_each(|block| self.block(block));
        section.sections.iter().for_each(|section| self.section(section, level + 1));
        self.push("</section>\n");
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.push(&paragraph(text)),
            Block::List(lines) => self.list("<ul>", lines, |text| format!("<li>{}</li>\n", line(text))),
            Block::Tasks(lines) => self.list("<ul class=\"tasks\">", lines, |text| {
                format!("<li><label><input type=\"checkbox\"> <span>{}</span></label></li>\n", line(text))
            }),
            Block::Facts(facts) => self.facts(facts),
            Block::Table(table) => self.table(table),
            Block::Fold { summary, blocks, is_open } => self.fold(summary, blocks, *is_open),
        }
    }

    fn list(&mut self, open: &str, lines: &[Line], item: impl Fn(&Line) -> String) {
        let items = lines.iter().map(item).collect::<String>();
        self.push(&format!("{open}\n{items}</ul>\n"));
    }

    fn facts(&mut self, facts: &[(&'static str, Line)]) {
        let fact = |(label, text): &(&str, Line)| format!("<div><dt>{label}</dt><dd>{}</dd></div>\n", line(text));
        let facts = facts.iter().map(fact).collect::<String>();
        self.push(&format!("<dl>\n{facts}</dl>\n"));
    }

    /// A table in a box of its own, that can be scrolled with the keyboard where the page is narrow.
    fn table(&mut self, table: &Table) {
        let id = self.unique("table");
        let heads = table.heads.join("</th><th scope=\"col\">");
        let rows = table.rows.iter().map(|cells| row(cells)).collect::<String>();
        self.push(&format!(
            "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"{id}\">\n<table>\n\
             <caption id=\"{id}\">{}</caption>\n<thead><tr><th scope=\"col\">{heads}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
            table.caption
        ));
    }

    fn fold(&mut self, summary: &Line, blocks: &[Block], is_open: bool) {
        let open = if is_open { " open" } else { "" };
        self.push(&format!("<details{open}>\n<summary>{}</summary>\n", line(summary)));
        for block in blocks {
            self.block(block);
        }
        self.push("</details>\n");
    }

    /// A name for links that no other part of the page has.
    fn unique(&mut self, id: &str) -> String {
        let times = self.ids.entry(id.to_owned()).or_default();
        *times += 1;
        if *times == 1 { id.to_owned() } else { format!("{id}--{times}") }
    }

    fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }
}

fn row(cells: &[Line]) -> String {
    let mut row = "<tr>".to_owned();
    for (index, cell) in cells.iter().enumerate() {
        let (open, close) = if index == 0 { ("<th scope=\"row\">", "</th>") } else { ("<td>", "</td>") };
        row.extend([open, &line(cell), close]);
    }
    row + "</tr>\n"
}

pub(super) fn paragraph(text: &Line) -> String {
    format!("<p>{}</p>\n", line(text))
}

fn line(line: &Line) -> String {
    line.0.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(words) => prose(words),
        Piece::Strong(words) => format!("<strong>{}</strong>", text(words)),
        Piece::Code(text) => code(text),
        Piece::Verdict(word) => {
            let class = word.to_ascii_lowercase().replace([' ', '/'], "-");
            format!("<span class=\"badge {class}\">{word}</span>")
        }
    }
}
