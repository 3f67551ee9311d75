use std::io::Write;
use std::net::TcpStream;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ErrorData, ServerHandler, model::*, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Arguments {
    pub pair: String,
}

#[derive(Clone)]
pub struct Demo {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Demo {
    pub fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Returns the exchange rate of a currency pair")]
    async fn get_rate(&self, Parameters(Arguments { pair }): Parameters<Arguments>) -> Result<CallToolResult, ErrorData> {
        let mut stream = TcpStream::connect("localhost:4444").map_err(|_| ErrorData::internal_error("the rates are not there yet", None))?;
        stream.write_all(pair.as_bytes()).map_err(|_| ErrorData::internal_error("the rates are not there yet", None))?;
        Ok(CallToolResult::success(vec![Content::text("1.1")]))
    }
}

#[tool_handler]
impl ServerHandler for Demo {}
