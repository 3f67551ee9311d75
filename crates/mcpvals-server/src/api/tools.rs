//! `POST /tools/test`, `/tools/list`: one call of one tool, now; the tools that there are.

use mcpvals_store::new_id;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::engine::{OneServer, ToolCall, ToolTest, ToolsListed};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::reply::Reply;
use crate::request::{ServerBlock, may_run};
use crate::schema::{TOOL_LIST_REQUEST, TOOL_TEST_REQUEST, check};
use crate::service::Service;
use crate::time;
use crate::time::timestamp;
use crate::view::{ToolListView, ToolTestView};

/// Whose tools.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ServerRequest {
    #[serde(default)]
    server_path: Option<String>,
    #[serde(default)]
    server: Option<ServerBlock>,
    #[serde(default)]
    transport: Option<String>,
    #[serde(default)]
    timeout: Option<u64>,
}

impl ServerRequest {
    /// The server, where it may be started or reached.
    async fn granted(self, service: &Service) -> Result<OneServer, ApiError> {
        let Self { server_path, mut server, transport, timeout } = self;
        let place = may_run(service, server_path.as_deref(), transport.as_deref(), &mut server).await;
        let place = place.map_err(|wrong| ApiError::invalid(&wrong))?;
        Ok(OneServer { place, server, transport, timeout: timeout.unwrap_or(30_000) })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolTestRequest {
    #[serde(flatten)]
    of: ServerRequest,
    tool_name: String,
    #[serde(default)]
    arguments: Option<Map<String, Value>>,
}

/// Calls a tool, and waits for what comes of it.
pub(crate) async fn test(ask: Ask) -> Result<Reply, ApiError> {
    let request: ToolTestRequest = check(TOOL_TEST_REQUEST, &ask.body)?;
    let call = ToolCall {
        of: request.of.granted(&ask.service).await?,
        tool: request.tool_name.clone(),
        arguments: request.arguments,
    };
    let tested_at = timestamp(time::now());
    let ToolTest { status, execution_time, result, validation } = call.run(&ask.service).await?;
    let view = ToolTestView {
        test_id: new_id("test"),
        tool_name: request.tool_name,
        status,
        execution_time,
        result,
        validation,
        tested_at,
    };
    Reply::ok(&view)
}

/// Lists the tools of a server.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    let request: ServerRequest = check(TOOL_LIST_REQUEST, &ask.body)?;
    let server = request.granted(&ask.service).await?;
    let listed_at = timestamp(time::now());
    let ToolsListed { tools } = server.tools(&ask.service).await?;
    Reply::ok(&ToolListView { tools, listed_at })
}
