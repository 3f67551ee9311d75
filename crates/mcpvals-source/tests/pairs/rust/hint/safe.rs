use std::fs;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub id: u32,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Show a ticket", annotations(read_only_hint = true))]
    async fn show_ticket(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let path = format!("/srv/tickets/{}", args.id);
        let text = fs::read_to_string(&path).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
