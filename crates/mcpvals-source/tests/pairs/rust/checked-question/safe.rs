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

fn refuse_others(url: &reqwest::Url) -> Result<(), ErrorData> {
    if url.host_str() != Some("mirror.example.com") {
        return Err(ErrorData::invalid_params("url: not ours", None));
    }
    Ok(())
}

#[tool_router]
impl Demo {
    #[tool(description = "Read a mirror")]
    async fn read_mirror(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let url = reqwest::Url::parse(&args.url).map_err(|_| ErrorData::invalid_params("url: no URL", None))?;
        refuse_others(&url)?;
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
