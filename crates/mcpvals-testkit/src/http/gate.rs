//! What a good server checks in the headers before it looks at a message.

use serde_json::{Value, json};

use super::connection::HttpRequest;
use crate::base64;
use crate::revision::{Era, Revision};

/// Why a request is refused: a status and the JSON-RPC error in the body.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Refusal {
    pub(super) fn new(status: u16, code: i64, why: &str, id: &Value) -> Self {
        let error = json!({"code": code, "message": why});
        Self { status, body: json!({"jsonrpc": "2.0", "id": id, "error": error}) }
    }

    fn header_mismatch(why: &str, id: &Value) -> Self {
        Self::new(400, -32020, why, id)
    }
}

/// Whether `Host` and `Origin` are those of this machine (transports: DNS rebinding).
pub(super) fn is_local(request: &HttpRequest) -> bool {
    let local = |authority: &str| {
        let host = authority.rsplit_once(':').map_or(authority, |(host, port)| {
            if port.bytes().all(|byte| byte.is_ascii_digit()) { host } else { authority }
        });
        matches!(host, "127.0.0.1" | "localhost" | "[::1]")
    };
    let origin_is_local = |origin: &str| origin.strip_prefix("http://").is_some_and(local);
    request.header("host").is_none_or(local) && request.header("origin").is_none_or(origin_is_local)
}

/// Checks what both eras ask of a POST.
pub(super) fn check_post(request: &HttpRequest) -> Result<(), Refusal> {
    let accept = request.header("accept").unwrap_or("*/*");
    let accepts = |media: &str| accept.contains(media) || accept.contains("*/*");
    if !(accepts("application/json") && accepts("text/event-stream")) {
        let why = "Accept must have application/json and text/event-stream";
        return Err(Refusal::new(406, -32600, why, &Value::Null));
    }
    let is_json = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
    if !request.header("content-type").is_some_and(is_json) {
        return Err(Refusal::new(415, -32600, "Content-Type must be application/json", &Value::Null));
    }
    Ok(())
}

/// Whether a POST is served without a session.
pub(super) fn is_modern(request: &HttpRequest, message: &Value, era: Era) -> bool {
    let modern = |version: &str| version.parse::<Revision>().map_or(true, |revision| !revision.is_legacy());
    let in_body = message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    match era {
        Era::Legacy => false,
        Era::Modern => true,
        Era::Dual => {
            in_body.is_some_and(modern)
                || request.header("mcp-protocol-version") == Some(Revision::V2026_07_28.as_str())
                || matches!(message["method"].as_str(), Some("server/discover" | "subscriptions/listen"))
        }
    }
}

/// Checks the headers that mirror a modern body (MCP 2026-07-28, streamable-http: server validation).
pub(super) fn check_modern(request: &HttpRequest, message: &Value) -> Result<(), Refusal> {
    let id = &message["id"];
    let params = &message["params"];
    let in_body = params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let mirrored = |name: &str, value: Option<&str>| match (request.header(name), value) {
        (_, None) => Ok(()),
        (Some(header), Some(value)) if request.count(name) == 1 && decoded(header).as_deref() == Some(value) => Ok(()),
        (None, Some(_)) => Err(Refusal::header_mismatch(&format!("missing header {name}"), id)),
        (Some(_), Some(_)) => Err(Refusal::header_mismatch(&format!("header {name} is not as in the body"), id)),
    };
    mirrored("mcp-protocol-version", in_body)?;
    mirrored("mcp-method", message["method"].as_str())?;
    match message["method"].as_str() {
        Some("tools/call") => {
            mirrored("mcp-name", params["name"].as_str())?;
            let region = params["arguments"]["region"].as_str().filter(|_| params["name"] == "route");
            mirrored("mcp-param-region", region)
        }
        Some("prompts/get") => mirrored("mcp-name", params["name"].as_str()),
        Some("tasks/get" | "tasks/update" | "tasks/cancel") => mirrored("mcp-name", params["taskId"].as_str()),
        Some("resources/read") => mirrored("mcp-name", params["uri"].as_str()),
        _ => Ok(()),
    }
}

/// A header value with the Base64 sentinel taken off.
fn decoded(header: &str) -> Option<String> {
    match header.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(text) => String::from_utf8(base64::decode(text)?).ok(),
        None => Some(header.to_owned()),
    }
}

/// Checks the version header that handshake revisions send after `initialize`; absent means 2025-03-26.
pub(super) fn check_legacy_version(request: &HttpRequest, id: &Value) -> Result<(), Refusal> {
    let known = |version: &str| version.parse::<Revision>().is_ok_and(Revision::is_legacy);
    match request.header("mcp-protocol-version") {
        Some(version) if !known(version) => Err(Refusal::new(400, -32600, "MCP-Protocol-Version is not supported", id)),
        Some(_) | None => Ok(()),
    }
}

/// The status that goes with a JSON-RPC answer.
pub(super) fn status(answer: &Value, modern: bool) -> u16 {
    match answer["error"]["code"].as_i64() {
        Some(-32600) => 400,
        Some(-32601) if modern => 404,
        Some(-32022..=-32020) if modern => 400,
        Some(-32602) if modern && answer["error"]["message"].as_str().is_some_and(|why| why.contains("_meta")) => 400,
        _ => 200,
    }
}
