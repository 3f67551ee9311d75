//! The pages about the service: its routes, its errors and its events, of the documents that it publishes.

use std::fmt::Write as _;

use mcpvals_server::Code;
use serde_json::Value;

use super::shapes;

/// Every operation, and the types of requests and answers.
pub(super) fn operations() -> String {
    let document = mcpvals_server::openapi();
    let (mut table, mut text) = ("| route | what it does | scope |\n|---|---|---|\n".to_owned(), String::new());
    for (path, methods) in object(&document["paths"]) {
        for (method, operation) in object(methods) {
            let route = format!("{} {path}", method.to_uppercase());
            let summary = operation["summary"].as_str().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(table, "| [`{route}`](#{}) | {summary} | {} |", slug(&route), scope(operation));
            let _ = write!(text, "### `{route}`\n\n{}", about(operation, summary));
        }
    }
    let types = shapes::types(&document["components"]["schemas"]);
    format!("## Routes\n\n{table}\n## Operations\n\n{text}## Types\n\n{}", types.trim_end())
}

fn about(operation: &Value, summary: &str) -> String {
    let mut text = format!("{summary}. Scope: {}.\n\n", scope(operation));
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let rows: Vec<String> = parameters.map(parameter).collect();
    if !rows.is_empty() {
        let _ = write!(text, "| parameter | in | type | |\n|---|---|---|---|\n{}\n", rows.concat());
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if body.is_object() {
        let _ = write!(text, "Body: {}.\n\n", shapes::kind(body));
    }
    for (status, answer) in object(&operation["responses"]).filter(|(status, _)| status.starts_with('2')) {
        let _ = write!(text, "Answer: {status}, {}.\n\n", content(answer));
    }
    let errors: Vec<String> = errors_of(operation).map(|(status, codes)| format!("{status} {codes}")).collect();
    if !errors.is_empty() {
        let _ = write!(text, "[Errors](errors.md): {}.\n\n", errors.join(", "));
    }
    text
}

fn parameter(parameter: &Value) -> String {
    let word = |key: &str| parameter[key].as_str().unwrap_or_default().replace('|', "\\|");
    format!(
        "| `{}` | {} | {} | {} |\n",
        word("name"),
        word("in"),
        shapes::kind(&parameter["schema"]),
        word("description")
    )
}

/// What an answer holds: the type of `data`, or its media type.
fn content(answer: &Value) -> String {
    let kinds = object(&answer["content"]).map(|(media, of)| {
        let data = &of["schema"]["properties"]["data"];
        if data.is_object() { format!("`data` is {}", shapes::kind(data)) } else { format!("`{media}`") }
    });
    let kinds: Vec<String> = kinds.collect();
    if kinds.is_empty() { "no body".to_owned() } else { kinds.join(" or ") }
}

fn errors_of(operation: &Value) -> impl Iterator<Item = (&str, &str)> {
    let errors = object(&operation["responses"]).filter(|(status, _)| !status.starts_with('2'));
    errors.filter_map(|(status, error)| Some((status.as_str(), error["description"].as_str()?)))
}

fn scope(operation: &Value) -> String {
    let scopes = operation["security"].as_array().into_iter().flatten().filter_map(|one| one["bearer"].as_array());
    let names: Vec<String> = scopes.flatten().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Every code, with what it means and what to do.
pub(super) fn errors() -> String {
    let mut table =
        "| code | status | may be sent again | what it means | what to do |\n|---|--:|---|---|---|\n".to_owned();
    for facts in Code::ALL.map(Code::facts) {
        let again = if facts.retry_safe { "yes" } else { "no" };
        let _ =
            writeln!(table, "| `{}` | {} | {again} | {} | {} |", facts.name, facts.status, facts.title, facts.remedy);
    }
    table
}

/// Every message of the WebSocket: what is sent to it, then what comes.
pub(super) fn messages() -> String {
    let document = mcpvals_server::asyncapi();
    let of = |operation: &str| {
        let names = document["operations"][operation]["messages"].as_array().into_iter().flatten();
        let names = names.filter_map(|one| one["$ref"].as_str()?.rsplit('/').next());
        names.map(|name| message(&document["components"]["messages"][name])).collect::<String>()
    };
    format!("## Commands\n\n{}## Events and answers\n\n{}", of("command"), of("event").trim_end())
}

fn message(message: &Value) -> String {
    let (name, payload) = (message["name"].as_str().unwrap_or_default(), &message["payload"]);
    let mut text = format!("### `{name}`\n\n");
    if let Some(about) = message["summary"].as_str().or(payload["description"].as_str()) {
        let _ = write!(text, "{about}\n\n");
    }
    let data = &payload["properties"]["data"];
    if data["properties"].is_object() {
        let _ = writeln!(text, "{}", shapes::members(data));
    } else if data["$ref"].is_string() || data["oneOf"].is_array() {
        let _ = write!(text, "`data` is {}.\n\n", shapes::kind(data));
    }
    text
}

/// The members of an object.
fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A heading's anchor, as code hosts and mdBook make it.
fn slug(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_says_its_scope_and_its_errors() {
        let text = operations();
        let create = text.split("### `POST /api/v1/evaluations`").nth(1).and_then(|rest| rest.split("### ").next());
        let create = create.expect("the route that creates an evaluation");
        for words in [
            "`evaluate:write`",
            "[EvaluationRequest](#evaluationrequest)",
            "[Accepted](#accepted)",
            "400 `VALIDATION_ERROR`",
        ] {
            assert!(create.contains(words), "{words} in {create}");
        }
    }

    #[test]
    fn every_error_has_a_row() {
        let table = errors();
        assert_eq!(table.lines().count(), 2 + Code::ALL.len());
        assert!(table.contains("| `VALIDATION_ERROR` | 400 | no | "), "{table}");
    }

    #[test]
    fn every_message_has_its_data() {
        let text = messages();
        assert!(text.contains("### `subscribe`\n\n| member") && text.contains("### `evaluation:progress`"), "{text}");
    }
}
