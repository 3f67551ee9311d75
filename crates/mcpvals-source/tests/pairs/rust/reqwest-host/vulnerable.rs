// rule: server-side-request-forgery

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub node: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Show the load of a node")]
    async fn node_load(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let response = reqwest::get(format!("http://{}:9100/load", args.node)).await;
        let text = response.map(|response| response.status().to_string()).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
