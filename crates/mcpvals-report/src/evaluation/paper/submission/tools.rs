//! The tools as a reviewer reads them: names, titles, hints, descriptions, and whether they were called.

use mcpvals_model::{AuditedTool, Evaluation, RuntimeResults, ToolFacts};

use super::super::super::words;
use super::super::{Block, Line, Section, Table};

pub(super) fn section(evaluation: &Evaluation) -> Section {
    let mut table = Table::new("All tools", ["Name", "Title", "Hints", "Reads or writes", "Tested", "Description"]);
    for tool in &evaluation.tools {
        table.row(row(tool, evaluation.results.runtime.as_ref()));
    }
    let section = Section::new("tools", "Tools");
    match table.block() {
        None => section.with([Block::words("No tool was found.")]),
        table => section.with(table),
    }
}

fn row(tool: &AuditedTool, runtime: Option<&RuntimeResults>) -> [Line; 6] {
    let facts = tool.facts.clone().unwrap_or_default();
    let text = |text: Option<&String>| text.map_or_else(|| Line::words("none"), Line::code);
    [
        if tool.name.is_empty() { Line::words("no name") } else { Line::code(&tool.name) },
        text(facts.title.as_ref()),
        Line::words(hints(&facts)),
        Line::words(effect(&facts)),
        tested(&tool.name, runtime),
        text(facts.description.as_ref()),
    ]
}

/// `readOnlyHint true, destructiveHint false`.
fn hints(facts: &ToolFacts) -> String {
    let hints = [
        ("readOnlyHint", facts.read_only_hint),
        ("destructiveHint", facts.destructive_hint),
        ("idempotentHint", facts.idempotent_hint),
        ("openWorldHint", facts.open_world_hint),
    ];
    let given = hints.iter().filter_map(|(name, hint)| Some(format!("`{name}` {}", hint.as_ref()?)));
    let given = given.collect::<Vec<_>>().join(", ");
    if given.is_empty() { "none".to_owned() } else { given }
}

fn effect(facts: &ToolFacts) -> &'static str {
    match facts.reads_only {
        Some(true) => "reads",
        Some(false) => "writes",
        None => "not told",
    }
}

fn tested(name: &str, runtime: Option<&RuntimeResults>) -> Line {
    let Some(runtime) = runtime else { return Line::words("not tested") };
    if let Some(left) = runtime.left_out.iter().find(|left| left.name == name) {
        return Line::words(format!("left out: {}", left.reason));
    }
    let test = runtime.tool_tests.iter().find(|test| test.name == name);
    test.map_or_else(|| Line::words("not tested"), |test| Line::verdict(words::ran(test.status)))
}
