use std::path::{Component, Path, PathBuf};
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

fn within(root: &Path, name: &str) -> Result<PathBuf, ErrorData> {
    let mut path = root.to_path_buf();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            _ => return Err(ErrorData::invalid_params("name: must stay in the pages", None)),
        }
    }
    Ok(path)
}

#[tool_router]
impl Demo {
    #[tool(description = "Read a page")]
    async fn read_page(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let text = tokio::fs::read_to_string(within(Path::new("/srv/pages"), &args.name)?).await;
        Ok(CallToolResult::success(vec![Content::text(text.unwrap_or_default())]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
