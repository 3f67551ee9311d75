//! A trigger's tool that is not offered to a client that cannot be asked: either the server offers it only to others, or
//! nobody has it.

use mcpvals_model::{Case, CaseKind, Fault, Mismatch, Trace, Trigger};

use crate::judge::Judged;
use crate::tools;

/// Must it be known, for grading, what the server offers to a client that can be asked everything?
pub fn is_needed(case: &Case, trace: &Trace) -> bool {
    let CaseKind::Peer(peer) = &case.kind else { return false };
    let may_be_missing = !peer.is_declared() || peer.declares_one_mode();
    let is_missing = |trigger: &Trigger| tool(trigger).is_some_and(|name| tools::unknown(name, trace).is_some());
    trace.server.is_some() && may_be_missing && peer.triggers.iter().any(is_missing)
}

/// What is wrong with a trigger that was not offered.
///
/// # Errors
/// That it could not be found out what others are offered.
pub(super) fn mismatches(trigger: &Trigger, trace: &Trace) -> Judged {
    let Some(names) = &trace.full_client_tools else {
        let reason = "it is not known which tools a client is offered that can be asked";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    };
    Ok(tool(trigger).and_then(|name| unknown(name, names)).into_iter().collect())
}

fn unknown(name: &str, names: &[String]) -> Option<Mismatch> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.contains(&name)).then(|| tools::not_among(name, &names))
}

fn tool(trigger: &Trigger) -> Option<&str> {
    match trigger {
        Trigger::Tool(call) => Some(&call.tool),
        Trigger::Prompt { .. } | Trigger::Resource { .. } => None,
    }
}
