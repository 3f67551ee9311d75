//! Which requests are equal: without what differs from client to client and from run to run.

use mcpvals_model::canonical;
use serde_json::{Value, json};

/// Where a request of a revision without a handshake says what its client can be asked.
const CLIENT: &str = "/_meta/io.modelcontextprotocol~1clientCapabilities";

/// Is it about getting to know each other? Then any client gets the answer, whatever it says of itself.
pub(super) fn is_handshake(method: &str) -> bool {
    matches!(method, "initialize" | "server/discover")
}

/// The parameters in canonical form. No arguments are the same as none.
pub(super) fn params(method: &str, params: Option<&Value>) -> Value {
    match (method, params) {
        ("initialize", Some(params)) => json!({"protocolVersion": params.get("protocolVersion")}),
        ("server/discover", _) | (_, None | Some(Value::Null)) => json!({}),
        (_, Some(params)) => {
            let mut params = canonical(params);
            if let Some(members) = params.as_object_mut() {
                let is_nothing = |name: &str, value: &Value| match name {
                    "arguments" => value.is_null() || *value == json!({}),
                    "cursor" => value.is_null(),
                    _ => false,
                };
                members.retain(|name, value| !is_nothing(name, value));
            }
            params
        }
    }
}

/// What the client of this request can be asked, where the request says so.
pub(super) fn client(method: &str, params: Option<&Value>) -> Option<Value> {
    let params = params?;
    let said = if method == "initialize" { params.get("capabilities") } else { params.pointer(CLIENT) };
    said.map(canonical)
}

/// The token by which the client knows its progress.
pub(super) fn progress_token(params: Option<&Value>) -> Option<Value> {
    params?.pointer("/_meta/progressToken").cloned()
}

/// An id as a key: `7` and `"7"` are the same, since some servers do not tell them apart.
pub(super) fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}
