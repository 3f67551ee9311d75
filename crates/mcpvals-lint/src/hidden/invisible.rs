//! What has no ink: tags, selectors, and characters without width.

use std::ops::Range;

use super::scripts::{has_joiners, has_no_blanks, is_invisible, is_pictograph, is_private, tag, variation};
use super::{Hidden, Way};

/// The base of flags of regions, whose letters are tags.
const FLAG: char = '\u{1f3f4}';
/// Whose regions have flags that are drawn here and there.
const COUNTRIES: [&str; 16] =
    ["us", "ca", "gb", "fr", "es", "de", "it", "jp", "br", "au", "in", "mx", "ch", "be", "nl", "at"];
/// Fewer characters of private use in a row are symbols of a font.
const PRIVATE_MIN: usize = 4;
const JOINER: char = '\u{200d}';
const SOFT_HYPHEN: char = '\u{ad}';
const NON_JOINER: char = '\u{200c}';

pub(super) fn find(text: &str) -> Vec<Hidden> {
    let tags_count = text.chars().filter(|c| tag(*c).is_some()).count();
    let tags = runs(text, |c| tag(c).is_some()).filter(|run| !is_flag(text, run, tags_count));
    let tags = tags.map(|run| {
        Hidden::new(Way::Tags, run.clone())
            .saying(text[run].chars().filter_map(tag).filter(|c| !c.is_control()).collect())
    });
    let within_word = |run: &Range<usize>| text[..run.start].ends_with(|c: char| c.is_ascii_alphabetic());
    let is_hidden = |run: &Range<usize>| text[run.clone()].chars().count() > 1 || within_word(run);
    let selectors = runs(text, |c| variation(c).is_some()).filter(is_hidden);
    let selectors = selectors.map(|run| Hidden::new(Way::Selectors, run.clone()).saying(bytes_of(&text[run])));
    let invisible: Vec<Range<usize>> = runs(text, is_invisible).filter(|run| !is_honest(text, run)).collect();
    let way = way_of(text, &invisible);
    let invisible = invisible.into_iter().map(|run| Hidden::new(way, run.clone()).saying(bits_of(&text[run])));
    let private = runs(text, is_private).filter(|run| text[run.clone()].chars().count() >= PRIVATE_MIN);
    let private = private.map(|run| Hidden::new(Way::Private, run.clone()).saying(shifted(&text[run])));
    tags.chain(selectors).chain(invisible).chain(private).collect()
}

/// More beside words may be bits.
const STRAY_MAX: usize = 5;

/// So many may stand close together.
const STRAY_DENSE_MAX: usize = 2;
/// More of them stand in one of so many characters.
const STRAY_CHARS: usize = 40;

/// A few, each alone and beside a word, come with every paste. Within words or in a row they hide, and where there are many, the
/// words that have one and the words that have none may be bits.
fn way_of(text: &str, runs: &[Range<usize>]) -> Way {
    let is_stray = |run: &Range<usize>| text[run.clone()].chars().nth(1).is_none() && !is_within_word(text, run);
    let is_sparse = || runs.len() <= STRAY_DENSE_MAX || runs.len() * STRAY_CHARS <= text.chars().count();
    let are_few = runs.len() <= STRAY_MAX && is_sparse();
    if are_few && runs.iter().all(is_stray) { Way::Stray } else { Way::Invisible }
}

/// Between letters or what else words, names and paths are made of.
pub(super) fn is_within_word(text: &str, run: &Range<usize>) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || "_-/\\@~'’".contains(c);
    let before = text[..run.start].chars().next_back();
    let after = text[run.end..].chars().next();
    let is_dotted = before == Some('.') && after.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit());
    before.is_some_and(of_word) && after.is_some_and(|c| of_word(c) || c == '.' && dots_a_name(&text[run.end..]))
        || is_dotted
}

/// Does a dot begin the rest of a name?
fn dots_a_name(rest: &str) -> bool {
    rest.chars().nth(1).is_some_and(char::is_alphanumeric)
}

/// The places of characters of a kind that follow each other.
fn runs(text: &str, is: impl Fn(char) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is(*c)) {
        let end = at + c.len_utf8();
        match runs.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => runs.push(at..end),
        }
    }
    runs.into_iter()
}

/// Letters and digits of a region behind a black flag, ended by a cancel tag (UTS 51, ED-14a).
fn is_flag(text: &str, run: &Range<usize>, tags_count: usize) -> bool {
    let letters: Vec<char> = text[run.clone()].chars().filter_map(tag).collect();
    let is_region =
        |letters: &[char]| (3..=6).contains(&letters.len()) && letters.iter().all(char::is_ascii_alphanumeric);
    let Some((cancel, region)) = letters.split_last() else { return false };
    // The three that are recommended for all, or a single one of a country's regions: letters in several are a text.
    let name: String = region.iter().collect();
    let is_single = tags_count == letters.len();
    let is_known = ["gbeng", "gbsct", "gbwls"].contains(&name.as_str())
        || is_single && COUNTRIES.iter().any(|country| name.starts_with(country));
    text[..run.start].ends_with(FLAG) && *cancel == '\u{7f}' && is_region(region) && is_known
}

/// ASCII, shifted to where characters are of private use.
fn shifted(run: &str) -> String {
    let bytes: Vec<u8> = run.chars().map(|c| (u32::from(c) & 0xff) as u8).collect();
    readable(&bytes)
}

/// Each selector is a byte.
fn bytes_of(run: &str) -> String {
    let bytes: Vec<u8> = run.chars().filter_map(variation).collect();
    readable(&bytes)
}

/// Two kinds of characters in a row are bits.
fn bits_of(run: &str) -> String {
    let mut kinds: Vec<char> = run.chars().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let [zero, _] = kinds[..] else { return String::new() };
    let bits: Vec<u8> = run.chars().map(|c| u8::from(c != zero)).collect();
    let bytes: Vec<u8> =
        bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |number, bit| number << 1 | bit)).collect();
    readable(&bytes)
}

fn readable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let is_text = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() || c == ' ' || c == '\n');
    if is_text { text.into_owned() } else { String::new() }
}

/// Do writers put it there?
fn is_honest(text: &str, run: &Range<usize>) -> bool {
    let before = text[..run.start].chars().next_back();
    let after = text[run.end..].chars().next();
    let around = |is: fn(char) -> bool| before.is_some_and(is) || after.is_some_and(is);
    let mut inside = text[run.clone()].chars();
    match (inside.next(), inside.next()) {
        // A file's first character says how it is encoded.
        (Some('\u{feff}'), None) if run.start == 0 => true,
        (Some(JOINER), None) => around(is_pictograph) || around(has_joiners),
        (Some('\u{200b}' | '\u{2060}'), None) => around(has_no_blanks),
        (Some(SOFT_HYPHEN), None) => parts_a_long_word(&text[..run.start], &text[run.end..]),
        (Some(NON_JOINER | '\u{180b}'..='\u{180f}' | '\u{17b4}' | '\u{17b5}'), None) => around(has_joiners),
        _ => false,
    }
}

/// Where a long word may be broken, between parts of two letters at least: what writers and their programs put into "Wechselkurse".
/// The text is read without it, so that an order which is broken so is seen all the same.
fn parts_a_long_word(before: &str, after: &str) -> bool {
    const LETTERS_MIN: usize = 8;
    const PART_MIN: usize = 2;
    let is_letter = |c: &char| c.is_alphabetic();
    let head = before.chars().rev().take_while(is_letter).count();
    let tail = after.chars().take_while(is_letter).count();
    let of_word = |c: &char| c.is_alphabetic() || *c == SOFT_HYPHEN;
    let word = before.chars().rev().take_while(of_word).chain(after.chars().take_while(of_word));
    head >= PART_MIN && tail >= PART_MIN && word.filter(is_letter).count() >= LETTERS_MIN
}
