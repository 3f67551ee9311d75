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
    #[tool(description = "Save a note")]
    async fn save_note(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let target = Path::new("/srv/notes").join(format!("{}.md", args.name));
        tokio::fs::write(&target, "note").await.map_err(|_| ErrorData::internal_error("not saved", None))?;
        Ok(CallToolResult::success(vec![Content::text("saved")]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
