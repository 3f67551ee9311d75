//! The parameter `charset`, against the bytes or the text.

use std::borrow::Cow;

/// What the parameter says, in lower case.
pub(super) fn of(mime_type: &str) -> Option<String> {
    let parameters = mime_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, value) = parameters.into_iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(value.trim().trim_matches('"').to_ascii_lowercase())
}

/// What is in a text that the charset cannot write. The text is Unicode already, so that others say nothing of it.
pub(super) fn foreign(charset: &str, text: &str) -> Option<String> {
    let max = match charset {
        "us-ascii" | "ascii" => '\u{7f}',
        "iso-8859-1" | "latin1" => '\u{ff}',
        _ => char::MAX,
    };
    if charset.starts_with("utf-16") && text.contains('\0') {
        return Some("text with a NUL for every second letter, as if nobody had decoded it".to_owned());
    }
    let other = text.chars().find(|c| *c > max)?;
    Some(format!("text with `{other}`, which `{charset}` does not have"))
}

/// The text that bytes are, `None` where the charset is not known here, or what speaks against it.
pub(super) fn decoded<'a>(charset: Option<&str>, bytes: &'a [u8]) -> Result<Option<Cow<'a, str>>, String> {
    match charset {
        Some("utf-8" | "utf8") => {
            std::str::from_utf8(bytes).map(|text| Some(text.into())).map_err(|_| "bytes that are no UTF-8".to_owned())
        }
        Some("us-ascii" | "ascii") if !bytes.is_ascii() => Err("bytes beyond ASCII".to_owned()),
        Some("utf-16" | "utf-16le" | "utf-16be") if is_plain(bytes) => Err("plain ASCII, not UTF-16".to_owned()),
        Some(name @ ("utf-16" | "utf-16le" | "utf-16be")) => utf16(bytes, name == "utf-16le").map(Some),
        None if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") => utf16(bytes, false).map(Some),
        None if bytes.contains(&0) => Err("bytes with a NUL, which are no text".to_owned()),
        None => Ok(Some(String::from_utf8_lossy(bytes))),
        Some(_) => Ok(None),
    }
}

/// A few Chinese letters may look like it in UTF-16.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.len() >= 16 && bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
}

/// A mark at the beginning says which byte comes first.
fn utf16(bytes: &[u8], is_little: bool) -> Result<Cow<'static, str>, String> {
    let is_little = bytes.starts_with(b"\xff\xfe") || is_little && !bytes.starts_with(b"\xfe\xff");
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| if is_little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) });
    let text: Option<String> = char::decode_utf16(units).collect::<Result<_, _>>().ok();
    text.filter(|_| rest.is_empty()).map(Cow::Owned).ok_or_else(|| "bytes that are no UTF-16".to_owned())
}
