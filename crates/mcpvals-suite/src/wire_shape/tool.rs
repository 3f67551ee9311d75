//! What the reader of a tool lets pass, since it can be called all the same.

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{Revision, Tool};
use serde_json::Value;

use super::entry;
use super::words::{member, optional, wrong};
use crate::{excerpt, schema};

/// What is wrong with a tool that could be read.
pub(super) fn problems(tool: &Tool, revision: Option<Revision>) -> Vec<String> {
    let object = |value: &Value| value == "object";
    let input =
        member(tool.input_schema(), "type", "\"object\"", object).map(|problem| format!("in `inputSchema`, {problem}"));
    // Before 2025-06-18 nobody knew the member; from 2026-07-28 on, it may describe any value.
    let bound = matches!(revision, Some(Revision::V2025_06_18 | Revision::V2025_11_25));
    let output = tool.output_schema().filter(|_| bound);
    let output = output.and_then(|schema| member(schema, "type", "\"object\"", object));
    let output = output.map(|problem| format!("in `outputSchema`, {problem}"));
    let recent = revision >= Some(Revision::V2025_11_25);
    let name = misnamed(tool).filter(|_| recent);
    let schemas = no_schema("inputSchema", Some(tool.input_schema()));
    let schemas = schemas.into_iter().chain(no_schema("outputSchema", tool.output_schema()));
    let meta = optional(tool.raw(), "_meta", "an object", Value::is_object);
    let meta = meta.filter(|_| revision >= Some(Revision::V2025_06_18));
    let icons = if recent { entry::icons(tool.raw()) } else { Vec::new() };
    let first = name.into_iter().chain(input).chain(output).chain(task_support(tool)).chain(schemas);
    let stateless = revision.is_some_and(Revision::is_stateless);
    let headers = if stateless { tool.header_problems() } else { Vec::new() };
    first.chain(meta).chain(icons).chain(headers).collect()
}

/// Clients compile schemas when they read the list, and refuse the tool (or the list) where they cannot.
fn no_schema(member: &str, value: Option<&Value>) -> Option<String> {
    let problem = schema::invalid(value?)?;
    Some(format!("`{member}` is no valid JSON Schema: {}", excerpt::block(&problem, 200)))
}

/// Since 2025-11-25: 1 to 128 letters, digits, `_`, `-` and `.`.
fn misnamed(tool: &Tool) -> Option<String> {
    const NAME_CHARS_MAX: usize = 128;
    let name = tool.name();
    if name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')) {
        let long = name.len() > NAME_CHARS_MAX;
        return long.then(|| format!("the name has more than {NAME_CHARS_MAX} characters"));
    }
    Some("the name has characters other than letters, digits, `_`, `-` and `.`".to_owned())
}

fn task_support(tool: &Tool) -> Option<String> {
    let support = get(get(tool.raw(), "execution")?, "taskSupport")?;
    let known = ["forbidden", "optional", "required"].iter().any(|name| support == *name);
    (!known).then(|| wrong("execution.taskSupport", support, "\"forbidden\", \"optional\" or \"required\""))
}
