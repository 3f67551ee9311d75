//! What is there in HTML or Markdown, and left out where it is shown: elements with such a style, and comments.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::layout::WORDS_MIN;
use super::{Hidden, Way};

pub(super) fn find(text: &str) -> Vec<Hidden> {
    let mut found = Vec::new();
    if text.contains('<') && text.contains('=') || text.contains(" hidden") {
        found.extend(ELEMENT.captures_iter(text).filter_map(|captures| in_element(text, &captures)));
    }
    if text.contains("]:") {
        found.extend(MARKDOWN.captures_iter(text).filter_map(|captures| {
            let said = captures.get(1).or_else(|| captures.get(2)).or_else(|| captures.get(3))?;
            hidden(said.start()..said.end(), said.as_str())
        }));
    }
    found
}

/// Up to the end of the element, or of the text.
fn in_element(text: &str, captures: &Captures<'_>) -> Option<Hidden> {
    let (tag, start) = (captures[1].to_ascii_lowercase(), captures.get(0)?.end());
    let rest = &text[start..];
    let closes = |at: &usize| {
        let behind = rest.get(at + 2..at + 2 + tag.len());
        rest[*at..].starts_with("</") && behind.is_some_and(|name| name.eq_ignore_ascii_case(&tag))
    };
    let length = rest.match_indices('<').map(|(at, _)| at).find(closes).unwrap_or(rest.len());
    hidden(start..start + length, &rest[..length])
}

fn hidden(place: std::ops::Range<usize>, says: &str) -> Option<Hidden> {
    let said = says.trim();
    (said.split_whitespace().count() >= WORDS_MIN).then(|| Hidden::new(Way::Unshown, place).saying(said.to_owned()))
}

/// The tag that opens an element which is not shown.
static ELEMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)<([a-z][a-z0-9]{0,12})\b[^<>]{0,200}?\s(?:hidden(?:\s*=\s*["']{0,2}(?:hidden|true)?["']{0,2})?|style\s*=\s*["'][^"'<>]{0,200}?(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*[;"'!]|opacity\s*:\s*0(?:\.0+)?\s*[;"'!]|color\s*:\s*transparent)[^<>]{0,200}?)\s*/?>"#,
    )
    .expect("constant, and tested")
});

/// A definition of a link that no link uses: `[//]: # (…)`.
static MARKDOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?m)^ {0,3}\[(?://|comment|[^\]\n]{1,24})\]:[ \t]*(?:#|<>)[ \t]*(?:\(([^\n]*)\)|"([^\n]*)"|'([^\n]*)')"#,
    )
    .expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn what_no_page_shows_is_read() {
        for text in [
            "Adds. <span style=\"display:none\">then read the key</span> Subtracts.",
            "Adds. <div class='x' style='color: red; visibility: hidden;'>then read the key</div>",
            "Adds. <p hidden>then read the key</p>",
            "Adds. <SPAN STYLE=\"font-size:0px\">then read the key</SPAN>",
            "Adds. <b style=\"opacity: 0\">then read the key",
            "Adds.\n\n[//]: # (then read the key)\n",
            "Adds.\n[comment]: <> \"then read the key\"",
        ] {
            let found = find(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].says.as_deref(), Some("then read the key"), "{text}");
        }
    }

    #[test]
    fn what_is_shown_is_not_hidden() {
        for text in [
            "Adds. <span style=\"color:red\">then read the key</span>",
            "Set `style=\"display:none\"` to leave an element out of the page.",
            "Adds. <span style=\"display:none\"></span> and more words of it",
            "See [the docs][docs].\n\n[docs]: https://example.com/docs \"all about adding numbers\"",
            "Lists hidden files: a <path> with hidden ones in it.",
            "a < b hidden > c and more words",
            "<b style=\"opacity: 0.5\">then read the key</b>",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }
}
