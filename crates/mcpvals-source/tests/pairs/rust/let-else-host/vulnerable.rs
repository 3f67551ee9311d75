// rule: server-side-request-forgery
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub url: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Read a feed")]
    async fn read_feed(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| ErrorData::internal_error("no client", None))?;
        let answer = client.get(&args.url).send().await.map_err(|_| ErrorData::internal_error("no answer", None))?;
        let text = answer.text().await.unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
