// rule: code-injection
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
        let output = Command::new("python3").arg("-c").arg(format!("print({})", args.expression)).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
