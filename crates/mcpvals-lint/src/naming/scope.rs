//! How much stands behind one name: a tool that reads and writes, or that sends whatever it is told to.

use mcpvals_model::{Finding, Span};
use serde_json::Value;

use super::rules;
use crate::words::{self, Verb};

/// Parameters that say what is to be done.
const CHOICES: [&str; 12] = [
    "action",
    "actions",
    "method",
    "operation",
    "op",
    "command",
    "verb",
    "mode",
    "http_method",
    "cmd",
    "type",
    "request_method",
];
/// Methods that change nothing.
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];
/// Methods that do.
const UNSAFE: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];

pub(super) fn find(name: &str, tool: &Value) -> Option<Finding> {
    let properties = tool["inputSchema"]["properties"].as_object()?;
    let chosen = properties.iter().filter(|(name, _)| CHOICES.contains(&words::of_name(name).join("_").as_str()));
    for (parameter, schema) in chosen {
        let pointer = format!("/inputSchema/properties/{}", parameter.replace('~', "~0").replace('/', "~1"));
        let at = |finding: Finding| finding.at(Span::Metadata { pointer: pointer.clone(), start: 0, end: 0 });
        if let Some((safe, other)) = methods(schema) {
            return Some(at(rules::CATCH_ALL.found(format!("`{parameter}` may be `{safe}` or `{other}`"))));
        }
        if is_any_request(name, parameter, tool) {
            return Some(at(rules::CATCH_ALL.found(format!("`{parameter}` is any method, of any path"))));
        }
        if let Some(payload) = takes_anything(name, parameter, tool) {
            return Some(at(rules::CATCH_ALL.found(format!("`{parameter}` is any deed, with any `{payload}`"))));
        }
        if let Some((reads, writes)) = apart(schema) {
            return Some(at(rules::MIXED.found(format!("`{parameter}` may be `{reads}` or `{writes}`"))));
        }
    }
    None
}

/// The choices of a parameter, also one or several in a union.
fn choices(schema: &Value) -> Vec<&str> {
    let unions = ["anyOf", "oneOf"].into_iter().filter_map(|union| schema[union].as_array()).flatten();
    let schemas = unions.chain([schema, &schema["items"]]);
    schemas
        .flat_map(|schema| {
            let many = schema["enum"].as_array().into_iter().flatten();
            many.chain([&schema["const"]]).filter_map(Value::as_str)
        })
        .collect()
}

fn methods(schema: &Value) -> Option<(&str, &str)> {
    let choices = choices(schema);
    let among = |methods: &[&str]| {
        choices.iter().copied().find(|choice| methods.contains(&choice.to_ascii_uppercase().as_str()))
    };
    let is_http = choices.iter().all(|choice| {
        let choice = choice.to_ascii_uppercase();
        SAFE.contains(&choice.as_str()) || UNSAFE.contains(&choice.as_str())
    });
    is_http.then(|| Some((among(&SAFE)?, among(&UNSAFE)?))).flatten()
}

/// A choice that reads and one that writes or deletes, by their first words.
fn apart(schema: &Value) -> Option<(&str, &str)> {
    let choices = choices(schema);
    let verb = |choice: &str| words::of_name(choice).first().and_then(|word| words::bare_verb(word));
    let reads = choices.iter().copied().find(|choice| verb(choice) == Some(Verb::Read))?;
    let writes = choices.iter().copied().find(|choice| matches!(verb(choice), Some(Verb::Write | Verb::Delete)))?;
    Some((reads, writes))
}

/// A free method beside a free path: `api_request`.
fn is_any_request(name: &str, parameter: &str, tool: &Value) -> bool {
    const PATHS: [&str; 6] = ["path", "endpoint", "url", "uri", "route", "api_path"];
    let parameter = words::of_name(parameter).join("_");
    if !matches!(parameter.as_str(), "method" | "http_method" | "request_method") {
        return false;
    }
    let properties = tool["inputSchema"]["properties"].as_object();
    let has_path = properties.is_some_and(|properties| {
        properties.keys().any(|name| PATHS.contains(&words::of_name(name).join("_").as_str()))
    });
    let words = words::of_name(name);
    let named =
        words.iter().any(|word| matches!(word.as_str(), "request" | "api" | "call" | "http" | "rest" | "fetch"));
    let free = properties.is_some_and(|properties| {
        properties.iter().any(|(name, schema)| {
            words::of_name(name).join("_") == parameter && choices(schema).is_empty() && schema["const"].is_null()
        })
    });
    has_path && named && free
}

/// A free word for what is to be done beside a free payload, in a tool that is named for a whole service and is said to do all.
fn takes_anything<'a>(name: &str, parameter: &str, tool: &'a Value) -> Option<&'a str> {
    const DEEDS: [&str; 5] = ["operation", "action", "op", "verb", "method"];
    const PAYLOADS: [&str; 10] =
        ["payload", "data", "body", "params", "parameters", "arguments", "args", "input", "options", "fields"];
    let properties = tool["inputSchema"]["properties"].as_object()?;
    let is_free = |schema: &Value| {
        choices(schema).is_empty() && ["properties", "pattern", "const"].iter().all(|limit| schema[*limit].is_null())
    };
    let is_named_for_a_deed = words::of_name(name).iter().any(|word| words::is_verb(word));
    let schema = properties.get(parameter)?;
    let is_deed = DEEDS.contains(&words::of_name(parameter).join("_").as_str()) && is_free(schema);
    if is_named_for_a_deed || !is_deed || !says_all(tool, schema) {
        return None;
    }
    let is_payload = |name: &str| PAYLOADS.contains(&words::of_name(name).join("_").as_str());
    properties.iter().find(|(name, schema)| is_payload(name) && is_free(schema)).map(|(name, _)| name.as_str())
}

/// Does it say that it does anything, or that it both reads and writes?
fn says_all(tool: &Value, schema: &Value) -> bool {
    let said = [tool, schema].into_iter().filter_map(|of| of["description"].as_str()).collect::<Vec<_>>().join(" ");
    let words = words::of_name(&said);
    let does = |wanted: &[Verb]| words.iter().any(|word| words::verb(word).is_some_and(|verb| wanted.contains(&verb)));
    words.iter().any(|word| matches!(word.as_str(), "any" | "anything" | "everything" | "whatever"))
        || does(&[Verb::Read]) && does(&[Verb::Write, Verb::Delete])
}
