// rule: sql-injection
use rusqlite::Connection;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub table: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    #[tool(description = "Count the rows of a table")]
    async fn count_rows(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let db = Connection::open("app.db").unwrap();
        let sql = format!("SELECT count(*) FROM {}", args.table);
        let count: i64 = db.query_row(&sql, [], |row| row.get(0)).unwrap();
        let text = count.to_string();
        Ok(CallToolResult::success(vec![Content::text(text)]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
