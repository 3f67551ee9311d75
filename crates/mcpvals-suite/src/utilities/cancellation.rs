//! A call that is cancelled (basic/utilities/cancellation): it gets no answer any more, its work may have to stop, and
//! the server lives on.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, CancellationTest, Direction, Fault, Mismatch, MismatchKind, Trace, Violation};
use serde_json::{Value, json};

use super::{race, said, stray};
use crate::judge::Judged;
use crate::matcher::of_kind;
use crate::reply::received;
use crate::steps::Steps;
use mcpvals_wire::Params;

/// Shows that the server lives.
pub(super) const ALIVE: CallRole = CallRole::Verify(0);
/// What is on its way while the server hears of the cancellation is no fault.
pub(super) const ON_ITS_WAY: Duration = Duration::from_millis(250);

pub(super) async fn perform(test: &CancellationTest, stateless: bool, steps: &mut Steps) {
    let params = json!({"name": test.trigger.tool, "arguments": test.trigger.args});
    if let Some(times) = test.race {
        race::perform(times, &params, steps).await;
    } else {
        steps.cancelled_after(test.after, "tools/call", Params::from(&params)).await;
        steps.wait_for(usize::MAX, test.quiet, |_| false).await;
    }
    // There is no `ping` from 2026-07-28 on.
    let method = if stateless { "tools/list" } else { "ping" };
    if steps.as_role(ALIVE, method, Params::from(&Value::Null)).await == CallEnd::Answered && steps.has_cancellations()
    {
        stray::perform(test.malformed, method, steps).await;
    }
}

pub(super) fn mismatches(test: &CancellationTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut found = if test.race.is_some() { race::mismatches(trace, violations)? } else { of_call(test, trace)? };
    found.extend(stray::mismatches(trace)?);
    Ok(found)
}

fn of_call(test: &CancellationTest, trace: &Trace) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    if call.end == CallEnd::Answered {
        let after = crate::judge::millis(test.after);
        let reason =
            format!("the call was answered before it could be cancelled, after {after}: give one that takes longer");
        return Err(Fault::Expectation { reason });
    }
    if test.stops && !has_progress(trace) {
        let reason = "no progress came before the call was cancelled, so that nothing can show whether it stops";
        return Err(Fault::Expectation { reason: reason.to_owned() });
    }
    let mut found: Vec<Mismatch> = late(test, trace).into_iter().collect();
    found.extend(goes_on(test, trace));
    found.extend(said::refused(ALIVE, trace)?);
    if call.end != CallEnd::Cancelled {
        found.push(crate::judge::no_answer(call, trace)?);
    }
    Ok(found)
}

/// An answer to the call after it was cancelled.
fn late(test: &CancellationTest, trace: &Trace) -> Option<Mismatch> {
    let id = id(trace).filter(|_| !test.may_answer)?;
    let is_answer = |message: &Value| message.get("method").is_none() && message.get("id") == Some(id);
    let (frame, _) = received(trace).find(|(_, message)| is_answer(message))?;
    let mismatch = of_kind(MismatchKind::Protocol, "no answer to a call that was cancelled", "an answer");
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

fn has_progress(trace: &Trace) -> bool {
    let token = id(trace);
    let told = said::notifications("notifications/progress", trace);
    told.iter().any(|(_, message)| message.pointer("/params/progressToken") == token)
}

/// Over HTTP in 2026-07-28, the stream that is closed is the only place where anything of a call can be seen.
pub(super) fn is_out_of_sight(trace: &Trace) -> Option<&'static str> {
    let stateless = trace.server.as_ref().is_some_and(|facts| facts.protocol_version.is_stateless());
    let is_http = trace.frames.iter().any(|frame| frame.http.is_some());
    let words =
        "over HTTP in 2026-07-28 a call is cancelled by closing its stream, and nothing of it can be seen afterwards";
    (stateless && is_http).then_some(words)
}

fn id(trace: &Trace) -> Option<&Value> {
    trace.frame(trace.call(CallRole::Tested)?.request?)?.message()?.get("id")
}

/// Progress that is still told. The token of a call is its id.
fn goes_on(test: &CancellationTest, trace: &Trace) -> Option<Mismatch> {
    let id = id(trace).filter(|_| test.stops)?;
    let cancels = |message: &Value| {
        message.get("method").is_some_and(|method| method == "notifications/cancelled")
            && message.pointer("/params/requestId") == Some(id)
    };
    let mut sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let cancelled = Duration::from_micros(sent.find(|frame| frame.message().is_some_and(cancels))?.at_us);
    let told = said::notifications("notifications/progress", trace).into_iter();
    let mut told = told.filter(|(_, message)| message.pointer("/params/progressToken") == Some(id));
    let (frame, _) = told.find(|(frame, _)| Duration::from_micros(frame.at_us) > cancelled + ON_ITS_WAY)?;
    let after = crate::judge::millis(Duration::from_micros(frame.at_us).saturating_sub(cancelled));
    let expected = "no progress of a call that was cancelled";
    let mismatch = of_kind(MismatchKind::Notifications, expected, format!("progress {after} later"));
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}
