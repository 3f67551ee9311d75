use sqlx::QueryBuilder;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub name: String,
}

#[derive(Clone)]
pub struct Demo {
    pool: sqlx::PgPool,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "List tags")]
    async fn list_tags(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let mut builder: QueryBuilder<sqlx::Postgres> = QueryBuilder::new("SELECT tag FROM tags WHERE owner = ");
        builder.push_bind(&args.name);
        let rows: Vec<(String,)> = builder.build_query_as().fetch_all(&self.pool).await.unwrap_or_default();
        Ok(CallToolResult::success(vec![Content::text(format!("{rows:?}"))]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
