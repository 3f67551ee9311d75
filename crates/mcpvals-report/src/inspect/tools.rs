//! The tools: what they take, what they say of themselves.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use super::facts::{description, summary};
use super::parameter;
use crate::console::{Level, Page, Role};
use crate::{table, visible, wording};

/// Columns before a description.
const INDENT: usize = 6;

pub(super) fn add(page: &mut Page<'_>, tools: &[Arc<Tool>]) {
    page.blank();
    if tools.is_empty() {
        page.line("no tools");
        return;
    }
    page.line(&page.style.paint(Role::Strong, &wording::count(tools.len(), "tool")));
    for tool in tools {
        page.line(&signature(page, tool));
        if page.style.level == Level::Verbose {
            add_whole(page, &description(tool.raw()));
        } else {
            let room = page.style.columns().saturating_sub(INDENT);
            let summary = visible::line(&summary(tool.raw())).into_owned();
            let shown = table::fit(&summary, room, page.style.ellipsis());
            page.line(&format!("{:INDENT$}{shown}", ""));
        }
    }
}

fn add_whole(page: &mut Page<'_>, text: &str) {
    for line in visible::block(text).lines() {
        page.line(&format!("{:INDENT$}{line}", ""));
    }
}

/// `  get-sum(a: number, b: number)  read-only`
fn signature(page: &Page<'_>, tool: &Tool) -> String {
    let (name, hints) = (visible::line(tool.name()), hints(tool.raw()));
    let columns = match page.style.level {
        Level::Verbose => usize::MAX,
        Level::Quiet | Level::Normal => page.style.columns(),
    };
    let room = columns.saturating_sub("  ()  ".len() + name.width() + hints.len());
    let parameters = parameter::all(tool.input_schema(), room);
    let name = page.style.paint(Role::Strong, &name);
    format!("  {name}({})  {}", visible::line(&parameters), page.style.paint(Role::Dim, &hints))
}

/// `read-only`, `destructive` and so on, as the tool says; nothing where it says nothing.
fn hints(tool: &Value) -> String {
    let Some(annotations) = tool.get("annotations") else { return String::new() };
    let words = [
        ("readOnlyHint", "read-only", "writes"),
        ("destructiveHint", "destructive", ""),
        ("idempotentHint", "idempotent", ""),
        ("openWorldHint", "open-world", ""),
    ];
    let said =
        words.iter().filter_map(|(hint, yes, no)| Some(if annotations.get(*hint)?.as_bool()? { *yes } else { *no }));
    said.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::hints;

    #[test]
    fn hints_are_what_the_tool_says() {
        let tool = json!({"annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": "yes"}});
        assert_eq!(hints(&tool), "writes, destructive");
    }
}
