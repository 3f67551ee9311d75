//! Calls that are cancelled while their answers are on the way (basic/utilities/cancellation, timing considerations): each
//! may be answered or not, and the server serves the next request.

use std::time::Duration;

use mcpvals_model::{Call, CallEnd, CallRole, Trace, Violation, ViolationKind};
use mcpvals_wire::Params;
use serde_json::{Value, json};

use super::cancellation::ALIVE;
use super::said;
use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::steps::Steps;

/// Between two of them, so that a slow server is not asked everything at once.
const PAUSE: Duration = Duration::from_millis(1);

pub(super) async fn perform(times: u32, params: &Value, steps: &mut Steps) {
    for _ in 0..times {
        if !steps.has_cancellations() {
            steps.ask_and_cancel("tools/call", Params::from(params), PAUSE).await;
        } else if let Some(request) = steps.open_next("tools/call", params).await {
            steps.notify("notifications/cancelled", &json!({"requestId": request})).await;
            steps.wait_for(usize::MAX, PAUSE, |_| false).await;
        }
    }
}

pub(super) fn mismatches(trace: &Trace, violations: &[Violation]) -> Judged {
    let is_over = |end: &CallEnd| matches!(end, CallEnd::Answered | CallEnd::Cancelled);
    let mut raced = trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_)));
    if let Some(broken) = raced.find(|call| !is_over(&call.end)) {
        return Ok(vec![judge::no_answer(broken, trace)?]);
    }
    let mut found = said::refused(ALIVE, trace)?;
    found.extend(refused_each_time(trace)?);
    let twice = violations.iter().filter(|violation| violation.kind == ViolationKind::DuplicateAnswer);
    found.extend(twice.map(judge::answered_ill));
    Ok(found)
}

/// A call that never does anything has nothing that could be cancelled. Some servers answer a cancelled call, and say so.
fn refused_each_time(trace: &Trace) -> Judged {
    let answered = |call: &&Call| matches!(call.role, CallRole::Step(_)) && call.answer.is_some();
    let answered: Vec<&Call> = trace.calls.iter().filter(answered).collect();
    let is_refused = |call: &&Call| {
        let reply = Reply::to(call, trace).filter(Reply::is_error);
        reply.is_some_and(|reply| !reply.text().to_lowercase().contains("cancel"))
    };
    match answered.first().filter(|_| answered.iter().all(is_refused)) {
        Some(call) => said::failed(call, trace),
        None => Ok(Vec::new()),
    }
}
