//! A call that is cancelled (basic/utilities/cancellation): it gets no answer any more, and the server lives on.

use mcpvals_model::{CallEnd, CallRole, CancellationTest, Direction, Fault, Mismatch, MismatchKind, Trace};
use serde_json::{Value, json};

use super::said;
use crate::judge::Judged;
use crate::matcher::of_kind;
use crate::steps::Steps;
use mcpvals_wire::Params;

/// Shows that the server lives.
const ALIVE: CallRole = CallRole::Verify(0);

pub(super) async fn perform(test: &CancellationTest, stateless: bool, steps: &mut Steps) {
    let params = json!({"name": test.trigger.tool, "arguments": test.trigger.args});
    steps.cancelled_after(test.after, "tools/call", Params::from(&params)).await;
    steps.wait_for(usize::MAX, test.quiet, |_| false).await;
    // There is no `ping` from 2026-07-28 on.
    let method = if stateless { "tools/list" } else { "ping" };
    steps.as_role(ALIVE, method, Params::from(&Value::Null)).await;
}

pub(super) fn mismatches(test: &CancellationTest, trace: &Trace) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    if call.end == CallEnd::Answered {
        let after = crate::judge::millis(test.after);
        let reason =
            format!("the call was answered before it could be cancelled, after {after}: give one that takes longer");
        return Err(Fault::Expectation { reason });
    }
    let mut found: Vec<Mismatch> = late(test, trace).into_iter().collect();
    found.extend(said::refused(ALIVE, trace)?);
    if call.end != CallEnd::Cancelled {
        found.push(crate::judge::no_answer(call, trace)?);
    }
    Ok(found)
}

/// An answer to the call after it was cancelled.
fn late(test: &CancellationTest, trace: &Trace) -> Option<Mismatch> {
    let call = trace.call(CallRole::Tested).filter(|_| !test.may_answer)?;
    let id = trace.frame(call.request?)?.message()?.get("id")?;
    let is_answer = |message: &Value| message.get("method").is_none() && message.get("id") == Some(id);
    let mut received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    let frame = received.find(|frame| frame.message().is_some_and(is_answer))?;
    let mismatch = of_kind(MismatchKind::Protocol, "no answer to a call that was cancelled", "an answer");
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}
