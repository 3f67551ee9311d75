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

    #[tool(description = "Gets the rate of the day")]
    async fn get_rate(&self, Parameters(Arguments { pair }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = std::fs::read_to_string("/srv/rates/today.txt").map_err(|_| ErrorData::internal_error("the rates of today are not there yet", None))?;
        let first = text.lines().next().unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(format!("{pair} {first}"))]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
