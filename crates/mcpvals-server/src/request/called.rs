//! How a request without a `serverPath` is called, and by what two of them are of the same server. It is shown, stored and listed: no
//! secret may be in it.

use mcpvals_config::{secrets_in_query, secrets_in_words};
use mcpvals_model::SecretValue;
use mcpvals_wire::Redactor;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{EvaluationRequest, ServerBlock};
use crate::address::without_query;
use crate::auth::hex;

const CHARS_MAX: usize = 500;
/// Servers of a config that are named.
const SERVERS_MAX: usize = 3;
/// A word with so many letters and digits in a row may be a key.
const KEY_CHARS_MIN: usize = 20;
const MASK: &str = "***";

/// The command line or address of its server, or those of its config's.
pub(super) fn words(request: &EvaluationRequest) -> String {
    let servers = servers(request.server.as_ref(), request.config.as_ref());
    let named = request.config.as_ref().map(named_secrets).unwrap_or_default();
    let words: Vec<String> = servers.iter().take(SERVERS_MAX).map(|line| of_server(line, &named)).collect();
    let more = if servers.len() > SERVERS_MAX { ", …" } else { "" };
    let words = if words.is_empty() { "config".to_owned() } else { words.join(", ") + more };
    words.chars().take(CHARS_MAX).collect()
}

/// The words, and what makes another server of it: words that are masked are told apart, too.
pub(super) fn target(request: &EvaluationRequest, words: &str) -> String {
    let whole: Vec<Value> = servers(request.server.as_ref(), request.config.as_ref())
        .into_iter()
        .map(|(command, args, url)| json!([command, args, url.as_deref().map(without_query)]))
        .collect();
    let hash = Sha256::digest(json!(whole).to_string());
    format!("{words} #{}", hex(&hash[..4]))
}

type Line = (Option<String>, Vec<String>, Option<String>);

/// The addresses of its servers, and those that they are given as arguments.
pub(super) fn addresses(server: Option<&ServerBlock>, config: Option<&Value>) -> Vec<String> {
    let of_one = |(_, args, url): Line| args.into_iter().filter(|arg| is_address(arg)).chain(url);
    servers(server, config).into_iter().flat_map(of_one).collect()
}

fn is_address(text: &str) -> bool {
    text.contains("://")
}

/// What a config lists in `secrets`: values, or the names of variables and headers of its servers.
fn named_secrets(config: &Value) -> Vec<SecretValue> {
    let servers = blocks(config).collect::<Vec<_>>();
    let named = |name: &str| -> Vec<String> {
        let texts = servers.iter().flat_map(|server| ["env", "headers"].map(|kind| &server[kind][name]));
        texts.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let marks = config["secrets"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let values = marks.map(|mark| (mark, named(mark)));
    values
        .flat_map(|(mark, values)| {
            let values = if values.is_empty() { vec![mark.to_owned()] } else { values };
            values.into_iter().filter_map(move |value| SecretValue::new(mark, value))
        })
        .collect()
}

/// The servers of a config as it has them.
fn blocks(config: &Value) -> impl Iterator<Item = &Value> {
    let one = config.get("server").into_iter();
    one.chain(config.get("servers").and_then(Value::as_object).into_iter().flat_map(|all| all.values()))
}

/// Command, arguments and address of each.
fn servers(server: Option<&ServerBlock>, config: Option<&Value>) -> Vec<Line> {
    if let Some(ServerBlock { command, args, url, .. }) = server {
        return vec![(command.clone(), args.clone(), url.clone())];
    }
    let text = |server: &Value, name: &str| server[name].as_str().map(str::to_owned);
    let args = |server: &Value| -> Vec<String> {
        server["args"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    blocks(config.unwrap_or(&Value::Null))
        .map(|server| (text(server, "command"), args(server), text(server, "url")))
        .collect()
}

fn of_server((command, args, url): &Line, named: &[SecretValue]) -> String {
    match (command, url) {
        (Some(command), _) => {
            let words = std::iter::once(command.clone()).chain(masked(args)).collect::<Vec<_>>().join(" ");
            let of_addresses = args.iter().filter(|arg| is_address(arg)).flat_map(|arg| secrets_in_query(arg));
            let secrets: Vec<_> =
                secrets_in_words(args).into_iter().chain(of_addresses).chain(named.iter().cloned()).collect();
            Redactor::new(&secrets).text(&words).into_owned()
        }
        (None, Some(url)) => without_query(url).to_owned(),
        (None, None) => "server".to_owned(),
    }
}

/// Arguments without what may be a secret: what follows a flag that is called like one, and what looks like a key.
fn masked(args: &[String]) -> Vec<String> {
    let mut is_secret = false;
    let mut shown = Vec::new();
    for arg in args {
        let (name, value) = arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        let is_named = mcpvals_model::looks_secret(name.trim_start_matches('-'));
        shown.push(match value {
            _ if is_secret && !arg.starts_with('-') => MASK.to_owned(),
            Some(value) if is_named || looks_random(value) => format!("{name}={MASK}"),
            _ if looks_random(arg) => MASK.to_owned(),
            _ => arg.clone(),
        });
        is_secret = is_named && value.is_none() && arg.starts_with('-');
    }
    shown
}

fn looks_random(word: &str) -> bool {
    let runs = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    let is_key = |run: &str| {
        let has = |kind: fn(&char) -> bool| run.chars().any(|c| kind(&c));
        run.len() >= KEY_CHARS_MIN && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic)
    };
    runs.into_iter().any(is_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(value: &Value) -> EvaluationRequest {
        serde_json::from_value(value.clone()).unwrap()
    }

    #[test]
    fn a_secret_among_arguments_is_masked() {
        let args =
            ["x.py", "--token", "t0p", "--api-key=k", "-v", "sk-abcdef0123456789abcdef", "--port", "80", "/srv/a/b"];
        let one = request(&json!({ "server": { "command": "python3", "args": args } }));
        assert_eq!(words(&one), "python3 x.py --token *** --api-key=*** -v *** --port 80 /srv/a/b");
        assert!(!target(&one, &words(&one)).contains("t0p"));
    }

    #[test]
    fn a_secret_inside_of_an_argument_is_masked() {
        let args = [
            "--db",
            "postgres://u:pg-secret-1@h/db",
            "-H",
            "X-Api-Key: hdr-secret-2",
            "--url=https://u:url-secret-3@h/",
        ];
        let shown = words(&request(&json!({ "server": { "command": "python3", "args": args } })));
        assert!(!shown.contains("secret"), "{shown}");
        assert!(shown.starts_with("python3 --db postgres://u:"), "{shown}");
    }

    #[test]
    fn what_a_config_lists_and_queries_of_addresses_are_masked() {
        let args = ["x.py", "listed-4c1d", "of-a-variable-77c2", "https://h/mcp?u=of-a-query-90ab"];
        let server = json!({ "command": "python3", "args": args, "env": { "PLAIN": "of-a-variable-77c2" } });
        let config = json!({ "config": { "server": server, "secrets": ["listed-4c1d", "PLAIN"] } });
        let one = request(&config);
        // A name that is the secret itself becomes a number.
        assert_eq!(words(&one), "python3 x.py [redacted:2] [redacted:PLAIN] https://h/mcp?u=[redacted:u]");
        assert_eq!(addresses(None, one.config.as_ref()), ["https://h/mcp?u=of-a-query-90ab"]);
    }

    #[test]
    fn servers_of_configs_are_told_apart() {
        let config = |command: &str, arg: &str| {
            request(&json!({ "config": { "server": { "command": command, "args": [arg] } } }))
        };
        let (a, b) = (config("node", "a.js"), config("node", "b.js"));
        assert_eq!((words(&a), words(&b)), ("node a.js".to_owned(), "node b.js".to_owned()));
        let targets = [&a, &b, &config("node", "a.js")].map(|one| target(one, &words(one)));
        assert!(targets[0] != targets[1] && targets[0] == targets[2], "{targets:?}");
        let several =
            json!({ "servers": { "a": { "url": "https://a.example/mcp?key=1" }, "b": { "command": "node" } } });
        assert_eq!(words(&request(&json!({ "config": several }))), "https://a.example/mcp, node");
        assert_eq!(words(&request(&json!({ "config": {} }))), "config");
    }
}
