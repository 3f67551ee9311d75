use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub pair: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    pub fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Returns the exchange rate of a currency pair")]
    async fn get_rate(&self, Parameters(Arguments { pair }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let client = reqwest::Client::new();
        let answer = client.get("https://rates.example.com/today").query(&[("pair", &pair)]).send().await.map_err(|_| ErrorData::internal_error("the rates are not there yet", None))?;
        let text = answer.text().await.map_err(|_| ErrorData::internal_error("the rates are not there yet", None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
