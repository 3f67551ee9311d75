// rule: sql-injection

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub title: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Find books by title")]
    async fn find_books(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let pool = sqlx::SqlitePool::connect("sqlite:books.db").await.unwrap();
        let statement = format!("SELECT title FROM books WHERE title LIKE '%{}%'", args.title);
        let rows = sqlx::query(&statement).fetch_all(&pool).await.unwrap();
        let text = rows.len().to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
