//! Cancellations of what cannot be cancelled (basic/utilities/cancellation, error handling): they are ignored, and the
//! server lives on.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, Direction, Frame, Mismatch, MismatchKind, Trace};
use mcpvals_wire::Params;
use serde_json::{Value, json};

use super::cancellation::ALIVE;
use super::said;
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::received;
use crate::steps::Steps;

/// Shows that the server lives after an unknown and a finished request were cancelled.
const AFTER_STRANGE: CallRole = CallRole::Verify(1);
/// The same after cancellations that name no request.
const AFTER_MALFORMED: CallRole = CallRole::Verify(2);
/// A request that there never is.
const NO_REQUEST: u64 = 999_999_999;
/// How long to look for an answer to a malformed cancellation, which must not come.
const QUIET: Duration = Duration::from_millis(100);

/// Where the last request was answered.
pub(super) async fn perform(malformed: bool, method: &str, steps: &mut Steps) {
    let finished = steps.last_id();
    for request in [Some(json!(NO_REQUEST)), finished].into_iter().flatten() {
        steps.notify("notifications/cancelled", &json!({"requestId": request})).await;
    }
    let end = steps.as_role(AFTER_STRANGE, method, Params::from(&Value::Null)).await;
    if malformed && end == CallEnd::Answered {
        for params in [json!({}), json!({"requestId": {}})] {
            steps.notify("notifications/cancelled", &params).await;
        }
        steps.wait_for(usize::MAX, QUIET, |_| false).await;
        steps.as_role(AFTER_MALFORMED, method, Params::from(&Value::Null)).await;
    }
}

pub(super) fn mismatches(trace: &Trace) -> Judged {
    let mut found = alive(AFTER_STRANGE, "after an unknown and a finished request were cancelled", trace)?;
    found.extend(answered(trace));
    found.extend(answered_strange(trace));
    found.extend(alive(AFTER_MALFORMED, "after cancellations without a request", trace)?);
    Ok(found)
}

fn alive(role: CallRole, when: &str, trace: &Trace) -> Judged {
    let Some(call) = trace.call(role) else { return Ok(Vec::new()) };
    Ok(judge::named(when, call, said::refused(role, trace)?))
}

/// An answer to a request that there never was, or to one that had its answer, when it was cancelled.
fn answered_strange(trace: &Trace) -> Option<Mismatch> {
    let alive = trace.call(ALIVE)?.answer?;
    let cancelled = |frame: &Frame| {
        let message = frame.message().filter(|message| message["method"] == "notifications/cancelled")?;
        message.pointer("/params/requestId").filter(|id| id.is_number()).cloned()
    };
    let sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent && frame.seq > alive);
    let strange: Vec<Value> = sent.filter_map(cancelled).collect();
    let is_answer = |message: &Value| message.get("method").is_none() && strange.contains(&message["id"]);
    let (frame, message) = received(trace).find(|(frame, message)| frame.seq > alive && is_answer(message))?;
    let expected = "cancellations of unknown and finished requests to be ignored";
    let mismatch = of_kind(MismatchKind::Protocol, expected, excerpt::json_to(message, 120));
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

/// An answer without an id, which a notification must not have.
fn answered(trace: &Trace) -> Option<Mismatch> {
    let first = trace.frames.iter().find(|frame| is_malformed(frame))?.seq;
    let has_no_id = |message: &Value| message.get("id").is_none_or(Value::is_null);
    let is_answer = |message: &Value| message.get("method").is_none() && has_no_id(message);
    let (frame, message) = received(trace).find(|(frame, message)| frame.seq > first && is_answer(message))?;
    let expected = "cancellations without a request to be ignored";
    let mismatch = of_kind(MismatchKind::Protocol, expected, excerpt::json_to(message, 120));
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

fn is_malformed(frame: &Frame) -> bool {
    let cancels = |message: &Value| message.get("method").is_some_and(|method| method == "notifications/cancelled");
    let is_named = |message: &Value| message.pointer("/params/requestId").is_some_and(Value::is_number);
    frame.direction == Direction::Sent && frame.message().is_some_and(|message| cancels(message) && !is_named(message))
}
