//! Sessions over Streamable HTTP, in both eras.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{
    Anomaly, CallEnd, CallRole, Direction, HttpUrl, RateLimit, RevisionChoice, Secret, SecretValue, ServerSpec, Target,
    Trace,
};
use mcpvals_testkit::{Flaw, HttpServer};
use mcpvals_wire::{ConnectErrorKind, ConnectOptions, RateGate, Redactor, Session, connect};
use serde_json::{Value, json};

use crate::kit::record;

const TOKEN: &str = "Bearer a-token-of-the-test";

/// A description of a server that is reached over HTTP or SSE.
pub(crate) fn spec(target: Target, revision: RevisionChoice) -> ServerSpec {
    ServerSpec {
        name: "server".to_owned(),
        target,
        revision,
        client: ClientProfile::full(),
        startup_timeout: Duration::from_secs(5),
        call_timeout: Duration::from_secs(2),
        rate_limit: None,
        auth: None,
    }
}

fn target(url: &str) -> Target {
    let url = HttpUrl::parse(url).expect("the server prints its address");
    Target::Http { url, headers: vec![("Authorization".to_owned(), Secret::new(TOKEN))] }
}

async fn session(server: &HttpServer, revision: RevisionChoice) -> Session {
    let connected = connect(&spec(target(server.url()), revision), &ConnectOptions::default()).await;
    connected.unwrap_or_else(|error| panic!("{error}"))
}

/// Calls a tool; how the call ended, and its trace.
pub(crate) async fn call(session: &Session, tool: &str, args: Value) -> (CallEnd, Trace) {
    let mut recording = session.begin();
    let params = json!({"name": tool, "arguments": args});
    let end = recording.call(CallRole::Tested, "tools/call", (&params).into(), Duration::from_secs(2)).await;
    (end, recording.finish())
}

fn problems(trace: &Trace) -> Vec<&str> {
    let anomalies = trace.frames.iter().flat_map(|frame| &frame.anomalies);
    anomalies
        .filter_map(|anomaly| if let Anomaly::Http { problem } = anomaly { Some(&**problem) } else { None })
        .collect()
}

#[track_caller]
fn headers(trace: &Trace, direction: Direction) -> Vec<(String, String)> {
    let mut heads =
        trace.frames.iter().filter(|frame| frame.direction == direction).filter_map(|frame| frame.http.as_ref());
    heads.next().expect("a head was recorded").headers.clone()
}

fn header(trace: &Trace, name: &str) -> Option<String> {
    let headers = headers(trace, Direction::Sent);
    headers.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

#[tokio::test]
async fn every_revision_is_spoken() {
    let legacy = [Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25];
    for revision in legacy.into_iter().chain([Revision::V2026_07_28]) {
        for answers in ["json", "sse"] {
            let server = HttpServer::zoo(Flaw::None, &["--answers", answers]);
            let session = session(&server, RevisionChoice::Forced(revision)).await;
            assert_eq!(session.facts().protocol_version, revision);
            let (end, trace) = call(&session, "add", json!({"a": 2, "b": 3})).await;
            assert_eq!(end, CallEnd::Answered, "{revision} {answers}");
            assert_eq!(problems(&trace), Vec::<&str>::new(), "{revision} {answers}");
            assert_eq!(problems(&session.close().await), Vec::<&str>::new(), "{revision} {answers}");
        }
    }
}

#[tokio::test]
async fn headers_are_those_of_the_revision() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    for (revision, version, session_id, method) in [
        (Revision::V2025_03_26, None, true, None),
        (Revision::V2025_11_25, Some("2025-11-25"), true, None),
        (Revision::V2026_07_28, Some("2026-07-28"), false, Some("tools/call")),
    ] {
        let session = session(&server, RevisionChoice::Forced(revision)).await;
        let (_, trace) = call(&session, "echo", json!({"text": "x"})).await;
        assert_eq!(header(&trace, "mcp-protocol-version").as_deref(), version);
        assert_eq!(header(&trace, "mcp-session-id").is_some(), session_id);
        assert_eq!(header(&trace, "mcp-method").as_deref(), method);
        assert_eq!(header(&trace, "mcp-name").as_deref(), method.map(|_| "echo"));
        assert_eq!(header(&trace, "authorization").as_deref(), Some(TOKEN));
    }
}

#[tokio::test]
async fn redaction_takes_the_token_out_of_the_heads() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    let session = session(&server, RevisionChoice::Negotiate).await;
    let (_, trace) = call(&session, "echo", json!({"text": "a-token-of-the-test"})).await;
    let secrets = SecretValue::new("Authorization", TOKEN);
    let clean = Redactor::new(&secrets.into_iter().collect::<Vec<_>>()).trace(&trace);
    assert_eq!(header(&clean, "authorization").as_deref(), Some("[redacted:Authorization]"));
    let text: String = clean.frames.iter().map(|frame| frame.text()).collect();
    assert!(!text.contains("a-token") && text.contains("[redacted:Authorization]"), "{text}");
}

#[tokio::test]
async fn the_newest_revision_is_found() {
    for (era, revision) in [("modern", "2026-07-28"), ("dual", "2026-07-28"), ("legacy", "2025-11-25")] {
        let server = HttpServer::zoo(Flaw::None, &["--era", era]);
        let session = session(&server, RevisionChoice::Negotiate).await;
        assert_eq!(session.facts().protocol_version.as_str(), revision, "{era}");
    }
}

#[tokio::test]
async fn calls_at_once_have_a_connection_each_and_no_more() {
    let server = HttpServer::zoo(Flaw::None, &["--log", "--answers", "json", "--era", "modern"]);
    let session = session(&server, RevisionChoice::Negotiate).await;
    for _ in 0..10 {
        let two =
            tokio::join!(call(&session, "echo", json!({"text": "a"})), call(&session, "echo", json!({"text": "b"})));
        assert_eq!((two.0.0, two.1.0), (CallEnd::Answered, CallEnd::Answered));
    }
    let lines = server.lines();
    let calls = lines.iter().filter(|line| line.contains("tools/call")).filter_map(|line| line.split(':').next());
    let connections: std::collections::BTreeSet<&str> = calls.collect();
    assert_eq!(connections.len(), 2, "{lines:?}");
}

#[tokio::test]
async fn a_lost_session_ends_the_connection() {
    let server = HttpServer::zoo(Flaw::SessionLost, &["--era", "legacy"]);
    let session = session(&server, RevisionChoice::Negotiate).await;
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Refused { status: 404 });
    assert!(!session.is_alive());
}

#[tokio::test]
async fn an_error_that_says_that_the_session_is_lost_ends_the_connection_too() {
    let server = HttpServer::zoo(Flaw::SessionLostById, &["--era", "legacy"]);
    let session = session(&server, RevisionChoice::Negotiate).await;
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Answered);
    assert!(!session.is_alive());
}

#[tokio::test]
async fn a_timed_out_call_leaves_the_session_usable() {
    let server = HttpServer::zoo(Flaw::SlowLoris, &["--times", "1"]);
    let session = session(&server, RevisionChoice::Negotiate).await;
    let mut recording = session.begin();
    let params = json!({"name": "echo", "arguments": {"text": "x"}});
    let end = recording.call(CallRole::Tested, "tools/call", (&params).into(), Duration::from_millis(200)).await;
    assert!(matches!(end, CallEnd::TimedOut { .. }), "{end:?}");
    assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Answered);
}

#[tokio::test]
async fn what_cannot_be_reached_is_said() {
    let spec = spec(target("http://127.0.0.1:1/mcp"), RevisionChoice::Negotiate);
    let error = connect(&spec, &ConnectOptions::default()).await.err().expect("nobody listens on port 1");
    assert_eq!(error.kind, ConnectErrorKind::Unreachable);
    assert!(error.to_string().contains("no connection to 127.0.0.1:1"), "{error}");
}

/// Plays a case against each flaw, some at a time; names those that outlast every deadline.
pub(crate) async fn hanging(flaws: Vec<Flaw>, start: fn(Flaw) -> (HttpServer, Target)) -> Vec<Flaw> {
    let mut hanging = Vec::new();
    for some in flaws.chunks(16) {
        let plays = some.iter().map(|flaw| async {
            let (_server, target) = start(*flaw);
            // Far more than the deadlines of a call add up to: the machine may be busy with other tests.
            let patience = Duration::from_secs(30);
            tokio::time::timeout(patience, play(target)).await.is_err().then_some(*flaw)
        });
        hanging.extend(futures_util::future::join_all(plays).await.into_iter().flatten());
    }
    hanging
}

async fn play(target: Target) {
    let mut spec = spec(target, RevisionChoice::Negotiate);
    spec.startup_timeout = Duration::from_secs(2);
    if let Ok(session) = connect(&spec, &ConnectOptions::default()).await {
        call(&session, "echo", json!({"text": "x"})).await;
        session.close().await;
    }
}

#[tokio::test]
async fn every_flaw_ends_its_call_within_the_deadline() {
    let flaws = Flaw::ALL.iter().copied().filter(|flaw| flaw.on_http() && *flaw != Flaw::ExitsAtStart).collect();
    let start = |flaw| {
        let server = HttpServer::zoo(flaw, &["--delay-ms", "300"]);
        let target = target(server.url());
        (server, target)
    };
    assert_eq!(hanging(flaws, start).await, Vec::new());
}

#[tokio::test]
async fn rate_holds_for_everything_that_is_sent_and_no_deadline_counts_the_wait() {
    let server = HttpServer::zoo(Flaw::None, &["--era", "legacy"]);
    let spec = crate::kit::http(server.url());
    let gate = RateGate::new(RateLimit { per_second: 10.0, burst: 1 });
    let options = ConnectOptions { rate: Some(Arc::new(gate)), ..crate::kit::options() };
    let session = connect(&spec, &options).await.unwrap_or_else(|error| panic!("{error}"));
    let calls = (0..4).map(|_| record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_millis(250)));
    let mut traces = futures_util::future::join_all(calls).await;
    let ends: Vec<&CallEnd> = traces.iter().flat_map(|trace| &trace.calls).map(|call| &call.end).collect();
    assert_eq!(ends, [&CallEnd::Answered; 4]);
    traces.push(session.close().await);
    let sent = traces.iter().flat_map(|trace| &trace.frames).filter(|frame| frame.direction == Direction::Sent);
    let mut times: Vec<u64> = sent.map(|frame| frame.at_us).collect();
    times.sort_unstable();
    // `server/discover`, `initialize`, `notifications/initialized`, GET, `tools/list`, four calls and DELETE.
    assert_eq!(times.len(), 10);
    let took_ms = (times[9] - times[0]) / 1_000;
    assert!(took_ms >= 850, "{took_ms} ms: {times:?}");
}
