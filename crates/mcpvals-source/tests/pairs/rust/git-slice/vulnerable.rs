// rule: command-injection
use tokio::process::Command;
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

async fn shell(line: &str) -> String {
    let output = Command::new("bash").arg("-c").arg(line).output().await;
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

#[tool_router]
impl Demo {
    #[tool(description = "Say who wrote a file")]
    async fn blame(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = shell(&format!("git blame {}", args.file)).await;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
