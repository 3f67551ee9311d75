//! Calls that are cancelled while their answers are on the way (basic/utilities/cancellation, timing considerations): each
//! may be answered or not, and the server serves the next request.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, Trace};
use mcpvals_wire::Params;
use serde_json::Value;

use super::cancellation::ALIVE;
use super::said;
use crate::judge::{self, Judged};
use crate::steps::Steps;

/// The answer and the cancellation meet on the way, at the server, or not at all.
const AFTER_MS: [u64; 3] = [0, 0, 1];

pub(super) async fn perform(times: u32, params: &Value, steps: &mut Steps) {
    let after = AFTER_MS.iter().cycle().map(|ms| Duration::from_millis(*ms));
    for (_, after) in (0..times).zip(after) {
        steps.ask_and_cancel("tools/call", Params::from(params), after).await;
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
