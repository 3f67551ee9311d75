// rule: path-traversal
use std::path::Path;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub name: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    pub fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Reads a note")]
    async fn read_note(&self, Parameters(Arguments { name }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let root = Path::new("/srv/notes");
        let path = root.join(&name);
        let inner = path.strip_prefix(&root).map_err(|_| ErrorData::invalid_params("name: no path out of the notes", None))?;
        let text = std::fs::read_to_string(root.join(inner))
            .map_err(|_| ErrorData::invalid_params("name: there is no such note", None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
