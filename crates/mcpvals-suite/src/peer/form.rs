//! Forms that ask for what must not be typed into a form (MCP 2025-11-25, client/elicitation: servers must not use form
//! mode to request sensitive information), and answers of the test that no form takes.

use mcpvals_model::mcp::is_by_url;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Fault, Mismatch, MismatchKind, PeerCase};
use serde_json::Value;

use super::asked::Asked;
use super::secrets;
use crate::excerpt;
use crate::matcher::of_kind;
use crate::wire_shape::value_problem;

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
    let word = secrets::asked_in(message)?;
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
    secrets::in_name(name)
        .or_else(|| secrets::in_name(of("title")))
        .or_else(|| secrets::in_description(of("description")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::asks_for_secret;

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
