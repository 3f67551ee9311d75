//! Small pieces that many pages have.

use mcpvals_report::page::{Markup, text};

/// A moment, to the second: `2026-01-03 10:00:00 UTC`.
pub(super) fn moment(timestamp: &str) -> Markup {
    let shown = timestamp.get(..19).filter(|_| timestamp.ends_with('Z')).map(|text| text.replace('T', " ") + " UTC");
    let shown = shown.unwrap_or_else(|| timestamp.to_owned());
    Markup::new(format!("<time datetime=\"{}\">{}</time>", text(timestamp), text(&shown)))
}

/// A length of time: `840 ms`, `1.2 s`, `3.4 min`.
pub(super) fn millis(millis: f64) -> String {
    match millis {
        _ if !millis.is_finite() => "–".to_owned(),
        _ if millis < 10.0 => format!("{millis:.1} ms"),
        _ if millis < 1000.0 => format!("{millis:.0} ms"),
        _ if millis < 60_000.0 => format!("{:.1} s", millis / 1000.0),
        _ => format!("{:.1} min", millis / 60_000.0),
    }
}

/// Milliseconds of a row.
#[expect(clippy::cast_precision_loss, reason = "no evaluation takes 2^53 ms")]
pub(super) fn duration(duration: Option<i64>) -> String {
    duration.map_or_else(String::new, |duration| millis(duration as f64))
}

/// A score of 100: only a full one shows as 100.
pub(super) fn score(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!("{:.1}", if score < 100.0 { score.min(99.9) } else { score }))
}

/// A size: `12.3 KiB`.
#[expect(clippy::cast_precision_loss, reason = "no document has 2^53 bytes")]
pub(super) fn size(bytes: i64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// A part of an address: nothing in it ends it.
pub(super) fn encoded(part: &str) -> String {
    percent_encoding::utf8_percent_encode(part, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// A query with this changed.
pub(super) fn query(pairs: &[(&str, &str)]) -> String {
    let filled = pairs.iter().filter(|(_, value)| !value.is_empty());
    form_urlencoded::Serializer::new(String::new()).extend_pairs(filled).finish()
}

/// By what names are sorted as people count: `session-2` comes before `session-10`.
pub(super) fn natural(name: &str) -> Vec<(bool, usize, &[u8])> {
    let parts = name.as_bytes().chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
    parts.map(key).collect()
}

fn key(part: &[u8]) -> (bool, usize, &[u8]) {
    if !part.first().is_some_and(u8::is_ascii_digit) {
        return (true, 0, part);
    }
    // Of two numbers without zeros in front the longer one is larger.
    let digits = &part[part.iter().take_while(|byte| **byte == b'0').count()..];
    (false, digits.len(), digits)
}

/// By nearest rank; the values are sorted.
pub(super) fn percentile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_is_readable() {
        assert_eq!([0.25, 840.0, 1234.0, 204_000.0].map(millis), ["0.2 ms", "840 ms", "1.2 s", "3.4 min"]);
        assert_eq!([17, 2048, 3 << 20].map(size), ["17 B", "2.0 KiB", "3.0 MiB"]);
        assert_eq!(encoded("../\"<"), "%2E%2E%2F%22%3C");
        assert_eq!([300.0 / 7.0, 99.96, 100.0].map(|it| score(Some(it))), ["42.9", "99.9", "100.0"]);
    }

    #[test]
    fn moments_are_readable() {
        let shown = moment("2024-01-03T10:00:00.123Z");
        assert_eq!(shown.as_str(), "<time datetime=\"2024-01-03T10:00:00.123Z\">2024-01-03 10:00:00 UTC</time>");
        assert!(!moment("<b>").as_str().contains("<b>"));
    }

    #[test]
    fn names_are_sorted_as_people_count() {
        let mut names = ["s-10.jsonl", "s-2.jsonl", "s-1.jsonl", "s.jsonl", "report.json", "s-02.jsonl"];
        names.sort_by(|one, other| natural(one).cmp(&natural(other)));
        assert_eq!(names, ["report.json", "s-1.jsonl", "s-2.jsonl", "s-02.jsonl", "s-10.jsonl", "s.jsonl"]);
    }

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!([50, 95, 99].map(|percent| percentile(&values, percent)), [Some(2.0), Some(4.0), Some(4.0)]);
        assert_eq!(percentile(&[], 50), None);
    }
}
