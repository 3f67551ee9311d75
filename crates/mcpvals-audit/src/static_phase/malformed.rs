//! Entries of a list of tools that are none: of a server's, or of a file.

use mcpvals_model::mcp::{Metadata, Tool};
use mcpvals_model::{Finding, Severity, Span, Subject};
use serde_json::{Value, json};

use crate::runtime::rules;

/// More are not told one by one.
const TOLD_MAX: usize = 50;

/// What is wrong with those that a client cannot take.
pub(super) fn find(metadata: &Metadata) -> Vec<Finding> {
    let problems = metadata.tools.iter().enumerate().filter_map(|(index, raw)| {
        let problems = Tool::read(raw).err()?;
        Some(finding(index, raw, &problems.join(", ")))
    });
    problems.take(TOLD_MAX).collect()
}

/// What is wrong with a tool of a line. Catalogues give names and descriptions alone: a schema that is left out there says
/// nothing of the server.
pub(super) fn alone(index: usize, raw: &Value) -> Option<Finding> {
    let mut whole = raw.clone();
    if let Some(members) = whole.as_object_mut() {
        members.entry("inputSchema").or_insert_with(|| json!({}));
    }
    let problems = Tool::read(&whole).err()?;
    let found = finding(index, raw, &problems.join(", "));
    // A line without any name is the catalogue's loss: a server that lists such a tool is found out when it is asked.
    Some(if raw.is_object() && raw.get("name").is_none() { found.as_bad_as(Severity::Low) } else { found })
}

fn finding(index: usize, raw: &Value, problems: &str) -> Finding {
    let name = raw.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let who = name.map_or_else(|| format!("entry {index} of the list"), |name| format!("`{name}`"));
    let found = rules::MALFORMED_TOOL.found(format!("{who}: {problems}"));
    match name {
        Some(name) => found.about(Subject::Tool(name.to_owned())),
        None => found.at(Span::Metadata { pointer: format!("/tools/{index}"), start: 0, end: 0 }),
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Severity;
    use mcpvals_model::mcp::Metadata;
    use serde_json::json;

    use super::{alone, find};

    #[test]
    fn what_is_no_tool_is_told_with_its_place() {
        let good = json!({"name": "a", "inputSchema": {"type": "object"}});
        let tools = vec![good, json!({"name": "b"}), json!(7)];
        let words: Vec<String> = find(&Metadata::of_tools(tools)).into_iter().map(|finding| finding.message).collect();
        assert_eq!(words, ["`b`: `inputSchema` is missing", "entry 2 of the list: it is not an object"]);
    }

    #[test]
    fn a_line_may_leave_the_schema_out_but_not_break_it() {
        let words = |tool| alone(0, &tool).map(|finding| finding.message);
        assert_eq!(words(json!({"name": "a", "description": "A."})), None);
        let broken = words(json!({"name": "a", "inputSchema": []}));
        assert_eq!(broken.as_deref(), Some("`a`: `inputSchema` is an array, not an object"));
        assert!(words(json!({"description": "A."})).is_some() && words(json!({"name": 7})).is_some());
        assert!(words(json!("a")).is_some());
        let severity = |tool| alone(0, &tool).map(|finding| finding.severity);
        assert_eq!(severity(json!({"description": "A."})), Some(Severity::Low));
        assert_eq!(severity(json!({"name": 7})), Some(Severity::High));
    }
}
