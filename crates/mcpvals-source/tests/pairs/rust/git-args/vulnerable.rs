// rule: argument-injection
use std::process::Command;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub file: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Show the log of a file")]
    async fn file_log(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let output = Command::new("git").arg("-C").arg("/srv/repo").arg("log").arg(&args.file).output();
        Ok(CallToolResult::success(vec![Content::text(format!("{output:?}"))]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
