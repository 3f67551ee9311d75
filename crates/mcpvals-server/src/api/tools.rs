//! `POST /tools/test`, `/tools/list`: one call of one tool, now; the tools that there are.

use mcpvals_store::new_id;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::engine::{ToolCall, ToolListing, ToolTest, ToolsListed};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::reply::Reply;
use crate::request::place;
use crate::schema::{TOOL_LIST_REQUEST, TOOL_TEST_REQUEST, check};
use crate::time;
use crate::time::timestamp;
use crate::view::{ToolListView, ToolTestView};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolTestRequest {
    server_path: String,
    tool_name: String,
    #[serde(default)]
    arguments: Option<Map<String, Value>>,
    #[serde(default)]
    transport: Option<String>,
    #[serde(default)]
    timeout: Option<u64>,
}

/// Calls a tool, and waits for what comes of it.
pub(crate) async fn test(ask: Ask) -> Result<Reply, ApiError> {
    let request: ToolTestRequest = check(TOOL_TEST_REQUEST, &ask.body)?;
    let placed = place(&ask.service, &request.server_path, request.transport.as_deref()).await;
    let call = ToolCall {
        place: placed.map_err(|wrong| ApiError::invalid(&[wrong]))?,
        tool: request.tool_name.clone(),
        arguments: request.arguments,
        transport: request.transport,
        timeout: request.timeout.unwrap_or(30_000),
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolListRequest {
    server_path: String,
    #[serde(default)]
    transport: Option<String>,
    #[serde(default)]
    timeout: Option<u64>,
}

/// Lists the tools of a server.
pub(crate) async fn list(ask: Ask) -> Result<Reply, ApiError> {
    let request: ToolListRequest = check(TOOL_LIST_REQUEST, &ask.body)?;
    let placed = place(&ask.service, &request.server_path, request.transport.as_deref()).await;
    let listing = ToolListing {
        place: placed.map_err(|wrong| ApiError::invalid(&[wrong]))?,
        transport: request.transport,
        timeout: request.timeout.unwrap_or(30_000),
    };
    let listed_at = timestamp(time::now());
    let ToolsListed { tools } = listing.run(&ask.service).await?;
    Reply::ok(&ToolListView { tools, listed_at })
}
