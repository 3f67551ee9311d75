//! What the server asks of us is answered as the profile says, in both eras.

use std::time::Duration;

use mcpvals_model::profile::{ClientProfile, PeerReply, Root};
use mcpvals_model::{CallRole, ServerSpec};
use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::json;

use crate::kit::{ask, http, received, record, session, zoo};

fn with_answers(spec: ServerSpec) -> ServerSpec {
    let mut client = ClientProfile::full();
    client.answers.roots = vec![Root { uri: "file:///work".to_owned(), name: Some("work".to_owned()) }];
    client.answers.sampling = vec![PeerReply::text("hello from the profile").into()];
    let given = json!({"name": "Ada"}).as_object().cloned().unwrap_or_default();
    client.answers.elicitation = vec![PeerReply::Form(given).into()];
    ServerSpec { client, ..spec }
}

async fn check(spec: ServerSpec) {
    let session = session(&with_answers(spec)).await;
    for (tool, want) in
        [("ask_sampling", "hello from the profile"), ("ask_elicitation", "Ada"), ("ask_roots", "file:///work")]
    {
        let got = ask(&session, tool, json!({})).await;
        assert!(got.contains(want), "{tool} in {}: {got}", session.facts().protocol_version);
    }
    session.close().await;
}

#[tokio::test]
async fn questions_are_answered_in_both_eras() {
    check(zoo(Flaw::None, &["--era", "legacy"])).await;
    check(zoo(Flaw::None, &["--era", "modern"])).await;
}

#[tokio::test]
async fn questions_are_answered_over_http() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    check(http(server.url())).await;
    check(crate::kit::forced(http(server.url()), mcpvals_model::mcp::Revision::V2025_11_25)).await;
}

#[tokio::test]
async fn rounds_are_one_call_with_every_frame() {
    let session = session(&with_answers(zoo(Flaw::None, &["--era", "modern"]))).await;
    let trace = record(&session, "ask_roots", json!({}), Duration::from_secs(5)).await;
    let call = trace.call(CallRole::Tested).expect("the call is recorded");
    assert_eq!((trace.calls.len(), trace.frames.len()), (1, 4), "{:?}", trace.frames);
    assert_eq!((call.request, call.answer), (Some(trace.frames[0].seq), Some(trace.frames[3].seq)));
    assert!(trace.frames[2].text().contains("\"requestState\":\"round-1\""), "{}", trace.frames[2].text());
    session.close().await;
}

#[tokio::test]
async fn undeclared_questions_are_refused_and_named() {
    let bare = ServerSpec { client: ClientProfile::bare(), ..zoo(Flaw::UndeclaredSampling, &["--era", "legacy"]) };
    let session = session(&bare).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
    assert!(
        received(&trace).contains(&"\"sampling/createMessage\" UndeclaredRequest".to_owned()),
        "{:?}",
        received(&trace)
    );
    assert!(trace.frames.iter().any(|frame| frame.text().contains("-32601")), "{:?}", trace.frames);
    session.close().await;
}

#[tokio::test]
async fn used_ids_are_named() {
    let session = session(&zoo(Flaw::RequestWithUsedId, &["--era", "legacy"])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
    assert!(received(&trace).contains(&"\"ping\" ReusedRequestId".to_owned()), "{:?}", received(&trace));
    session.close().await;
}
