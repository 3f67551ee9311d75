//! Letters in the escapes of programs, pages and mail.

use super::{Hidden, Way};

/// Fewer escapes are examples.
const ESCAPES_MIN: usize = 6;

/// The first stretch of `\u0069`, `\x69`, `&#105;`, `=69` or their like.
pub(super) fn find(text: &str) -> Option<Hidden> {
    let begins = |byte: u8| matches!(byte, b'\\' | b'&' | b'=' | b'%' | b'+');
    let mut at = 0;
    while let Some(found) = text.bytes().skip(at).position(begins).map(|length| at + length) {
        // `U+0069` begins with its letter.
        let start = if text[..found].ends_with('U') { found - 1 } else { found };
        let (mut says, mut end, mut count) = (String::new(), start, 0);
        // Blanks between words need no escape.
        while let Some((c, length)) =
            escape(&text[end..]).or_else(|| (count > 0 && text[end..].starts_with(' ')).then_some((' ', 1)))
        {
            says.push(c);
            end += length;
            count += usize::from(length > 1);
        }
        if count >= ESCAPES_MIN && says.chars().any(char::is_alphabetic) {
            let end = start + text[start..end].trim_end().len();
            return Some(Hidden::new(Way::Encoded, start..end).saying(says.trim_end().to_owned()));
        }
        at = end.max(found + 1);
    }
    None
}

/// The character that an escape means, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let code = |prefix: &str, digits: usize| {
        let value = text.strip_prefix(prefix)?.get(..digits)?;
        let is_hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some((char::from_u32(u32::from_str_radix(value, 16).ok().filter(|_| is_hex)?)?, prefix.len() + digits))
    };
    match text.as_bytes().first()? {
        b'\\' => code("\\u", 4)
            .or_else(|| code("\\x", 2))
            .or_else(|| code("\\U", 8))
            .or_else(|| until(text, "\\u{", '}', 16))
            .or_else(|| until(text, "\\x{", '}', 16))
            .or_else(|| octal(text)),
        b'&' => {
            until(text, "&#x", ';', 16).or_else(|| until(text, "&#X", ';', 16)).or_else(|| until(text, "&#", ';', 10))
        }
        b'=' => code("=", 2),
        b'%' => code("%u", 4),
        b'U' => code("U+", 4),
        _ => None,
    }
}

/// Digits between a prefix and an end.
fn until(text: &str, prefix: &str, end: char, radix: u32) -> Option<(char, usize)> {
    const DIGITS_MAX: usize = 9;
    let number = text.strip_prefix(prefix)?;
    let (length, _) = number.char_indices().take(DIGITS_MAX).find(|(_, c)| *c == end)?;
    Some((char::from_u32(u32::from_str_radix(&number[..length], radix).ok()?)?, prefix.len() + length + 1))
}

fn octal(text: &str) -> Option<(char, usize)> {
    let value = text.get(1..4).filter(|value| value.bytes().all(|byte| matches!(byte, b'0'..=b'7')))?;
    Some((char::from_u32(u32::from_str_radix(value, 8).ok()?)?, 4))
}
