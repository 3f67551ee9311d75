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

const HOSTS: &[&str] = &["a.example.com", "b.example.com"];

#[tool_router]
impl Demo {
    #[tool(description = "Read an entry")]
    async fn read_entry(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let url = reqwest::Url::parse(&args.url).map_err(|_| ErrorData::invalid_params("url: no URL", None))?;
        let allowed = url.host_str().is_some_and(|host| HOSTS.iter().any(|ours| *ours == host));
        if !allowed {
            return Err(ErrorData::invalid_params("url: not ours", None));
        }
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| ErrorData::internal_error("no client", None))?;
        let answer = client.get(url).send().await.map_err(|_| ErrorData::internal_error("no answer", None))?;
        let text = answer.text().await.unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
