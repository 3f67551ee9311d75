//! What a name says, and what it should.

use mcpvals_model::Finding;
use serde_json::Value;

use super::{rules, whole};
use crate::effect::lead;
use crate::words::{self, Verb};

/// Names of one word that could be anybody's.
const GENERIC: &[&str] = &[
    "act",
    "action",
    "agent",
    "api",
    "app",
    "ask",
    "assistant",
    "call",
    "chat",
    "custom",
    "data",
    "default",
    "do",
    "exec",
    "execute",
    "execution",
    "fn",
    "foo",
    "func",
    "function",
    "handle",
    "handler",
    "help",
    "helper",
    "info",
    "invoke",
    "main",
    "manage",
    "mcp",
    "misc",
    "my",
    "perform",
    "process",
    "request",
    "run",
    "server",
    "start",
    "task",
    "temp",
    "test",
    "tool",
    "util",
    "utility",
];

pub(super) fn find(name: &str, tool: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    let words = words::of_name(name);
    let lead = lead(&words, &tool["inputSchema"]);
    if is_generic(&words) {
        findings.push(rules::GENERIC.found(format!("`{}` could be any tool", crate::excerpt(name))).at(whole(name)));
    } else if !words.iter().any(|word| words::is_verb(word)) && name.is_ascii() {
        findings.push(rules::VERBLESS.found(format!("`{name}` does not say what it does")).at(whole(name)));
    }
    let titled = [&tool["title"], &tool["annotations"]["title"]];
    if !titled.iter().any(|title| title.as_str().is_some_and(|title| !title.trim().is_empty())) {
        findings.push(rules::TITLE.found("it has no title"));
    }
    let reads = lead.filter(|lead| lead.verb == Verb::Read);
    let destroys = tool["annotations"]["destructiveHint"] == true && tool["annotations"]["readOnlyHint"] != true;
    if let Some(lead) = reads.filter(|_| destroys) {
        let message = format!("the name says `{}`, and `destructiveHint` is true", lead.word);
        findings.push(rules::CONTRADICTED.found(message).at(whole(name)));
    }
    findings
}

/// One word that could be anybody's, such words alone, or one with a number (`tool1`).
fn is_generic(words: &[String]) -> bool {
    let stem = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let generic = |word: &String| {
        let stem = stem(word);
        stem.is_empty() || GENERIC.contains(&stem.as_str())
    };
    let short = matches!(words, [word] if word.chars().count() < 3 && word.is_ascii());
    !words.is_empty() && words.len() <= 3 && words.iter().all(generic) || short && words::bare_verb(&words[0]).is_none()
}
