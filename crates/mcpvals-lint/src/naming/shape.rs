//! Length and characters of a name.

use mcpvals_model::Finding;
use serde_json::Value;

use super::{rules, whole};

/// What the directory takes, in characters.
pub(super) const DIRECTORY_MAX: usize = 64;
/// What the protocol takes, in characters.
const PROTOCOL_MAX: usize = 128;

/// A tool without a name, where it is a tool: a text that stands alone may well have none.
pub(super) fn missing(tool: &Value) -> Option<Finding> {
    tool["inputSchema"].is_object().then(|| rules::MISSING.found("it has no name"))
}

pub(super) fn find(name: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let length = name.chars().count();
    if length > PROTOCOL_MAX {
        findings.push(rules::LONGER.found(format!("the name has {length} characters; the protocol ends at 128")));
    } else if length > DIRECTORY_MAX {
        findings.push(rules::LONG.found(format!("the name has {length} characters; the directory takes 64")));
    }
    let mut others: Vec<char> = name.chars().filter(|c| !allowed(*c)).collect();
    others.sort_unstable();
    others.dedup();
    if !others.is_empty() {
        let told: Vec<String> = others.iter().take(5).map(|c| told(*c)).collect();
        findings.push(rules::CHARACTERS.found(format!("the name has {}", told.join(", "))));
    } else if name.contains('.') {
        findings.push(rules::DOT.found("the name has a dot"));
    }
    findings.into_iter().map(|finding| finding.at(whole(name)).showing(&crate::excerpt(name))).collect()
}

fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn told(c: char) -> String {
    match c {
        ' ' => "a blank".to_owned(),
        c if c.is_ascii_graphic() => format!("`{c}`"),
        c => format!("U+{:04X}", u32::from(c)),
    }
}
