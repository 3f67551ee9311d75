
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub day: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "The tides of a day")]
    async fn tides(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let client = reqwest::Client::builder().build().unwrap();
        let response = client.get("https://tides.example.com/today").query(&[("day", args.day)]).send().await;
        let text = response.map(|response| response.status().to_string()).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
