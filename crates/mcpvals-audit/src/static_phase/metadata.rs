//! What the source says that the server will say of itself, where nobody else does.

use mcpvals_model::mcp::Metadata;
use mcpvals_project::Project;
use mcpvals_source::{RegisteredTool, SourceFacts};
use serde_json::{Map, Value, json};

/// Names, descriptions and hints as they are registered. Schemas are not known: a tool has none here, and nothing is said of
/// what is missing in them.
pub(super) fn of_source(project: Option<&Project>, facts: &SourceFacts) -> Metadata {
    Metadata {
        name: project.map(|project| project.name.clone()).unwrap_or_default(),
        version: project.map(|project| project.version.clone()).unwrap_or_default(),
        tools: facts.tools.iter().map(tool).collect(),
        prompts: facts.prompts.iter().map(|prompt| json!({"name": prompt.name})).collect(),
        resources: facts.resources.iter().map(|resource| json!({"uri": resource.name})).collect(),
        ..Metadata::default()
    }
}

fn tool(registered: &RegisteredTool) -> Value {
    let mut tool = json!({"name": registered.name});
    if let Some(description) = &registered.description {
        tool["description"] = json!(description);
    }
    // One that is made at run time is there; what it says is not known.
    if let Some(title) = &registered.title {
        tool["title"] = json!(if title.is_empty() { &registered.name } else { title });
    }
    if !registered.hints.is_empty() {
        let hints: Map<String, Value> =
            registered.hints.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        tool["annotations"] = Value::Object(hints);
    }
    tool
}
