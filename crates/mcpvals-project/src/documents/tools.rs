//! The tools that a document describes: by headings, lists and tables under headings that speak of tools.
//!
//! A parameter is no tool, and neither is a word of prose: names count where one looks like a name and stands where tools are
//! listed.

use std::sync::LazyLock;

use regex::Regex;

use super::DocumentedTool;
use super::markdown::{Block, BlockKind, Cell, Heading, MarkdownLink};
use super::place::Page;

/// Documents that tell how it was, how it is made, or how others are, and promise nothing.
pub(super) fn may_list_them(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    // A Python package's README stands in its metadata.
    let top = !path.contains('/') || name == "metadata";
    !NOT_THESE.is_match(&name) && (top || THESE.is_match(&name) || path.to_lowercase().contains("tools"))
}

/// Whether the document says that tools have to be switched on.
pub(super) fn may_be_off(text: &str) -> bool {
    OPTIONAL.is_match(text)
}

pub(super) fn find(blocks: &[Block], links: &[MarkdownLink], page: &Page<'_>) -> Vec<DocumentedTool> {
    let mut tools = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let names: Vec<(String, String)> = match &block.kind {
            BlockKind::Heading(_) => heading(block).map(|name| (name, after(blocks, at))).into_iter().collect(),
            BlockKind::Item { depth, within } => item(block, *depth, within).into_iter().collect(),
            BlockKind::Row { heads, cells } => row(&block.under, heads, cells),
            BlockKind::Paragraph { .. } => bold_line(block).map(|name| (name, after(blocks, at))).into_iter().collect(),
            BlockKind::Code { .. } => Vec::new(),
        };
        let is_linked = |name: &str| {
            let is_inside = |link: &MarkdownLink| block.place.contains(&link.place.start) && link.text == name;
            links.iter().any(|link| link.url.starts_with("http") && is_inside(link))
        };
        tools.extend(names.into_iter().map(|(name, description)| DocumentedTool {
            is_linked: is_linked(&name),
            name,
            span: page.span(&block.place),
            description: cut(&description),
        }));
    }
    tools
}

/// How sure it is that names below are tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// "Tools".
    Tools,
    /// "Features", "API": names that are written as names alone.
    Perhaps,
}

/// Whether a list of tools may stand under these headings, and at which level the heading is that says so.
fn listing(under: &[Heading]) -> Option<(Listing, u8)> {
    if excluded(under) {
        return None;
    }
    let speaks = under.iter().rev().find(|heading| TOOLS.is_match(bare(&heading.text)));
    if let Some(heading) = speaks {
        return Some((Listing::Tools, heading.level));
    }
    let perhaps = under.iter().rev().find(|heading| PERHAPS.is_match(bare(&heading.text)));
    perhaps.map(|heading| (Listing::Perhaps, heading.level))
}

/// Whether one of the headings, but for the title of the whole, speaks of something else.
fn excluded(under: &[Heading]) -> bool {
    under.iter().any(|heading| heading.level > 1 && NO_TOOLS.is_match(&heading.text))
}

/// A heading that is a tool's name, under one that speaks of tools.
fn heading(block: &Block) -> Option<String> {
    let (own, above) = block.under.split_last()?;
    if NO_TOOLS.is_match(&own.text) || TOOLS.is_match(bare(&own.text)) && own.code.is_empty() {
        return None;
    }
    let (listing, level) = listing(above)?;
    (level < own.level).then(|| named_by(own, listing)).flatten()
}

/// A line in bold that is a tool's name.
fn bold_line(block: &Block) -> Option<String> {
    let own = block.under.last().filter(|heading| heading.level == 7 && heading.text == block.text)?;
    let above = &block.under[..block.under.len() - 1];
    if in_a_tool(above) {
        return None;
    }
    let (listing, _) = listing(above)?;
    named_by(own, listing)
}

/// The name in a heading: what is in code, or all of it but a number and what is in brackets.
fn named_by(heading: &Heading, listing: Listing) -> Option<String> {
    if let [code] = heading.code.as_slice() {
        return name(code).filter(|name| listing == Listing::Tools || looks_like_a_name(name));
    }
    let text = heading.text.trim_start_matches(|c: char| !c.is_alphabetic());
    let text = TOOL_WORD.replace(text, "");
    let text = text.split([':', '(']).next().unwrap_or_default().trim();
    let text = text.split(" - ").next().unwrap_or_default().split(" – ").next().unwrap_or_default().trim();
    name(text).filter(|name| looks_like_a_name(name))
}

/// Whether one of the headings is a tool's name itself: lists below are its parameters.
fn in_a_tool(under: &[Heading]) -> bool {
    (1..under.len()).any(|at| {
        let (above, own) = (&under[..at], &under[at]);
        !TOOLS.is_match(bare(&own.text))
            && listing(above).is_some_and(|(listing, level)| level < own.level && named_by(own, listing).is_some())
    })
}

/// An item that begins with a tool's name, and what it says of it.
fn item(block: &Block, depth: usize, within: &[String]) -> Option<(String, String)> {
    let (listing, _) = listing(&block.under)?;
    if in_a_tool(&block.under) || within.iter().any(|outer| PARAMETERS.is_match(outer) || begins_with_a_name(outer)) {
        return None;
    }
    let marked = block.marked.head_code.as_deref().or(block.marked.head_bold.as_deref());
    let in_code = block.marked.head_code.is_some();
    let (said, rest) = match marked {
        Some(marked) => (marked, block.text.strip_prefix(marked).unwrap_or_default()),
        None => block.text.split_at(block.text.find([':', ' ']).unwrap_or(block.text.len())),
    };
    if TYPE.is_match(rest) || is_value(block, rest) || KIND_OF_TOOL.is_match(rest) {
        return None;
    }
    let name = name(said)?;
    let separated = rest.is_empty() || SEPARATOR.is_match(rest);
    let fits = match (listing, marked.is_some()) {
        (Listing::Tools, true) => {
            looks_like_a_name(&name) || in_code || separated && depth == 1 && name.chars().all(char::is_lowercase)
        }
        (Listing::Tools, false) | (Listing::Perhaps, true) => looks_like_a_name(&name) && separated,
        (Listing::Perhaps, false) => false,
    };
    let description = rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    fits.then_some((name, description))
}

/// Whether what comes next is a value, as parameters have them: `mode`: `short` or `long`.
fn is_value(block: &Block, rest: &str) -> bool {
    let rest = rest.trim_start_matches([':', ' ', '=']);
    let choice = block.marked.code.get(1).filter(|code| !code.contains([' ', '/']));
    rest.starts_with('"') || choice.is_some_and(|code| rest.starts_with(code.as_str()))
}

/// Whether an outer item is a tool itself.
fn begins_with_a_name(text: &str) -> bool {
    let word = text.split([':', ' ', '(']).next().unwrap_or_default();
    looks_like_a_name(word) && name(word).is_some()
}

/// The tools of a row: of its first cell, or of the cell under a head that speaks of tools.
fn row(under: &[Heading], heads: &[String], cells: &[Cell]) -> Vec<(String, String)> {
    let listing = listing(under);
    if NO_TOOLS.is_match(heads.first().map_or("", String::as_str)) || excluded(under) || in_a_tool(under) {
        return Vec::new();
    }
    let column = heads.iter().position(|head| TOOL_COLUMN.is_match(head.trim()));
    let named = heads.first().is_some_and(|head| NAME_COLUMN.is_match(head.trim()));
    let column = match (column, listing, named) {
        (Some(column), _, _) => column,
        (None, Some((Listing::Tools, _)), true) => 0,
        _ => return Vec::new(),
    };
    let Some(cell) = cells.get(column) else { return Vec::new() };
    let description = cells
        .iter()
        .skip(column + 1)
        .map(|cell| cell.text.as_str())
        .find(|text| text.contains(' '))
        .unwrap_or_default();
    let mut found: Vec<String> = cell.code.iter().filter_map(|code| name(code)).collect();
    if found.is_empty() {
        found.extend(name(&cell.text).filter(|name| looks_like_a_name(name)));
    }
    found.into_iter().map(|name| (name, description.to_owned())).collect()
}

/// The text as a name: one word, without brackets and what is in them.
fn name(text: &str) -> Option<String> {
    let text = text.split('(').next().unwrap_or_default().trim().trim_end_matches(':').trim_matches('`').trim();
    NAME.is_match(text).then(|| text.to_owned())
}

/// Whether it is written as names are and words are not: `read_file`, `read-file`, `readFile`; `GitHub` and `ApplicationSets`
/// are names of something else.
fn looks_like_a_name(name: &str) -> bool {
    let hump = name.starts_with(char::is_lowercase)
        && name.chars().zip(name.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let hyphen = name.contains('-') && name.chars().all(|c| !c.is_uppercase()) && !name.starts_with('-')
        || name.matches('-').count() > 1;
    let constant = name.chars().all(|c| !c.is_lowercase());
    (name.contains('_') || hyphen || hump) && !constant && !name.contains('.') && !name.contains('/')
}

/// What is said in the first paragraph below.
fn after(blocks: &[Block], at: usize) -> String {
    let next = blocks.get(at + 1).filter(|block| matches!(block.kind, BlockKind::Paragraph { .. }));
    next.map(|block| block.text.clone()).unwrap_or_default()
}

fn cut(text: &str) -> String {
    const CHARACTERS_MAX: usize = 400;
    text.trim().chars().take(CHARACTERS_MAX).collect()
}

/// Without the signs that stand before it: emoji, numbers.
fn bare(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')')
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant, and tested")
}

static NAME: LazyLock<Regex> = LazyLock::new(|| regex(r"^[A-Za-z][A-Za-z0-9_.\-/]{1,127}$"));
static TOOLS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:the|all|available|supported|mcp|provided|core|main|list|of|exposed|implemented|included|current|new|server|its|built[- ]in|\w+) ){0,3}tools?(?: list| reference| overview| available| provided| exposed| documentation| api| details| description\w*| summary| included)?(?:,? (?:and|&|resources|prompts|,|/|other|features|functions|capabilities)*)*(?: ?\(.*\))?$|^(?:available |supported )?(?:functions|operations|mcp functions|mcp commands)$|^功能|^工具|^可用工具",
    )
});
static PERHAPS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:key |main |core )?(?:features|capabilities|api|api reference|methods|commands|functionality|what (?:it|you) can do)$",
    )
});
static NO_TOOLS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:removed|deprecated|old|legacy|disabl\w+|planned|coming|roadmap|future|todo|upcoming|renamed|migrat\w+|breaking|changelog|release|build|developer|development|similar|other (?:tools|servers)|dev|alternatives?|related|filter\w*|parameters?|arguments?|inputs?|outputs?|options|environment|configur\w+|install\w*|config|prerequisites|requirements|troubleshooting|prompts?|resources?|vs|comparison|flags|cli|variables?|returns?|response|adding|creating|writing|custom|extending|using|calling|testing|how|why|library)\b",
    )
});
static PARAMETERS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:inputs?|parameters?|params|args|arguments|returns?|options?|outputs?|properties|fields|examples?|required|optional|each|supported|features|notes?|resources?|prompts?)\b",
    )
});
static TYPE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^[`*]*\s*[:\-–]?\s*[(\[]?\s*[`*]*(?:string|number|integer|int|str|bool|boolean|array|object|list|dict|float|enum|required|optional|any|string\[\])\b[^.]{0,40}[)\],:]|^[`*]*\s*:\s*[`*]*(?:string|number|integer|int|str|bool|boolean|array|object|list)\b",
    )
});
/// "`hash` tools to store …": a kind of tools.
static KIND_OF_TOOL: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^[`*]*\s+(?:tools|functionality|functions|commands|operations|features)\b"));
static OPTIONAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\btools?(?:ets?)?\b[^.\n]{0,60}\b(?:(?:disabled|off|hidden|not (?:enabled|registered|exposed|available|loaded)) by default|opt[- ]in\b|only (?:available|registered|enabled|exposed|loaded) (?:when|if|with|via)\b)|\bopt[- ]in (?:via|with|using|by|through) [`*]*(?:--|[A-Z]+_)|(?:disabled|off) by default[^.\n]{0,40}\btools?\b",
    )
});
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| regex(r"^(?:\s*\([^)]*\))?\s*(?::|-|–|—|→|\||=|\()"));
static TOOL_WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)^tool(?: \d+)?\s*[:\-–]\s*|\s+tool$"));
static TOOL_COLUMN: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)^(?:mcp )?tools?(?: names?)?$"));
static NAME_COLUMN: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:names?|functions?|commands?|methods?|operations?|actions?)$"));
static NOT_THESE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:changelog|contributing|releas|claude|agents|roadmap|todo|migrat|history|code_of_conduct|security|license|gemini|copilot)",
    )
});
static THESE: LazyLock<Regex> = LazyLock::new(|| regex(r"readme|tools?|api|features|reference"));
