// rule: path-traversal
use std::fs;
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
    #[tool(description = "Save a sketch")]
    async fn save_sketch(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        fs::write(format!("/srv/sketches/{}.svg", args.name), "<svg/>").ok();
        let text = "saved".to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
