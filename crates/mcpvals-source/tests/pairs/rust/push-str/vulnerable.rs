// rule: server-side-request-forgery

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub owner: String,
    pub branch: Option<String>,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "List the files of our service")]
    async fn list_files(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let mut url = String::from("https://");
        url.push_str(&args.owner);
        url.push_str(".example.com/files");
        if let Some(branch) = args.branch {
            url.push_str(&format!("?ref={branch}"));
        }
        let response = reqwest::get(&url).await;
        let text = response.map(|response| response.status().to_string()).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
