use std::net::IpAddr;
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

fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_private() || address.is_loopback() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

async fn refuse_internal(url: &reqwest::Url) -> Result<(), ErrorData> {
    let host = url.host_str().ok_or_else(|| ErrorData::invalid_params("url: no host", None))?;
    let addresses = tokio::net::lookup_host((host, 443))
        .await
        .map_err(|_| ErrorData::invalid_params("url: no such host", None))?;
    for address in addresses {
        if is_internal(address.ip()) {
            return Err(ErrorData::invalid_params("url: only public pages", None));
        }
    }
    Ok(())
}

#[tool_router]
impl Demo {
    #[tool(description = "Check a page")]
    async fn check_page(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let url = reqwest::Url::parse(&args.url).map_err(|_| ErrorData::invalid_params("url: no URL", None))?;
        refuse_internal(&url).await?;
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
