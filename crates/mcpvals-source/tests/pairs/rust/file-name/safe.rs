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

fn plain_name(name: &str) -> Result<&str, ErrorData> {
    let fine = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if fine { Ok(name) } else { Err(ErrorData::invalid_params("name: letters, digits and dashes", None)) }
}

#[tool_router]
impl Demo {
    #[tool(description = "Save a note")]
    async fn save_note(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let name = plain_name(&args.name)?;
        let target = Path::new("/srv/notes").join(format!("{name}.md"));
        tokio::fs::write(&target, "note").await.map_err(|_| ErrorData::internal_error("not saved", None))?;
        Ok(CallToolResult::success(vec![Content::text("saved")]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
