//! Expressions in an injected text of which a server says what they come to.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::placeholder;
use crate::prompts::messages;

static PRODUCT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(\d{1,9})\s*\*\s*(\d{1,9})").expect("the pattern is well-formed"));
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:[,_'\u{a0}\u{202f}]\d{3})*").expect("the pattern is well-formed"));

/// Two numbers whose product nobody says by chance.
pub(super) fn factors() -> (u64, u64) {
    let number = || 10_000 + placeholder::random() % 90_000;
    (number(), number())
}

/// What the products in the placeholders of a text come to.
pub(super) fn products(text: &str) -> Vec<u64> {
    let in_place = placeholder::places(text, &[]).map(|place| &text[place]);
    let product = |found: regex::Captures<'_>| Some(found[1].parse::<u64>().ok()? * found[2].parse::<u64>().ok()?);
    in_place.flat_map(|place| PRODUCT.captures_iter(place).filter_map(product).collect::<Vec<_>>()).collect()
}

/// Does any text of the messages have this number?
pub(super) fn is_in(product: u64, messages: &[Value]) -> bool {
    let is_it = |found: &str| {
        let digits: String = found.chars().filter(char::is_ascii_digit).collect();
        digits.parse() == Ok(product)
    };
    let has = |text: &str| NUMBER.find_iter(text).any(|found| is_it(found.as_str()));
    messages.iter().any(|message| messages::any_text(message, &has))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{is_in, products};

    #[test]
    fn products_of_placeholders_are_found_in_any_writing() {
        assert_eq!(products("{{7*7}} and ${2 * 3}, 4*5 or <%= 6*7 %>"), [49, 6, 42]);
        let says = |text: &str| is_in(1_234_567, &[json!({"role": "user", "content": {"text": text}})]);
        for text in ["it is 1234567.", "it is 1,234,567", "1'234'567!"] {
            assert!(says(text), "{text}");
        }
        assert!(!says("12345678 and 1234 567"));
    }
}
