//! Where in a document prompts stand, by headings and by the sentences that lead to them.

use mcpvals_model::Span;

use super::super::markdown::{Block, BlockKind, Heading};
use super::super::place::Page;
use super::super::{Example, ExampleKind};
use super::patterns::{EXAMPLES, LEADING, OTHERS, PROMPTS, SHOWN, TEMPLATES};
use super::{LINES_MAX, WORDS_MIN, words};

/// A line of more words leads to nothing.
const LED_WORDS_MAX: usize = 6;

/// Whether prompts stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// "Example prompts": every text is one.
    Prompts,
    /// "Examples", "Try it": what is in quotes is one, and what is a request.
    Shown,
    /// "Usage": what is in quotes is one.
    Examples,
    Elsewhere,
}

impl Place {
    /// Do prompts stand here by the words of the document?
    pub(super) fn is_told(self) -> bool {
        matches!(self, Self::Prompts | Self::Shown)
    }
}

/// The heading that says nothing of the parts: the title of the whole, unless the whole is about examples.
pub(super) fn title<'b>(blocks: &'b [Block], path: &str) -> Option<&'b str> {
    let stem = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    if ["example", "prompt"].iter().any(|word| stem.contains(word)) {
        return None;
    }
    let first = blocks.iter().find(|block| matches!(block.kind, BlockKind::Heading(_)))?;
    (first.kind == BlockKind::Heading(1)).then_some(&first.text)
}

/// A sentence that leads to prompts, and the level of the heading that it stands under, for deeper ones sort what it leads to.
pub(super) type Led = Option<(u8, Place)>;

pub(super) fn place_of(under: &[Heading], title: Option<&str>, led: Led) -> Place {
    let is_title = |heading: &&Heading| heading.level == 1 && Some(heading.text.as_str()) == title;
    let under = &under[usize::from(under.first().as_ref().is_some_and(is_title))..];
    let by_heading = if under.iter().any(|heading| says_prompts(&heading.text)) {
        Place::Prompts
    } else if is_shown(under) {
        Place::Shown
    } else if under.iter().any(|heading| EXAMPLES.is_match(&heading.text)) {
        Place::Examples
    } else {
        Place::Elsewhere
    };
    match led {
        Some((_, place)) if by_heading != Place::Prompts => place,
        _ => by_heading,
    }
}

fn says_prompts(heading: &str) -> bool {
    PROMPTS.is_match(heading) && !TEMPLATES.is_match(heading)
}

/// "Examples", with nothing below it about examples of something else.
fn is_shown(under: &[Heading]) -> bool {
    let Some(at) = under.iter().rposition(|heading| says_shown(&heading.text)) else { return false };
    !under[at + 1..].iter().any(|heading| OTHERS.is_match(&heading.text))
}

/// An item such as "Examples:", with what to say below it.
pub(super) fn is_label(outer: &str) -> bool {
    let outer = outer.trim_end();
    outer.ends_with([':', '：']) && words(outer) <= LED_WORDS_MAX && says_shown(outer)
}

fn says_shown(heading: &str) -> bool {
    // `prompts/` is a folder.
    SHOWN.is_match(heading) && !OTHERS.is_match(heading) && !TEMPLATES.is_match(heading) && !heading.contains('/')
}

/// A text that is marked as such under "Examples" is one of what to say.
pub(super) fn place_of_code(block: &Block, language: &str, place: Place) -> Place {
    let marked = matches!(language, "text" | "txt" | "plaintext" | "prompt");
    let few = block.text.lines().count() <= LINES_MAX;
    let headed = block.under.last().is_some_and(|heading| heading.text.to_lowercase().contains("example"));
    if matches!(place, Place::Examples | Place::Shown) && marked && few && headed { Place::Prompts } else { place }
}

/// Whether what comes next are prompts, by a sentence such as "Try asking:", or by "Examples:" alone.
pub(super) fn leads(block: &Block, next: Option<&Block>, led: Led) -> Led {
    let level = block.under.last().map_or(0, |heading| heading.level);
    match &block.kind {
        BlockKind::Paragraph { quoted: false } => {
            let text = block.text.trim_end();
            let is_open = text.ends_with([':', '：']);
            let is_next = |is: fn(&BlockKind) -> bool| next.is_some_and(|next| is(&next.kind));
            let is_listed = is_next(|kind| matches!(kind, BlockKind::Item { .. }));
            let has_code = is_next(|kind| matches!(kind, BlockKind::Code { .. }));
            let is_short = words(text) <= LED_WORDS_MAX;
            if has_code && (is_short && says_prompts(text) || LEADING.is_match(text)) {
                return Some((level, if is_short || is_open { Place::Prompts } else { Place::Shown }));
            }
            if LEADING.is_match(text) && (is_open || is_listed) {
                return Some((level, if is_open { Place::Prompts } else { Place::Shown }));
            }
            (is_open && is_short && says_shown(text)).then_some((level, Place::Shown))
        }
        BlockKind::Item { .. } | BlockKind::Paragraph { quoted: true } => led,
        BlockKind::Heading(_) => led.filter(|led| block.under.last().is_some_and(|own| own.level > led.0)),
        BlockKind::Code { .. } | BlockKind::Row { .. } => None,
    }
}

/// Sections that promise prompts and have texts, of which none was made out: their headings, and where.
pub(in super::super) fn unclear(blocks: &[Block], page: &Page<'_>, examples: &[Example]) -> Vec<(String, Span)> {
    let title = title(blocks, page.path());
    let of = |(at, heading): (usize, &Block)| {
        let BlockKind::Heading(level) = heading.kind else { return None };
        let text = heading.text.as_str();
        // Beside "Tools" and "Resources", "Prompts" are those of the protocol.
        let is_of_protocol = text.trim().eq_ignore_ascii_case("prompts");
        if Some(text) == title || is_of_protocol || !(says_prompts(text) || says_shown(text)) {
            return None;
        }
        let ends = |block: &&Block| !matches!(block.kind, BlockKind::Heading(other) if other <= level);
        let inside: Vec<&Block> = blocks[at + 1..].iter().take_while(ends).collect();
        let lines = [heading, inside.last()?].map(|block| lines(&page.span(&block.place)));
        let is_found = |example: &Example| {
            let is_use = !matches!(example.kind, ExampleKind::Config { .. });
            is_use && (lines[0].0..=lines[1].1).contains(&self::lines(&example.span).0)
        };
        let is_unclear = inside.iter().any(|block| is_text(block)) && !examples.iter().any(is_found);
        is_unclear.then(|| (heading.text.clone(), page.span(&heading.place)))
    };
    blocks.iter().enumerate().filter_map(of).collect()
}

fn is_text(block: &Block) -> bool {
    let has_words = words(&block.text) >= WORDS_MIN;
    match &block.kind {
        BlockKind::Item { .. } => has_words && block.marked.head_code.is_none(),
        BlockKind::Paragraph { quoted } => has_words && (*quoted || block.text.contains(['"', '“', '„', '«', '「'])),
        BlockKind::Row { cells, .. } => cells.iter().any(|cell| words(&cell.text) >= WORDS_MIN),
        BlockKind::Code { language } => has_words && matches!(language.as_str(), "text" | "txt" | "prompt"),
        BlockKind::Heading(_) => false,
    }
}

fn lines(span: &Span) -> (u32, u32) {
    match span {
        Span::File { line, end_line, .. } => (*line, *end_line),
        Span::Metadata { .. } => (0, 0),
    }
}
