use std::process::Command;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub viewer: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Open the manual")]
    async fn open_manual(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = format!("opened for {}", args.viewer);
        Command::new("xdg-open").arg("/srv/manual.pdf").spawn().ok();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
