//! Context of servers that the model is to be given, where the client does not say that it can do that (MCP 2025-11-25 and
//! later, client/sampling#capabilities: servers should not ask for it).

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Asks, PeerCase, Trace, Warning, WarningKind};

use super::asked::{self, Asked};

/// One doubt for all requests that ask for it.
pub(super) fn warnings(case: &PeerCase, trace: &Trace) -> Vec<Warning> {
    let has_rule = trace.server.as_ref().is_some_and(|facts| facts.protocol_version >= Revision::V2025_11_25);
    let is_declared = case.client.capabilities.pointer("/sampling/context").is_some();
    if !has_rule || is_declared {
        return Vec::new();
    }
    let asked = asked::all(Asks::Sampling, trace);
    let scope = asked.iter().find_map(scope);
    let message = |scope| format!("`includeContext` is \"{scope}\", and the client did not declare `sampling.context`");
    let warn = |scope| Warning { kind: WarningKind::UndeclaredContext, message: message(scope) };
    scope.map(warn).into_iter().collect()
}

fn scope<'t>(asked: &Asked<'t>) -> Option<&'t str> {
    asked.params.get("includeContext")?.as_str().filter(|scope| ["thisServer", "allServers"].contains(scope))
}
