//! Forms that ask for what must not be typed into a form (MCP 2025-11-25, client/elicitation: servers must not use form
//! mode to request sensitive information). Words of a field tell; what is found is a guess, and shown as one.

use mcpvals_model::{Mismatch, MismatchKind};
use serde_json::Value;

use super::asked::Asked;
use crate::excerpt;
use crate::matcher::of_kind;

/// Words, or words in a row, that name a secret wherever they stand.
const SECRETS: [&str; 24] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "api key",
    "apikey",
    "access key",
    "private key",
    "secret key",
    "access token",
    "auth token",
    "bearer token",
    "refresh token",
    "api token",
    "session token",
    "credit card",
    "card number",
    "cvv",
    "cvc",
    "ssn",
    "social security",
    "one time code",
    "seed phrase",
];
/// Names that are a secret when they are the whole name of a field.
const WHOLE: [&str; 4] = ["token", "pin", "otp", "credentials"];

/// The field of a form that asks for a secret.
pub(super) fn secret(asked: &Asked<'_>) -> Option<Mismatch> {
    let properties = asked.params.pointer("/requestedSchema/properties")?.as_object()?;
    let (name, word) = properties.iter().find_map(|(name, schema)| Some((name, secret_word(name, schema)?)))?;
    let expected = "a form that asks for no secrets (they belong in URL mode)";
    let actual =
        format!("the field {}, which by its words asks for a secret (\"{word}\")", excerpt::quoted_to(name, 60));
    Some(Mismatch { frame: Some(asked.frame), ..of_kind(MismatchKind::Disclosure, expected, actual) })
}

fn secret_word(name: &str, schema: &Value) -> Option<&'static str> {
    let title = schema.get("title").and_then(Value::as_str).unwrap_or_default();
    let named = [name, title].map(words);
    let whole = WHOLE.iter().find(|whole| named.iter().any(|words| words == **whole));
    let within = |secret: &&&str| named.iter().any(|words| is_within(words, secret));
    whole.or_else(|| SECRETS.iter().find(within)).copied()
}

/// Lower case, one blank between words, `camelCase` and `snake_case` taken apart.
fn words(text: &str) -> String {
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

fn is_within(words: &str, secret: &str) -> bool {
    format!(" {words} ").contains(&format!(" {secret} "))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::secret_word;

    #[track_caller]
    fn check(name: &str, schema: &Value, want: Option<&str>) {
        assert_eq!(secret_word(name, schema), want, "{name}");
    }

    #[test]
    fn secrets_are_known_by_whole_words() {
        let plain = json!({"type": "string"});
        check("password", &plain, Some("password"));
        check("userPassword", &plain, Some("password"));
        check("api_key", &plain, Some("api key"));
        check("x", &json!({"title": "Your credit card number"}), Some("credit card"));
        check("token", &plain, Some("token"));
        for harmless in ["maxTokens", "tokenCount", "secretary", "pinned", "passage", "key", "ssntext", "cardinality"] {
            check(harmless, &plain, None);
        }
    }
}
