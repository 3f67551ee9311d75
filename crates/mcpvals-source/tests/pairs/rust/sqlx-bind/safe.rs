use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub title: String,
}

#[derive(Clone)]
pub struct Demo {
    pool: sqlx::SqlitePool,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Search books")]
    async fn search_books(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT title FROM books WHERE title LIKE ?")
            .bind(format!("%{}%", args.title))
            .fetch_all(&self.pool)
            .await
            .map_err(|_| ErrorData::internal_error("the books could not be read", None))?;
        Ok(CallToolResult::success(vec![Content::text(format!("{rows:?}"))]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
