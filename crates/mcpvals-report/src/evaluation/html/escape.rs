//! Text as HTML: nothing in it is mark-up, and nothing in it is hidden.

use crate::markdown::parts;
use crate::visible;

/// Text, also in an attribute in double quotes.
pub(super) fn text(text: &str) -> String {
    let shown = visible::line(text);
    let mut written = String::with_capacity(shown.len() + 16);
    for c in shown.chars() {
        match c {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            c => written.push(c),
        }
    }
    written
}

/// Prose: what stands between a pair of backticks is code.
pub(super) fn prose(text: &str) -> String {
    let part = |(part, is_code)| if is_code { code(part) } else { self::text(part) };
    parts(text).into_iter().map(part).collect()
}

/// A name, place or value. Its direction is its own: letters that run to the left turn nothing around them.
pub(super) fn code(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("<code dir=\"auto\">{}</code>", self::text(text)) }
}

#[cfg(test)]
mod tests {
    use super::{prose, text};

    #[test]
    fn nothing_is_mark_up() {
        assert_eq!(text("<a href=\"x\" b='c'>&"), "&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;&amp;");
    }

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(text("a\u{202e}b\u{1b}[0m"), "a\\u{202e}b\\x1b[0m");
    }

    #[test]
    fn backticks_are_code() {
        assert_eq!(prose("a `<b>` c"), "a <code dir=\"auto\">&lt;b&gt;</code> c");
    }
}
