// rule: path-prefix-bypass
use std::path::PathBuf;
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

fn locate(file: &str) -> Result<PathBuf, ErrorData> {
    let path = PathBuf::from("/srv/letters").join(file).canonicalize().map_err(|_| ErrorData::invalid_params("file", None))?;
    if !path.to_string_lossy().starts_with(&format!("/srv/{}", "letters")) {
        return Err(ErrorData::invalid_params("file: outside of the letters", None));
    }
    Ok(path)
}

#[tool_router]
impl Demo {
    #[tool(description = "Show a template of letters")]
    async fn show(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let path = locate(&args.file)?;
        let text = tokio::fs::read_to_string(path).await.unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
