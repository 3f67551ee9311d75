
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub place: String,
    pub user: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

fn at(base: &str, path: &str) -> String {
    format!("{base}/{path}")
}

#[tool_router]
impl Demo {
    #[tool(description = "Show a user of our service")]
    async fn show_user(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let url = at(&at("https://api.example.com", &args.place), &args.user);
        let response = reqwest::get(&url).await;
        let text = response.map(|response| response.status().to_string()).unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
