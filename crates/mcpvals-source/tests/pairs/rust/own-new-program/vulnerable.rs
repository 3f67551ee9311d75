// rule: chosen-program
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub service: String,
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

    #[tool(description = "Shows what a service says of its state")]
    async fn service_state(&self, Parameters(Arguments { service }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let output = tokio::process::Command::new(&service).arg("--state").output().await
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
