// rule: chosen-program
use std::process::Command;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub what: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Report on the machine")]
    async fn report(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let output = Command::new(&args.what).output().map_err(|_| ErrorData::internal_error("not run", None))?;
        Ok(CallToolResult::success(vec![Content::text(String::from_utf8_lossy(&output.stdout))]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
