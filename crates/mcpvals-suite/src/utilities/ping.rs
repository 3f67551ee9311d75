//! `ping` (MCP 2025-11-25, basic/utilities/ping): answered promptly, with an empty result.

use std::time::Duration;

use mcpvals_model::{Call, CallRole, Mismatch, MismatchKind, PingTest, Trace};
use serde_json::Value;

use super::said;
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::Steps;

pub(super) async fn perform(test: &PingTest, steps: &mut Steps) {
    steps.each("ping", (0..test.times).map(|_| Value::Null)).await;
}

pub(super) fn mismatches(test: &PingTest, trace: &Trace) -> Judged {
    let mut found = Vec::new();
    for call in trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_))) {
        found.extend(said::unanswered(call, trace)?);
        found.extend(full(call, trace));
        found.extend(slow(test.max_latency, call, trace));
        if !found.is_empty() {
            break;
        }
    }
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
