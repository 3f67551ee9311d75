//! The formats of a form's texts (e-mail, URI, date, date-time) and of dates elsewhere.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use regex::Regex;

/// Is the text of this format? Formats that forms do not have hold for everything.
pub(super) fn holds(format: &str, text: &str) -> bool {
    match format {
        "email" => is_email(text),
        "uri" => iri_string::types::UriStr::new(text).is_ok(),
        "date" => is_date(text),
        "date-time" => is_date_time(text),
        _ => true,
    }
}

/// One address, without a name or comments.
fn is_email(text: &str) -> bool {
    let part = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '@');
    text.rsplit_once('@').is_some_and(|(user, domain)| part(user) && part(domain) && !domain.starts_with('.'))
}

/// RFC 3339, `full-date`; the library reads shorter and longer ones, too.
fn is_date(text: &str) -> bool {
    text.len() == "2026-01-01".len() && text.as_bytes()[4] == b'-' && text.parse::<Date>().is_ok()
}

/// RFC 3339, `date-time`: with seconds and a zone. A leap second is one.
fn is_date_time(text: &str) -> bool {
    static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?i)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):\d\d)$";
        Regex::new(pattern).expect("the pattern is well-formed")
    });
    SHAPE.is_match(text) && text.parse::<Timestamp>().is_ok()
}

/// ISO 8601: a date, or a date and a time, with or without a zone.
pub(super) fn is_iso_8601(text: &str) -> bool {
    text.parse::<Timestamp>().is_ok() || text.parse::<DateTime>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[track_caller]
    fn check(format: &str, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(holds(format, text), "{text} is of {format}");
        }
        for text in bad {
            assert!(!holds(format, text), "{text} is not of {format}");
        }
    }

    #[test]
    fn formats_hold_for_what_they_name() {
        check("email", &["a@example.com", "a.b+c@x"], &["nope", "@x", "a@", "a b@x", "a@b@c", "a@.x"]);
        check("uri", &["https://example.com/x", "mailto:a@b"], &["example.com", "/x", "not a uri"]);
        check("date", &["2026-02-28", "2024-02-29"], &["2026-02-29", "2026-13-01", "26-01-01", "2026-1-1", "tomorrow"]);
        let good = ["2026-01-01T00:00:00Z", "2026-01-01t10:00:00.5+02:00"];
        let bad =
            ["2026-02-29T00:00:00Z", "2026-01-01T00:00Z", "2026-01-01T00:00:00[UTC]", "2026-01-01T00:00:00+24:00"];
        check("date-time", &["2016-12-31T23:59:60Z"], &bad);
        check("date", &[], &["20260101T0", "2026-01-0é", "é026-01-0"]);
        check("date-time", &good, &["2026-01-01", "2026-01-01T00:00:00", "2026-01-01T25:00:00Z", "2026-01-01T1:0:0Z"]);
        check("hostname", &["anything"], &[]);
    }
    #[test]
    fn dates_of_iso_8601_are_many() {
        let good = ["2025-01-12T15:00:58Z", "2025-01-12T15:00:58.25+01:00", "2025-01-12", "20250112T150058Z"];
        assert!(good.into_iter().chain(["2025-01-12T15:00"]).all(super::is_iso_8601));
        assert!(!["", "yesterday", "2025-13-01", "12.01.2025", "1736694058"].into_iter().any(super::is_iso_8601));
    }
}
