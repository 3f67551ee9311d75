use std::process::Command;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub expression: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Sum up numbers")]
    async fn sum_up(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let number: f64 = args.expression.parse().map_err(|_| ErrorData::invalid_params("expression: a number", None))?;
        let text = number.to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
