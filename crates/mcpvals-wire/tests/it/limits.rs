//! Whatever a server sends, memory and time are bounded.

use std::time::{Duration, Instant};

use mcpvals_model::{CallRole, ServerSpec};
use mcpvals_testkit::Flaw;
use serde_json::json;

use crate::kit::{record, refused, session, zoo};

/// Calls `add` on a server that floods us; how many frames were kept.
async fn check_flood(flaw: Flaw, frames_max: usize) {
    let mut options = crate::kit::options();
    options.limits.trace_frames_max = frames_max;
    let session = mcpvals_wire::connect(&zoo(flaw, &[]), &options).await.unwrap_or_else(|error| panic!("{error}"));
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(1)).await;
    assert!(trace.frames.len() <= frames_max + 4, "{}", trace.frames.len());
    assert!(trace.frames_not_kept > 0);
    assert!(trace.call(CallRole::Tested).is_some_and(|call| call.request.is_some()));
    session.close().await;
}

#[tokio::test]
async fn floods_are_counted_and_not_kept() {
    check_flood(Flaw::NotificationFlood, 500).await;
    check_flood(Flaw::PingFlood, 500).await;
}

#[tokio::test]
async fn flood_of_stderr_does_not_crowd_out_the_answer() {
    let session = session(&zoo(Flaw::StderrFlood, &[])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
    assert!(trace.call(CallRole::Tested).is_some_and(|call| call.answer.is_some()));
    assert!(trace.stderr_tail.len() <= 8 << 10);
    session.close().await;
}

#[tokio::test]
async fn stream_without_newline_ends_the_handshake() {
    let began = Instant::now();
    let error = refused(&ServerSpec { startup_timeout: Duration::from_mins(1), ..zoo(Flaw::EndlessBanner, &[]) }).await;
    assert!(error.to_string().contains("a message that had no end after"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}
