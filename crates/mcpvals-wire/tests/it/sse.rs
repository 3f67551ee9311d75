//! Sessions over HTTP+SSE of 2024-11-05.

use std::time::Duration;

use mcpvals_model::{CallEnd, HttpUrl, Reconnect, RevisionChoice, Target};
use mcpvals_testkit::{Flaw, HttpServer};
use mcpvals_wire::{ConnectErrorKind, ConnectOptions, Session, connect};
use serde_json::json;

use crate::http::{call, hanging, spec};

fn target(url: &str, enabled: bool) -> Target {
    let url = HttpUrl::parse(url).expect("the server prints its address");
    let reconnect = Reconnect { enabled, interval: Duration::from_millis(10), attempts_max: 3 };
    Target::Sse { url, headers: Vec::new(), reconnect }
}

async fn session(server: &HttpServer, reconnect: bool) -> Session {
    let spec = spec(target(server.url(), reconnect), RevisionChoice::Negotiate);
    connect(&spec, &ConnectOptions::default()).await.unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn tools_are_listed_and_called() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let session = session(&server, true).await;
    assert!(session.offer().tools.iter().any(|tool| tool.name() == "echo"));
    let (end, trace) = call(&session, "echo", json!({"text": "x"})).await;
    assert_eq!(end, CallEnd::Answered);
    assert!(trace.frames.iter().all(|frame| frame.anomalies.is_empty()));
    assert!(session.close().await.frames.iter().all(|frame| frame.anomalies.is_empty()));
}

#[tokio::test]
async fn a_session_outlives_a_broken_stream() {
    let server = HttpServer::sse(Flaw::EventStreamDrops, &["--times", "1"]);
    let session = session(&server, true).await;
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Closed);
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Answered);
}

#[tokio::test]
async fn without_reconnect_it_does_not() {
    let server = HttpServer::sse(Flaw::EventStreamDrops, &["--times", "1"]);
    let session = session(&server, false).await;
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Closed);
    assert!(!session.is_alive());
}

#[tokio::test]
async fn an_endpoint_elsewhere_is_refused() {
    let server = HttpServer::sse(Flaw::EndpointForeign, &[]);
    let spec = spec(target(server.url(), true), RevisionChoice::Negotiate);
    let error = connect(&spec, &ConnectOptions::default()).await.err().expect("the endpoint is elsewhere");
    assert_eq!(error.kind, ConnectErrorKind::Unreachable);
    assert!(error.to_string().contains("the `endpoint` event names"), "{error}");
}

#[tokio::test]
async fn every_flaw_ends_its_call_within_the_deadline() {
    let flaws = Flaw::ALL.iter().copied().filter(|flaw| flaw.on_sse() && *flaw != Flaw::ExitsAtStart).collect();
    let start = |flaw| {
        let server = HttpServer::sse(flaw, &["--delay-ms", "300"]);
        let target = target(server.url(), true);
        (server, target)
    };
    assert_eq!(hanging(flaws, start).await, Vec::new());
}
