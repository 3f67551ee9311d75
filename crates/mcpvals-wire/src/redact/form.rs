//! The byte strings by which a secret is known: itself, its parts that are secrets of their own, and their codings.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::mask::Coding;

/// A byte string that gives a secret away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    /// What is looked for.
    pub(super) bytes: Vec<u8>,
    /// How the secret is written in it.
    pub(super) coding: Coding,
    /// Does the base64 character before it hold bits of the secret, too?
    pub(super) shares_before: bool,
    /// Does the one after it?
    pub(super) shares_after: bool,
}

/// Shorter parts are words: taking them out would spoil every output.
pub(super) const CHARS_MIN: usize = 6;

/// Every form of a secret's value; none where it is too short to be a secret.
pub(super) fn forms(value: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for part in parts(value).iter().flat_map(|part| stretches(part)) {
        for form in codings(part) {
            if !forms.iter().any(|known| known.bytes == form.bytes) {
                forms.push(form);
            }
        }
    }
    forms
}

/// A long value is found by its stretches: looking for all of it takes more than its length, and a server says how long a
/// token is.
fn stretches(part: &str) -> Vec<&str> {
    const STRETCH: usize = 128;
    const LONG: usize = 2 * STRETCH;
    if part.len() <= LONG {
        return vec![part];
    }
    let mut rest = &part[..part.floor_char_boundary(LOOKED_AT_MAX)];
    let mut stretches = Vec::new();
    while rest.len() > LONG {
        let (stretch, more) = rest.split_at(rest.floor_char_boundary(STRETCH));
        stretches.push(stretch);
        rest = more;
    }
    stretches.push(rest);
    stretches
}

/// What is left without this much of its beginning is worth nothing.
const LOOKED_AT_MAX: usize = 16 << 10;

/// The value, and what a server may show of it: without blanks around it, without the name of its scheme, with its
/// escapes taken as such, and the password of a `Basic` header.
fn parts(value: &str) -> Vec<String> {
    let mut parts = vec![value.to_owned(), value.trim().to_owned()];
    if let Some((scheme, rest)) = value.trim().split_once(' ')
        && ["basic", "bearer", "token", "apikey"].contains(&scheme.to_ascii_lowercase().as_str())
    {
        parts.push(rest.trim().to_owned());
        parts.extend(basic_parts(rest.trim()));
    }
    if value.contains("\\n") {
        parts.push(value.replace("\\n", "\n"));
    }
    // A key of several lines (PEM) is shown line by line; its first and last line are no secret.
    let lines = parts.iter().filter(|part| part.contains('\n')).flat_map(|part| part.lines());
    let lines: Vec<String> =
        lines.map(str::trim).filter(|line| !line.starts_with("-----")).map(str::to_owned).collect();
    parts.extend(lines);
    parts.retain(|part| part.chars().count() >= CHARS_MIN);
    parts.dedup();
    parts
}

/// `user:password` and the password of base64 credentials.
fn basic_parts(credentials: &str) -> Vec<String> {
    let decoded = STANDARD.decode(credentials).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(pair) = decoded else { return Vec::new() };
    let Some((_, password)) = pair.split_once(':') else { return Vec::new() };
    vec![password.to_owned(), pair]
}

fn codings(value: &str) -> Vec<Form> {
    let whole = |bytes: &str, coding| Form {
        bytes: bytes.as_bytes().to_vec(),
        coding,
        shares_before: false,
        shares_after: false,
    };
    let mut forms = vec![whole(value, Coding::Plain), whole(&hex(value.as_bytes()), Coding::Hex)];
    // The readings find every spelling of these, but read wrongly where a stray `%` or `\` precedes the secret.
    forms.extend(json_escaped(value).iter().map(|code| whole(code, Coding::Plain)));
    forms.extend(url_encoded(value).iter().map(|code| whole(code, Coding::Url)));
    forms.extend((0..3).flat_map(|before| base64_cores(value.as_bytes(), before)));
    forms
}

/// As most writers of JSON do it, and as those that keep to ASCII.
fn json_escaped(value: &str) -> [String; 2] {
    let quoted = Value::from(value).to_string();
    let escaped = quoted[1..quoted.len() - 1].to_owned();
    let mut units = [0; 2];
    let ascii = escaped.chars().flat_map(|c| match c {
        ' '..='~' => vec![c.to_string()],
        _ => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    });
    let ascii = ascii.collect();
    [escaped, ascii]
}

/// With the characters that RFC 3986 calls unreserved left as they are, with those of `encodeURIComponent`, with all
/// others encoded, and as a form does it.
fn url_encoded(value: &str) -> [String; 4] {
    const UNRESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    const COMPONENT: AsciiSet = UNRESERVED.remove(b'!').remove(b'*').remove(b'\'').remove(b'(').remove(b')');
    const FORM: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'*').remove(b' ');
    let encoded = |set: &'static AsciiSet| utf8_percent_encode(value, set).to_string();
    [encoded(&UNRESERVED), encoded(&COMPONENT), encoded(NON_ALPHANUMERIC), encoded(&FORM).replace(' ', "+")]
}

fn hex(value: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    value.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}

/// The base64 characters that hold bits of the value only, when `before` bytes of something else precede it.
///
/// A value never stands alone in `Bearer x` or `user:x`, but its own bits do not change: three alignments, two
/// alphabets.
fn base64_cores(value: &[u8], before: usize) -> [Form; 2] {
    let padded = [&[0_u8, 0][..before], value].concat();
    let first = (before * 8).div_ceil(6);
    let last = padded.len() * 8 / 6;
    let (shares_before, shares_after) = (!(before * 8).is_multiple_of(6), !(padded.len() * 8).is_multiple_of(6));
    [STANDARD_NO_PAD.encode(&padded), URL_SAFE_NO_PAD.encode(&padded)].map(|code| Form {
        bytes: code.as_bytes()[first..last].to_vec(),
        coding: Coding::Base64,
        shares_before,
        shares_after,
    })
}
