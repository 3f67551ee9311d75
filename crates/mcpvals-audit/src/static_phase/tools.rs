//! The tools in the order of the input, each with what is wrong with it.

use std::collections::BTreeMap;

use mcpvals_lint::{EffectKind, effect};
use mcpvals_model::{AuditedTool, Finding, Subject, ToolFacts};
use serde_json::{Value, json};

use super::{Selection, malformed};
use crate::tools_file::Row;

/// Descriptions are shown so far, in characters.
const DESCRIPTION_CHARS_MAX: usize = 2_000;

/// The worst first; what is equally bad stays as it is found.
pub(super) fn worst_first(findings: &mut [Finding]) {
    findings.sort_by(|a, b| b.severity.cmp(&a.severity).then(b.confidence.total_cmp(&a.confidence)));
}

/// Gives each tool its findings; what is about none of them is left over. Of tools with the same name, the first has them.
pub(super) fn told_apart(tools: &[Value], findings: Vec<Finding>) -> (Vec<AuditedTool>, Vec<Finding>) {
    let mut audited: Vec<AuditedTool> = tools.iter().enumerate().map(|(index, tool)| empty(tool, index)).collect();
    let mut rest = Vec::new();
    give(&mut audited, &mut rest, findings);
    (audited, rest)
}

/// Gives further findings to the tools that they are about, and the others to the rest.
pub fn give(tools: &mut [AuditedTool], rest: &mut Vec<Finding>, findings: Vec<Finding>) {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (index, tool) in tools.iter().enumerate() {
        places.entry(tool.name.clone()).or_insert(index);
    }
    for finding in findings {
        let place = match &finding.subject {
            Some(Subject::Tool(name)) => places.get(name).copied(),
            _ => None,
        };
        match place {
            Some(place) => tools[place].findings.push(finding),
            None => rest.push(finding),
        }
    }
    for tool in tools.iter_mut() {
        worst_first(&mut tool.findings);
    }
    worst_first(rest);
}

/// A tool of a line, judged on its own.
pub(super) fn alone(row: Row, index: usize, selection: &Selection) -> AuditedTool {
    let found = mcpvals_lint::tool(&row.tool).into_iter().chain(malformed::alone(index, &row.tool));
    let mut findings = selection.choose(found.collect());
    worst_first(&mut findings);
    let id = row.id.unwrap_or_else(|| json!(index));
    AuditedTool { id, line: Some(row.line), findings, ..bare(&row.tool, index) }
}

fn empty(tool: &Value, index: usize) -> AuditedTool {
    AuditedTool { facts: Some(facts(tool)), ..bare(tool, index) }
}

fn bare(tool: &Value, index: usize) -> AuditedTool {
    let id = tool.get("id").cloned().unwrap_or_else(|| json!(index));
    AuditedTool { id, name: name(tool).to_owned(), line: None, facts: None, findings: Vec::new() }
}

fn name(tool: &Value) -> &str {
    tool["name"].as_str().unwrap_or_default()
}

fn facts(tool: &Value) -> ToolFacts {
    let text = |pointer: &str| tool.pointer(pointer).and_then(Value::as_str).map(cut);
    let hint = |name: &str| tool["annotations"][name].as_bool();
    ToolFacts {
        title: text("/title").or_else(|| text("/annotations/title")),
        description: text("/description"),
        read_only_hint: hint("readOnlyHint"),
        destructive_hint: hint("destructiveHint"),
        idempotent_hint: hint("idempotentHint"),
        open_world_hint: hint("openWorldHint"),
        reads_only: match effect(tool).kind {
            EffectKind::Reads => Some(true),
            EffectKind::Writes | EffectKind::Deletes => Some(false),
            EffectKind::Unknown => None,
        },
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(DESCRIPTION_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
