//! Forms that ask for what must not be typed into a form (MCP 2025-11-25, client/elicitation: servers must not use form
//! mode to request sensitive information), addresses in forms, and answers of the test that no form
//! takes.

use mcpvals_model::mcp::{Revision, is_by_url};
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Fault, Mismatch, MismatchKind, PeerCase, Trace, Warning, WarningKind};
use serde_json::{Value, json};

use super::asked::Asked;
use super::secrets;
use crate::excerpt;
use crate::matcher::of_kind;
use crate::wire_shape::{doubled_choice, value_problem};

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

/// One doubt of each kind for all forms: an address in them (MCP 2025-11-25 and later,
/// client/elicitation#safe-url-handling: no field of a form should have one to be followed), and a choice that is there
/// twice (JSON Schema Validation, 6.1.2: choices should be unique).
pub(super) fn warnings(asked: &[Asked<'_>], trace: &Trace) -> Vec<Warning> {
    let has_rule = trace.server.as_ref().is_some_and(|facts| facts.protocol_version >= Revision::V2025_11_25);
    let forms = || asked.iter().map(|asked| asked.params).filter(|params| !is_by_url(params));
    let address = forms().filter(|_| has_rule).find_map(address);
    let link = address.map(|address| {
        let message = format!("{address}, which a form should not have; where to go, a request in URL mode says");
        Warning { kind: WarningKind::UrlInForm, message }
    });
    let choice = forms().find_map(doubled).map(|message| Warning { kind: WarningKind::DoubledChoice, message });
    link.into_iter().chain(choice).collect()
}

fn doubled(params: &Value) -> Option<String> {
    let fields = params.pointer("/requestedSchema/properties")?.as_object()?;
    let (name, choice) = fields.iter().find_map(|(name, field)| Some((name, doubled_choice(field)?)))?;
    let (name, choice) = (excerpt::quoted_to(name, 60), excerpt::json_to(choice, 60));
    Some(format!("the field {name} has the choice {choice} twice"))
}

/// An address in what a form says of itself, or of a field in which no address is asked for.
fn address(params: &Value) -> Option<String> {
    let of_field = |(name, schema): (&String, &Value)| {
        let texts = ["title", "description"].map(|member| schema.get(member)).into_iter().flatten();
        let url = texts.filter_map(Value::as_str).find_map(url_in)?;
        let place = format!("the field {}", excerpt::quoted_to(name, 60));
        (schema.get("format") != Some(&json!("uri"))).then(|| format!("{place} has the address {url}"))
    };
    let message = params.get("message").and_then(Value::as_str).and_then(url_in);
    let fields = params.pointer("/requestedSchema/properties").and_then(Value::as_object);
    let in_fields = || fields.into_iter().flatten().find_map(of_field);
    message.map(|url| format!("the message has the address {url}")).or_else(in_fields)
}

/// The first address of a web page, as a client would make a link of it.
fn url_in(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| c.is_whitespace() || "()<>[]\"'`".contains(c));
    let has_page = |scheme: &str, word: &str| {
        let head = word.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
        head && word[scheme.len()..].starts_with(char::is_alphanumeric)
    };
    let url = words.find(|word| ["https://", "http://"].iter().any(|scheme| has_page(scheme, word)))?;
    Some(excerpt::quoted_to(url, 80))
}

fn asks_for_secret(params: &Value) -> Option<String> {
    let properties = params.pointer("/requestedSchema/properties")?.as_object()?;
    let mut free = properties.iter().filter(|(_, schema)| is_free(schema)).peekable();
    free.peek()?;
    let words = |word: &str| format!("which by its words asks for a secret (\"{word}\")");
    if let Some((name, word)) = free.find_map(|(name, schema)| Some((name, secret_word(name, schema)?))) {
        return Some(format!("the field {}, {}", excerpt::quoted_to(name, 60), words(word)));
    }
    let of_form = |member: &str, found: fn(&str) -> Option<&'static str>| {
        let text = params.pointer("/requestedSchema")?.get(member)?.as_str()?;
        Some(format!("the form's {member} {}, {}", excerpt::quoted_to(text, 120), words(found(text)?)))
    };
    let message = params.get("message").and_then(Value::as_str).unwrap_or_default();
    let asked = secrets::asked_in(message);
    asked
        .map(|word| format!("the message {}, {}", excerpt::quoted_to(message, 120), words(word)))
        .or_else(|| of_form("title", secrets::in_name))
        .or_else(|| of_form("description", secrets::in_description))
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

    use super::{address, asks_for_secret, doubled};

    #[test]
    fn addresses_stand_in_messages_titles_and_descriptions() {
        let has = |message: &str, field: Value| {
            let schema = json!({"type": "object", "properties": {"x": field}});
            address(&json!({"message": message, "requestedSchema": schema})).is_some()
        };
        let link = "Open https://example.com/login?u=1, and paste the code";
        assert!(has(link, json!({"type": "string"})));
        for member in ["title", "description"] {
            assert!(has("?", json!({"type": "string", member: link})), "{member}");
            assert!(!has("?", json!({"type": "string", "format": "uri", member: link})), "an address is asked for");
        }
        assert!(has("?", json!({"type": "boolean", "title": "I have read (HTTP://example.com)"})));
        for text in ["Where is example.com?", "Begin with https://", "https:example", "xhttps://example.com"] {
            assert!(!has(text, json!({"type": "string", "title": text, "default": link})), "{text}");
        }
    }

    #[test]
    fn choices_are_there_once() {
        let has = |field: Value| doubled(&json!({"requestedSchema": {"properties": {"x": field}}})).is_some();
        let titled = |consts: [&str; 2]| consts.map(|name| json!({"const": name, "title": "T"}));
        for (one, other, bad) in [("a", "b", false), ("a", "a", true)] {
            assert_eq!(has(json!({"type": "string", "enum": [one, other]})), bad);
            assert_eq!(has(json!({"type": "string", "oneOf": titled([one, other])})), bad);
            assert_eq!(has(json!({"type": "array", "items": {"type": "string", "enum": [one, other]}})), bad);
            assert_eq!(has(json!({"type": "array", "items": {"anyOf": titled([one, other])}})), bad);
        }
        assert!(!has(json!({"type": "string", "enum": "a"})) && !has(json!(7)));
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
        let titled = |title: &str, about: &str| {
            let schema = json!({"title": title, "description": about, "properties": {"x": typed()}});
            asks_for_secret(&json!({"message": "?", "requestedSchema": schema})).is_some()
        };
        assert!(titled("Password form", "") && titled("", "Enter your password") && !titled("Your name", "As it is"));
        assert!(
            ask("Enter your AWS credentials", typed()) && ask("Enter the answer to your security question", typed())
        );
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
