//! Times as the API writes and reads them: ISO 8601, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use mcpvals_store::Millis;

/// This machine's clock.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
}

/// `2024-01-03T10:00:00Z`, with milliseconds where there are some.
pub(crate) fn timestamp(millis: Millis) -> String {
    Timestamp::from_millisecond(millis).map_or_else(|_| millis.to_string(), |time| time.to_string())
}

/// A moment, or a day: its begin, or its end where that is asked for.
pub(crate) fn parse(text: &str, is_end: bool) -> Option<Millis> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment.as_millisecond());
    }
    let day: jiff::civil::Date = text.parse().ok().filter(|_| text.len() == 10)?;
    let begin = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond();
    Some(if is_end { begin + 86_400_000 - 1 } else { begin })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_back() {
        assert_eq!(timestamp(1_704_276_000_000), "2024-01-03T10:00:00Z");
        assert_eq!(timestamp(1_704_276_000_123), "2024-01-03T10:00:00.123Z");
        assert_eq!(parse("2024-01-03T10:00:00Z", false), Some(1_704_276_000_000));
        assert_eq!(parse("2024-01-03T11:00:00+01:00", true), Some(1_704_276_000_000));
        assert_eq!(parse("2024-01-03", false), Some(1_704_240_000_000));
        assert_eq!(parse("2024-01-03", true), Some(1_704_326_399_999));
        for wrong in ["yesterday", "", "2024-13-01", "1704276000"] {
            assert_eq!(parse(wrong, false), None, "{wrong}");
        }
    }
}
