//! Letters that are others than they look (Unicode Technical Standard 39).

use std::ops::Range;

use super::scripts::has_no_blanks;
use super::{Hidden, Way};

/// Letters of Cyrillic, Greek, Armenian and Cherokee that look like these of Latin.
const PAIRS: [(&str, &str); 4] = [
    ("аеорсухіјѕԁԛԝһӏѵАВЕЅІЈКМНОРСТУХ", "aeopcyxijsdqwhlvABESIJKMHOPCTYX"),
    ("αορνικυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aopvikuxABEZHIKMNOPTYX"),
    ("օոսցհԼՕՍ", "onugh\u{4c}OU"),
    ("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "ABCDEHJKLMPRSTVWZ"),
];
/// Fewer styled letters are a symbol.
const STYLED_MIN: usize = 3;
/// Fewer words in small capitals are a heading.
const SMALL_MIN: usize = 4;
/// Small capitals, and the letters that are theirs; some have none, and stand as they are.
const SMALL: (&str, &str) = ("ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘꞯǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdeffghijklmnopqqrstuvwyz");

pub(super) fn find(text: &str) -> Vec<Hidden> {
    // Who writes Chinese or Japanese writes Latin letters as wide as the others.
    let is_wide =
        |word: &str| word.chars().all(|c| matches!(c, '\u{ff10}'..='\u{ff5a}')) && text.chars().any(has_no_blanks);
    let found = |(at, word)| mixed(at, word).or_else(|| styled(at, word).filter(|_| !is_wide(word)));
    let mut all: Vec<Hidden> = words(text).filter_map(found).collect();
    let small = words(text).filter_map(|(at, word)| small(at, word)).collect::<Vec<_>>();
    // A heading in small capitals is a heading.
    if small.len() >= SMALL_MIN {
        all.extend(small);
    }
    all
}

/// What stands between characters that are no letters, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_ascii())
        .map(move |word| (word.as_ptr() as usize - start, word))
}

/// A word of Latin letters but for some that only look so. A suffix of another language has letters that look like none.
fn mixed(at: usize, word: &str) -> Option<Hidden> {
    let has_latin = word.chars().any(|c| c.is_ascii_alphabetic());
    let skeleton: Option<String> = word.chars().map(|c| if c.is_ascii() { Some(c) } else { latin(c) }).collect();
    let skeleton = skeleton.filter(|_| has_latin && word.chars().count() > 2)?;
    Some(Hidden::new(Way::Lookalike, at..at + word.len()).saying(skeleton))
}

/// The Latin letter that a letter of another script looks like.
fn latin(c: char) -> Option<char> {
    let is_of_these_scripts = matches!(c, '\u{370}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}');
    if !is_of_these_scripts {
        return None;
    }
    PAIRS.iter().find_map(|(theirs, ours)| ours.chars().nth(theirs.chars().position(|other| other == c)?))
}

/// A word of bold, italic, script, double-struck, monospaced or wide letters.
fn styled(at: usize, word: &str) -> Option<Hidden> {
    let plain: Option<String> = word.chars().map(|c| if c.is_ascii() { Some(c) } else { unstyled(c) }).collect();
    let count = word.chars().filter(|c| unstyled(*c).is_some()).count();
    let plain = plain.filter(|_| count >= STYLED_MIN)?;
    Some(Hidden::new(Way::Styled, at..at + word.len()).saying(plain))
}

/// A word of small capitals, and of letters that are as small.
fn small(at: usize, word: &str) -> Option<Hidden> {
    let plain: Option<String> = word
        .chars()
        .map(|c| if c.is_ascii() { Some(c).filter(|c| "osvwxz".contains(*c)) } else { unsmall(c) })
        .collect();
    let says = plain?;
    Some(Hidden::new(Way::Styled, at..at + word.len()).saying(says))
}

/// The letter that is a small capital.
fn unsmall(c: char) -> Option<char> {
    let (theirs, ours) = SMALL;
    matches!(c, '\u{1d00}'..='\u{1d22}' | '\u{1eb}' | '\u{262}'..='\u{29f}' | '\u{493}' | '\u{a730}' | '\u{a731}' | '\u{a7af}')
        .then(|| ours.chars().nth(theirs.chars().position(|other| other == c)?))
        .flatten()
}

/// The Latin letter or digit that is styled so.
pub(crate) fn unstyled(c: char) -> Option<char> {
    let code = u32::from(c);
    let letter = |offset: u32| char::from_u32(if offset < 26 { 0x41 + offset } else { 0x61 + offset - 26 });
    match code {
        0xff10..=0xff19 | 0xff21..=0xff3a | 0xff41..=0xff5a => char::from_u32(code - 0xfee0),
        // Thirteen alphabets of capital and small letters, one after the other.
        0x1d400..=0x1d6a3 => letter((code - 0x1d400) % 52),
        0x1d7ce..=0x1d7ff => char::from_u32(0x30 + (code - 0x1d7ce) % 10),
        0x1f130..=0x1f149 | 0x1f150..=0x1f169 | 0x1f170..=0x1f189 => letter((code - 0x1f130) % 32),
        0x24b6..=0x24e9 => letter(code - 0x24b6),
        _ => None,
    }
}

/// The places of words of Latin letters but for some that only look so, and of words in small capitals.
pub(crate) fn disguised_words(text: &str) -> Vec<Range<usize>> {
    words(text)
        .filter_map(|(at, word)| mixed(at, word).or_else(|| small(at, word)))
        .map(|hidden| hidden.place)
        .collect()
}

/// The letter that is meant by one of such a word.
pub(crate) fn meant(c: char) -> Option<char> {
    latin(c).or_else(|| unsmall(c))
}
