//! Prompts that a document suggests: what to say to a model so that it uses the server.

mod layout;
mod patterns;
mod request;

use std::collections::BTreeMap;

use super::markdown::{Block, BlockKind, Cell};
use super::place::Page;
use super::{Example, ExampleKind};
pub(super) use layout::unclear;
use layout::{Place, leads, place_of, place_of_code};
use patterns::{ASKED, ASKING, BETWEEN, CODE, LABELLED, NOTE, QUOTATION, QUOTED, REQUEST, SHELL, SPOKEN, TOLD};
use request::{Plainly, request};

/// A text of more lines under "Examples" is an answer, or a log.
const LINES_MAX: usize = 3;
/// A line without an end that is longer goes on in the next, in characters.
const WRAPPED_MIN: usize = 70;
/// What quotations begin with.
const OPENING: [char; 7] = ['"', '\'', '“', '„', '«', '「', '『'];
/// A longer text that is set off is no prompt, in characters.
const SET_OFF_MAX: usize = 200;
/// Fewer words are a label.
const WORDS_MIN: usize = 3;
/// Of what is plainly a request, where requests are told to stand.
const REQUEST_WORDS_MIN: usize = 2;

pub(super) fn find(blocks: &[Block], page: &Page<'_>) -> Vec<Example> {
    let title = layout::title(blocks, page.path());
    let orders = in_lists_of_orders(blocks);
    let mut found = Vec::new();
    let mut led = None;
    for (at, block) in blocks.iter().enumerate() {
        let place = place_of(&block.under, title, led);
        let prompts = match &block.kind {
            BlockKind::Item { within, .. } => {
                let is_label = |place: Place| !place.is_told() && within.iter().any(|outer| layout::is_label(outer));
                let place = match place {
                    _ if within.iter().any(|outer| is_led(outer)) => Place::Prompts,
                    place if is_label(place) => Place::Shown,
                    place => place,
                };
                in_item(blocks, at, place, &orders).into_iter().collect()
            }
            BlockKind::Paragraph { quoted } => {
                let lines: Vec<&str> = block.text.lines().collect();
                sentences(&lines).iter().filter_map(|said| in_paragraph(said, *quoted, place)).collect()
            }
            BlockKind::Code { language } => in_code(&block.text, language, place_of_code(block, language, place)),
            BlockKind::Row { heads, cells } => in_row(heads, cells, place),
            BlockKind::Heading(_) => Vec::new(),
        };
        let prompts = if prompts.is_empty() { within_text(block, place) } else { prompts };
        let example = |text: String| Example {
            kind: ExampleKind::Prompt,
            text: cut(&text),
            span: page.span(&block.place),
            expected: None,
        };
        found.extend(prompts.into_iter().filter(|text| is_long_enough(block, text, place)).map(example));
        led = leads(block, blocks.get(at + 1), led);
    }
    found
}

/// "Remove Hamburg" is one where prompts are told to stand, if it is plainly one.
fn is_long_enough(block: &Block, text: &str, place: Place) -> bool {
    let is_plain = || request(text).is_some() || quotation(&block.text) == Some(text);
    words(text) >= WORDS_MIN || place.is_told() && words(text) >= REQUEST_WORDS_MIN && is_plain()
}

/// An item such as "Ask your assistant:", with what to ask in it.
fn is_led(outer: &str) -> bool {
    outer.trim_end().ends_with([':', '：']) && patterns::LEADING.is_match(outer)
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

/// What stands under "You ask", and elsewhere what is in quotes.
fn in_row(heads: &[String], cells: &[Cell], place: Place) -> Vec<String> {
    let column = heads.iter().position(|head| ASKED.is_match(head.trim()));
    let asked = column.and_then(|column| cells.get(column)).map(|cell| cell.text.trim());
    if let Some(asked) = asked {
        return vec![quotation(asked).unwrap_or(asked).to_owned()];
    }
    let said = |cell: &Cell| {
        let quoted = quotation(&cell.text).filter(|_| place != Place::Elsewhere);
        let spoken = request(&cell.text).filter(|(_, plainly)| place.is_told() && *plainly == Plainly::Spoken);
        quoted.or(spoken.map(|(text, _)| text)).map(str::to_owned)
    };
    cells.iter().filter_map(said).collect()
}

/// `prompt`: in code at the head of an item is a parameter, and what comes behind it says what it means.
fn in_item(blocks: &[Block], at: usize, place: Place, orders: &[bool]) -> Option<String> {
    let block = &blocks[at];
    let text = block.text.as_str();
    if begins_with_code(block) {
        return None;
    }
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    match place {
        Place::Prompts => Some(quotation(text).unwrap_or(text)).filter(|text| !is_call(text)).map(str::to_owned),
        Place::Shown => quotation(text).or_else(|| requested(blocks, at, orders)).map(str::to_owned),
        Place::Examples => quotation(text).map(str::to_owned),
        Place::Elsewhere => None,
    }
}

/// What an item under "Examples" requests. Orders are requests where most of the list are, and none sets something up; below
/// a request stands what comes of it.
fn requested<'b>(blocks: &'b [Block], at: usize, orders: &[bool]) -> Option<&'b str> {
    let BlockKind::Item { within, .. } = &blocks[at].kind else { return None };
    let (said, plainly) = request(&blocks[at].text)?;
    let is_below = within.iter().any(|outer| request(outer).is_some() || quotation(outer).is_some());
    let has_code = blocks.get(at + 1).is_some_and(|next| {
        let is_code = matches!(&next.kind, BlockKind::Code { language } if !matches!(language.as_str(), "" | "text"));
        is_code && next.place.end <= blocks[at].place.end
    });
    if is_below || has_code || plainly == Plainly::Spoken {
        return Some(said).filter(|_| !is_below && !has_code);
    }
    orders[at].then_some(said)
}

/// For each block, whether it is an item of a list of which most are requests, and none sets something up.
fn in_lists_of_orders(blocks: &[Block]) -> Vec<bool> {
    // Lists are told apart by the heading above them, and by depth.
    let mut section = 0;
    let mut lists: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    let mut list_of = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let mut list = None;
        match &block.kind {
            BlockKind::Heading(_) => section = at,
            BlockKind::Item { depth, .. } => {
                let is_request = request(&block.text).is_some() || quotation(&block.text).is_some();
                let (all, requests) = lists.entry((section, *depth)).or_default();
                // A step spoils the whole.
                *all += if request::sets_up(&block.text) { 2 * blocks.len() } else { 1 };
                *requests += usize::from(is_request);
                list = Some((section, *depth));
            }
            BlockKind::Paragraph { .. } | BlockKind::Row { .. } | BlockKind::Code { .. } => {}
        }
        list_of.push(list);
    }
    let is_of_orders = |list: (usize, usize)| lists.get(&list).is_some_and(|(all, requests)| requests * 2 > *all);
    list_of.into_iter().map(|list| list.is_some_and(is_of_orders)).collect()
}

fn in_paragraph(text: &str, quoted: bool, place: Place) -> Option<String> {
    if let Some(spoken) = spoken(text) {
        return Some(spoken.to_owned());
    }
    let whole = quotation(text);
    let is_note = NOTE.is_match(text);
    // A sentence on its own is one to say where it is no order to the reader.
    let alone = || {
        let (said, plainly) = request(text).filter(|_| place.is_told() && !is_note)?;
        (quoted || plainly == Plainly::Spoken && words(said) > WORDS_MIN).then_some(said)
    };
    let set_off = || {
        let is_short = text.chars().count() <= SET_OFF_MAX && !text.contains(". ");
        let is_short = is_short && !text.contains(['\n', '`', '"', '“', '„', '«']) && !text.contains("you");
        (quoted && place == Place::Shown && is_short && !is_note && !request::sets_up(text) && !is_call(text))
            .then_some(text)
    };
    match place {
        Place::Prompts if quoted && !is_note => Some(whole.unwrap_or(text).to_owned()),
        Place::Elsewhere => None,
        Place::Prompts | Place::Shown | Place::Examples => whole.or_else(alone).or_else(set_off).map(str::to_owned),
    }
}

/// "Simply tell the agent "plan my week"", wherever it stands; "Try "…", "…" or "…"", where each is a request.
fn within_text(block: &Block, place: Place) -> Vec<String> {
    if !matches!(block.kind, BlockKind::Item { .. } | BlockKind::Paragraph { .. }) {
        return Vec::new();
    }
    let row = quoted_row(&block.text, place);
    if !row.is_empty() {
        return row;
    }
    if let Some(labelled) = block.text.lines().find_map(labelled) {
        return labelled;
    }
    let told = TOLD.captures_iter(&block.text).flat_map(|captures| [captures.get(1), captures.get(2)]);
    told.flatten().map(|said| said.as_str().trim().to_owned()).collect()
}

/// "… Example prompt: show me the last errors, or are there any new ones?", at the end of a line that says other things.
fn labelled(line: &str) -> Option<Vec<String>> {
    let said = LABELLED.captures(line)?.get(1)?.as_str().trim().trim_end_matches('.');
    let parts: Vec<&str> = said.split(" or ").map(|part| part.trim_matches(['"', '“', '”', ' '])).collect();
    let parts = if parts.iter().all(|part| request(part).is_some()) { parts } else { vec![said] };
    let parts: Vec<String> = parts.into_iter().filter(|part| !is_call(part)).map(str::to_owned).collect();
    (!parts.is_empty()).then_some(parts)
}

/// Requests in quotes, one behind the other, behind a word that says that they are for an assistant.
fn quoted_row(text: &str, place: Place) -> Vec<String> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let (mut end, mut is_row) = (0, false);
    for captures in QUOTED.captures_iter(text) {
        let (Some(whole), Some(said)) = (captures.get(0), captures.get(1)) else { continue };
        let before = &text[end..whole.start()];
        is_row = if is_row && BETWEEN.is_match(before) {
            true
        } else {
            rows.push(Vec::new());
            ASKING.is_match(before) || place.is_told() && BETWEEN.is_match(before)
        };
        rows.last_mut().filter(|_| is_row).into_iter().for_each(|row| row.push(said.as_str()));
        end = whole.end();
    }
    rows.retain(|row| row.iter().all(|said| request(said).is_some()));
    rows.concat().into_iter().map(str::to_owned).collect()
}

/// Lines of plain text under a heading that speaks of prompts.
fn in_code(text: &str, language: &str, place: Place) -> Vec<String> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    // What stands between quotations as comments do says what they are for.
    let uncommented: Vec<&str> = lines().filter(|line| !line.starts_with(['#', '/'])).collect();
    let are_quotations = !uncommented.is_empty() && uncommented.iter().all(|line| quotation(line).is_some());
    let lines: Vec<&str> = if are_quotations { uncommented } else { without_details(lines()) };
    let is_text = matches!(language, "" | "text" | "txt" | "plaintext" | "markdown" | "md" | "prompt");
    // Some call a fence `bash` that has nothing but quotations in it.
    if place == Place::Elsewhere || !(is_text || are_quotations) {
        return Vec::new();
    }
    let least = if place == Place::Shown { REQUEST_WORDS_MIN } else { WORDS_MIN };
    let prose = |line: &&str| {
        words(line) >= least
            && line.starts_with(|c: char| c.is_alphabetic() || OPENING.contains(&c))
            && !CODE.is_match(line)
    };
    let all_prose = lines.iter().all(prose);
    let is_asked = |line: &str| is_request(line) || place == Place::Shown && request(line).is_some();
    if matches!(place, Place::Examples | Place::Shown) && all_prose && lines.iter().all(|line| is_asked(line)) {
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

#[cfg(test)]
mod tests;
