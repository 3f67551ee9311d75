//! Escapes of Markdown. Text from outside stands in code only: there no mark-up, link or mention works.

use crate::visible;

/// A row of a table. The cells are ours, or made by [`code`].
pub(super) fn row<const N: usize>(cells: &[String; N]) -> String {
    format!("| {} |", cells.join(" | "))
}

/// Inline code, also in a table: one line, whatever backticks and bars it has.
pub(crate) fn code(text: &str) -> String {
    let shown = visible::line(text);
    if shown.trim().is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&shown) + 1);
    // A table cell ends at a bar even within code, unless a backslash stands before it. Where one stands there
    // already, readers disagree whether it escapes the bar or our backslash: then the bar is written as a number.
    let shown = shown.replace("\\|", "\\\\x7c").replace('|', "\\|");
    // One space at each side is taken off by the reader: needed next to a backtick, harmless elsewhere.
    let pad = if shown.starts_with(['`', ' ']) || shown.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

/// A block of code that its own text cannot end.
pub(super) fn fence(text: &str) -> String {
    let shown = visible::block(text);
    let fence = "`".repeat((longest_run(&shown) + 1).max(3));
    format!("{fence}text\n{}\n{fence}\n", shown.trim_end_matches('\n'))
}

/// Text within HTML.
pub(crate) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Short enough for a table or a list.
pub(super) fn short(text: &str) -> String {
    const CHARS_MAX: usize = 300;
    visible::excerpt(text, CHARS_MAX, "…")
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{code, fence, html};

    #[test]
    fn code_outlives_backticks() {
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`a`"), "`` `a` ``");
    }

    #[test]
    fn a_bar_does_not_end_the_cell() {
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("a\\|b"), "`a\\\\x7cb`");
    }

    #[test]
    fn nothing_is_no_code() {
        assert_eq!(code(" "), "");
    }

    #[test]
    fn a_fence_outlives_fences() {
        assert_eq!(fence("```\nx"), "````text\n```\nx\n````\n");
    }

    #[test]
    fn html_has_no_tags_of_others() {
        assert_eq!(html("<b>&"), "&lt;b&gt;&amp;");
    }
}
