//! Texts that stand where a secret belongs, and are none: examples, gaps to be filled, words.

/// Parts that say so.
const WORDS: [&str; 30] = [
    "example",
    "your",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "dummy",
    "sample",
    "fake",
    "mock",
    "xxxx",
    "todo",
    "replace",
    "insert",
    "redacted",
    "censored",
    "removed",
    "hidden",
    "masked",
    "fixme",
    "foobar",
    "deadbeef",
    "notreal",
    "not-a-real",
    "not_a_real",
    "abc123",
    "test-",
    "test_",
    "testing",
    "here",
];

/// Is it an example, a gap to be filled, or the same again and again?
pub(crate) fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_gap = value.contains(['<', '>', '{', '}', '…', '•'])
        || value.contains("...")
        || value.contains("***")
        || value.starts_with(['$', '%', '[', '('])
        || value.contains("${")
        || value.contains("$(");
    is_gap || WORDS.iter().any(|word| lower.contains(word)) || is_regular(&lower)
}

/// Few characters, long runs of one, or runs in the order of the alphabet: nobody drew it.
fn is_regular(lower: &str) -> bool {
    const RUN_MAX: usize = 6;
    const KINDS_MIN: usize = 6;
    let bytes = lower.as_bytes();
    let mut kinds: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let run = |next: fn(u8, u8) -> bool| {
        let mut longest = 1;
        let mut length = 1;
        for pair in bytes.windows(2) {
            length = if next(pair[0], pair[1]) { length + 1 } else { 1 };
            longest = longest.max(length);
        }
        longest
    };
    let is_same = run(|a, b| a == b) >= RUN_MAX;
    let counts = run(|a, b| b == a.wrapping_add(1) && b.is_ascii_alphanumeric());
    (bytes.len() > 12 && kinds.len() < KINDS_MIN) || is_same || counts >= RUN_MAX
}

/// Bits for each character (Shannon): words have less than three and a half in twenty characters, drawn texts more.
pub(super) fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let length = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX).max(1));
    let share = |count: &u32| {
        let share = f64::from(*count) / length;
        -share * share.log2()
    };
    counts.iter().filter(|count| **count > 0).map(share).sum()
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn examples_and_gaps_are_seen() {
        let placeholders = [
            "AKIAIOSFODNN7EXAMPLE",
            "your-api-key-here",
            "sk-xxxxxxxxxxxxxxxxxxxx",
            "<API_KEY>",
            "${TOKEN}",
            "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "0000000000000000",
        ];
        for value in placeholders {
            assert!(is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn drawn_texts_are_none() {
        let drawn = ["q7Zp2LwX9vKd4RtB", "f3a91c7e5b2d8046", "hT5!pQ2x"];
        for value in drawn {
            assert!(!is_placeholder(value), "{value}");
        }
    }
}
