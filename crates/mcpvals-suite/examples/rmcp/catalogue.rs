//! What the server offers.

use std::sync::Arc;

use rmcp::model::{
    ErrorData, JsonObject, ListToolsResult, PaginatedRequestParams, Prompt, PromptArgument, Resource, ResourceTemplate,
    ServerCapabilities, Tool, ToolAnnotations,
};
use serde_json::{Value, json};

/// Tools per page.
const PAGE: usize = 4;

pub(crate) fn capabilities() -> ServerCapabilities {
    let extensions = json!({"io.modelcontextprotocol/tasks": {}});
    let all = json!({"tools": {"listChanged": true}, "resources": {}, "prompts": {}, "extensions": extensions});
    serde_json::from_value(all).expect("capabilities are well-formed")
}

pub(crate) fn tools() -> Vec<Tool> {
    let no_arguments = || json!({"type": "object"});
    let text = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let numbers = json!({
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
        "required": ["a", "b"],
    });
    let sum = json!({"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]});
    let read_only = ToolAnnotations::new().read_only(true);
    vec![
        tool("echo", "Returns the text.", text("text")).with_title("Echo").with_annotations(read_only),
        tool("add", "Adds two numbers.", numbers).with_raw_output_schema(object(sum)),
        tool("many", "Returns every kind of content.", no_arguments()),
        tool("fail", "Fails as tools do.", no_arguments()),
        tool("refuse", "Fails as the protocol does.", no_arguments()),
        tool("progress", "Tells its progress in three steps.", no_arguments()),
        tool("ask_roots", "Asks for the client's roots.", no_arguments()),
        tool("ask_sampling", "Asks the client's model.", no_arguments()),
        tool("ask_elicitation", "Asks the user.", no_arguments()),
        tool("work", "Works, as a task for clients that know them.", no_arguments()),
    ]
}

/// One page of the tools; the cursor is the number of its first tool.
pub(crate) fn page(request: Option<PaginatedRequestParams>) -> Result<ListToolsResult, ErrorData> {
    let first = match request.and_then(|request| request.cursor) {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| ErrorData::invalid_params("no such cursor", None))?,
    };
    let all = tools();
    let next = (first + PAGE < all.len()).then(|| (first + PAGE).to_string());
    let mut page = ListToolsResult::with_all_items(all.into_iter().skip(first).take(PAGE).collect());
    page.next_cursor = next;
    Ok(page)
}

pub(crate) fn resources() -> Vec<Resource> {
    vec![Resource::new("note://one", "one").with_title("One").with_mime_type("text/plain").with_size(3)]
}

pub(crate) fn resource_templates() -> Vec<ResourceTemplate> {
    vec![ResourceTemplate::new("note://{name}", "note").with_description("A note.")]
}

pub(crate) fn prompts() -> Vec<Prompt> {
    let topic = PromptArgument::new("topic").with_description("About what.").with_required(true);
    vec![Prompt::new("ask", Some("Asks about something."), Some(vec![topic]))]
}

fn tool(name: &'static str, description: &'static str, input: Value) -> Tool {
    Tool::new(name, description, object(input))
}

fn object(value: Value) -> Arc<JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        other => panic!("{other} is no schema"),
    }
}
