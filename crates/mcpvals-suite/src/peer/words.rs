//! Texts as words, whatever they are written like.

/// Lower case, one blank between words, `camelCase` and `snake_case` taken apart.
pub(super) fn words(text: &str) -> String {
    let mut words = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if c.is_uppercase() && before.is_lowercase() || !c.is_alphanumeric() {
            words.push(' ');
        }
        if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        }
        before = c;
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whole words in a row.
pub(super) fn has_phrase(words: &str, phrase: &str) -> bool {
    format!(" {words} ").contains(&format!(" {phrase} "))
}
