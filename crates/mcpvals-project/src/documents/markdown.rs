//! Markdown as a list of blocks, each with the headings that it stands under.
//!
//! What is not Markdown is read as if it were: reStructuredText has headings, lists and code in nearly the same signs.

use std::ops::Range;
use std::path::Path;

use super::html::{self, Piece};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// More blocks of a document are not read.
const BLOCKS_MAX: usize = 20_000;

/// Deeper lists are as deep as this.
const DEPTH_MAX: usize = 16;
/// More columns of a table are not read.
const COLUMNS_MAX: usize = 40;
/// Of what is told again with each part below (headings, outer items, heads of tables), so much is kept, in characters.
const REPEATED_CHARS_MAX: usize = 160;

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Its text without marks; of an item, without the items in it.
    pub(super) text: String,
    /// What stands in code or in bold at its head, and what code stands in it anywhere.
    pub(super) marked: Marked,
    /// Where, in bytes.
    pub(super) place: Range<usize>,
    /// The headings above it, the outermost first.
    pub(super) under: Vec<Heading>,
}

/// A heading: a real one, or a line in bold that does its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 to 6, and 7 for a line in bold.
    pub(super) level: u8,
    /// Its text.
    pub(super) text: String,
    /// The code in it.
    pub(super) code: Vec<String>,
}

/// What kind of part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BlockKind {
    Heading(u8),
    Paragraph {
        quoted: bool,
    },
    /// An item of a list, 1 being the outermost, and the items that it stands in.
    Item {
        depth: usize,
        within: Vec<String>,
    },
    /// A row of a table: heads and cells, each cell with the code in it.
    Row {
        heads: Vec<String>,
        cells: Vec<Cell>,
    },
    Code {
        language: String,
    },
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) code: Vec<String>,
}

/// The parts of a block that are marked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Marked {
    /// What it begins with, where that is in code.
    pub(super) head_code: Option<String>,
    /// What it begins with, where that is in bold.
    pub(super) head_bold: Option<String>,
    /// All code in it.
    pub(super) code: Vec<String>,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MarkdownLink {
    pub(super) url: String,
    pub(super) text: String,
    pub(super) place: Range<usize>,
}

/// The blocks of a document, and its links; without what stands in HTML.
pub(super) fn read(path: &str, text: &str) -> (Vec<Block>, Vec<MarkdownLink>) {
    read_as(path, text, Reader::default())
}

/// The same with what stands in HTML, which is for people as well: its lists, headings and links.
pub(super) fn read_with_html(path: &str, text: &str) -> (Vec<Block>, Vec<MarkdownLink>) {
    read_as(path, text, Reader { html: Some((String::new(), 0..0)), ..Reader::default() })
}

fn read_as(path: &str, text: &str, mut reader: Reader) -> (Vec<Block>, Vec<MarkdownLink>) {
    let ending = Path::new(path).extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    if !matches!(ending.as_str(), "" | "md" | "mdx" | "markdown" | "rst" | "adoc" | "txt") {
        return (vec![whole(ending, text)], Vec::new());
    }
    let restructured = ending == "rst";
    let text = if restructured { underlined(text) } else { text.to_owned() };
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    for (event, place) in Parser::new_ext(&text, options).into_offset_iter() {
        if reader.blocks.len() >= BLOCKS_MAX {
            break;
        }
        reader.take(event, place);
    }
    (reader.blocks, reader.links)
}

/// A program or a configuration: one block of code.
fn whole(ending: String, text: &str) -> Block {
    Block {
        kind: BlockKind::Code { language: ending },
        text: text.to_owned(),
        marked: Marked::default(),
        place: 0..text.len(),
        under: Vec::new(),
    }
}

/// Underlines of every sign of reStructuredText as those that Markdown knows, of the same length.
fn underlined(text: &str) -> String {
    let line = |line: &str| {
        let bare = line.trim_end();
        let sign = bare.chars().next().filter(|c| "~^\"'`#*+-=".contains(*c));
        match sign {
            Some(sign) if bare.len() > 2 && bare.chars().all(|c| c == sign) && sign != '=' => {
                "-".repeat(bare.len()) + &line[bare.len()..]
            }
            _ => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The state of reading: what is open.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    links: Vec<MarkdownLink>,
    under: Vec<Heading>,
    open: Vec<Open>,
    quotes: usize,
    bold: usize,
    link: Option<(String, String, Range<usize>)>,
    /// A block of HTML, where such are read.
    html: Option<(String, Range<usize>)>,
    heads: Vec<String>,
    cells: Vec<Cell>,
}

/// A block that is being read.
struct Open {
    kind: OpenKind,
    text: String,
    marked: Marked,
    place: Range<usize>,
    /// Everything so far is in bold.
    all_bold: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum OpenKind {
    Heading(u8),
    Paragraph,
    Item,
    Cell,
    Code(String),
}

impl Reader {
    fn take(&mut self, event: Event<'_>, place: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, place),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.code(&code),
            // In quotes, a line is often a saying of its own.
            Event::SoftBreak | Event::HardBreak => self.text(if self.quotes > 0 { "\n" } else { " " }),
            Event::Html(text) => {
                if let Some((html, _)) = &mut self.html {
                    html.push_str(&text);
                }
            }
            Event::InlineHtml(tag) if self.html.is_some() => self.inline(&tag, place),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, place: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => self.open(OpenKind::Heading(level_of(level)), place),
            Tag::Paragraph if !self.in_item() => self.open(OpenKind::Paragraph, place),
            Tag::Paragraph => self.text(" "),
            Tag::Item => self.open(OpenKind::Item, place),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => {
                        language.split([' ', ',', '{']).next().unwrap_or_default().to_lowercase()
                    }
                    CodeBlockKind::Indented => String::new(),
                };
                self.open(OpenKind::Code(language), place);
            }
            Tag::TableHead => self.heads.clear(),
            Tag::TableCell => self.open(OpenKind::Cell, place),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::Strong => self.bold += 1,
            Tag::HtmlBlock => self.html = self.html.take().map(|_| (String::new(), place)),
            Tag::Link { dest_url, .. } => self.link = Some((dest_url.to_string(), String::new(), place)),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::CodeBlock => self.close(),
            TagEnd::Item => self.close_item(),
            TagEnd::Paragraph if self.open.last().is_some_and(|open| open.kind == OpenKind::Paragraph) => self.close(),
            TagEnd::TableCell => {
                if let Some(open) = self.open.pop() {
                    self.cells.push(Cell { text: open.text.trim().to_owned(), code: open.marked.code });
                }
            }
            TagEnd::TableHead => {
                self.heads = std::mem::take(&mut self.cells)
                    .into_iter()
                    .take(COLUMNS_MAX)
                    .map(|cell| short(&cell.text))
                    .collect();
            }
            TagEnd::TableRow => self.close_row(),
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::Strong => self.bold = self.bold.saturating_sub(1),
            TagEnd::HtmlBlock => self.close_html(),
            TagEnd::Link => {
                if let Some((url, text, place)) = self.link.take() {
                    self.links.push(MarkdownLink { url, text, place });
                }
            }
            _ => {}
        }
    }

    /// A link, or a new line, in the middle of a text.
    fn inline(&mut self, tag: &str, place: Range<usize>) {
        let name = tag.trim_start_matches(['<', ' ']).to_ascii_lowercase();
        if name.starts_with("br") {
            self.text("\n");
        } else if name.starts_with("a ") {
            self.link = html::address(tag).map(|url| (url, String::new(), place));
        } else if name.starts_with("/a") {
            self.end(TagEnd::Link);
        }
    }

    /// A block of HTML, as the blocks that Markdown would make of it.
    fn close_html(&mut self) {
        let Some((html, place)) = self.html.take() else { return };
        for piece in html::pieces(&html) {
            let (kind, text) = match piece {
                Piece::Heading(level, text) => {
                    self.head(level, &text, &[]);
                    (BlockKind::Heading(level), text)
                }
                Piece::Item(text) => (BlockKind::Item { depth: 1, within: Vec::new() }, text),
                Piece::Paragraph(text) => (BlockKind::Paragraph { quoted: self.quotes > 0 }, text),
                Piece::Leave => {
                    self.under.retain(|heading| heading.level < 7);
                    continue;
                }
                Piece::Link { url, text } => {
                    self.links.push(MarkdownLink { url, text, place: place.clone() });
                    continue;
                }
            };
            self.push(kind, text, Marked::default(), place.clone());
        }
        self.html = Some((String::new(), 0..0));
    }

    fn in_item(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind == OpenKind::Item)
    }

    fn open(&mut self, kind: OpenKind, place: Range<usize>) {
        self.open.push(Open { kind, text: String::new(), marked: Marked::default(), place, all_bold: true });
    }

    fn text(&mut self, text: &str) {
        if let Some((_, said, _)) = &mut self.link {
            said.push_str(text);
        }
        let bold = self.bold > 0;
        let Some(open) = self.open.last_mut() else { return };
        if bold && open.text.trim().is_empty() && !text.trim().is_empty() && open.marked.head_code.is_none() {
            open.marked.head_bold = Some(text.trim().to_owned());
        }
        open.all_bold &= bold || text.trim().is_empty() || text.trim() == ":";
        open.text.push_str(text);
    }

    fn code(&mut self, code: &str) {
        if let Some((_, said, _)) = &mut self.link {
            said.push_str(code);
        }
        let Some(open) = self.open.last_mut() else { return };
        if open.text.trim().is_empty() {
            open.marked.head_code = Some(code.to_owned());
        }
        open.all_bold &= self.bold > 0;
        open.marked.code.push(code.to_owned());
        open.text.push_str(code);
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let text = open.text.trim().to_owned();
        match open.kind {
            OpenKind::Heading(level) => {
                self.head(level, &text, &open.marked.code);
                self.push(BlockKind::Heading(level), text, open.marked, open.place);
            }
            OpenKind::Code(language) => self.push(BlockKind::Code { language }, open.text, open.marked, open.place),
            OpenKind::Paragraph => {
                if open.all_bold && !text.is_empty() && text.len() < 100 {
                    self.head(7, &text, &open.marked.code);
                }
                self.push(BlockKind::Paragraph { quoted: self.quotes > 0 }, text, open.marked, open.place);
            }
            OpenKind::Item | OpenKind::Cell => {}
        }
    }

    /// An item is told where it began, before what stands in it.
    fn close_item(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let outer: Vec<&Open> = self.open.iter().filter(|open| open.kind == OpenKind::Item).take(DEPTH_MAX).collect();
        let (depth, within) = (outer.len() + 1, outer.iter().map(|open| short(&open.text)).collect());
        let block = self.block(BlockKind::Item { depth, within }, open.text.trim().to_owned(), open.marked, open.place);
        let at = self.blocks.partition_point(|other| other.place.start < block.place.start);
        self.blocks.insert(at, block);
    }

    fn close_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let place = self.blocks.last().map_or(0..0, |block| block.place.end..block.place.end);
        let kind = BlockKind::Row { heads: self.heads.clone(), cells };
        self.push(kind, String::new(), Marked::default(), place);
    }

    fn head(&mut self, level: u8, text: &str, code: &[String]) {
        self.under.retain(|heading| heading.level < level);
        let code = code.iter().take(COLUMNS_MAX).map(|code| short(code)).collect();
        self.under.push(Heading { level, text: short(text), code });
    }

    fn push(&mut self, kind: BlockKind, text: String, marked: Marked, place: Range<usize>) {
        let block = self.block(kind, text, marked, place);
        self.blocks.push(block);
    }

    fn block(&self, kind: BlockKind, text: String, marked: Marked, place: Range<usize>) -> Block {
        Block { kind, text, marked, place, under: self.under.clone() }
    }
}

fn short(text: &str) -> String {
    text.trim().chars().take(REPEATED_CHARS_MAX).collect()
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
