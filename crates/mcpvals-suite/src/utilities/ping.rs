//! `ping` (MCP 2025-11-25, basic/utilities/ping): answered promptly, with an empty result.

use std::time::Duration;

use mcpvals_model::{Call, CallRole, Fault, Mismatch, MismatchKind, PingTest, Trace};
use serde_json::Value;

use super::said;
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::Steps;

/// The one before `notifications/initialized`, which was made when the session was opened.
const EARLY: CallRole = CallRole::Verify(0);

pub(super) async fn perform(test: &PingTest, steps: &mut Steps) {
    if test.before_initialized {
        steps.adopt_call("ping", EARLY);
    }
    steps.each("ping", (0..test.times).map(|_| Value::Null)).await;
}

pub(super) fn mismatches(test: &PingTest, trace: &Trace) -> Judged {
    let early = if test.before_initialized { early(test, trace)? } else { Vec::new() };
    for call in trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_))) {
        let found = of_call(test, call, trace)?;
        if !found.is_empty() {
            return Ok(early.into_iter().chain(found).collect());
        }
    }
    Ok(early)
}

fn early(test: &PingTest, trace: &Trace) -> Judged {
    let Some(call) = trace.call(EARLY) else {
        return Err(Fault::Internal { reason: "no `ping` was sent before `notifications/initialized`".to_owned() });
    };
    Ok(judge::named("before `notifications/initialized`", call, of_call(test, call, trace)?))
}

fn of_call(test: &PingTest, call: &Call, trace: &Trace) -> Judged {
    let mut found = said::unanswered(call, trace)?;
    found.extend(full(call, trace));
    found.extend(slow(test.max_latency, call, trace));
    Ok(found)
}

/// What is reserved for the protocol may be in it.
fn full(call: &Call, trace: &Trace) -> Option<Mismatch> {
    let Reply::Result(result) = Reply::to(call, trace)? else { return None };
    let is_empty = result.as_object().is_some_and(|members| members.keys().all(|name| name == "_meta"));
    let mismatch = || of_kind(MismatchKind::Result, "an empty result", excerpt::json(result));
    (!is_empty).then(|| Mismatch { frame: call.answer, ..mismatch() })
}

fn slow(limit: Duration, call: &Call, trace: &Trace) -> Option<Mismatch> {
    let took = Duration::from_micros(trace.latency_us(call)?);
    let expected = || format!("an answer within {}", judge::millis(limit));
    let mismatch = || of_kind(MismatchKind::Latency, expected(), judge::millis(took));
    (took > limit).then(|| Mismatch { frame: call.answer, ..mismatch() })
}
