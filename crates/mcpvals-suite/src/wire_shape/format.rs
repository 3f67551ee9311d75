//! The formats of a form's texts: e-mail, URI, date, date-time.

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

/// RFC 3339, `full-date`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// RFC 3339, `date-time`.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let zone = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let is_zone = matches!(zone, "Z" | "z") || zone.get(1..).is_some_and(|offset| is_clock(offset, &[23, 59]));
    // A leap second is one.
    is_date(date) && is_clock(time, &[23, 59, 60]) && is_fraction && is_zone
}

/// Numbers of two digits, none above its limit, with colons between them.
fn is_clock(text: &str, limits: &[u32]) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let holds = |(part, limit): (&&str, &u32)| number(part, 2).is_some_and(|number| number <= *limit);
    parts.len() == limits.len() && parts.iter().zip(limits).all(holds)
}

fn number(text: &str, digits: usize) -> Option<u32> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
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
        check("date-time", &good, &["2026-01-01", "2026-01-01T00:00:00", "2026-01-01T25:00:00Z", "2026-01-01T1:0:0Z"]);
        check("hostname", &["anything"], &[]);
    }
}
