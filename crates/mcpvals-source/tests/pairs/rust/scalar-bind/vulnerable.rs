// rule: sql-injection
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub name: String,
}

#[derive(Clone)]
pub struct Demo {
    pool: sqlx::SqlitePool,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Count tags")]
    async fn count_tags(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let count: i64 = sqlx::query_scalar(&format!("SELECT COUNT(*) FROM tags WHERE name = '{}'", args.name))
            .fetch_one(&self.pool)
            .await
            .unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(count.to_string())]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
