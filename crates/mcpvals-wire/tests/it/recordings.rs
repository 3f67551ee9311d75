//! Every frame is in the recording that it belongs to.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::{CallRole, Direction, RateLimit, Trace};
use mcpvals_testkit::Flaw;
use mcpvals_wire::{RateGate, connect};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::kit::{ask, call, options, received, record, session, zoo};

#[tokio::test]
async fn parallel_calls_do_not_mix() {
    let session = session(&zoo(Flaw::None, &["--era", "legacy"])).await;
    let mut calls = JoinSet::new();
    for number in 0..50_u64 {
        let session = session.clone();
        calls.spawn(async move {
            let mut recording = session.begin();
            call(&mut recording, "progress", json!({"steps": 2, "interval_ms": 5}), Duration::from_secs(10)).await;
            call(&mut recording, "add", json!({"a": number, "b": 0}), Duration::from_secs(10)).await;
            (number, recording.last_answer(), recording.finish())
        });
    }
    let mut seen = 0;
    while let Some(done) = calls.join_next().await {
        let (number, answer, trace) = done.expect("no call panics");
        assert!(answer.is_some_and(|answer| answer.text().contains(&number.to_string())));
        assert_eq!(trace.calls.len(), 2);
        assert!(trace.frames.is_sorted_by_key(|frame| frame.seq));
        let own = trace.frames[0].message().map(|message| message["id"].clone());
        let tokens = progress_tokens(&trace);
        assert!(tokens.iter().all(|token| Some(token) == own.as_ref()), "{tokens:?} in the trace of {own:?}");
        seen += tokens.len();
    }
    // The server does not promise that its last progress comes before its answer; what comes too late is in the
    // session's own trace.
    seen += progress_tokens(&session.close().await).len();
    assert_eq!(seen, 100);
}

fn progress_tokens(trace: &Trace) -> Vec<Value> {
    let messages = trace.frames.iter().filter_map(|frame| frame.message());
    let progress = messages.filter(|message| message["method"] == "notifications/progress");
    progress.map(|message| message["params"]["progressToken"].clone()).collect()
}

#[tokio::test]
async fn latency_is_from_last_byte_to_last_byte() {
    let session = session(&zoo(Flaw::None, &[])).await;
    let trace = record(&session, "sleep", json!({"ms": 50}), Duration::from_secs(5)).await;
    let call = trace.call(CallRole::Tested).expect("the call is recorded");
    let latency = trace.latency_us(call).expect("it was answered");
    assert!((50_000..150_000).contains(&latency), "{latency}");
    session.close().await;
}

#[tokio::test]
async fn handshake_and_listing_are_in_the_sessions_own_trace() {
    let session = session(&zoo(Flaw::None, &["--era", "legacy"])).await;
    let case = record(&session, "echo", json!({"message": "x"}), Duration::from_secs(5)).await;
    assert_eq!(case.frames.len(), 2);
    let own = session.close().await;
    let methods: Vec<&str> = own.calls.iter().map(|call| call.method.as_str()).collect();
    assert_eq!(methods, ["server/discover", "initialize", "tools/list"]);
    let sent = own.frames.iter().filter(|frame| frame.direction == Direction::Sent).count();
    assert_eq!(sent, 4, "the three and `initialized`");
    assert!(own.server.is_some() && own.process_end.is_some());
}

#[tokio::test]
async fn recording_that_is_dropped_leaves_nothing_behind() {
    let session = session(&zoo(Flaw::None, &[])).await;
    drop(session.begin());
    let trace = record(&session, "echo", json!({"message": "x"}), Duration::from_secs(5)).await;
    assert_eq!(received(&trace), ["answer"]);
    session.close().await;
}

#[tokio::test]
async fn calls_keep_the_rate() {
    let gate = Arc::new(RateGate::new(RateLimit { per_second: 50.0, burst: 1 }));
    let options = mcpvals_wire::ConnectOptions { rate: Some(gate), ..options() };
    let session = connect(&zoo(Flaw::None, &[]), &options).await.unwrap_or_else(|error| panic!("{error}"));
    let began = Instant::now();
    for _ in 0..6 {
        record(&session, "echo", json!({"message": "x"}), Duration::from_secs(5)).await;
    }
    assert!(began.elapsed() >= Duration::from_millis(95), "{:?}", began.elapsed());
    session.close().await;
}

#[tokio::test]
async fn large_messages_pass_in_both_directions_at_once() {
    let session = session(&zoo(Flaw::None, &[])).await;
    let mut calls = JoinSet::new();
    for number in 1..=4_usize {
        let session = session.clone();
        calls.spawn(async move {
            let message = number.to_string().repeat(1 << 20);
            ask(&session, "echo", json!({"message": message})).await == message
        });
    }
    while let Some(same) = calls.join_next().await {
        assert!(same.expect("no call panics"), "what was sent did not come back");
    }
    session.close().await;
}

#[tokio::test]
async fn sessions_can_be_held_by_tasks() {
    let held = tokio::spawn(async {
        let session = session(&zoo(Flaw::None, &[])).await;
        assert!(session.find_tool("echo").await.is_some());
        session.settle().await;
        session.close().await
    });
    assert!(held.await.is_ok_and(|trace| trace.process_end.is_some()));
}
