// rule: path-traversal
use std::path::Path;
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
    #[tool(description = "Read a recipe")]
    async fn read_recipe(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let path = Path::new("/srv/recipes").join(&args.name);
        let text = std::fs::read_to_string(path).map_err(|_| ErrorData::invalid_params("name: no such recipe", None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
