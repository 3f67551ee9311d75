//! Readings of a text: what it says when JSON escapes, URL encoding or a regular expression's escapes are taken away.
//!
//! A secret is looked for in every reading, and found in the place where its coded form begins and ends.

use std::ops::Range;

/// How a text is to be read, and how a mask is to be written into it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// Prose, JSON, a URL, or several of them at once.
    Text,
    /// A regular expression.
    Regex,
}

/// A coding that can be taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decoding {
    /// `\n`, `\/`, `\u00e9`.
    Json,
    /// `%2F`.
    Percent,
    /// `%2F`, and `+` for a space.
    Form,
    /// `&amp;`, `&#39;`, `&#x27;`.
    Html,
    /// `\.`.
    Regex,
    /// Line breaks, and the blanks that begin the next line: encoders of base64 break their lines.
    Lines,
}

/// More readings than this are not made: each costs a pass over the text.
const READINGS_MAX: usize = 16;
/// A coding within a coding within a coding is the deepest that is read.
const DEPTH_MAX: usize = 3;

/// One reading of a text.
pub(super) struct Reading {
    /// What it says.
    pub(super) bytes: Vec<u8>,
    /// The codings taken away, outermost first.
    pub(super) path: Vec<Decoding>,
}

/// Every reading of the text but the plain one.
pub(super) fn readings(text: &[u8], syntax: Syntax) -> Vec<Reading> {
    let mut found: Vec<Reading> = decodings(syntax).iter().filter_map(|way| read(text, &[], *way)).collect();
    let mut next = 0;
    while next < found.len() && found.len() < READINGS_MAX {
        let Reading { bytes, path } = &found[next];
        if path.len() < DEPTH_MAX {
            let deeper: Vec<_> = decodings(syntax).iter().filter_map(|way| read(bytes, path, *way)).collect();
            found.extend(deeper);
        }
        next += 1;
    }
    found
}

/// For each byte of the reading, where it stands in the text.
pub(super) fn origins(text: &[u8], path: &[Decoding]) -> Vec<Range<usize>> {
    let mut bytes = text.to_vec();
    let mut origins: Vec<Range<usize>> = (0..text.len()).map(|at| at..at + 1).collect();
    for way in path {
        let (mut next_bytes, mut next_origins) = (Vec::with_capacity(bytes.len()), Vec::with_capacity(bytes.len()));
        way.decode(&bytes, |byte, from| {
            next_bytes.push(byte);
            next_origins.push(origins[from.start].start..origins[from.end - 1].end);
        });
        (bytes, origins) = (next_bytes, next_origins);
    }
    origins
}

fn decodings(syntax: Syntax) -> &'static [Decoding] {
    match syntax {
        Syntax::Text => &[Decoding::Json, Decoding::Percent, Decoding::Form, Decoding::Lines, Decoding::Html],
        Syntax::Regex => &[Decoding::Regex, Decoding::Json, Decoding::Percent],
    }
}

fn read(text: &[u8], path: &[Decoding], way: Decoding) -> Option<Reading> {
    if !way.applies(text) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    way.decode(text, |byte, _| bytes.push(byte));
    (bytes != text).then(|| Reading { bytes, path: [path, &[way]].concat() })
}

impl Decoding {
    fn applies(self, text: &[u8]) -> bool {
        match self {
            Self::Json | Self::Regex => text.contains(&b'\\'),
            Self::Percent => text.contains(&b'%'),
            // Without a `+` it says the same as `Percent`.
            Self::Form => text.contains(&b'+'),
            Self::Html => text.contains(&b'&'),
            Self::Lines => text.iter().any(|byte| is_break(*byte)),
        }
    }

    /// Gives each byte of the reading with the place in the text that it stands for.
    fn decode(self, text: &[u8], mut emit: impl FnMut(u8, Range<usize>)) {
        let mut at = 0;
        while at < text.len() {
            let (length, decoded) = self.unit(&text[at..]);
            decoded.as_bytes().iter().for_each(|byte| emit(*byte, at..at + length));
            at += length;
        }
    }

    /// The first unit of a text that is not empty: how long it is, and what it stands for.
    fn unit(self, text: &[u8]) -> (usize, Unit) {
        let coded = match (self, text[0]) {
            (Self::Json, b'\\') => json_escape(text),
            (Self::Percent | Self::Form, b'%') => percent_escape(text),
            (Self::Form, b'+') => Some((1, Unit::byte(b' '))),
            (Self::Regex, b'\\') => regex_escape(text),
            (Self::Html, b'&') => character_reference(text),
            (Self::Lines, byte) if is_break(byte) => Some((line_break(text), Unit::NOTHING)),
            _ => None,
        };
        coded.unwrap_or_else(|| (1, Unit::byte(text[0])))
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How long the break is with which the text begins.
fn line_break(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_break(**byte) || matches!(byte, b' ' | b'\t')).count()
}

/// Up to four bytes.
struct Unit {
    bytes: [u8; 4],
    length: usize,
}

impl Unit {
    const NOTHING: Self = Self { bytes: [0; 4], length: 0 };

    fn byte(byte: u8) -> Self {
        Self { bytes: [byte, 0, 0, 0], length: 1 }
    }

    fn char(c: char) -> Self {
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        Self { bytes, length }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

fn json_escape(text: &[u8]) -> Option<(usize, Unit)> {
    let byte = match *text.get(1)? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 0x08,
        b'f' => 0x0c,
        other @ (b'"' | b'\\' | b'/') => other,
        b'u' => return unicode_escape(text),
        _ => return None,
    };
    Some((2, Unit::byte(byte)))
}

fn unicode_escape(text: &[u8]) -> Option<(usize, Unit)> {
    let first = hex_number(text.get(2..6)?)?;
    if let Some(c) = char::from_u32(first) {
        return Some((6, Unit::char(c)));
    }
    let low = text.get(6..12).filter(|rest| rest.starts_with(b"\\u"))?;
    let units = [u16::try_from(first).ok()?, u16::try_from(hex_number(&low[2..])?).ok()?];
    let pair = char::decode_utf16(units).next()?.ok()?;
    Some((12, Unit::char(pair)))
}

fn percent_escape(text: &[u8]) -> Option<(usize, Unit)> {
    let byte = u8::try_from(hex_number(text.get(1..3)?)?).ok()?;
    Some((3, Unit::byte(byte)))
}

/// As HTML writers make them: a number, or one of the five names that they must (HTML, 13.5).
fn character_reference(text: &[u8]) -> Option<(usize, Unit)> {
    const LENGTH_MAX: usize = 12;
    let end = text.iter().take(LENGTH_MAX).position(|byte| *byte == b';')?;
    let name = std::str::from_utf8(&text[1..end]).ok()?;
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let c = match name {
        "amp" | "AMP" => '&',
        "lt" | "LT" => '<',
        "gt" | "GT" => '>',
        "quot" | "QUOT" => '"',
        "apos" => '\'',
        _ => match name.strip_prefix('#')? {
            digits if digits.starts_with(['x', 'X']) => number(&digits[1..], 16)?,
            digits => number(digits, 10)?,
        },
    };
    Some((end + 1, Unit::char(c)))
}

fn regex_escape(text: &[u8]) -> Option<(usize, Unit)> {
    let byte = *text.get(1)?;
    byte.is_ascii_punctuation().then(|| (2, Unit::byte(byte)))
}

fn hex_number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?))
}
