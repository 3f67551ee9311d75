//! Text as it came: in a block, with what changed, or to be copied.

use super::{Markup, block, text};
use crate::{visible, wording};

/// Characters of a text that are shown; what is more is counted.
const CHARS_MAX: usize = 20_000;

/// A text of one or several lines.
pub(crate) fn pre(words: &str) -> Markup {
    let (shown, left) = visible::cut(words, CHARS_MAX);
    let more = if left > 0 { format!("\n… {}", wording::count(left, "more character")) } else { String::new() };
    Markup::new(format!("<pre dir=\"auto\">{}{more}</pre>", block(shown.trim_end_matches('\n'))))
}

/// Lines that begin with a plus, a minus or a blank.
pub(crate) fn diff(words: &str) -> Markup {
    let (shown, left) = visible::cut(words, CHARS_MAX);
    let mut html = String::from("<pre class=\"diff\">");
    for line in shown.lines() {
        let tag = match line.as_bytes().first() {
            Some(b'-') => "del",
            Some(b'+') => "ins",
            _ => "span",
        };
        html.push_str(&format_line(tag, line));
    }
    if left > 0 {
        html.push_str(&format_line("span", &format!("… {}", wording::count(left, "more character"))));
    }
    Markup::new(html.trim_end().to_owned() + "</pre>")
}

fn format_line(tag: &str, line: &str) -> String {
    format!("<{tag}>{}</{tag}>\n", text(line))
}

/// A line with a button that copies it.
pub(crate) fn copied(words: &str) -> Markup {
    Markup::new(format!("<mcpvals-copy><pre>{}</pre></mcpvals-copy>", block(words)))
}
