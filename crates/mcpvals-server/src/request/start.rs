//! What a `server` or a `config` would start or reach: only what the operator allows.

use serde_json::Value;

use super::place::check_url;
use super::{EvaluationRequest, ServerBlock, violation};
use crate::error::Violation;
use crate::service::Service;

/// No deeper config is looked into.
const DEPTH_MAX: usize = 32;

/// What speaks against a server.
pub(super) async fn of_server(service: &Service, server: &ServerBlock) -> Vec<Violation> {
    let mut wrong = Vec::new();
    match (&server.command, &server.url) {
        (Some(_), Some(_)) => {
            wrong.push(violation("server.url", Value::Null, "must be given without `server.command`"));
        }
        (None, None) => {
            wrong.push(violation("server.command", Value::Null, "is required, unless `server.url` is given"));
        }
        (Some(command), None) => wrong.extend(program(service, "server.command", command)),
        (None, Some(url)) => {
            let problem = check_url(service, url).await.err();
            wrong.extend(problem.map(|problem| violation("server.url", Value::Null, problem)));
        }
    }
    let is_stdio = server.transport.as_deref() == Some("stdio");
    if server.transport.is_some() && is_stdio != server.command.is_some() {
        wrong.push(violation("server.transport", Value::from(server.transport.clone()), "must fit `command` or `url`"));
    }
    wrong
}

/// What speaks against a config: whatever it starts or reaches, wherever it says so. A member that is not looked at here is not
/// run either: `command`, `url` and their like are found by name, at any depth.
pub(super) async fn of_config(service: &Service, config: &Value) -> Vec<Violation> {
    let mut found = Vec::new();
    gather("config", config, 0, &mut found);
    let mut wrong = Vec::new();
    for (place, name, text) in found {
        let problem = match name.as_str() {
            "command" => program(service, &place, &text),
            _ => check_url(service, &text).await.err().map(|problem| violation(&place, Value::Null, problem)),
        };
        wrong.extend(problem);
    }
    wrong
}

fn gather(place: &str, value: &Value, depth: usize, found: &mut Vec<(String, String, String)>) {
    if depth > DEPTH_MAX {
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let place = format!("{place}.{name}");
                match value {
                    Value::String(text) if is_start(name, text) => found.push((place, name.clone(), text.clone())),
                    // A program and its words in one: no config of ours has that, and none is to be surprised by it.
                    Value::Array(_) if name == "command" => found.push((place, name.clone(), value.to_string())),
                    _ => gather(&place, value, depth + 1, found),
                }
            }
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| gather(&format!("{place}.{index}"), item, depth + 1, found));
        }
        _ => {}
    }
}

/// A program, or an address that is asked.
fn is_start(name: &str, text: &str) -> bool {
    name == "command" || (is_address(text) && is_asked(name))
}

/// As those see it who read addresses: the scheme in any case, blanks around it.
fn is_address(text: &str) -> bool {
    let scheme = text.trim().split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)))
}

/// Members of a config whose addresses are asked by us.
fn is_asked(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["url", "uri", "issuer", "endpoint", "server"].iter().any(|part| name.contains(part)) && name != "resourceuri"
}

/// A program is named as the operator names it: by its name, found in `PATH`, or by its whole path.
fn program(service: &Service, field: &str, command: &str) -> Option<Violation> {
    let allowed = &service.settings().security.allowed_commands;
    let is_allowed = allowed.iter().any(|allowed| allowed == "*" || allowed == command);
    let known = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
    (!is_allowed).then(|| {
        let constraint = format!("must be a program that the operator allows (`security.allowedCommands`: {known})");
        violation(field, Value::from(command), constraint)
    })
}

/// How a request without a `serverPath` is called.
pub(super) fn words(request: &EvaluationRequest) -> String {
    const MOST: usize = 500;
    let of_server = |server: &ServerBlock| match (&server.command, &server.url) {
        (Some(command), _) => std::iter::once(command).chain(&server.args).cloned().collect::<Vec<_>>().join(" "),
        (None, Some(url)) => url.split(['?', '#']).next().unwrap_or_default().to_owned(),
        (None, None) => "server".to_owned(),
    };
    let words = request.server.as_ref().map_or_else(|| "config".to_owned(), of_server);
    words.chars().take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn everything_that_a_config_starts_or_asks_is_found() {
        let config = json!({
            "server": { "transport": "stdio", "command": "node", "args": ["http://not.asked"] },
            "servers": { "b": { "url": "http://127.0.0.1:1/mcp" } },
            "oauth2Suites": [{ "authorizationServer": "https://as.example" , "tests": [{"tokenUrl": "http://10.0.0.1"}]}],
            "prompts": [{ "text": "http://only.words" }],
        });
        let mut found = Vec::new();
        gather("config", &config, 0, &mut found);
        let places: Vec<&str> = found.iter().map(|(place, _, _)| place.as_str()).collect();
        assert_eq!(
            places,
            [
                "config.server.command",
                "config.servers.b.url",
                "config.oauth2Suites.0.authorizationServer",
                "config.oauth2Suites.0.tests.0.tokenUrl"
            ]
        );
    }
}
