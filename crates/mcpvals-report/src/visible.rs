//! Text of a server made safe to show: what a terminal would obey, or a reader would not see, becomes visible.
//!
//! Not for machine formats: JSON has its own escapes.

use std::borrow::Cow;
use std::fmt::Write as _;

/// One line: line breaks become visible, too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escape(text, is_hidden)
}

/// A text of a server made safe for a terminal: control characters become visible, line breaks stay.
pub fn block(text: &str) -> Cow<'_, str> {
    escape(text, |c| c != '\n' && is_hidden(c))
}

/// The first `chars_max` characters; the second is how many are left out.
pub(crate) fn cut(text: &str, chars_max: usize) -> (&str, usize) {
    match text.char_indices().nth(chars_max) {
        None => (text, 0),
        Some((end, _)) => (&text[..end], text[end..].chars().count()),
    }
}

/// A line that is cut with an ellipsis where it is longer than `chars_max`.
pub(crate) fn excerpt(text: &str, chars_max: usize, ellipsis: &str) -> String {
    // Cut first: a text of megabytes is not escaped for the sake of its first words.
    let (start, left_out) = cut(text, chars_max);
    let shown = line(start);
    let (shown, more) = cut(&shown, chars_max);
    if left_out + more == 0 { shown.to_owned() } else { format!("{}{ellipsis}", shown.trim_end()) }
}

/// JSON text with the same characters as JSON escapes: it means the same, and can be shown on a terminal.
pub fn json(text: &str) -> Cow<'_, str> {
    // Line breaks stand between the members only: within strings JSON escapes them itself.
    let hidden = |c| c != '\n' && is_hidden(c);
    // Nearly all text is ASCII, in which JSON itself escapes all but one.
    if text.is_ascii() && !text.contains('\u{7f}') || !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) { push_units(&mut shown, c) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// `\u202e`; two of them for a character beyond the first plane.
fn push_units(shown: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(shown, "\\u{unit:04x}");
    }
}

/// Would a terminal obey it, or a reader not see it?
///
/// Beside the control characters: marks that turn the direction of text around, zero-width ones (joiners stay, emoji
/// need them), line separators that only some programs break at, and the invisible tag letters.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

fn escape(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&hidden) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    for c in text[first..].chars() {
        if hidden(c) { push_escape(&mut shown, c) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

fn push_escape(shown: &mut String, c: char) {
    // Writing to a `String` cannot fail.
    let _ = match c {
        '\n' => shown.write_str("\\n"),
        '\r' => shown.write_str("\\r"),
        '\t' => shown.write_str("\\t"),
        c if u32::from(c) < 0x100 => write!(shown, "\\x{:02x}", u32::from(c)),
        c => write!(shown, "\\u{{{:x}}}", u32::from(c)),
    };
}

#[cfg(test)]
mod tests {
    use super::{block, cut, excerpt, json, line};

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(line(text), shown);
    }

    #[test]
    fn an_escape_sequence_becomes_text() {
        check("\u{1b}[31mred\u{1b}[0m", "\\x1b[31mred\\x1b[0m");
    }

    #[test]
    fn marks_that_turn_text_around_become_text() {
        check("a\u{202e}b", "a\\u{202e}b");
    }

    #[test]
    fn hidden_tag_letters_become_text() {
        check("x\u{e0041}", "x\\u{e0041}");
    }

    #[test]
    fn other_scripts_and_joined_emoji_stay() {
        check("Grüße, 日本, 👩‍🔬", "Grüße, 日本, 👩‍🔬");
    }

    #[test]
    fn line_breaks_stay_in_a_block_only() {
        check("a\r\nb\t", "a\\r\\nb\\t");
        assert_eq!(block("a\r\nb\t"), "a\\r\nb\\t");
    }

    #[test]
    fn json_means_the_same_when_it_is_made_visible() {
        let value = serde_json::json!({"a": "\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\n日本"});
        let text = format!("{value:#}");
        assert_eq!(json(&text), "{\n  \"a\": \"\\u001b\\u007f\\u009b\\u202e\\udb40\\udc41\\n日本\"\n}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&json(&text)).unwrap(), value);
    }

    #[test]
    fn a_cut_counts_characters_not_bytes() {
        assert_eq!(cut("äöü", 2), ("äö", 1));
        assert_eq!(cut("äöü", 3), ("äöü", 0));
    }

    #[test]
    fn an_excerpt_is_one_line_and_no_longer_than_asked() {
        assert_eq!(excerpt("one\ntwo three", 8, "…"), "one\\ntwo…");
        assert_eq!(excerpt("one", 3, "…"), "one");
    }
}
