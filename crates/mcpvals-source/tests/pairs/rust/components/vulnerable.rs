// rule: path-traversal
use std::fs;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub path: String,
}

#[derive(Clone)]
pub struct Demo {
    root: std::path::PathBuf,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Delete a draft")]
    async fn delete_draft(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let target = self.root.join(&args.path);
        fs::remove_file(&target).map_err(|_| ErrorData::invalid_params("path: no such draft", None))?;
        Ok(CallToolResult::success(vec![Content::text("deleted")]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
