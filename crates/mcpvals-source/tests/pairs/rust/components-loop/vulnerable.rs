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
    #[tool(description = "Read a page")]
    async fn read_page(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = tokio::fs::read_to_string(Path::new("/srv/pages").join(&args.name)).await;
        Ok(CallToolResult::success(vec![Content::text(text.unwrap_or_default())]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
