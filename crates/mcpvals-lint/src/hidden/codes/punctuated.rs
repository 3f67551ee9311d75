//! Codes with punctuation among their letters: base85 in its three alphabets, and uuencode.

use super::super::{Hidden, Way};
use super::bytes;
use super::{LENGTH_MAX, LENGTH_MIN, is_plain_prose};

/// Alphabets of base85: that of Adobe, RFC 1924, and `ZeroMQ`'s.
const ALPHABETS: [&str; 3] = [
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu",
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
];

/// Each is looked at from where a word begins.
pub(super) fn find(text: &str) -> Vec<Hidden> {
    let start = text.as_ptr() as usize;
    let mut found: Vec<Hidden> = Vec::new();
    let mut end = 0;
    for word in text.split_ascii_whitespace() {
        let at = word.as_ptr() as usize - start;
        if at < end {
            continue;
        }
        let hidden = if word.len() >= LENGTH_MIN { base85(word, at) } else { None };
        if let Some(hidden) = hidden.or_else(|| uuencoded(text, at)) {
            end = hidden.place.end;
            found.push(hidden);
        }
    }
    found
}

fn base85(word: &str, at: usize) -> Option<Hidden> {
    let word = &word.as_bytes()[..word.len().min(LENGTH_MAX)];
    let adobe = word.strip_prefix(b"<~").unwrap_or(word);
    let adobe = adobe.iter().position(|byte| *byte == b'~').map_or(adobe, |end| &adobe[..end]);
    let says = ALPHABETS.iter().enumerate().find_map(|(index, alphabet)| {
        let says = decoded85(if index == 0 { adobe } else { word }, alphabet.as_bytes())?;
        is_plain_prose(&says).then_some(says)
    })?;
    Some(Hidden::new(Way::Encoded, at..at + word.len()).saying(says))
}

fn decoded85(code: &[u8], alphabet: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(code.len());
    for group in code.chunks(5) {
        let value = |at: usize| match group.get(at) {
            Some(byte) => alphabet.iter().position(|letter| letter == byte).and_then(|value| u32::try_from(value).ok()),
            None => Some(84),
        };
        let number = (0..5).try_fold(0_u32, |number, at| number.checked_mul(85)?.checked_add(value(at)?))?;
        let four = number.to_be_bytes();
        let four = &four[..group.len().saturating_sub(1)];
        // Most words that are none end here.
        if four.iter().any(|byte| matches!(byte, 0..=8 | 14..=31 | 127)) {
            return None;
        }
        bytes.extend_from_slice(four);
    }
    bytes::text(bytes)
}

/// From a word on to the end of the line, and of the lines behind that are such.
fn uuencoded(text: &str, at: usize) -> Option<Hidden> {
    // Small letters are none of its own: most words end here.
    const LOOKED_AT: usize = 12;
    let first = text.as_bytes()[at..].iter().take(LOOKED_AT);
    if first.clone().any(|byte| !matches!(byte, 0x20..=0x60)) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut end = at;
    while let Some(line) = first_line(&text.as_bytes()[end..]).filter(|_| end < at + LENGTH_MAX) {
        let Some(more) = uuencoded_line(line.strip_suffix(b"\r").unwrap_or(line)) else { break };
        bytes.extend(more);
        end = (end + line.len() + 1).min(text.len());
    }
    let says = bytes::text(bytes).filter(|says| is_plain_prose(says))?;
    Some(Hidden::new(Way::Encoded, at..end).saying(says))
}

/// Where it is no longer than such lines are.
fn first_line(text: &[u8]) -> Option<&[u8]> {
    const LENGTH_MAX: usize = 86;
    let line = text.iter().take(LENGTH_MAX).position(|byte| *byte == b'\n');
    line.or_else(|| (text.len() < LENGTH_MAX).then_some(text.len())).map(|length| &text[..length])
}

/// The count of bytes, and four characters for each three of them.
fn uuencoded_line(line: &[u8]) -> Option<Vec<u8>> {
    const BYTES_MIN: usize = 12;
    let value = |byte: u8| matches!(byte, 0x20..=0x60).then(|| (byte - 0x20) & 0x3f);
    let (first, letters) = line.split_first()?;
    let count = usize::from(value(*first)?);
    let length = count.div_ceil(3) * 4;
    // Blanks at the end may have been lost.
    let is_whole = letters.len() <= length && letters.len() + 4 > length;
    if count < BYTES_MIN || !is_whole {
        return None;
    }
    let mut bytes = Vec::with_capacity(length);
    for four in letters.chunks(4) {
        let at = |index: usize| four.get(index).map_or(Some(0), |byte| value(*byte));
        let (one, two, three, last) = (at(0)?, at(1)?, at(2)?, at(3)?);
        bytes.extend([one << 2 | two >> 4, two << 4 | three >> 2, three << 6 | last]);
    }
    bytes.truncate(count);
    Some(bytes)
}
