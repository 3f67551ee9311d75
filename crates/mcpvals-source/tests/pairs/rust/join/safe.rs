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
        let root = Path::new("/srv/recipes").canonicalize().map_err(|_| ErrorData::internal_error("no recipes", None))?;
        let path = root.join(&args.name).canonicalize().map_err(|_| ErrorData::invalid_params("name: no such recipe", None))?;
        if !path.starts_with(&root) {
            return Err(ErrorData::invalid_params("name: must stay within the recipes", None));
        }
        let text = std::fs::read_to_string(path).map_err(|_| ErrorData::invalid_params("name: no such recipe", None))?;
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
