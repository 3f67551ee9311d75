use std::path::{Component, Path};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub name: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Read a part")]
    async fn read_part(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let relative = Path::new(&args.name);
        if relative.is_absolute() || relative.components().any(|part| matches!(part, Component::ParentDir)) {
            return Err(ErrorData::invalid_params("name: must stay in the parts", None));
        }
        let text = tokio::fs::read_to_string(Path::new("/srv/parts").join(relative)).await;
        Ok(CallToolResult::success(vec![Content::text(text.unwrap_or_default())]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
