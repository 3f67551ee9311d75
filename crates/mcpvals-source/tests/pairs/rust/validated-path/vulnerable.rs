// rule: path-traversal
use std::path::Path;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub member: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    pub fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Reads the manifest of a member")]
    async fn read_manifest(&self, Parameters(Arguments { member }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = read(&member).map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}

fn read(member: &str) -> anyhow::Result<String> {
    validate(member)?;
    Ok(std::fs::read_to_string(Path::new("/srv/members").join(member).join("Cargo.toml"))?)
}

fn validate(member: &str) -> anyhow::Result<()> {
    if member.is_empty() || member.starts_with('/') || member.starts_with('\\') {
        anyhow::bail!("member: a relative path is needed");
    }
    Ok(())
}
