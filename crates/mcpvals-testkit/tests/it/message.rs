//! The messages that a client sends.

use serde_json::{Value, json};

pub(crate) const CLIENT: &str = "client-of-the-tests";

pub(crate) fn initialize(revision: &str, capabilities: &Value) -> Value {
    let info = json!({"name": CLIENT, "version": "1.0.0"});
    let params = json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": info});
    request(1, "initialize", &params)
}

pub(crate) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

pub(crate) fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

pub(crate) fn call(id: u64, tool: &str, arguments: &Value) -> Value {
    request(id, "tools/call", &json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": "t"}}))
}

/// The same request as a 2026-07-28 client sends it.
pub(crate) fn modern(mut message: Value, capabilities: &Value) -> Value {
    let meta = &mut message["params"]["_meta"];
    meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    meta["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
    meta["io.modelcontextprotocol/clientInfo"] = json!({"name": CLIENT, "version": "1.0.0"});
    message
}

/// The text of the first content block.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}
