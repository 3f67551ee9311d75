//! What the server asked its client for: forms that ask for secrets.

use std::sync::LazyLock;

use mcpvals_model::{Direction, RuntimeStatus, RuntimeTest, Trace};
use regex::Regex;
use serde_json::Value;

use super::super::bench::{Bench, test};
use super::super::rules;

static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)\b(?:pass(?:word|phrase|code)s?|api[ _-]?keys?|secret(?:[ _-]?key)?|access[ _-]?tokens?|auth(?:entication|orization)?[ _-]?tokens?|private[ _-]?keys?|credit[ _-]?card|card[ _-]?number|cvv|cvc|social[ _-]?security|ssn|seed[ _-]?phrase|recovery[ _-]?phrase|one[ _-]?time[ _-]?(?:code|password)|otp|pin[ _-]?code)\b";
    Regex::new(words).expect("the pattern is a constant and is tested")
});

/// Looks at every request of the server's that was recorded.
pub(crate) fn asked_of_client(bench: &mut Bench<'_>, traces: &[Trace]) -> RuntimeTest {
    let (mut count, mut bad) = (0, Vec::new());
    for message in traces.iter().flat_map(questions) {
        count += 1;
        bad.extend(secret_in(message));
    }
    for words in &bad {
        bench.note(&rules::ASKS_SECRETS, None, words.clone());
    }
    let (name, expected) = ("asks-for-no-secrets", "no form that asks the user for a password or key");
    match bad.first() {
        Some(words) => test(name, RuntimeStatus::Failed, expected, words.clone(), None),
        None if count == 0 => {
            test(name, RuntimeStatus::Passed, expected, "the user was asked for nothing".to_owned(), None)
        }
        None => test(name, RuntimeStatus::Passed, expected, format!("{count} forms, none of which asks for one"), None),
    }
}

fn questions(trace: &Trace) -> impl Iterator<Item = &Value> {
    let received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    received.filter_map(|frame| frame.message()).filter(|message| message["method"] == "elicitation/create")
}

/// In words, what of it asks for a secret. With an address (URL mode), nothing is typed into the client.
fn secret_in(message: &Value) -> Option<String> {
    let params = &message["params"];
    if params["mode"] == "url" {
        return None;
    }
    let fields = params.pointer("/requestedSchema/properties").and_then(Value::as_object).into_iter().flatten();
    for (name, schema) in fields {
        let spaced: String = name.chars().flat_map(|c| if c.is_uppercase() { vec![' ', c] } else { vec![c] }).collect();
        let texts = [
            spaced.as_str(),
            schema["title"].as_str().unwrap_or_default(),
            schema["description"].as_str().unwrap_or_default(),
        ];
        if texts.iter().any(|text| SECRET.is_match(&text.replace('_', " "))) {
            return Some(format!("a form asks the user for `{name}`"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::secret_in;

    #[test]
    fn forms_that_ask_for_secrets_are_told_from_others() {
        let form = |name: &str, description: &str| json!({"method": "elicitation/create", "params": {"message": "Tell", "requestedSchema": {"properties": {name: {"type": "string", "description": description}}}}});
        for (name, description) in [("password", ""), ("apiKey", ""), ("value", "Your API key"), ("access_token", "")] {
            assert!(secret_in(&form(name, description)).is_some(), "{name} {description}");
        }
        for (name, description) in
            [("name", "Your name"), ("author", "Who wrote it"), ("keyboard", "Its layout"), ("pinned", "Keep it")]
        {
            assert_eq!(secret_in(&form(name, description)), None, "{name} {description}");
        }
    }
}
