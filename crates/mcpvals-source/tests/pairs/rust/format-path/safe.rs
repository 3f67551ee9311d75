use std::fs;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub id: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Delete a snapshot")]
    async fn delete_snapshot(&self, Parameters(Arguments { id }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let id: u32 = id.parse().map_err(|_| ErrorData::invalid_params("id: a number", None))?;
        fs::remove_file(format!("/srv/snapshots/{id}.json")).map_err(|_| ErrorData::invalid_params("id: no such snapshot", None))?;
        let text = "deleted".to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
