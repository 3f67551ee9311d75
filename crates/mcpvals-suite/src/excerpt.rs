//! What a server sent, cut to what a person reads. Bounded: the cost does not grow with what is cut off.
//!
//! Everything that goes into a message passes through here, so that no control character of a server reaches a
//! terminal.

use std::fmt::Write as _;
use std::io;

use serde_json::Value;

/// Characters of a value or text inside one line of a message.
pub(crate) const LINE_CHARS_MAX: usize = 240;

/// A text in quotes on one line; what is cut off is counted.
pub(crate) fn quoted(text: &str) -> String {
    quoted_to(text, LINE_CHARS_MAX)
}

/// As [`quoted`], with another limit.
pub(crate) fn quoted_to(text: &str, chars_max: usize) -> String {
    let mut out = String::from("\"");
    let cut = push_escaped(&mut out, text, chars_max, true);
    out.push('"');
    if cut {
        let _ = write!(out, "… ({} characters)", text.chars().count());
    }
    out
}

/// A value as JSON on one line.
pub(crate) fn json(value: &Value) -> String {
    json_to(value, LINE_CHARS_MAX)
}

/// As [`json`], with another limit.
pub(crate) fn json_to(value: &Value, chars_max: usize) -> String {
    // A character is at most 4 bytes; one more than fits is needed to see that something is cut off.
    let text = compact(value, (chars_max + 1).saturating_mul(4));
    let mut out = String::new();
    if push_escaped(&mut out, &text, chars_max, false) {
        out.push('…');
    }
    out
}

/// Text for a place where lines may stay: control characters are escaped, line ends kept, the end cut off.
pub(crate) fn block(text: &str, chars_max: usize) -> String {
    let mut out = String::new();
    let mut cut = false;
    for (index, line) in text.split('\n').enumerate() {
        let left = chars_max.saturating_sub(out.len());
        if left == 0 {
            cut = true;
            break;
        }
        if index > 0 {
            out.push('\n');
        }
        cut |= push_escaped(&mut out, line.trim_end_matches('\r'), left, false);
    }
    if cut {
        out.push('…');
    }
    out
}

/// Compact JSON, no longer than the limit in bytes; what is beyond it is not even written.
pub(crate) fn compact(value: &Value, bytes_max: usize) -> String {
    let mut out = Bounded { bytes: Vec::new(), bytes_max };
    // An error only says that the limit was reached.
    let _ = serde_json::to_writer(&mut out, value);
    out.into_text()
}

/// Indented JSON, no longer than the limit in bytes.
pub(crate) fn pretty(value: &Value, bytes_max: usize) -> String {
    let mut out = Bounded { bytes: Vec::new(), bytes_max };
    let _ = serde_json::to_writer_pretty(&mut out, value);
    out.into_text()
}

/// The longest beginning of a text that has no more bytes than this and ends between characters.
pub(crate) fn head(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

/// Writes no more characters than the limit; says whether anything was left out.
fn push_escaped(out: &mut String, text: &str, chars_max: usize, quotes: bool) -> bool {
    let mut chars = text.chars();
    for c in chars.by_ref().take(chars_max) {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' if quotes => out.push_str("\\\""),
            '\\' if quotes => out.push_str("\\\\"),
            c if is_invisible(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    chars.next().is_some()
}

/// Control characters, marks that turn the direction of writing, and characters without a shape.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// A writer that refuses what is over its limit.
struct Bounded {
    bytes: Vec<u8>,
    bytes_max: usize,
}

impl Bounded {
    fn into_text(self) -> String {
        match String::from_utf8(self.bytes) {
            Ok(text) => text,
            // The limit fell inside a character.
            Err(error) => {
                let whole = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(whole);
                String::from_utf8(bytes).unwrap_or_default()
            }
        }
    }
}

impl io::Write for Bounded {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let room = self.bytes_max.saturating_sub(self.bytes.len());
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = buffer.len().min(room);
        self.bytes.extend_from_slice(&buffer[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{block, compact, json_to, quoted, quoted_to};

    #[test]
    fn short_text_stays_as_it_is() {
        assert_eq!(quoted("héllo ☃"), "\"héllo ☃\"");
    }

    #[test]
    fn cut_text_says_how_long_it_was() {
        assert_eq!(quoted_to("ééééé", 3), "\"ééé\"… (5 characters)");
    }

    #[test]
    fn terminal_escapes_and_line_ends_are_shown_not_sent() {
        assert_eq!(quoted("a\u{1b}[31m\"b\"\n\u{202e}"), r#""a\u{1b}[31m\"b\"\n\u{202e}""#);
    }

    #[test]
    fn json_is_cut_between_characters() {
        assert_eq!(json_to(&json!({"a": "☃☃☃☃"}), 8), "{\"a\":\"☃☃…");
        assert_eq!(compact(&json!("☃"), 3), "\"");
    }

    #[test]
    fn what_is_cut_off_is_not_written() {
        let huge = json!(vec![0; 200_000]);
        assert_eq!(compact(&huge, 100).len(), 100);
        assert_eq!(json_to(&huge, 10), "[0,0,0,0,0…");
    }

    #[test]
    fn blocks_keep_their_lines() {
        assert_eq!(block("a\r\nb\u{7}", 100), "a\nb\\u{7}");
        assert_eq!(block("aaaa\nbbbb", 6), "aaaa\nbb…");
    }
}
