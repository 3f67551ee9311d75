//! A text that the pattern of a schema takes. Pure.

use regex::{Regex, RegexBuilder};
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::Value;

/// A longer pattern is not read, in bytes.
const PATTERN_BYTES_MAX: usize = 1_000;
/// A longer text is not made, in bytes.
const TEXT_BYTES_MAX: usize = 2_000;

/// Texts that people would write, before one is made up letter by letter.
const PLAIN: [&str; 20] = [
    "example",
    "Example",
    "EXAMPLE",
    "a",
    "1",
    "abc",
    "123",
    "DE",
    "en-US",
    "1.0.0",
    "2026-01-01",
    "12:00",
    "example-1",
    "#ffffff",
    "https://example.com/",
    "user@example.com",
    "+493012345678",
    "example/example",
    "/tmp",
    "example.txt",
];

/// The pattern of a text, where it can be read here.
pub(crate) fn pattern(schema: &Value) -> Option<Regex> {
    let pattern = written(schema)?;
    RegexBuilder::new(pattern).size_limit(1 << 20).build().ok()
}

fn written(schema: &Value) -> Option<&str> {
    schema.get("pattern")?.as_str().filter(|pattern| pattern.len() <= PATTERN_BYTES_MAX)
}

/// The word, or the plainest text that the schema's pattern and lengths take; nothing where none was found.
pub(super) fn text(schema: &Value, word: &str) -> Option<String> {
    let pattern = pattern(schema)?;
    let bound = |member: &str| schema.get(member).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
    let (least, most) = (bound("minLength").unwrap_or(0), bound("maxLength").unwrap_or(usize::MAX));
    let fits = |text: &str| pattern.is_match(text) && (least..=most).contains(&text.chars().count());
    if let Some(plain) = std::iter::once(word).chain(PLAIN).find(|text| fits(text)) {
        return Some(plain.to_owned());
    }
    let parsed = regex_syntax::parse(written(schema)?).ok()?;
    // What may be repeated is repeated once more, and more often where the text has to be longer.
    let made = [0, 1, 2, 4, 8, 16, 32, 64].into_iter().filter_map(|more| {
        let mut text = String::new();
        write(&parsed, more, &mut text)?;
        Some(text)
    });
    made.into_iter().find(|text| fits(text))
}

/// Adds a text that this part takes; nothing where it takes none, or only long ones.
fn write(part: &Hir, more: u32, text: &mut String) -> Option<()> {
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(letter(class)?),
        HirKind::Capture(capture) => write(&capture.sub, more, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, more, text))?,
        HirKind::Alternation(parts) => write(parts.first()?, more, text)?,
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            for _ in 0..repetition.min.saturating_add(more).min(most) {
                write(&repetition.sub, more, text)?;
            }
        }
    }
    (text.len() <= TEXT_BYTES_MAX).then_some(())
}

/// The plainest letter of a class.
fn letter(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.ranges().iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect(),
    };
    let is_in = |letter: &char| ranges.iter().any(|(first, last)| (first..=last).contains(&letter));
    ['a', 'A', '1', '-'].into_iter().find(is_in).or_else(|| ranges.first().map(|(first, _)| *first))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{pattern, text};

    #[test]
    fn everyday_patterns_are_met() {
        for (written, wanted) in [
            (r"^[A-Z]{3}-\d{4}$", "AAA-1111"),
            (r"^https?://", "https://example.com/"),
            (r"^(asc|desc)$", "asc"),
            (r"^/.*", "/tmp"),
            (r"^r/\w+$", "r/a"),
            (r"^[^/]+/[^/]+$", "example/example"),
            (r"\.md$", ".md"),
            (r"^\+[1-9]\d{6,14}$", "+493012345678"),
            (r"^[0-9a-f]{40}$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
            (r"^\S{3,10}$", "word"),
        ] {
            assert_eq!(text(&json!({"pattern": written}), "word").as_deref(), Some(wanted), "{written}");
        }
        let long = text(&json!({"pattern": "^[a-z]+$", "minLength": 12}), "word");
        assert!(long.is_some_and(|long| long.len() >= 12));
        assert_eq!(text(&json!({"pattern": "^(?=x)x$"}), "word"), None, "it cannot be read here");
        assert_eq!(text(&json!({"pattern": "^a{2001,}$"}), "word"), None, "it is too long");
    }

    proptest! {
        #[test]
        fn what_is_made_fits(written in r"\^?[a-z]{0,3}(\[[a-z]-z\]|\\d|\\w|\.|\([a-z]\|[0-9]\))(\+|\*|\?|\{2,5\})?[a-z]{0,2}\$?") {
            let schema = json!({"pattern": written});
            if let (Some(pattern), Some(text)) = (pattern(&schema), text(&schema, "word")) {
                prop_assert!(pattern.is_match(&text));
            }
        }
    }
}
