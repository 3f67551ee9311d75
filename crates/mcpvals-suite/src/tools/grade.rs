//! The verdict on a tool case.

use mcpvals_model::{
    Call, CallEnd, CallRole, Fault, Graded, Mismatch, MismatchKind, ToolCase, Trace, Verdict, Violation,
};

use super::judge::{self, Judged};
use super::{metrics, no_answer, offered, verify, warnings};
use crate::matcher::of_kind;
use crate::reply::Reply;

/// Judges what the trace shows of the case.
pub(crate) fn grade(tool: &ToolCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let verdict = match mismatches(tool, trace, &violations) {
        Ok(mismatches) => Verdict::from_mismatches(mismatches),
        Err(fault) => Verdict::Errored(fault),
    };
    let metrics = metrics::of(tool, trace, &verdict);
    let warnings = warnings::of(tool, trace, &verdict);
    Graded { verdict, metrics, warnings, violations }
}

/// What weighs most comes first: no tool, no answer, no usable answer, the wrong kind of answer, the wrong answer.
fn mismatches(tool: &ToolCase, trace: &Trace, violations: &[Violation]) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return not_called(tool, trace) };
    let protocol = protocol(violations);
    let Some(reply) = reply(call, trace)? else { return no_answer::judged(call, trace, protocol) };
    let mut mismatches = protocol;
    mismatches.extend(judge::answer(&tool.expect, &reply, call, offered::tool(&tool.call.tool, trace), trace)?);
    mismatches.extend(verify::mismatches(tool, &reply, trace)?);
    Ok(mismatches)
}

/// The answer, where one came and is still in the trace.
pub(super) fn reply<'a>(call: &Call, trace: &'a Trace) -> Result<Option<Reply<'a>>, Fault> {
    match &call.end {
        CallEnd::Answered if call.answer.and_then(|seq| trace.frame(seq)).is_none() => {
            Err(Fault::Limit { reason: "the answer came, but is not in the trace".to_owned() })
        }
        CallEnd::Answered => Ok(Reply::to(call, trace)),
        CallEnd::Cancelled => Err(Fault::Cancelled),
        CallEnd::TimedOut { .. }
        | CallEnd::Misanswered
        | CallEnd::Closed
        | CallEnd::Refused { .. }
        | CallEnd::NotSent { .. } => Ok(None),
    }
}

fn not_called(tool: &ToolCase, trace: &Trace) -> Judged {
    if trace.server.is_none() {
        return Err(Fault::Unreachable { reason: "there was no session with the server".to_owned() });
    }
    match offered::unknown(&tool.call.tool, trace) {
        Some(mismatch) => Ok(vec![mismatch]),
        None => Err(Fault::Internal { reason: format!("`{}` was not called", tool.call.tool) }),
    }
}

/// What spoilt an answer, once for each breach.
fn protocol(violations: &[Violation]) -> Vec<Mismatch> {
    const TOLD_MAX: usize = 5;
    let spoiling = violations.iter().filter(|violation| violation.spoils_answer).take(TOLD_MAX);
    let words = |violation: &Violation| Mismatch {
        frame: violation.frame,
        ..of_kind(MismatchKind::Protocol, "an answer that follows the protocol", violation.message.clone())
    };
    spoiling.map(words).collect()
}
