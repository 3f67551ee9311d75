//! What became of the triggers once the server had its answers.

use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Call, CallRole, Fault, Mismatch, MismatchKind, PeerCase, Trace, Trigger};
use serde_json::Value;

use super::asked::Asked;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::tools;

/// What is wrong with the answers to the triggers.
pub(super) fn mismatches(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Judged {
    let calls: Vec<&Call> =
        trace.calls.iter().filter(|call| matches!(call.role, CallRole::Tested | CallRole::Step(_))).collect();
    if calls.is_empty() {
        return Err(Fault::Internal { reason: "no trigger was sent".to_owned() });
    }
    let mut mismatches = Vec::new();
    for (index, call) in calls.into_iter().enumerate() {
        let trigger = &case.triggers[index % case.triggers.len()];
        let mut found = of_trigger(case, trigger, call, asked, trace)?;
        if case.triggers.len() > 1 {
            let number = index + 1;
            for mismatch in &mut found {
                mismatch.expected = format!("trigger {number}: {}", mismatch.expected);
            }
        }
        mismatches.extend(found);
    }
    Ok(mismatches)
}

fn of_trigger(case: &PeerCase, trigger: &Trigger, call: &Call, asked: &[Asked<'_>], trace: &Trace) -> Judged {
    if let Some(unknown) = unknown_tool(trigger, trace) {
        // A tool that needs what the client does not declare need not be offered to it.
        return Ok(if case.is_declared() { vec![unknown] } else { Vec::new() });
    }
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    if case.expect.is_empty() && may_fail(case, asked) {
        return Ok(empty_success(&reply, call).into_iter().collect());
    }
    judge::answer(&case.expect, &reply, call, trace, Vec::new)
}

fn unknown_tool(trigger: &Trigger, trace: &Trace) -> Option<Mismatch> {
    match trigger {
        Trigger::Tool(call) => tools::unknown(&call.tool, trace),
        Trigger::Prompt { .. } | Trigger::Resource { .. } => None,
    }
}

/// A server that is refused, or that cannot ask at all, may say so in an error.
fn may_fail(case: &PeerCase, asked: &[Asked<'_>]) -> bool {
    let script = match case.asks {
        mcpvals_model::Asks::Sampling => &case.client.answers.sampling,
        mcpvals_model::Asks::Elicitation => &case.client.answers.elicitation,
        mcpvals_model::Asks::Roots => return !case.is_declared(),
    };
    let used = script.get(..asked.len().max(1)).unwrap_or(script);
    !case.is_declared() || used.iter().any(|answer| is_refusal(&answer.reply))
}

fn is_refusal(reply: &PeerReply) -> bool {
    match reply {
        PeerReply::Error { .. } | PeerReply::Silence => true,
        PeerReply::Result(result) => result.get("action").is_some_and(|action| action != "accept"),
        PeerReply::Form(_) => false,
    }
}

/// Refused, a server says so; a success with nothing in it hides it.
fn empty_success(reply: &Reply<'_>, call: &Call) -> Option<Mismatch> {
    let Reply::Result(result) = reply else { return None };
    let text = reply.text();
    let is_empty = text.trim().is_empty()
        && result.get("structuredContent").is_none_or(Value::is_null)
        && result.get("resultType").is_none_or(|kind| kind == "complete");
    let expected = "an error, or a result that says what became of it";
    let mismatch = || of_kind(MismatchKind::Result, expected, "a success with nothing in it");
    is_empty.then(|| Mismatch { frame: call.answer, ..mismatch() })
}
