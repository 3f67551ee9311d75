//! Lists: pages, changes, and what is wrong with them.

use std::time::{Duration, Instant};

use mcpvals_model::{Direction, ServerSpec};
use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::json;

use crate::kit::{ask, http, session, zoo};

/// What was wrong with the list of tools: malformed entries and why it is not complete.
async fn check(flaw: Flaw, want: &str) {
    let session = session(&zoo(flaw, &[])).await;
    let offer = session.offer();
    let malformed = offer.malformed.iter().map(|entry| format!("{}: {}", entry.index, entry.problem));
    let unread = offer.unread.iter().map(|(method, why)| format!("{method}: {why}"));
    let got: Vec<String> = malformed.chain(unread).collect();
    assert_eq!(got.join("; "), want, "{}", flaw.name());
    session.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_tool_is_told_and_hides_no_other() {
    check(Flaw::None, "").await;
    check(Flaw::ToolWithoutInputSchema, "0: `inputSchema` is missing").await;
    check(Flaw::OneMalformedTool, "1: it is not an object").await;
    check(Flaw::HintNotBoolean, "0: `annotations.readOnlyHint` is a string, not a boolean").await;
}

#[tokio::test]
async fn malformed_tool_with_a_name_can_be_called() {
    let session = session(&zoo(Flaw::ToolWithoutInputSchema, &[])).await;
    assert!(session.find_tool("echo").await.is_some());
    assert!(session.offer().tools.iter().all(|tool| tool.name() != "echo"));
    session.close().await;
}

#[tokio::test]
async fn endless_and_broken_lists_are_told() {
    check(Flaw::SameCursorForever, "tools/list: its pages never end: the cursor \"from-1\" came twice").await;
    check(Flaw::NewCursorsForever, "tools/list: its pages never end: 1000 were read").await;
    check(Flaw::CursorNotString, "tools/list: `nextCursor` is not a string: 2").await;
    check(Flaw::ToolsNotArray, "tools/list: its result has no array `tools`").await;
}

#[tokio::test]
async fn list_without_answer_leaves_a_session_without_tools() {
    let spec = ServerSpec { startup_timeout: Duration::from_millis(800), ..zoo(Flaw::NeverAnswersList, &[]) };
    let session = session(&spec).await;
    assert!(session.offer().unread[0].1.starts_with("no answer within"), "{:?}", session.offer().unread);
    session.close().await;
}

#[tokio::test]
async fn all_pages_are_read() {
    let session = session(&zoo(Flaw::None, &["--page-size", "2"])).await;
    let whole = session_tools(&zoo(Flaw::None, &[])).await;
    assert_eq!(session.offer().tools.len(), whole);
    session.close().await;
}

async fn session_tools(spec: &ServerSpec) -> usize {
    session(spec).await.offer().tools.len()
}

#[tokio::test]
async fn tool_that_appears_after_the_handshake_is_found() {
    let session = session(&zoo(Flaw::None, &["--late-tools", "--era", "legacy"])).await;
    assert!(session.find_tool("late").await.is_some());
    session.close().await;
}

#[tokio::test]
async fn settling_waits_for_tools_that_appear_late() {
    let session = session(&zoo(Flaw::None, &["--late-tools", "--era", "legacy"])).await;
    let settled = session.settle().await;
    assert!(settled.tools.iter().any(|tool| tool.name() == "late"));
    session.close().await;
}

#[tokio::test]
async fn list_that_changes_during_a_call_is_read_again() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    for spec in [zoo(Flaw::None, &["--era", "legacy"]), zoo(Flaw::None, &["--era", "modern"]), http(server.url())] {
        let session = session(&spec).await;
        let before = session.settle().await;
        ask(&session, "touch_list", json!({})).await;
        let patience_ends = Instant::now() + Duration::from_secs(5);
        while session.offer().tools.len() == before.tools.len() {
            assert!(Instant::now() < patience_ends, "{} is not told of the change", session.facts().protocol_version);
            session.find_tool("echo").await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        session.close().await;
    }
}

#[tokio::test]
async fn unknown_tool_is_not_waited_for_long() {
    let server = HttpServer::zoo(Flaw::None, &["--era", "modern"]);
    for spec in [zoo(Flaw::None, &["--era", "legacy"]), http(server.url())] {
        let session = session(&spec).await;
        let began = Instant::now();
        assert!(session.find_tool("no-such-tool").await.is_none());
        assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
        session.close().await;
    }
}

#[tokio::test]
async fn argument_with_a_header_is_sent_twice() {
    let server = HttpServer::zoo(Flaw::None, &["--era", "modern"]);
    let session = session(&http(server.url())).await;
    let answer = ask(&session, "route", json!({"region": "eu-süd"})).await;
    assert!(answer.contains("eu-süd"), "{answer}");
    session.close().await;
}

/// The methods of the notifications that we sent, in the session's own trace.
async fn told(options: &[&str]) -> Vec<String> {
    let session = session(&zoo(Flaw::None, options)).await;
    session.settle().await;
    let trace = session.close().await;
    let sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    let messages = sent.filter_map(|frame| frame.message()).filter(|message| message.get("id").is_none());
    messages.map(|message| message["method"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn subscription_is_taken_back_at_the_end() {
    assert_eq!(told(&["--era", "modern"]).await, ["notifications/cancelled"]);
    assert_eq!(told(&["--era", "legacy"]).await, ["notifications/initialized"]);
}
