//! Prompts that a document suggests: what to say to a model so that it uses the server.

mod patterns;

use super::markdown::{Block, BlockKind, Cell, Heading};
use super::place::Page;
use super::{Example, ExampleKind};
use patterns::{ASKED, CODE, EXAMPLES, LEADING, NOTE, PROMPTS, QUOTATION, REQUEST, SHELL, SPOKEN, TEMPLATES, TOLD};

/// A text of more lines under "Examples" is an answer, or a log.
const LINES_MAX: usize = 3;
/// A line without an end that is longer goes on in the next, in characters.
const WRAPPED_MIN: usize = 70;
/// What quotations begin with.
const OPENING: [char; 7] = ['"', '\'', '“', '„', '«', '「', '『'];
/// Fewer words are a label.
const WORDS_MIN: usize = 3;

pub(super) fn find(blocks: &[Block], page: &Page<'_>) -> Vec<Example> {
    let mut found = Vec::new();
    let mut led = None;
    for block in blocks {
        let place = place_of(&block.under, led.is_some());
        let prompts: Vec<String> = match &block.kind {
            BlockKind::Item { .. } => in_item(&block.text, begins_with_code(block), place).into_iter().collect(),
            BlockKind::Paragraph { quoted } => {
                let lines: Vec<&str> = block.text.lines().collect();
                sentences(&lines).iter().filter_map(|said| in_paragraph(said, *quoted, place)).collect()
            }
            BlockKind::Code { language } => in_code(&block.text, language, place_of_code(block, language, place)),
            BlockKind::Row { heads, cells } => in_row(heads, cells, place),
            BlockKind::Heading(_) => Vec::new(),
        };
        let prompts = if prompts.is_empty() { within_text(block) } else { prompts };
        let example = |text: String| Example {
            kind: ExampleKind::Prompt,
            text: cut(&text),
            span: page.span(&block.place),
            expected: None,
        };
        found.extend(prompts.into_iter().filter(|text| words(text) >= WORDS_MIN).map(example));
        led = leads(block, led);
    }
    found
}

/// How many words it has; two letters are one where no blanks need stand between words.
fn words(text: &str) -> usize {
    let of_word = |word: &str| if has_no_blanks(word) { word.chars().count().div_ceil(2) } else { 1 };
    text.split_whitespace().map(of_word).sum()
}

/// Chinese and Japanese letters.
fn has_no_blanks(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'))
}

/// Whether code stands at its head and words behind it.
fn begins_with_code(block: &Block) -> bool {
    block.marked.head_code.as_ref().is_some_and(|code| code.trim().len() < block.text.trim().len())
}

/// Whether prompts stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// "Example prompts": every text is one.
    Prompts,
    /// "Usage", "Examples": what is in quotes is one.
    Examples,
    Elsewhere,
}

fn place_of(under: &[Heading], led: bool) -> Place {
    // The title of the whole says nothing of the parts.
    let title = usize::from(under.first().is_some_and(|heading| heading.level == 1));
    let under = &under[title..];
    if led || under.iter().any(|heading| PROMPTS.is_match(&heading.text) && !TEMPLATES.is_match(&heading.text)) {
        return Place::Prompts;
    }
    let examples = under.iter().any(|heading| EXAMPLES.is_match(&heading.text));
    if examples { Place::Examples } else { Place::Elsewhere }
}

/// A text that is marked as such under "Examples" is one of what to say.
fn place_of_code(block: &Block, language: &str, place: Place) -> Place {
    let marked = matches!(language, "text" | "txt" | "plaintext" | "prompt");
    let few = block.text.lines().count() <= LINES_MAX;
    let headed = block.under.last().is_some_and(|heading| heading.text.to_lowercase().contains("example"));
    if place == Place::Examples && marked && few && headed { Place::Prompts } else { place }
}

/// Whether what comes next are prompts, by a sentence such as "Try asking:"; the level of the heading that it stands under, for
/// deeper ones sort what it leads to.
fn leads(block: &Block, led: Option<u8>) -> Option<u8> {
    match &block.kind {
        BlockKind::Paragraph { quoted: false } => {
            let says = block.text.trim_end().ends_with([':', '：']) && LEADING.is_match(&block.text);
            says.then(|| block.under.last().map_or(0, |heading| heading.level))
        }
        BlockKind::Item { .. } | BlockKind::Paragraph { quoted: true } => led,
        BlockKind::Heading(_) => led.filter(|level| block.under.last().is_some_and(|own| own.level > *level)),
        BlockKind::Code { .. } | BlockKind::Row { .. } => None,
    }
}

/// What stands under "You ask", and elsewhere what is in quotes.
fn in_row(heads: &[String], cells: &[Cell], place: Place) -> Vec<String> {
    let column = heads.iter().position(|head| ASKED.is_match(head.trim()));
    let asked = column.and_then(|column| cells.get(column)).map(|cell| cell.text.trim());
    if let Some(asked) = asked {
        return vec![quotation(asked).unwrap_or(asked).to_owned()];
    }
    let quoted = cells.iter().filter(|_| place != Place::Elsewhere).filter_map(|cell| quotation(&cell.text));
    quoted.map(str::to_owned).collect()
}

/// `prompt`: in code at the head of an item is a parameter, and what comes behind it says what it means.
fn in_item(text: &str, begins_with_code: bool, place: Place) -> Option<String> {
    if begins_with_code {
        return None;
    }
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    match place {
        Place::Prompts => Some(quotation(text).unwrap_or(text)).filter(|text| !is_call(text)).map(str::to_owned),
        Place::Examples => quotation(text).map(str::to_owned),
        Place::Elsewhere => None,
    }
}

fn in_paragraph(text: &str, quoted: bool, place: Place) -> Option<String> {
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    let whole = quotation(text);
    match place {
        Place::Prompts if quoted && !NOTE.is_match(text) => Some(whole.unwrap_or(text).to_owned()),
        Place::Prompts | Place::Examples => whole.map(str::to_owned),
        Place::Elsewhere => None,
    }
}

/// "Simply tell the agent "plan my week"", wherever it stands.
fn within_text(block: &Block) -> Vec<String> {
    if !matches!(block.kind, BlockKind::Item { .. } | BlockKind::Paragraph { .. }) {
        return Vec::new();
    }
    let told = TOLD.captures_iter(&block.text).flat_map(|captures| [captures.get(1), captures.get(2)]);
    told.flatten().map(|said| said.as_str().trim().to_owned()).collect()
}

/// Lines of plain text under a heading that speaks of prompts.
fn in_code(text: &str, language: &str, place: Place) -> Vec<String> {
    let lines: Vec<&str> = without_details(text.lines().map(str::trim).filter(|line| !line.is_empty()));
    let is_text = matches!(language, "" | "text" | "txt" | "plaintext" | "markdown" | "md" | "prompt");
    // Some call a fence `bash` that has nothing but quotations in it.
    if place == Place::Elsewhere || !(is_text || lines.iter().all(|line| quotation(line).is_some())) {
        return Vec::new();
    }
    let prose = |line: &&str| {
        words(line) >= WORDS_MIN
            && line.starts_with(|c: char| c.is_alphabetic() || OPENING.contains(&c))
            && !CODE.is_match(line)
    };
    let all_prose = lines.iter().all(prose);
    if place == Place::Examples && all_prose && lines.iter().all(|line| is_request(line)) {
        return lines.into_iter().map(str::to_owned).collect();
    }
    match place {
        Place::Prompts if all_prose => {
            let said = |line: String| quotation(&line).or_else(|| spoken(&line)).unwrap_or(&line).to_owned();
            sentences(&lines).into_iter().map(said).collect()
        }
        _ => lines.into_iter().filter_map(|line| spoken(line).or_else(|| quotation(line))).map(str::to_owned).collect(),
    }
}

/// "Call her with these details:" goes on in a list.
fn without_details<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut kept: Vec<&str> = Vec::new();
    for line in lines {
        let is_detail = line.starts_with(['-', '*', '•']) && kept.last().is_some_and(|last| last.ends_with(':'));
        kept.extend((!is_detail).then_some(line));
    }
    kept
}

/// Lines that are broken within a sentence are one: a prompt begins with a capital or a quotation mark.
fn sentences(lines: &[&str]) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    for line in lines {
        let begins = line.starts_with(|c: char| c.is_uppercase() || OPENING.contains(&c));
        let is_open = |last: &String| !last.ends_with(['.', '!', '?', '"', '”', '…', ':']);
        match whole.last_mut() {
            Some(last) if is_open(last) && (!begins || last.chars().count() > WRAPPED_MIN) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => whole.push((*line).to_owned()),
        }
    }
    whole
}

/// What stands in quotes, where the text begins with it (after a label such as "Search:").
fn quotation(text: &str) -> Option<&str> {
    let captures = QUOTATION.captures(text.trim())?;
    captures.get(1).map(|said| said.as_str().trim()).filter(|said| !is_call(said))
}

/// What is said behind "Ask Claude:", "User:", "Prompt:".
fn spoken(text: &str) -> Option<&str> {
    let said = SPOKEN.captures(text.trim())?.get(1)?.as_str().trim();
    Some(quotation(said).unwrap_or(said)).filter(|said| words(said) >= WORDS_MIN)
}

/// Whether a line is one that a user says to an assistant, and none for a shell.
fn is_request(line: &str) -> bool {
    REQUEST.is_match(line) && !SHELL.is_match(line)
}

fn is_call(text: &str) -> bool {
    CODE.is_match(text)
}

/// Cut short.
pub(super) fn cut(text: &str) -> String {
    const CHARACTERS_MAX: usize = 4000;
    text.trim().chars().take(CHARACTERS_MAX).collect()
}
