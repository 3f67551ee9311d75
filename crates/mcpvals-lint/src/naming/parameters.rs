//! Names of parameters.

use mcpvals_model::{Finding, Span};
use serde_json::Value;

use super::rules;
use super::together::{Style, style};

/// So many are named in a message.
const NAMED_MAX: usize = 3;

pub(super) fn find(tool: &Value) -> Option<Finding> {
    let properties = tool["inputSchema"]["properties"].as_object()?;
    let at = || Span::Metadata { pointer: "/inputSchema/properties".to_owned(), start: 0, end: 0 };
    let odd: Vec<String> = properties
        .keys()
        .filter(|name| !is_identifier(name))
        .map(|name| format!("`{}`", crate::excerpt(name)))
        .collect();
    if !odd.is_empty() {
        let named = odd[..odd.len().min(NAMED_MAX)].join(", ");
        let verb = if odd.len() == 1 { "is no identifier" } else { "are no identifiers" };
        return Some(rules::PARAMETERS.found(format!("{named} {verb}")).at(at()));
    }
    let of = |wanted: Style| properties.keys().find(|name| style(name) == Some(wanted));
    let (snake, camel) = (of(Style::Snake)?, of(Style::Camel)?);
    Some(rules::PARAMETERS.found(format!("`{snake}` and `{camel}` are of different styles")).at(at()))
}

/// Letters, digits, `_`, also what interfaces of the web have in the middle: `-`, `.`, `[]`, and `$` or `@` before it.
fn is_identifier(name: &str) -> bool {
    let bare = name.strip_prefix(['$', '@']).unwrap_or(name);
    let mut characters = bare.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']'))
}
