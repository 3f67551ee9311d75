// rule: path-traversal
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
        if name.contains([' ', '\n']) {
            return Err(ErrorData::invalid_params("name: no path", None));
        }
        let text = std::fs::read_to_string(format!("/srv/notes/{name}.txt"))
            .map_err(|_| ErrorData::invalid_params("name: there is no such note", None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
