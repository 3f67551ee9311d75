//! Values that leave the process only to the server they are meant for.

use std::fmt;

/// A value that is never shown: `Debug` and `Display` print `***`, and there is no serializer.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secret(String);

/// A secret with the name by which the redaction speaks of it, for example `API_TOKEN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretValue {
    /// The variable, header or field that holds it.
    pub name: String,
    /// What is taken out of every output.
    pub value: Secret,
}

impl Secret {
    /// Wraps a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself: only for sending it to the server, and for finding it in what came back.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Shorter values are words such as `UTC` or `1`: taking them out would spoil every output.
pub(crate) const SECRET_CHARS_MIN: usize = 6;

/// Does the name of a variable, header or field say that its value is a secret?
///
/// `API_KEY`, `Authorization`, `PGPASSWORD`, `TOKENS` and `DB_PWD` do; `MONKEY`, `TOKENIZER_PATH`, `KEYBOARD`, `MAX_TOKENS` and
/// the shell's `PWD` do not.
pub fn looks_secret(name: &str) -> bool {
    // Shells keep the folder they are in, and were in, in these: every path below it would be taken out.
    const FOLDERS: [&str; 2] = ["PWD", "OLDPWD"];
    if FOLDERS.contains(&name) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let mut words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    // `AUTH_TYPE` says how, `BASIC_AUTH` with what.
    let ends_so = words.last() == Some(&"auth");
    let camel = camel_words(name);
    words.extend(camel.iter().map(String::as_str));
    let counts = words.iter().any(|word| MEASURES.contains(word));
    ends_so || words.iter().any(|word| is_secret_word(word) && !(counts && word.ends_with("tokens")))
}

/// Words that are about secrets by themselves.
const WORDS: [&str; 6] = ["authorization", "bearer", "cookie", "cred", "jwt", "pat"];
/// Words that are about secrets also at the end of others: `PGPASSWORD`, `authToken`.
const ENDS: [&str; 10] =
    ["key", "token", "secret", "password", "passwd", "pwd", "pass", "passphrase", "passcode", "credential"];
/// Words that only end so.
const OTHERS: [&str; 12] = [
    "monkey",
    "donkey",
    "turkey",
    "hockey",
    "jockey",
    "whiskey",
    "hotkey",
    "compass",
    "bypass",
    "surpass",
    "overpass",
    "underpass",
];
/// Beside these, tokens are what models count.
const MEASURES: [&str; 14] = [
    "max",
    "min",
    "limit",
    "count",
    "num",
    "total",
    "budget",
    "input",
    "output",
    "prompt",
    "completion",
    "cached",
    "used",
    "usage",
];

/// In the singular or the plural, also with a number.
fn is_secret_word(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_one =
        |word: &str| WORDS.contains(&word) || (ENDS.iter().any(|end| word.ends_with(end)) && !OTHERS.contains(&word));
    is_one(word) || word.strip_suffix('s').is_some_and(is_one)
}

/// `openaiKey` → `openai`, `key`.
fn camel_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && after_lower {
            words.push(String::new());
        }
        after_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

impl SecretValue {
    /// A secret worth taking out, or `None` where the value is too short to be one.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Option<Self> {
        let value = value.into();
        (value.chars().count() >= SECRET_CHARS_MIN).then(|| Self { name: name.into(), value: Secret::new(value) })
    }
}

#[cfg(test)]
mod tests {
    use super::{SecretValue, looks_secret};

    #[test]
    fn names_that_say_secret_are_found() {
        for name in [
            "API_KEY",
            "Authorization",
            "db-password",
            "openaiKey",
            "GITHUB_TOKEN",
            "x-api-key",
            "APITOKEN",
            "DB_PWD",
            "pwd",
            "PGPASSWORD",
            "PRIVATEKEY",
            "TOKENS",
            "API_KEYS",
            "TOKEN1",
            "API_KEY2",
            "BASIC_AUTH",
            "SSHPASS",
            "BEARER",
            "DB_CREDS",
            "PASSWORDS",
            "COOKIES",
            "INPUT_GITHUB_TOKEN",
            "MAX_TOKEN",
        ] {
            assert!(looks_secret(name), "{name}");
        }
    }

    #[test]
    fn harmless_names_stay() {
        for name in [
            "MONKEY",
            "TOKENIZER_PATH",
            "KEYBOARD",
            "TZ",
            "PATH",
            "PORT",
            "COMPASS",
            "PWD",
            "OLDPWD",
            "MAX_TOKENS",
            "maxOutputTokens",
            "MONKEYS",
            "AUTH_TYPE",
            "ACCESS",
        ] {
            assert!(!looks_secret(name), "{name}");
        }
    }

    #[test]
    fn short_values_are_no_secrets() {
        assert_eq!(SecretValue::new("TOKEN", "UTC"), None);
        assert!(SecretValue::new("TOKEN", "abcdef").is_some());
    }
}
