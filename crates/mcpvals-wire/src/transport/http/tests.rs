//! Conversations with real servers, without a session: what a link does with each of their answers.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, CallRole, Direction, HttpUrl, Secret, Trace};
use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use super::HttpLink;
use super::recorded::Means;
use crate::Limits;
use crate::router::{Entry, OWN, Router, Wake};
use crate::transport::{Link, Outgoing, OutgoingKind};

/// One side of a conversation.
pub(in crate::transport) struct Talk {
    pub(in crate::transport) router: Router,
    pub(in crate::transport) link: Link,
    revision: Option<Revision>,
}

/// Answers in these tests come at once, or never.
const PATIENCE: Duration = Duration::from_secs(3);

impl Talk {
    pub(in crate::transport) fn on(router: Router, link: Link) -> Self {
        Self { router, link, revision: None }
    }

    fn http(url: &str) -> Self {
        let url = HttpUrl::parse(url).unwrap();
        let headers = [("x-key".to_owned(), Secret::new("secret-value"))];
        let (router, _chores) = Router::new(Limits::default());
        let link =
            HttpLink::new(&url, Means { headers: &headers, ..Means::default() }, router.clone(), Limits::default());
        Self::on(router, Link::Http(link))
    }

    /// `initialize` and what follows.
    pub(in crate::transport) async fn shake_hands(&mut self, revision: Revision) {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": revision.as_str(), "capabilities": {}, "clientInfo": client});
        assert_eq!(self.call("initialize", params).await, CallEnd::Answered);
        self.revision = Some(revision);
        let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let bytes: Arc<[u8]> = note.to_string().into_bytes().into();
        let seq = self.router.sent(OWN, Arc::clone(&bytes));
        let kind = OutgoingKind::Notification { method: "notifications/initialized".to_owned() };
        let deadline = Instant::now() + PATIENCE;
        self.link.send(Outgoing { seq, bytes, kind, revision: self.revision, deadline }).await.unwrap();
        self.link.ready(revision);
    }

    pub(in crate::transport) async fn call(&self, method: &str, params: Value) -> CallEnd {
        let id = self.router.next_id();
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let bytes: Arc<[u8]> = message.to_string().into_bytes().into();
        let entry = Entry::New { role: CallRole::Session, method };
        let Ok(begun) = self.router.begin(OWN, id, entry, Arc::clone(&bytes)) else { return CallEnd::Closed };
        let kind = OutgoingKind::Request { id, method: method.to_owned(), name, headers: Vec::new() };
        let deadline = Instant::now() + PATIENCE;
        let outgoing = Outgoing { seq: begun.seq, bytes, kind, revision: self.revision, deadline };
        self.link.send(outgoing).await.unwrap();
        match tokio::time::timeout(PATIENCE, begun.wake).await {
            Ok(Ok(Wake::Done(done))) => done.end,
            Ok(Ok(Wake::Suspect)) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                self.router.rearm(id).map_or_else(|done| done.end, |_| CallEnd::Misanswered)
            }
            Ok(Err(_)) => CallEnd::Cancelled,
            Err(_) => {
                self.link.abandon(id);
                self.router.give_up(id, CallEnd::TimedOut { after_ms: 3000 }).end
            }
        }
    }

    pub(in crate::transport) async fn echo(&self) -> CallEnd {
        self.call("tools/call", json!({"name": "echo", "arguments": {"text": "hello"}})).await
    }

    pub(in crate::transport) async fn end(self) -> Trace {
        self.link.close(Duration::from_secs(1), false).await;
        self.router.finish_own()
    }
}

/// The words of every anomaly of the transport, and the names of the others.
pub(in crate::transport) fn oddities(trace: &Trace) -> Vec<String> {
    let anomalies = trace.frames.iter().flat_map(|frame| &frame.anomalies);
    let words = anomalies.map(|anomaly| match anomaly {
        Anomaly::Http { problem } => problem.clone(),
        other => serde_json::to_string(other).unwrap(),
    });
    words.collect()
}

async fn play(flaw: Flaw, options: &[&str]) -> (CallEnd, Vec<String>) {
    let server = HttpServer::zoo(flaw, options);
    let mut talk = Talk::http(server.url());
    talk.shake_hands(Revision::V2025_11_25).await;
    let end = talk.echo().await;
    (end, oddities(&talk.end().await))
}

#[track_caller]
fn check(flaw: Flaw, end: &CallEnd, words: &[&str]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (came, oddities) = runtime.block_on(play(flaw, &[]));
    assert_eq!(&came, end, "{oddities:?}");
    for words in words {
        assert!(oddities.iter().any(|oddity| oddity.contains(words)), "{words:?} is not in {oddities:?}");
    }
    if words.is_empty() {
        assert!(oddities.is_empty(), "{oddities:?}");
    }
}

fn refused(status: u16) -> CallEnd {
    CallEnd::Refused { status }
}

#[test]
fn a_good_server_gets_no_words() {
    check(Flaw::None, &CallEnd::Answered, &[]);
    check(Flaw::DataOverLines, &CallEnd::Answered, &[]);
}

#[test]
fn wrong_content_type_is_named() {
    check(Flaw::WrongContentType, &refused(200), &["content type `text/plain`"]);
    check(Flaw::LoginPage, &refused(200), &["content type `text/html`"]);
    check(Flaw::FalseEncoding, &refused(200), &["content encoding `gzip`"]);
}

#[test]
fn a_status_is_named() {
    check(Flaw::Status500, &refused(500), &["status 500"]);
    check(Flaw::Status404Html, &refused(404), &["status 404 Not Found"]);
    check(Flaw::Unauthorized, &refused(401), &["status 401"]);
    check(Flaw::TooManyRequests, &refused(429), &["status 429"]);
}

#[test]
fn no_answer_is_named() {
    check(Flaw::AcceptedWithoutAnswer, &refused(202), &["accepted, but not answered"]);
    check(Flaw::EmptyBody, &refused(200), &["empty body"]);
}

#[test]
fn broken_streams_are_named() {
    check(Flaw::StreamEndsWithoutAnswer, &CallEnd::Closed, &["the event stream ended"]);
    check(Flaw::StreamEventUnfinished, &CallEnd::Closed, &["in the middle of an event"]);
    check(Flaw::StreamBrokenJson, &CallEnd::Misanswered, &["notJson"]);
}

#[test]
fn redirects_without_end_and_to_others_are_not_followed() {
    check(Flaw::RedirectsForever, &refused(307), &["`/mcp`, which is not followed: there were 5 before it"]);
    check(Flaw::RedirectsAway, &refused(307), &["/elsewhere`, which is not followed: it is not at http://127.0.0.1:"]);
}

#[test]
fn oversized_heads_are_refused() {
    check(Flaw::HugeHeader, &CallEnd::Closed, &["head is too large"]);
    check(Flaw::ManyHeaders, &CallEnd::Closed, &["head is too large"]);
}

#[test]
fn endless_answers_end_with_the_deadline() {
    for flaw in [Flaw::EndlessChunk, Flaw::EndlessComments, Flaw::SlowLoris] {
        check(flaw, &CallEnd::TimedOut { after_ms: 3000 }, &[]);
    }
}

#[test]
fn an_endless_body_ends_at_the_limit() {
    check(Flaw::EndlessBody, &CallEnd::Misanswered, &["tooLarge"]);
}

#[test]
fn lost_sessions_are_named() {
    check(Flaw::SessionLost, &refused(404), &["the server does not know the session any more: status 404"]);
}

#[test]
fn broken_connections_are_named() {
    check(Flaw::ConnectionReset, &CallEnd::Closed, &["reset"]);
    check(Flaw::ClosedWithoutAnswer, &CallEnd::Closed, &["closed before an answer came"]);
    check(Flaw::ContentLengthTooLong, &CallEnd::Closed, &["cutOff", "in the middle of the body"]);
    check(Flaw::ContentLengthTooShort, &CallEnd::Misanswered, &["notJson"]);
    check(Flaw::NotHttp, &CallEnd::Closed, &["not valid HTTP"]);
}

#[tokio::test]
async fn heads_of_both_sides_are_in_the_trace() {
    let server = HttpServer::zoo(Flaw::None, &["--answers", "json"]);
    let mut talk = Talk::http(server.url());
    talk.shake_hands(Revision::V2025_11_25).await;
    assert_eq!(talk.echo().await, CallEnd::Answered);
    let trace = talk.end().await;
    let last = trace.calls.last().unwrap();
    let sent = trace.frame(last.request.unwrap()).unwrap().http.as_ref().unwrap();
    assert_eq!(sent.request.as_deref(), Some("POST /mcp"));
    let names: Vec<&str> = sent.headers.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["accept", "content-type", "content-length", "mcp-session-id", "mcp-protocol-version", "host", "x-key"]
    {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let received = trace.frame(last.answer.unwrap()).unwrap();
    assert_eq!(received.http.as_ref().unwrap().status, Some(200));
    assert!(trace.latency_us(last).unwrap() > 0);
    let deleted = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    assert!(deleted.filter_map(|frame| frame.http.as_ref()?.request.clone()).any(|line| line.starts_with("DELETE")));
}

#[tokio::test]
async fn a_broken_stream_is_taken_up_again() {
    let server = HttpServer::zoo(Flaw::None, &["--polling", "--log"]);
    let mut talk = Talk::http(server.url());
    talk.shake_hands(Revision::V2025_11_25).await;
    assert_eq!(talk.echo().await, CallEnd::Answered);
    assert_eq!(oddities(&talk.end().await), Vec::<String>::new());
}

#[tokio::test]
async fn stateless_requests_carry_their_headers() {
    let server = HttpServer::zoo(Flaw::None, &["--era", "modern"]);
    let mut talk = Talk::http(server.url());
    talk.revision = Some(Revision::V2026_07_28);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "echo", "arguments": {"text": "x"}, "_meta": meta});
    assert_eq!(talk.call("tools/call", params).await, CallEnd::Answered);
    let params = json!({"name": "größe", "arguments": {}, "_meta": meta});
    assert_eq!(talk.call("tools/call", params).await, CallEnd::Answered);
    assert_eq!(talk.call("no/such", json!({"_meta": meta})).await, CallEnd::Answered, "an error with status 404");
    assert_eq!(oddities(&talk.end().await), Vec::<String>::new());
}

#[tokio::test]
async fn one_connection_carries_many_requests() {
    let server = HttpServer::zoo(Flaw::None, &["--answers", "json", "--log"]);
    let mut talk = Talk::http(server.url());
    talk.shake_hands(Revision::V2025_06_18).await;
    for _ in 0..20 {
        assert_eq!(talk.echo().await, CallEnd::Answered);
    }
    talk.end().await;
    let lines = server.lines();
    let calls = lines.iter().filter(|line| line.ends_with("tools/call")).filter_map(|line| line.split(':').next());
    let connections: BTreeSet<&str> = calls.collect();
    assert_eq!(connections.len(), 1, "{lines:?}");
}

#[tokio::test]
async fn nobody_listening_is_said() {
    let talk = Talk::http("http://127.0.0.1:1/mcp");
    let CallEnd::NotSent { problem } = talk.echo().await else { panic!("something listens on port 1") };
    assert!(problem.starts_with("no connection to 127.0.0.1:1: "), "{problem}");
}

/// Answers one request with this status and message; what was odd about it.
async fn check_status(status: &str, message: &str, want: &[&str]) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let length = message.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n");
    let reply = format!("{head}{message}");
    std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let _ = socket.read(&mut [0; 4096]).unwrap();
        socket.write_all(reply.as_bytes()).unwrap();
    });
    let talk = Talk::http(&url);
    assert_eq!(talk.call("ping", json!({})).await, CallEnd::Answered);
    assert_eq!(oddities(&talk.router.finish_own()), want);
}

#[tokio::test]
async fn a_result_with_an_error_status_is_odd_and_an_error_with_one_is_not() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#;
    let words = "status 500 Internal Server Error for an answer with a result";
    check_status("500 Internal Server Error", result, &[words]).await;
    check_status("400 Bad Request", result, &["status 400 Bad Request for an answer with a result"]).await;
    check_status("400 Bad Request", error, &[]).await;
    check_status("200 OK", result, &[]).await;
}
