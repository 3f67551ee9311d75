//! Letters as signals of Morse.

use super::{Hidden, Way, known};

/// Fewer signals are an example.
const SIGNALS_MIN: usize = 10;
/// So many words have to be known ones.
const KNOWN_MIN: usize = 2;
/// More signals are not read.
const SIGNALS_MAX: usize = 2_000;

/// ITU-R M.1677, in the order of the letters and of the digits.
const SIGNALS: [&str; 36] = [
    ".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.", "---", ".--.",
    "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--..", "-----", ".----", "..---", "...--",
    "....-", ".....", "-....", "--...", "---..", "----.",
];

pub(super) fn find(text: &str) -> Option<Hidden> {
    let may_be = |byte: &u8| b".-_".contains(byte) || !byte.is_ascii();
    if text.bytes().filter(may_be).count() < SIGNALS_MIN {
        return None;
    }
    let start = text.as_ptr() as usize;
    let mut row: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if is_signal(word) && row.len() < SIGNALS_MAX {
            row.push(word);
        } else if !row.is_empty() {
            if let Some(hidden) = read(start, &row) {
                return Some(hidden);
            }
            row.clear();
        }
    }
    read(start, &row)
}

fn is_signal(word: &str) -> bool {
    word.starts_with(['.', '-', '/', '|', '·', '•', '−', '–', '_'])
        && word.chars().all(|c| matches!(c, '.' | '-' | '/' | '|' | '·' | '•' | '−' | '–' | '_'))
}

fn read(start: usize, row: &[&str]) -> Option<Hidden> {
    if row.len() < SIGNALS_MIN {
        return None;
    }
    let place = |word: &str| word.as_ptr() as usize - start;
    let mut says = String::new();
    let mut end = place(row[0]);
    for word in row {
        // More than one blank parts words.
        if place(word) > end + 1 {
            says.push(' ');
        }
        end = place(word) + word.len();
        let parts = word.split_inclusive(['/', '|']);
        for part in parts {
            says.push_str(&letter(part.trim_end_matches(['/', '|'])));
            if part.ends_with(['/', '|']) {
                says.push(' ');
            }
        }
    }
    let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = if says.contains(' ') { says } else { known::parted(&says)? };
    let is_text = known::count(&says) >= KNOWN_MIN && known::is_pronounced(&says);
    is_text.then(|| Hidden::new(Way::Encoded, place(row[0])..end).saying(says))
}

fn letter(signal: &str) -> String {
    let signal: String = signal
        .chars()
        .map(|c| match c {
            '·' | '•' => '.',
            '−' | '–' | '_' => '-',
            other => other,
        })
        .collect();
    let letter = |at: usize| "abcdefghijklmnopqrstuvwxyz0123456789".chars().nth(at);
    match SIGNALS.iter().position(|other| *other == signal).and_then(letter) {
        Some(letter) => letter.to_string(),
        None => String::new(),
    }
}
