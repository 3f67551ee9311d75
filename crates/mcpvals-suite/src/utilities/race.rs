//! Calls that are cancelled while their answers are on the way (basic/utilities/cancellation, timing considerations): each
//! may be answered or not, and the server serves the next request.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, Trace};
use mcpvals_wire::Params;
use serde_json::{Value, json};

use super::cancellation::ALIVE;
use super::said;
use crate::judge::{self, Judged};
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

pub(super) fn mismatches(trace: &Trace) -> Judged {
    let is_over = |end: &CallEnd| matches!(end, CallEnd::Answered | CallEnd::Cancelled);
    let mut raced = trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_)));
    match raced.find(|call| !is_over(&call.end)) {
        Some(broken) => Ok(vec![judge::no_answer(broken, trace)?]),
        None => said::refused(ALIVE, trace),
    }
}
