//! Codes that have an alphabet.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::bytes::text;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

static STANDARD_ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, LENIENT);
static URL_SAFE_ENGINE: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, LENIENT);

pub(super) fn base64(code: &str) -> Option<String> {
    let bare = code.trim_matches('=');
    STANDARD_ENGINE.decode(bare).or_else(|_| URL_SAFE_ENGINE.decode(bare)).ok().and_then(text)
}

/// RFC 4648, section 6; without its padding, too.
pub(super) fn base32(code: &str) -> Option<String> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in code.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            _ => return None,
        };
        bits = bits << 5 | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    text(bytes)
}

pub(super) fn hex(code: &str) -> Option<String> {
    let code = code.strip_prefix("0x").unwrap_or(code);
    let digits: Option<Vec<u8>> =
        code.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let pairs = digits.filter(|digits| digits.len() % 2 == 0)?;
    text(pairs.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Eight digits to a byte.
pub(super) fn binary(code: &str) -> Option<String> {
    let is_binary = code.len().is_multiple_of(8) && code.bytes().all(|byte| byte == b'0' || byte == b'1');
    let byte = |digits: &[u8]| digits.iter().fold(0, |number, digit| number << 1 | (digit & 1));
    is_binary.then(|| text(code.as_bytes().chunks_exact(8).map(byte).collect())).flatten()
}

/// Blanks are encoded in honest addresses, too; letters are not.
pub(super) fn percent(code: &str) -> Option<String> {
    if !code.contains('%') {
        return None;
    }
    let mut bytes = Vec::new();
    let mut letters = 0;
    let mut rest = code.as_bytes();
    while let [first, more @ ..] = rest {
        let value = more
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        letters += usize::from(value.is_some_and(|byte| byte.is_ascii_alphabetic()));
        bytes.push(value.unwrap_or(*first));
        rest = if value.is_some() { &more[2..] } else { more };
    }
    text(bytes).filter(|_| letters >= 4)
}
