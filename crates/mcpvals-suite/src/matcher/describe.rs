//! A matcher in words, for where it is spoken of without having failed by itself: below `any` and `not`.

use mcpvals_model::{Bounds, Matcher};

use crate::excerpt;

/// What the matcher wants, as a noun phrase.
pub(crate) fn describe(matcher: &Matcher) -> String {
    match matcher {
        Matcher::Equals(value) => format!("equal to {}", excerpt::json_to(value, 100)),
        Matcher::Contains(parts) => format!("text that contains {}", quoted_list(parts)),
        Matcher::NotContains(parts) => format!("text without {}", quoted_list(parts)),
        Matcher::Matches(patterns) => {
            format!("text that matches {}", patterns.iter().map(|p| format!("/{p}/")).collect::<Vec<_>>().join(" and "))
        }
        Matcher::Schema(_) => "a value that meets the schema".to_owned(),
        Matcher::JsonPath(paths) => {
            let parts =
                paths.iter().map(|(path, inner)| format!("`{}` {}", excerpt::block(path, 200), describe(inner)));
            parts.collect::<Vec<_>>().join(" and ")
        }
        Matcher::Approx { value, tolerance } => format!("a number no further than {tolerance} from {value}"),
        Matcher::Length(bounds) => format!("of length {}", bounds_words(*bounds)),
        Matcher::ContentTypes(types) => format!("content of types {}", excerpt::block(&types.join(", "), 500)),
        Matcher::IsError(true) => "an error".to_owned(),
        Matcher::IsError(false) => "a result that is no error".to_owned(),
        Matcher::ErrorCode(code) => format!("a JSON-RPC error with code {code}"),
        Matcher::All(matchers) => format!("({})", describe_all(matchers, " and ")),
        Matcher::Any(matchers) => format!("({})", describe_all(matchers, " or ")),
        Matcher::Not(inner) => format!("not {}", describe(inner)),
        Matcher::Snapshot(spec) => format!("equal to the snapshot `{}`", excerpt::block(&spec.name, 200)),
    }
}

pub(super) fn describe_all(matchers: &[Matcher], between: &str) -> String {
    if matchers.is_empty() {
        return "nothing at all".to_owned();
    }
    matchers.iter().map(describe).collect::<Vec<_>>().join(between)
}

/// `3`, `at least 3`, `at most 3`, `3 to 5`.
pub(super) fn bounds_words(bounds: Bounds) -> String {
    match (bounds.min, bounds.max) {
        (Some(min), Some(max)) if min == max => min.to_string(),
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "any number of".to_owned(),
    }
}

fn quoted_list(parts: &[String]) -> String {
    parts.iter().map(|part| excerpt::quoted_to(part, 100)).collect::<Vec<_>>().join(" and ")
}
