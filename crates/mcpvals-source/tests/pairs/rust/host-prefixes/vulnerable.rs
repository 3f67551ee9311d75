// rule: server-side-request-forgery

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub link: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

const PREFIXES: [&str; 2] = ["https://wiki.example.com", "https://mirror.example.org"];

#[tool_router]
impl Demo {
    #[tool(description = "Read an entry of our wiki")]
    async fn read_entry(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let url = args.link.clone();
        if !PREFIXES.iter().any(|prefix| url.starts_with(prefix)) {
            return Err(ErrorData::invalid_params("link: not of our wiki", None));
        }
        let response = reqwest::get(&url).await;
        let text = response.map(|response| response.status().to_string()).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
