// rule: sql-injection
use rusqlite::Connection;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub mail: String,
}

#[derive(Clone)]
pub struct Demo {
    path: String,
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

fn count(connection: &Connection, condition: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("SELECT COUNT(*) FROM people WHERE {condition}"), [], |row| row.get(0))
}

#[tool_router]
impl Demo {
    #[tool(description = "Find a person")]
    async fn find_person(&self, Parameters(args): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let connection = Connection::open(&self.path).map_err(|_| ErrorData::internal_error("no people", None))?;
        let found = count(&connection, &format!("mail = '{}'", args.mail));
        Ok(CallToolResult::success(vec![Content::text(found.unwrap_or_default().to_string())]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
