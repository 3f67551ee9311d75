//! What a case needs the server to declare. A case that need not be met is skipped where it is not declared.

use mcpvals_model::mcp::ServerFacts;
use mcpvals_model::{Fault, MismatchKind, SkipReason, Trace, Verdict};

use crate::matcher::of_kind;

/// Does the server declare the capability, for example `resources.subscribe`?
pub(crate) fn is_declared(capability: &str, facts: &ServerFacts) -> bool {
    // The name of an extension has points of its own.
    let declared = match capability.strip_prefix("extensions.") {
        Some(extension) => facts.capabilities.get("extensions").and_then(|extensions| extensions.get(extension)),
        None => facts.capabilities.pointer(&format!("/{}", capability.replace('.', "/"))),
    };
    declared.is_some_and(|value| !value.is_null() && *value != serde_json::Value::Bool(false))
}

/// The verdict where there was no session at all.
pub(crate) fn verdict_of_session(trace: &Trace) -> Option<Verdict> {
    let reason = "there was no session with the server";
    trace.server.is_none().then(|| Verdict::Errored(Fault::Unreachable { reason: reason.to_owned() }))
}

/// The verdict where the capability is not declared; `None` where the case can be judged.
pub(crate) fn verdict(capability: &str, required: bool, trace: &Trace) -> Option<Verdict> {
    let Some(facts) = &trace.server else { return verdict_of_session(trace) };
    if is_declared(capability, facts) {
        return None;
    }
    if !required {
        return Some(Verdict::Skipped(SkipReason::Undeclared { capability: capability.to_owned() }));
    }
    let expected = format!("a server that declares `{capability}`");
    let mismatch = of_kind(MismatchKind::Undeclared, expected, "it does not, and the test is `required`");
    Some(Verdict::from_mismatches(vec![mismatch]))
}
