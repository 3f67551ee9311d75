//! What the fast server says.

use super::scan::{self, Parts};

const TOOLS: &str = r#"{"tools":[{"name":"echo","description":"Returns the message.","inputSchema":{"type":"object","properties":{"message":{"type":"string"}}}}]}"#;
const REVISIONS: [&[u8]; 4] = [b"\"2024-11-05\"", b"\"2025-03-26\"", b"\"2025-06-18\"", b"\"2025-11-25\""];

/// Writes the answer to `message` behind what is in `out`, without a line end; says whether there is one, and
/// whether it is the answer to a call (which may be delayed).
pub(super) fn write(message: &[u8], out: &mut Vec<u8>) -> Kind {
    let parts = scan::parts(message);
    if parts.id.is_empty() || parts.method.is_empty() {
        return Kind::Nothing;
    }
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(parts.id.trim_ascii_end());
    match parts.method {
        b"tools/call" => call(&parts, out),
        b"tools/list" => result(TOOLS.as_bytes(), out),
        b"ping" => result(b"{}", out),
        b"initialize" => initialize(&parts, out),
        _ => out.extend_from_slice(br#","error":{"code":-32601,"message":"method not found"}}"#),
    }
    if parts.method == b"tools/call" { Kind::Call } else { Kind::Other }
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A notification or response: there is no answer.
    Nothing,
    /// A `tools/call`.
    Call,
    /// Any other request.
    Other,
}

fn result(result: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"result\":");
    out.extend_from_slice(result);
    out.push(b'}');
}

fn call(parts: &Parts, out: &mut Vec<u8>) {
    let message = scan::member(scan::member(parts.params, b"arguments"), b"message");
    out.extend_from_slice(br#","result":{"content":[{"type":"text","text":"#);
    out.extend_from_slice(if message.first() == Some(&b'"') { message } else { b"\"ok\"" });
    out.extend_from_slice(b"}]}}");
}

fn initialize(parts: &Parts, out: &mut Vec<u8>) {
    let asked = scan::member(parts.params, b"protocolVersion");
    let agreed = REVISIONS.into_iter().find(|known| *known == asked).unwrap_or(REVISIONS[3]);
    out.extend_from_slice(b",\"result\":{\"protocolVersion\":");
    out.extend_from_slice(agreed);
    out.extend_from_slice(br#","capabilities":{"tools":{}},"serverInfo":{"name":"mcpvals-fast","version":"1.0.0"}}}"#);
}
