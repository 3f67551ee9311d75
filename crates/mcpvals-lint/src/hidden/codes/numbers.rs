//! Words as the numbers of their characters, one after the other.

use super::super::{Hidden, Way};
use super::bytes;
use super::is_plain_prose;

/// Fewer numbers are numbers.
const COUNT_MIN: usize = 12;
/// More of a row are not read.
const COUNT_MAX: usize = 4_000;

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Two digits, or up to six behind a prefix.
    Hexadecimal,
    /// Seven or eight digits.
    Binary,
    /// Three digits.
    Octal,
    Decimal,
}

impl Form {
    const ALL: [Self; 4] = [Self::Hexadecimal, Self::Binary, Self::Octal, Self::Decimal];

    /// The number of a character that is written so.
    fn read(self, word: &str) -> Option<u32> {
        let bare = bare(word);
        let length = bare.len();
        let is_prefixed = length < word.trim_end_matches('h').len();
        let radix = match self {
            Self::Hexadecimal if length == 2 || is_prefixed && (1..=6).contains(&length) => 16,
            Self::Binary if length == 7 || length == 8 => 2,
            Self::Octal if length == 3 || length == 4 && bare.starts_with('0') => 8,
            Self::Decimal if (1..=6).contains(&length) => 10,
            Self::Hexadecimal | Self::Binary | Self::Octal | Self::Decimal => return None,
        };
        u32::from_str_radix(bare, radix).ok().filter(|_| bare.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    }
}

/// Without what tells how the number is written.
fn bare(word: &str) -> &str {
    const PREFIXES: [&str; 14] = ["0x", "0X", "\\x", "\\u", "U+", "u+", "&#x", "&#", "0b", "0o", "#", "%", "=", "$"];
    let rest = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)).or_else(|| word.strip_prefix('\\'));
    let rest = rest.or_else(|| word.strip_prefix('x'));
    let rest = rest.unwrap_or(word);
    if rest.len() == 3 { rest.strip_suffix('h').unwrap_or(rest) } else { rest }
}

/// Numbers that follow each other and are written alike.
#[derive(Default, Clone, Copy)]
struct Row {
    start: usize,
    end: usize,
    count: usize,
}

pub(super) fn find(text: &str) -> Option<Hidden> {
    // In each form, the number of a letter has a digit.
    if text.bytes().filter(u8::is_ascii_digit).count() < COUNT_MIN {
        return None;
    }
    let start = text.as_ptr() as usize;
    let is_between = |c: char| c.is_ascii_whitespace() || ",;:|/-[](){}'\"`".contains(c);
    let mut rows = [Row::default(); 4];
    for word in text.split(is_between).filter(|word| !word.is_empty()) {
        let at = word.as_ptr() as usize - start;
        let may_be =
            word.len() <= 10 && word.is_ascii() && (word.len() == 2 || word.bytes().any(|byte| byte.is_ascii_digit()));
        for (form, row) in Form::ALL.into_iter().zip(&mut rows) {
            if may_be && form.read(word.trim_end_matches('.')).is_some() {
                let is_first = row.count == 0;
                *row = Row { start: if is_first { at } else { row.start }, end: at + word.len(), count: row.count + 1 };
            } else if let Some(hidden) = read(text, form, std::mem::take(row), is_between) {
                return Some(hidden);
            }
        }
    }
    Form::ALL.into_iter().zip(rows).find_map(|(form, row)| read(text, form, row, is_between))
}

fn read(text: &str, form: Form, row: Row, is_between: impl Fn(char) -> bool) -> Option<Hidden> {
    if row.count < COUNT_MIN {
        return None;
    }
    let words = text[row.start..row.end].split(is_between).filter(|word| !word.is_empty()).take(COUNT_MAX);
    let numbers: Vec<u32> = words.filter_map(|word| form.read(word.trim_end_matches('.'))).collect();
    let of_bytes = || {
        let bytes: Option<Vec<u8>> = numbers.iter().map(|number| u8::try_from(*number).ok()).collect();
        bytes.and_then(bytes::text)
    };
    let of_characters = || numbers.iter().map(|number| char::from_u32(*number)).collect::<Option<String>>();
    let is_odd = |c: char| c.is_control() && !c.is_whitespace() || c == char::REPLACEMENT_CHARACTER;
    // Other numbers may stand beside.
    let trimmed = |says: String| says.trim_matches(|c| is_odd(c) || !c.is_ascii()).to_owned();
    let says = [of_bytes(), of_characters()].into_iter().flatten().map(trimmed).find(|says| is_plain_prose(says))?;
    Some(Hidden::new(Way::Encoded, row.start..row.end).saying(says))
}
