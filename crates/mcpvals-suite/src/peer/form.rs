//! Forms that ask for what must not be typed into a form (MCP 2025-11-25, client/elicitation: servers must not use form
//! mode to request sensitive information), and answers of the test that no form takes. Words tell; what is found is a
//! guess, and shown as one.

use mcpvals_model::mcp::is_by_url;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Fault, Mismatch, MismatchKind, PeerCase};
use serde_json::Value;

use super::asked::Asked;
use crate::excerpt;
use crate::matcher::of_kind;
use crate::wire_shape::value_problem;

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
/// Words that are a secret when they are the whole name of a field, or "your …" in a sentence.
const WHOLE: [&str; 5] = ["token", "pin", "otp", "credentials", "pwd"];
/// Behind one of these words, another thing is meant: a password policy, the name of a secret.
const ABOUT: [&str; 20] = [
    "policy",
    "policies",
    "reset",
    "resets",
    "length",
    "manager",
    "strength",
    "expiry",
    "expiration",
    "rule",
    "rules",
    "type",
    "kind",
    "count",
    "name",
    "id",
    "rotation",
    "santa",
    "limit",
    "budget",
];
/// Words by which a sentence asks for what follows.
const ASKING: [&str; 14] = [
    "type", "enter", "provide", "give", "paste", "input", "tell", "share", "submit", "supply", "send", "what", "write",
    "confirm",
];
const DENYING: [&str; 6] = ["not", "never", "don", "dont", "without", "no"];
/// A form that asks for a secret.
pub(super) fn secret(asked: &Asked<'_>) -> Option<Mismatch> {
    if is_by_url(asked.params) {
        return None;
    }
    let expected = "a form that asks for no secrets (they belong in URL mode)";
    let mismatch = of_kind(MismatchKind::Disclosure, expected, asks_for_secret(asked.params)?);
    Some(Mismatch { frame: Some(asked.frame), ..mismatch })
}

/// An answer of the script that is no answer to the form: the test's mistake, not the server's.
pub(super) fn unfit(case: &PeerCase, asked: &[Asked<'_>]) -> Option<Fault> {
    let script = &case.client.answers.elicitation;
    asked.iter().enumerate().find_map(|(turn, asked)| {
        let answer = script.get(turn).or(script.last())?;
        let PeerReply::Form(given) = &answer.reply else { return None };
        let fields = asked.params.pointer("/requestedSchema/properties")?.as_object()?;
        let (name, problem) =
            given.iter().find_map(|(name, value)| Some((name, value_problem(fields.get(name)?, value)?)))?;
        let field = excerpt::quoted_to(name, 60);
        let reason = format!(
            "the test's answer for the field {field} does not fit the form: {problem} (to see it refused, `invalidContent`)"
        );
        Some(Fault::Expectation { reason })
    })
}

fn asks_for_secret(params: &Value) -> Option<String> {
    let properties = params.pointer("/requestedSchema/properties")?.as_object()?;
    let mut free = properties.iter().filter(|(_, schema)| is_free(schema)).peekable();
    free.peek()?;
    let words = |word: &str| format!("which by its words asks for a secret (\"{word}\")");
    if let Some((name, word)) = free.find_map(|(name, schema)| Some((name, secret_word(name, schema)?))) {
        return Some(format!("the field {}, {}", excerpt::quoted_to(name, 60), words(word)));
    }
    let message = params.get("message").and_then(Value::as_str)?;
    let word = asked_in(message)?;
    Some(format!("the message {}, {}", excerpt::quoted_to(message, 120), words(word)))
}

/// Can something be typed into it? What is chosen, or ticked, is no secret.
fn is_free(schema: &Value) -> bool {
    let chosen = ["enum", "oneOf"].iter().any(|name| schema.get(name).is_some());
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    !chosen && matches!(kind, "string" | "number" | "integer")
}

fn secret_word(name: &str, schema: &Value) -> Option<&'static str> {
    let of = |member: &str| schema.get(member).and_then(Value::as_str).unwrap_or_default();
    let named = [name, of("title")].map(words);
    let whole = WHOLE.iter().find(|whole| named.iter().any(|words| words == **whole)).copied();
    let within = || named.iter().find_map(|words| secret_in(words)).map(|(_, secret)| secret);
    let described = || {
        let description = words(of("description"));
        let opens = secret_in(&description).filter(|(at, _)| *at < OPENING_WORDS && !denies(&description));
        opens.map(|(_, secret)| secret).or_else(|| asked_in(of("description")))
    };
    whole.or_else(within).or_else(described)
}

/// Words of a description that say what the field is.
const OPENING_WORDS: usize = 4;

/// The first secret, and which word it is.
fn secret_in(words: &str) -> Option<(usize, &'static str)> {
    let words: Vec<&str> = words.split(' ').collect();
    let is_here = |at: usize, secret: &str| {
        let rest = &words[at..];
        let length = secret.split(' ').count();
        let is_about = rest.get(length).is_some_and(|next| ABOUT.contains(next));
        secret.split(' ').eq(rest.iter().take(length).copied()) && !is_about
    };
    (0..words.len()).find_map(|at| Some((at, *SECRETS.iter().find(|secret| is_here(at, secret))?)))
}

/// A secret for which one of the sentences asks.
fn asked_in(text: &str) -> Option<&'static str> {
    text.split(['.', '!', '?', '\n']).map(words).filter(|sentence| !denies(sentence)).find_map(|sentence| {
        let asks = sentence.split(' ').position(|word| ASKING.contains(&word))?;
        let secret = secret_in(&sentence).filter(|(at, _)| *at > asks).map(|(_, secret)| secret);
        secret.or_else(|| WHOLE.iter().find(|whole| is_within(&sentence, &format!("your {whole}"))).copied())
    })
}

fn denies(sentence: &str) -> bool {
    sentence.split(' ').any(|word| DENYING.contains(&word))
}

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

fn is_within(words: &str, secret: &str) -> bool {
    format!(" {words} ").contains(&format!(" {secret} "))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{asks_for_secret, secret_word};

    #[track_caller]
    fn check(name: &str, schema: &Value, want: Option<&str>) {
        assert_eq!(secret_word(name, schema), want, "{name} {schema}");
    }

    #[test]
    fn secrets_are_known_by_whole_words() {
        let plain = json!({"type": "string"});
        check("password", &plain, Some("password"));
        check("userPassword", &plain, Some("password"));
        check("api_key", &plain, Some("api key"));
        check("pwd", &plain, Some("pwd"));
        check("PIN", &plain, Some("pin"));
        check("x", &json!({"title": "Your credit card number"}), Some("credit card"));
        check("x", &json!({"description": "Your GitHub password"}), Some("password"));
        check("x", &json!({"description": "For GitHub. Enter your PIN here."}), Some("pin"));
        check("token", &plain, Some("token"));
        let harmless = ["maxTokens", "tokenCount", "secretary", "pinned", "passage", "key", "ssntext", "cardinality"];
        for harmless in harmless.into_iter().chain(["passwordPolicy", "secret_name", "apiKeyId", "tokenType"]) {
            check(harmless, &plain, None);
        }
        check("x", &json!({"description": "Your name. Do not enter your password here."}), None);
        check("x", &json!({"description": "The mailbox to which the password is sent"}), None);
    }

    #[test]
    fn forms_ask_in_their_messages_and_only_for_what_is_typed() {
        let ask = |message: &str, field: Value| {
            let schema = json!({"type": "object", "properties": {"x": field}});
            asks_for_secret(&json!({"message": message, "requestedSchema": schema})).is_some()
        };
        let typed = || json!({"type": "string"});
        for secret in ["Please type in your GitHub password", "Sign in. Enter your PIN!", "What is your API key?"] {
            assert!(ask(secret, typed()), "{secret}");
            assert!(!ask(secret, json!({"type": "boolean"})), "{secret}: nothing can be typed");
        }
        for harmless in
            ["What is your name?", "Send a password reset mail?", "Your name, please; we never ask for passwords"]
        {
            assert!(!ask(harmless, typed()), "{harmless}");
        }
        let ticked = json!({"type": "boolean", "title": "Send a password reset mail?"});
        assert!(!ask("Shall I?", ticked));
        assert!(!ask("Which?", json!({"type": "string", "enum": ["strict", "lax"], "title": "Password policy"})));
    }
}
