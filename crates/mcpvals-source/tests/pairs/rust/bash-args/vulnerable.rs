// rule: command-injection
use tokio::process::Command;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub package: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

async fn run(package: &str) -> String {
    let script = "cargo build -p ".to_string() + package;
    let output = Command::new("bash").args(["-c", &script]).output().await;
    output.map(|output| String::from_utf8_lossy(&output.stdout).to_string()).unwrap_or_default()
}

#[tool_router]
impl Demo {
    #[tool(name = "build", description = "Build a package of the workspace")]
    async fn build(&self, params: Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = run(&params.0.package).await;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
