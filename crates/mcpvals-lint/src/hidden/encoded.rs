//! Words that have to be decoded to be read.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::{Hidden, Way};

/// Shorter codes say little.
const LENGTH_MIN: usize = 24;
/// Fewer words are a value.
const WORDS_MIN: usize = 3;
/// So often what was read is read again.
const LAYERS_MAX: usize = 3;
/// More of a code is not read.
const LENGTH_MAX: usize = 16 << 10;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

pub(super) fn find(text: &str) -> Vec<Hidden> {
    let start = text.as_ptr() as usize;
    let is_code = |c: char| c.is_ascii_alphanumeric() || "+/=_-%".contains(c);
    let codes = text.split(|c: char| !is_code(c)).filter(|code| (LENGTH_MIN..LENGTH_MAX).contains(&code.len()));
    let read = |code: &str| {
        let at = code.as_ptr() as usize - start;
        // What stands there in plain words, too, as an example's answer, is hidden from nobody.
        let says = prose(code, LAYERS_MAX).filter(|says| !text.contains(says.trim()))?;
        Some(Hidden::new(Way::Encoded, at..at + code.len()).saying(says))
    };
    codes.filter_map(read).collect()
}

/// The words that a code says, or that the code says which it says.
fn prose(code: &str, layers: usize) -> Option<String> {
    let read: Vec<String> = [hex(code), base32(code), base64(code), percent(code)].into_iter().flatten().collect();
    if let Some(says) = read.iter().find(|says| is_prose(says)) {
        return Some(says.clone());
    }
    let deeper =
        read.iter().map(|inner| inner.trim()).filter(|inner| layers > 1 && *inner != code && inner.len() >= LENGTH_MIN);
    deeper.filter(|inner| inner.is_ascii() && !inner.contains(' ')).find_map(|inner| prose(inner, layers - 1))
}

/// Words with blanks between them, and little else. Data are no prose.
fn is_prose(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    let odd = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    let is_data = text.trim_start().starts_with(['{', '[', '<']);
    words >= WORDS_MIN && odd == 0 && !is_data
}

fn text(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).ok()
}

fn base64(code: &str) -> Option<String> {
    let bare = code.trim_matches('=');
    let standard = GeneralPurpose::new(&STANDARD, LENIENT);
    let url_safe = GeneralPurpose::new(&URL_SAFE, LENIENT);
    standard.decode(bare).or_else(|_| url_safe.decode(bare)).ok().and_then(text)
}

/// RFC 4648, section 6; without its padding, too.
fn base32(code: &str) -> Option<String> {
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

fn hex(code: &str) -> Option<String> {
    let digits: Option<Vec<u8>> =
        code.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let pairs = digits.filter(|digits| digits.len() % 2 == 0)?;
    text(pairs.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Blanks are encoded in honest addresses, too; letters are not.
fn percent(code: &str) -> Option<String> {
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
