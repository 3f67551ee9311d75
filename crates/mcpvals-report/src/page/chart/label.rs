//! Names beside what is drawn: they stay inside the drawing, and are told apart.

use crate::visible;

/// A label that has room, in pixels: one that is too long loses its middle, since names of a kind begin or end alike.
pub(super) fn short(label: &str, room: f64) -> String {
    // More characters have no room, whatever they are; a label of megabytes is not made visible for the sake of a few.
    const CHARS_MAX: usize = 200;
    let (start, left) = visible::cut(label, CHARS_MAX);
    let end = if left == 0 { "" } else { &label[label.len() - tail(label, left.min(CHARS_MAX))..] };
    let (start, end) = (visible::line(start), visible::line(end));
    let chars: Vec<char> = start.chars().chain(end.chars()).collect();
    if width(&chars) <= room {
        return chars.into_iter().collect();
    }
    let room = room - width(&['…']);
    let before = fitting(chars.iter(), room / 2.0);
    let after = fitting(chars.iter().rev(), room - width(&chars[..before]));
    let (before, after) = (&chars[..before], &chars[chars.len() - after..]);
    let [before, after] = [before, after].map(|part| part.iter().collect::<String>());
    format!("{}…{}", before.trim_end(), after.trim_start())
}

/// The bytes of so many characters at the end.
fn tail(label: &str, chars: usize) -> usize {
    label.chars().rev().take(chars).map(char::len_utf8).sum()
}

/// How many of these have room.
fn fitting<'a>(chars: impl Iterator<Item = &'a char>, room: f64) -> usize {
    let mut left = room;
    chars
        .take_while(|c| {
            left -= width(&[**c]);
            left >= 0.0
        })
        .count()
}

/// How wide they are at most in the font of labels, whichever of its fonts a reader has.
fn width(chars: &[char]) -> f64 {
    const SIZE: f64 = 12.0;
    let ems = chars.iter().map(|c| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' | '/' | '-' | ' ' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        '&' | '+' | '=' | '<' | '>' | '~' | '#' | '^' => 0.84,
        _ if c.is_ascii_uppercase() => 0.8,
        _ if c.is_ascii() => 0.64,
        // Pictures are wider than letters.
        _ if *c >= '\u{1f000}' => 1.4,
        _ => 1.1,
    });
    ems.sum::<f64>() * SIZE
}

#[cfg(test)]
mod tests {
    use super::{short, width};

    const ROOM: f64 = 188.0;

    #[test]
    fn a_label_that_is_too_long_keeps_its_beginning_and_its_end() {
        assert_eq!(short("sum on local", ROOM), "sum on local");
        let of = |server: &str| short(&format!("{}on {server}", "a workflow of many words ".repeat(9)), ROOM);
        let [one, other] = [of("one"), of("other")];
        assert!(one.starts_with("a workflow") && one.ends_with("on one"), "{one}");
        assert!(other.starts_with("a workflow") && other.ends_with("on other"), "{other}");
    }

    #[test]
    fn a_label_has_room_whatever_it_is_made_of() {
        for of in ["W", "i", "日", "\u{1f600}", "\u{202e}", " x"] {
            for times in [20, 300, 100_000] {
                let label: Vec<char> = short(&of.repeat(times), ROOM).chars().collect();
                assert!(!label.is_empty() && width(&label) <= ROOM, "{label:?}");
            }
        }
    }
}
