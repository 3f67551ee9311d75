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
/// `API_KEY`, `Authorization` and `DB_PWD` do; `MONKEY`, `TOKENIZER_PATH`, `KEYBOARD` and the shell's `PWD` do not.
pub fn looks_secret(name: &str) -> bool {
    // Shells keep the folder they are in, and were in, in these: every path below it would be taken out.
    const FOLDERS: [&str; 2] = ["PWD", "OLDPWD"];
    const WORDS: [&str; 14] = [
        "key",
        "apikey",
        "token",
        "secret",
        "password",
        "passwd",
        "pwd",
        "pass",
        "passphrase",
        "credential",
        "credentials",
        "authorization",
        "cookie",
        "pat",
    ];
    if FOLDERS.contains(&name) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| WORDS.contains(&word) || word.ends_with("token") || word.ends_with("secret"))
        || camel_words(name).iter().any(|word| WORDS.contains(&word.as_str()))
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
        ] {
            assert!(looks_secret(name), "{name}");
        }
    }

    #[test]
    fn harmless_names_stay() {
        for name in ["MONKEY", "TOKENIZER_PATH", "KEYBOARD", "TZ", "PATH", "PORT", "COMPASS", "PWD", "OLDPWD"] {
            assert!(!looks_secret(name), "{name}");
        }
    }

    #[test]
    fn short_values_are_no_secrets() {
        assert_eq!(SecretValue::new("TOKEN", "UTC"), None);
        assert!(SecretValue::new("TOKEN", "abcdef").is_some());
    }
}
