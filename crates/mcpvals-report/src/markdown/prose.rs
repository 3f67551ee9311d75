//! Prose in which a server may have had a say, as Markdown that reads the same and marks nothing up.

use std::fmt::Write as _;

use super::text::code;
use crate::visible;

/// One line. What stands between a pair of backticks is code, as in our messages; all else is escaped, and words that
/// readers would make links or mentions of become code, because backslashes do not keep them from it.
pub(crate) fn prose(text: &str) -> String {
    let shown = visible::line(text);
    parts(&shown).into_iter().map(|(part, is_code)| if is_code { code(part) } else { words(part) }).collect()
}

/// The text in parts; the second says whether it stood between a pair of backticks.
pub(crate) fn parts(text: &str) -> Vec<(&str, bool)> {
    let parts = text.split('`').collect::<Vec<_>>();
    // With an odd number of backticks, or with nothing between two, nobody knows which of them belong together.
    let is_clear =
        !parts.len().is_multiple_of(2) && parts.iter().skip(1).step_by(2).all(|part| !part.trim().is_empty());
    if !is_clear {
        return vec![(text, false)];
    }
    parts
        .into_iter()
        .enumerate()
        .map(|(index, part)| (part, index % 2 == 1))
        .filter(|(part, _)| !part.is_empty())
        .collect()
}

fn words(text: &str) -> String {
    let word = |word: &str| if is_reference(word) { code_with_spaces(word) } else { escaped(word) };
    text.split_inclusive(' ').map(word).collect()
}

/// Would a reader make a link, a mention or a reference of it?
fn is_reference(word: &str) -> bool {
    let has_number = word.split('#').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    has_number || word.contains('@') || word.contains("://") || word.to_ascii_lowercase().contains("www.")
}

fn code_with_spaces(word: &str) -> String {
    let space = if word.ends_with(' ') { " " } else { "" };
    format!("{}{space}", code(word.trim_end_matches(' ')))
}

fn escaped(word: &str) -> String {
    let mut written = String::with_capacity(word.len() + 4);
    for c in word.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                let _ = write!(written, "\\{c}");
            }
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            c => written.push(c),
        }
    }
    written
}

/// A line of Markdown that begins no heading, list or rule.
pub(crate) fn guarded(text: String) -> String {
    let begin = text.trim_start();
    let digits = begin.len() - begin.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if begin.starts_with(['#', '+', '-', '=', ':']) {
        return format!("{}\\{begin}", &text[..text.len() - begin.len()]);
    }
    if digits > 0 && begin[digits..].starts_with(['.', ')']) {
        let (number, rest) = begin.split_at(digits);
        return format!("{}{number}\\{rest}", &text[..text.len() - begin.len()]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{guarded, prose};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(prose(text), expected);
    }

    #[test]
    fn names_in_backticks_are_code() {
        check("the tool `a_b` is *new*", "the tool `a_b` is \\*new\\*");
        check("odd ` one", "odd \\` one");
        check("none ``", "none \\`\\`");
        check("`a`: b", "`a`: b");
    }

    #[test]
    fn mark_up_of_others_is_text() {
        check("![x](y) <b> a|b \\| ~~c~~", "!\\[x\\](y) &lt;b&gt; a\\|b \\\\\\| \\~\\~c\\~\\~");
    }

    #[test]
    fn what_would_be_a_link_or_a_mention_is_code() {
        check("see http://x.example now", "see `http://x.example` now");
        check("ask @someone about #12", "ask `@someone` about `#12`");
        check("www.x.example", "`www.x.example`");
    }

    #[test]
    fn a_line_begins_no_heading_and_no_list() {
        let begun = ["# a", "- a", "1. a", "a\n# b", "1.5"].map(|text| guarded(prose(text)));
        assert_eq!(begun, ["\\# a", "\\- a", "1\\. a", "a\\\\n# b", "1\\.5"]);
    }
}
