// rule: error-as-success
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
        match std::fs::read_to_string("/srv/rates/today.txt") {
            Ok(text) => Ok(CallToolResult::success(vec![Content::text(text)])),
            Err(error) => Ok(CallToolResult::success(vec![Content::text(format!("Error: {pair}: {error}"))])),
        }
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
