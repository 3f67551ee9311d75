//! Flaws in the results of `initialize` and `server/discover`.

use serde_json::{Map, Value, json};

use crate::flaw::Flaw;

/// Key of the server's name in the `_meta` of a 2026-07-28 result.
const SERVER_INFO_KEY: &str = "io.modelcontextprotocol/serverInfo";

pub(super) fn spoil(flaw: Flaw, mut message: Value) -> Value {
    if flaw == Flaw::HandshakeRefused {
        return json!({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32603, "message": "no"}});
    }
    if let Some(result) = message.get_mut("result").and_then(Value::as_object_mut) {
        spoil_result(flaw, result);
    }
    message
}

fn spoil_result(flaw: Flaw, result: &mut Map<String, Value>) {
    let modern = result.contains_key("supportedVersions");
    let version = if modern { "supportedVersions" } else { "protocolVersion" };
    match flaw {
        Flaw::UnsupportedRevision if modern => result[version] = json!(["1999-01-01"]),
        Flaw::UnsupportedRevision => result[version] = json!("1999-01-01"),
        Flaw::RevisionMissing => remove(result, version),
        Flaw::CapabilitiesMissing => remove(result, "capabilities"),
        Flaw::CapabilitiesNotObject => result["capabilities"] = json!(["tools"]),
        Flaw::ServerInfoMissing if modern => remove(result, "_meta"),
        Flaw::ServerInfoMissing => remove(result, "serverInfo"),
        Flaw::ServerVersionMissing if modern => result["_meta"][SERVER_INFO_KEY] = json!({"name": "mcpvals-zoo"}),
        Flaw::ServerVersionMissing => result["serverInfo"] = json!({"name": "mcpvals-zoo"}),
        Flaw::ToolsUndeclared => {
            if let Some(capabilities) = result["capabilities"].as_object_mut() {
                remove(capabilities, "tools");
            }
        }
        _ => {}
    }
}

fn remove(members: &mut Map<String, Value>, name: &str) {
    members.shift_remove(name);
}
