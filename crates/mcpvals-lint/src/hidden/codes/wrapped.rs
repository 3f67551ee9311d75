//! Base64 in pieces, with blanks or ends of lines between them.

use std::ops::Range;

use super::super::{Hidden, Way};
use super::{LAYERS_MAX, LENGTH_MAX, LENGTH_MIN, pieces, said_by};

/// So many times its length of a text is read, wherever codes may begin in it.
const READINGS_MAX: usize = 4;

pub(super) fn find(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    let (mut end, mut budget) = (0, text.len() * READINGS_MAX);
    for Range { start: at, .. } in pieces(text) {
        if at < end || budget == 0 || !may_begin(&text.as_bytes()[at..]) {
            continue;
        }
        let code = Code::of(&text[at..]);
        budget = budget.saturating_sub(code.read);
        if let Some((says, is_markup)) = said_by(&code.letters, LAYERS_MAX).filter(|_| code.letters.len() >= LENGTH_MIN)
        {
            end = at + code.length;
            let hidden = Hidden::new(Way::Encoded, at..end).saying(says);
            found.push(if is_markup { hidden.if_ordering() } else { hidden });
        }
    }
    found
}

/// Are its first letters six of plain text, or of UTF-16, or those of gzip or zlib?
fn may_begin(text: &[u8]) -> bool {
    // Beginnings of neither: most words that are no code have one.
    if text.first().is_some_and(|byte| (32..48).contains(&VALUES[usize::from(*byte)])) {
        return false;
    }
    let mut values = text.iter().filter(|byte| !byte.is_ascii_whitespace()).map_while(|byte| value(*byte)).take(8);
    let mut group = || {
        let four = values.next()? << 18 | values.next()? << 12 | values.next()? << 6 | values.next()?;
        Some([four >> 16, four >> 8 & 0xff, four & 0xff])
    };
    let is_plain = |byte: u32| matches!(byte, 0x20..=0x7e | 9 | 10 | 13);
    match group() {
        Some([0x1f, 0x8b, 8] | [0x78, 0x01 | 0x5e | 0x9c | 0xda, _] | [0xff, 0xfe, _] | [0xfe, 0xff, 0]) => true,
        Some([one, 0, two]) => is_plain(one) && is_plain(two),
        Some([0, one, 0]) => is_plain(one),
        Some(three) if three.into_iter().all(|byte| is_plain(byte) || byte > 0xc1) => {
            group().is_some_and(|three| three.into_iter().all(|byte| is_plain(byte) || byte > 0x7f))
        }
        _ => false,
    }
}

/// As a letter of either alphabet.
fn value(byte: u8) -> Option<u32> {
    let value = VALUES[usize::from(byte)];
    (value < NO_LETTER).then_some(u32::from(value))
}

const NO_LETTER: u8 = 64;

/// By byte.
static VALUES: [u8; 256] = {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [NO_LETTER; 256];
    let mut value = 0;
    while value < NO_LETTER {
        values[LETTERS[value as usize] as usize] = value;
        value += 1;
    }
    values[b'-' as usize] = 62;
    values[b'_' as usize] = 63;
    values
};

/// A code without what stands between its pieces.
struct Code {
    letters: String,
    /// In the text, up to the end of its last piece.
    length: usize,
    /// How much of the text was looked at.
    read: usize,
}

impl Code {
    /// From a piece on, as far as it decodes to text.
    fn of(text: &str) -> Self {
        let is_packed = ["H4sI", "eJ", "eN", "eA"].iter().any(|start| text.starts_with(start));
        let (mut letters, mut bytes, mut group) = (String::new(), Vec::new(), 0_u32);
        // Where each piece ends, in bytes of the text and in letters.
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut read = 0;
        for (at, byte) in text.bytes().enumerate().take(LENGTH_MAX) {
            read = at;
            if byte.is_ascii_whitespace() {
                if ends.last().is_none_or(|(_, before)| *before < letters.len()) {
                    ends.push((at, letters.len()));
                }
                continue;
            }
            let Some(value) = value(byte) else {
                ends.push((at, letters.len()));
                break;
            };
            letters.push(char::from(byte));
            group = group << 6 | value;
            if letters.len().is_multiple_of(4) {
                let three = [group >> 16, group >> 8, group].map(|byte| u8::try_from(byte & 0xff).unwrap_or_default());
                bytes.extend(three);
                if !is_packed && three.iter().any(|byte| matches!(byte, 1..=8 | 14..=31 | 127)) {
                    break;
                }
            }
            read = at + 1;
        }
        if read == text.len().min(LENGTH_MAX) {
            ends.push((read, letters.len()));
        }
        // As far as it is text: what follows are other words.
        let is_text = |byte: &u8| !matches!(byte, 1..=8 | 14..=31 | 127);
        let plain = bytes.iter().position(|byte| !is_text(byte)).unwrap_or(bytes.len());
        let is_wide = bytes.contains(&0);
        let valid = match std::str::from_utf8(&bytes[..plain]) {
            Err(error) if !is_packed && !is_wide => error.valid_up_to() * 4 / 3,
            _ if is_packed || plain == bytes.len() => letters.len(),
            _ => plain * 4 / 3,
        };
        let (length, count) = ends.into_iter().rev().find(|(_, count)| *count <= valid).unwrap_or_default();
        letters.truncate(count);
        Self { letters, length, read }
    }
}
