//! Text as HTML: nothing in it is mark-up, and nothing in it is hidden.

use std::fmt::{self, Write};

use askama::filters::Escaper;

use super::Markup;
use crate::markdown::parts;
use crate::paper::{Line, Piece};
use crate::visible;

/// What templates escape with, also in an attribute in double quotes; line breaks stay.
#[derive(Debug, Clone, Copy, Default)]
pub struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        let shown = visible::block(string);
        let mut rest = &*shown;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
            dest.write_str(&rest[..at])?;
            dest.write_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => "&#39;",
            })?;
            rest = &rest[at + 1..];
        }
        dest.write_str(rest)
    }
}

/// Text in one line.
pub fn text(text: &str) -> Markup {
    block(&visible::line(text))
}

/// Text of several lines.
pub fn block(text: &str) -> Markup {
    let mut html = String::with_capacity(text.len() + 16);
    // Writing to a `String` cannot fail.
    let _ = Visible.write_escaped_str(&mut html, text);
    Markup::new(html)
}

/// Prose: what stands between a pair of backticks is code.
pub fn prose(text: &str) -> Markup {
    let part = |(part, is_code)| if is_code { code(part) } else { self::text(part) };
    parts(text).into_iter().map(part).collect()
}

/// A name, place or value. Its direction is its own: letters that run to the left turn nothing around them.
pub fn code(text: &str) -> Markup {
    if text.trim().is_empty() {
        return Markup::default();
    }
    Markup::new(format!("<code dir=\"auto\">{}</code>", self::text(text)))
}

/// A word of judgement, ours: its look is the class of the same name.
pub fn badge(word: &str) -> Markup {
    let class = word.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    Markup::new(format!("<span class=\"badge {class}\">{}</span>", text(word)))
}

/// The pieces of a line.
pub(crate) fn line(line: &Line) -> Markup {
    line.0.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> Markup {
    match piece {
        Piece::Words(words) => prose(words),
        Piece::Strong(words) => Markup::new(format!("<strong>{}</strong>", text(words))),
        Piece::Code(text) => code(text),
        Piece::Verdict(word) => badge(word),
    }
}

#[cfg(test)]
mod tests {
    use super::{block, prose, text};

    #[test]
    fn nothing_is_mark_up() {
        assert_eq!(text("<a href=\"x\" b='c'>&").as_str(), "&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;&amp;");
    }

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(text("a\u{202e}b\u{1b}[0m\n").as_str(), "a\\u{202e}b\\x1b[0m\\n");
        assert_eq!(block("a\u{2028}\nb").as_str(), "a\\u{2028}\nb");
    }

    #[test]
    fn backticks_are_code() {
        assert_eq!(prose("a `<b>` c").as_str(), "a <code dir=\"auto\">&lt;b&gt;</code> c");
    }
}
