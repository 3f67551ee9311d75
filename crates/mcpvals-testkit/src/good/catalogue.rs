//! The tools of the good server, as each revision may show them, and the pages they come on.

use serde_json::{Value, json};

use super::request::RpcError;
use crate::revision::Revision;

const TOOLS: &str = include_str!("tools.json");

/// The tools that are always there, with the members that `revision` knows.
pub(super) fn tools(revision: Revision) -> Vec<Value> {
    let mut tools: Vec<Value> = serde_json::from_str(TOOLS).expect("tools.json is a constant and is tested");
    for tool in &mut tools {
        trim(tool, revision);
    }
    tools
}

/// A tool that appears while the server runs.
pub(super) fn extra_tool(name: &str) -> Value {
    json!({"name": name, "description": "Appeared while the server ran.", "inputSchema": {"type": "object"}})
}

fn trim(tool: &mut Value, revision: Revision) {
    let members = tool.as_object_mut().expect("tools.json holds objects");
    if revision < Revision::V2025_03_26 {
        members.remove("annotations");
    }
    // Of the core's tasks; in the extension the server chooses.
    if revision != Revision::V2025_11_25 {
        members.remove("execution");
    }
    if revision < Revision::V2025_06_18 {
        members.remove("title");
        members.remove("outputSchema");
    }
}

/// One page of a list as the members of its result. The cursor is the number of the first entry of the page.
pub(super) fn page(
    list: &str,
    entries: &[Value],
    cursor: Option<&Value>,
    size: Option<usize>,
) -> Result<Value, RpcError> {
    let start = match cursor {
        None => 0,
        Some(cursor) => read_cursor(cursor, entries.len()).ok_or_else(|| RpcError::invalid_params("invalid cursor"))?,
    };
    let end = size.map_or(entries.len(), |size| entries.len().min(start + size.max(1)));
    let mut page = json!({list: entries[start..end]});
    if end < entries.len() {
        page["nextCursor"] = json!(format!("from-{end}"));
    }
    Ok(page)
}

fn read_cursor(cursor: &Value, len: usize) -> Option<usize> {
    cursor.as_str()?.strip_prefix("from-")?.parse().ok().filter(|start| (1..len).contains(start))
}
