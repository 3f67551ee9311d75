//! Whatever a server sends, memory and time are bounded.

use std::time::{Duration, Instant};

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallRole, ServerSpec};
use mcpvals_testkit::Flaw;
use serde_json::json;

use crate::kit::{forced, record, refused, session, shell, zoo};

/// Calls `add` on a server that floods us; how many frames were kept.
async fn check_flood(flaw: Flaw, frames_max: usize) {
    let mut options = crate::kit::options();
    options.limits.trace_frames_max = frames_max;
    let session = mcpvals_wire::connect(&zoo(flaw, &[]), &options).await.unwrap_or_else(|error| panic!("{error}"));
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(1)).await;
    // What is odd has 50 places of each kind beyond the limit.
    let ordinary = trace.frames.iter().filter(|frame| frame.anomalies.is_empty()).count();
    let odd = trace.frames.len() - ordinary;
    assert!(ordinary <= frames_max + 4 && odd <= frames_max + 2 * 50, "{ordinary} + {odd}");
    assert!(trace.messages_not_kept > 0 && trace.messages_not_kept <= trace.frames_not_kept);
    assert!(trace.call(CallRole::Tested).is_some_and(|call| call.request.is_some()));
    session.close().await;
}

#[tokio::test]
async fn floods_are_counted_and_not_kept() {
    check_flood(Flaw::NotificationFlood, 500).await;
    check_flood(Flaw::PingFlood, 500).await;
}

#[tokio::test]
async fn what_is_odd_is_kept_beyond_the_limit() {
    let line = |body: &str| format!("echo '{{\"jsonrpc\":\"2.0\",{body}}}';");
    let answer = |result: &str| line(&format!("\"id\":'$id',\"result\":{result}"));
    let flood = line("\"method\":\"notifications/progress\",\"params\":{\"progressToken\":'$id',\"progress\":'$n'}");
    let content = answer("{\"content\":[]}");
    let shaken = answer(
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}",
    );
    let script = format!(
        "read -r line; id=1; {shaken} read -r line; read -r line; id=2; n=0; \
         while [ $n -lt 300 ]; do n=$((n+1)); {flood} done; echo noise; {content} {content} read -r line"
    );
    let mut options = crate::kit::options();
    options.limits.trace_frames_max = 100;
    let spec = forced(shell(&script), Revision::V2025_11_25);
    let session = mcpvals_wire::connect(&spec, &options).await.unwrap_or_else(|error| panic!("{error}"));
    let trace = record(&session, "add", json!({}), Duration::from_secs(5)).await;
    let noise = trace.frames.iter().filter(|frame| !frame.anomalies.is_empty()).count();
    assert!(noise >= 1, "{:?}", trace.frames.last());
    assert_eq!(trace.messages_not_kept, 300 - 99, "all but the request's and 99 others");
    session.close().await;
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
