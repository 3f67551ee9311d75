//! The verdict on a tool case.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use mcpvals_model::{
    Call, CallEnd, CallRole, Fault, Graded, Mismatch, MismatchKind, ToolCase, Trace, Verdict, Violation,
};

use super::{metrics, offered, output, verify, warnings};
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::resolve::captured;

/// The tested call, as all who judge it see it.
pub(super) struct Tested<'a> {
    pub(super) case: &'a ToolCase,
    pub(super) trace: &'a Trace,
    /// The call, where it was made.
    pub(super) call: Option<&'a Call>,
    /// What came back that can be read as an answer.
    pub(super) reply: Option<Reply<'a>>,
    /// The tool as listed.
    pub(super) listed: Option<&'a Arc<Tool>>,
}

impl<'a> Tested<'a> {
    fn new(case: &'a ToolCase, trace: &'a Trace) -> Self {
        let call = trace.call(CallRole::Tested);
        let reply = call.and_then(|call| Reply::to(call, trace));
        Self { case, trace, call, reply, listed: offered::tool(&case.call.tool, &trace.offer) }
    }
}

/// Judges what the trace shows of the case.
pub(crate) fn grade(case: &ToolCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let tested = Tested::new(case, trace);
    let verdict = match mismatches(&tested, &violations) {
        Ok(mismatches) => Verdict::from_mismatches(mismatches),
        Err(fault) => Verdict::Errored(fault),
    };
    let metrics = metrics::of(&tested, &verdict);
    let warnings = warnings::of(&tested, &verdict);
    Graded { verdict, metrics, warnings, violations }
}

/// What weighs most comes first: no tool, no answer, no usable answer, the wrong kind of answer, the wrong answer.
fn mismatches(tested: &Tested<'_>, violations: &[Violation]) -> Judged {
    let Tested { case, trace, listed, .. } = *tested;
    let Some(call) = tested.call else { return not_called(case, trace) };
    let mut mismatches = judge::protocol(violations);
    for mismatch in &mut mismatches {
        verify::name(mismatch, case, trace);
    }
    let Some(reply) = tested.reply.as_ref().filter(|_| call.end == CallEnd::Answered) else {
        return match judge::no_reply(call, trace) {
            Some(fault) => Err(fault),
            None => judge::without_answer(call, trace, mismatches),
        };
    };
    mismatches.extend(judge::answer(&case.expect, reply, call, trace, || output::mismatches(reply, listed, trace))?);
    mismatches.extend(verify::mismatches(case, reply, trace)?);
    if mismatches.is_empty() {
        mismatches.extend(not_captured(case, reply, call));
    }
    Ok(mismatches)
}

/// Values that later cases wait for, and that the answer does not have.
fn not_captured<'a>(case: &'a ToolCase, reply: &'a Reply<'_>, call: &'a Call) -> impl Iterator<Item = Mismatch> + 'a {
    let captures = captured(&case.capture, reply);
    let missing = case.capture.iter().filter(move |(name, _)| !captures.contains_key(*name));
    missing.map(|(name, path)| {
        let expected = format!("a value at `{path}`, to be captured as `{name}`");
        let actual = format!("nothing there, in {}", reply.shown());
        Mismatch { frame: call.answer, ..of_kind(MismatchKind::Result, expected, actual) }
    })
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
