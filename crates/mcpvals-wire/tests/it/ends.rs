//! How servers end: by themselves, in the middle, when asked, or not at all.

use std::time::{Duration, Instant};

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallEnd, ProcessEnd};
use mcpvals_testkit::Flaw;
use serde_json::json;

use crate::kit::{ask, call, forced, received, record, refused, session, shell, zoo};

const NEWEST: Revision = Revision::NEWEST_WITH_HANDSHAKE;

/// A script that answers `initialize`, offers nothing, and goes on so.
fn after_initialize(script: &str) -> String {
    let reply = concat!(
        r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"#,
        r#""serverInfo":{"name":"n","version":"1"}}}"#
    );
    format!("read initialize; echo '{reply}'; {script}")
}

/// Calls `add`; how call and process ended.
async fn check_call(flaw: Flaw, end: CallEnd, process: Option<ProcessEnd>) {
    let session = session(&zoo(flaw, &[])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
    assert_eq!((&trace.calls[0].end, &trace.process_end), (&end, &process), "{}", flaw.name());
    session.close().await;
}

#[tokio::test]
async fn death_during_a_call_is_in_the_calls_trace() {
    check_call(Flaw::ExitsDuringCall, CallEnd::Closed, Some(ProcessEnd::Exited(5))).await;
    check_call(Flaw::KilledDuringCall, CallEnd::Closed, Some(ProcessEnd::Signalled(9))).await;
    check_call(Flaw::HalfAnswerThenExit, CallEnd::Closed, Some(ProcessEnd::Exited(6))).await;
    check_call(Flaw::StdoutClosed, CallEnd::Closed, None).await;
}

#[tokio::test]
async fn every_signal_is_told_as_a_signal() {
    for (name, number) in [("SEGV", 11), ("BUS", 7), ("ABRT", 6), ("KILL", 9)] {
        let error = refused(&shell(&format!("kill -{name} $$"))).await;
        assert_eq!(error.trace().process_end, Some(ProcessEnd::Signalled(number)), "{name}");
    }
}

#[tokio::test]
async fn a_signal_that_the_guard_outlives_is_told_as_a_signal() {
    let session = session(&forced(shell(&after_initialize("read said; read called; kill -TERM $$")), NEWEST)).await;
    let trace = record(&session, "x", json!({}), Duration::from_secs(5)).await;
    assert_eq!(trace.process_end, Some(ProcessEnd::Signalled(15)));
    session.close().await;
}

#[tokio::test]
async fn calls_after_death_are_closed_at_once() {
    let session = session(&zoo(Flaw::ExitsDuringCall, &[])).await;
    record(&session, "add", json!({}), Duration::from_secs(5)).await;
    assert!(!session.is_alive());
    let began = Instant::now();
    let trace = record(&session, "add", json!({}), Duration::from_secs(5)).await;
    assert_eq!((trace.calls[0].end.clone(), trace.calls[0].request), (CallEnd::Closed, None));
    assert!(began.elapsed() < Duration::from_secs(1));
    assert!(trace.stderr_tail.contains("lost the database"), "{}", trace.stderr_tail);
}

/// Closes a quiet session; how the process ended, and whether that took as long as it should.
async fn check_close(flaw: Flaw, want: ProcessEnd, within: std::ops::Range<u128>) {
    let session = session(&zoo(flaw, &[])).await;
    ask(&session, "add", json!({"a": 1, "b": 2})).await;
    let began = Instant::now();
    let trace = session.close().await;
    assert_eq!(trace.process_end, Some(want), "{}", flaw.name());
    let took = began.elapsed().as_millis();
    assert!(within.contains(&took), "{} took {took} ms", flaw.name());
}

#[tokio::test]
async fn good_server_ends_at_once_with_its_code() {
    check_close(Flaw::None, ProcessEnd::Exited(0), 0..250).await;
    check_close(Flaw::ExitsWithCodeAtEnd, ProcessEnd::Exited(7), 0..250).await;
}

#[tokio::test]
async fn server_that_stays_is_asked_and_then_killed() {
    check_close(Flaw::IgnoresEof, ProcessEnd::Killed, 300..600).await;
    check_close(Flaw::IgnoresShutdown, ProcessEnd::Killed, 600..2_000).await;
}

#[tokio::test]
async fn stdout_is_read_to_its_end() {
    let session = session(&zoo(Flaw::SpeaksAfterEnd, &[])).await;
    let before = ask(&session, "add", json!({"a": 1, "b": 2})).await;
    assert!(before.contains('3'), "{before}");
    let trace = session.close().await;
    assert!(received(&trace).len() > 2, "{:?}", received(&trace));
}

#[tokio::test]
async fn dropping_a_call_cancels_it_and_the_session_goes_on() {
    let session = session(&zoo(Flaw::None, &["--era", "legacy"])).await;
    let mut recording = session.begin();
    let slow = call(&mut recording, "sleep", json!({"ms": 60_000}), Duration::from_secs(90));
    assert!(tokio::time::timeout(Duration::from_millis(100), slow).await.is_err());
    assert!(ask(&session, "add", json!({"a": 1, "b": 2})).await.contains('3'));
    let trace = recording.finish();
    assert_eq!(trace.calls[0].end, CallEnd::Cancelled);
    let cancelled = trace.frames.iter().any(|frame| frame.text().contains("notifications/cancelled"));
    assert!(cancelled, "{:?}", trace.frames);
    session.close().await;
}

#[tokio::test]
async fn server_that_never_reads_is_no_hang() {
    let session = session(&zoo(Flaw::None, &[])).await;
    drop(session);
    // Reads the handshake and nothing after it, so that our writes fill the pipe.
    let session = self::session(&forced(shell(&after_initialize("sleep 60")), NEWEST)).await;
    let mut recording = session.begin();
    let end = call(&mut recording, "x", json!({"big": "x".repeat(1 << 20)}), Duration::from_millis(200)).await;
    assert!(matches!(end, CallEnd::TimedOut { .. }), "{end:?}");
    let began = Instant::now();
    session.close().await;
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
