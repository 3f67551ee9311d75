//! Answers what the server asks of us, as the client profile says.
//!
//! Pure; the same answers go into responses and into the `inputResponses` of 2026-07-28.

use mcpvals_model::profile::{ClientProfile, ElicitationAnswer, PeerAnswers};
use serde_json::{Map, Value, json};

use crate::message::RpcError;

const METHOD_NOT_FOUND: i64 = -32601;
/// The code that the protocol's own example has for a user who says no (MCP 2025-11-25, client/sampling).
const REJECTED: i64 = -1;
/// How deep a form's schema is followed.
const FORM_DEPTH_MAX: usize = 8;

/// Our answer to a request of the server.
pub(crate) fn respond(profile: &ClientProfile, method: &str, params: &Value) -> Result<Value, RpcError> {
    match method {
        "ping" => Ok(json!({})),
        "roots/list" => Ok(roots(&profile.answers)),
        "sampling/createMessage" => sampling(&profile.answers),
        "elicitation/create" => Ok(elicitation(&profile.answers.elicitation, params)),
        _ => Err(refuse(method)),
    }
}

/// Our answer to a request that we did not declare, or that has no place in the revision.
pub(crate) fn refuse(method: &str) -> RpcError {
    RpcError { code: METHOD_NOT_FOUND, message: format!("this client does not offer `{method}`") }
}

fn roots(answers: &PeerAnswers) -> Value {
    let roots = answers.roots.iter().map(|root| match &root.name {
        Some(name) => json!({"uri": root.uri, "name": name}),
        None => json!({"uri": root.uri}),
    });
    json!({"roots": roots.collect::<Vec<_>>()})
}

fn sampling(answers: &PeerAnswers) -> Result<Value, RpcError> {
    let Some(text) = &answers.sampling else {
        return Err(RpcError { code: REJECTED, message: "the user rejected the sampling request".to_owned() });
    };
    let content = json!({"type": "text", "text": text});
    Ok(json!({"role": "assistant", "content": content, "model": "mcpvals", "stopReason": "endTurn"}))
}

fn elicitation(answer: &ElicitationAnswer, params: &Value) -> Value {
    match answer {
        ElicitationAnswer::Decline => json!({"action": "decline"}),
        ElicitationAnswer::Cancel => json!({"action": "cancel"}),
        // Nothing is filled in where the user is sent to a page.
        ElicitationAnswer::Accept(_) if params.get("mode").and_then(Value::as_str) == Some("url") => {
            json!({"action": "accept"})
        }
        ElicitationAnswer::Accept(given) => json!({"action": "accept", "content": form(params, given)}),
    }
}

/// What is given, as far as the form asks for it, and something plausible for the rest.
fn form(params: &Value, given: &Map<String, Value>) -> Map<String, Value> {
    let properties = params.pointer("/requestedSchema/properties").and_then(Value::as_object);
    let fields = properties.into_iter().flatten();
    let filled = fields.map(|(name, schema)| {
        let value = given.get(name).cloned().unwrap_or_else(|| plausible(schema, FORM_DEPTH_MAX));
        (name.clone(), value)
    });
    filled.collect()
}

/// The default, the first choice, or a plain value of the right type.
fn plausible(schema: &Value, depth: usize) -> Value {
    let of = |keyword: &str| schema.get(keyword);
    if let Some(value) = of("default").or_else(|| of("const")).or_else(|| schema.pointer("/enum/0")) {
        return value.clone();
    }
    let choice = ["/oneOf/0", "/anyOf/0"].iter().find_map(|pointer| schema.pointer(pointer));
    if let Some(choice) = choice.filter(|_| depth > 0) {
        return plausible(choice, depth - 1);
    }
    match of("type").and_then(Value::as_str) {
        Some("boolean") => json!(true),
        Some("integer" | "number") => of("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("array") => json!([of("items").filter(|_| depth > 0).map(|items| plausible(items, depth - 1))]),
        Some("object") => json!({}),
        _ => json!(text(schema)),
    }
}

fn text(schema: &Value) -> String {
    let plain = match schema.get("format").and_then(Value::as_str) {
        Some("email") => "user@example.com",
        Some("uri") => "https://example.com",
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        _ => "text",
    };
    let bound =
        |keyword: &str| schema.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
    let shortest = bound("minLength").unwrap_or(0).min(4_096);
    let mut text = plain.to_owned();
    text.extend(std::iter::repeat_n('x', shortest.saturating_sub(text.chars().count())));
    text.chars().take(bound("maxLength").unwrap_or(usize::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::profile::{ClientProfile, ElicitationAnswer, Root};
    use serde_json::{Value, json};

    use super::respond;

    #[track_caller]
    fn check(profile: &ClientProfile, method: &str, params: &Value, want: &Value) {
        let got = respond(profile, method, params).unwrap_or_else(|error| json!(error.code));
        assert_eq!(&got, want, "{method}");
    }

    #[test]
    fn everything_declared_is_answered() {
        let mut profile = ClientProfile::full();
        profile.answers.roots = vec![Root { uri: "file:///x".to_owned(), name: None }];
        check(&profile, "ping", &Value::Null, &json!({}));
        check(&profile, "roots/list", &Value::Null, &json!({"roots": [{"uri": "file:///x"}]}));
        check(&profile, "tasks/list", &Value::Null, &json!(-32601));
        profile.answers.sampling = None;
        check(&profile, "sampling/createMessage", &Value::Null, &json!(-1));
    }

    #[test]
    fn forms_are_filled_with_given_default_first_or_plain_values() {
        let mut profile = ClientProfile::full();
        let given = json!({"given": 7, "not asked": 1}).as_object().cloned().unwrap_or_default();
        profile.answers.elicitation = ElicitationAnswer::Accept(given);
        let properties = json!({
            "given": {"type": "integer"},
            "default": {"type": "string", "default": "d"},
            "enum": {"type": "string", "enum": ["a", "b"]},
            "oneOf": {"oneOf": [{"const": "c", "title": "C"}]},
            "many": {"type": "array", "items": {"anyOf": [{"const": "m"}]}},
            "flag": {"type": "boolean"},
            "number": {"type": "number", "minimum": 5},
            "mail": {"type": "string", "format": "email"},
            "long": {"type": "string", "minLength": 6},
        });
        let params = json!({"message": "?", "requestedSchema": {"type": "object", "properties": properties}});
        let content = json!({
            "given": 7, "default": "d", "enum": "a", "oneOf": "c", "many": ["m"], "flag": true, "number": 5,
            "mail": "user@example.com", "long": "textxx",
        });
        check(&profile, "elicitation/create", &params, &json!({"action": "accept", "content": content}));
        check(&profile, "elicitation/create", &json!({"mode": "url"}), &json!({"action": "accept"}));
        profile.answers.elicitation = ElicitationAnswer::Decline;
        check(&profile, "elicitation/create", &params, &json!({"action": "decline"}));
    }
}
