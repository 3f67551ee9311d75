//! A server over HTTP that is not where it was said to be.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, CallRole, HttpUrl, Reconnect, Secret, ServerSpec, Target, Trace};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::elsewhere::read;
use crate::kit::{forced, http, record, refused, session};

/// What is answered to requests that begin so, instead of what a good server says.
#[derive(Clone)]
struct Redirect {
    of: &'static str,
    status: u16,
    to: String,
    body: &'static str,
}

impl Redirect {
    fn new(of: &'static str, status: u16, to: impl Into<String>) -> Self {
        Self { of, status, to: to.into(), body: "" }
    }
}

struct Server {
    origin: String,
    log: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    async fn start(redirects: Vec<Redirect>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
        let log = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(serve(listener, redirects, Arc::clone(&log)));
        Self { origin, log, task }
    }

    fn spec(&self, path: &str) -> ServerSpec {
        let url = HttpUrl::parse(&format!("{}{path}", self.origin)).expect("it is a URL");
        let headers = vec![("Authorization".to_owned(), Secret::new("Bearer of-the-test"))];
        let spec = forced(http(url.as_str()), Revision::V2025_11_25);
        ServerSpec { target: Target::Http { url, headers }, ..spec }
    }

    /// Method and path of every request so far, in order.
    fn seen(&self) -> Vec<String> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One connection for each request, for brevity.
async fn serve(listener: TcpListener, redirects: Vec<Redirect>, log: Arc<Mutex<Vec<String>>>) {
    // Those of Streamable HTTP say nothing; that of HTTP+SSE has every answer.
    let (mut silent, mut events) = (Vec::new(), None::<TcpStream>);
    while let Ok((mut connection, _)) = listener.accept().await {
        let (head, body) = read(&mut connection).await;
        assert!(head.contains("authorization: Bearer of-the-test"), "{head}");
        let line = head.split(" HTTP").next().unwrap_or_default().to_owned();
        log.lock().unwrap_or_else(PoisonError::into_inner).push(line.clone());
        if let Some(redirect) = redirects.iter().find(|redirect| redirect.of == line) {
            let location = format!("location: {}\r\n", redirect.to);
            reply(connection, redirect.status, &location, redirect.body).await;
            continue;
        }
        let result = match body["method"].as_str() {
            Some("initialize") => json!({"protocolVersion": "2025-11-25", "capabilities": {},
                                         "serverInfo": {"name": "moved", "version": "1"}}),
            Some("tools/call") => json!({"content": []}),
            Some(_) => {
                reply(connection, 202, "", "").await;
                continue;
            }
            None => {
                let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
                write(&mut connection, head).await;
                if line == "GET /sse/" {
                    write(&mut connection, "event: endpoint\ndata: post\n\n").await;
                    events = Some(connection);
                } else {
                    silent.push(connection);
                }
                continue;
            }
        };
        let message = json!({"jsonrpc": "2.0", "id": body["id"], "result": result}).to_string();
        if let Some(events) = &mut events {
            write(events, &format!("data: {message}\n\n")).await;
            reply(connection, 202, "", "").await;
        } else {
            reply(connection, 200, "", &message).await;
        }
    }
}

async fn write(connection: &mut TcpStream, text: &str) {
    let _ = connection.write_all(text.as_bytes()).await;
}

async fn reply(connection: TcpStream, status: u16, headers: &str, body: &str) {
    let status = format!("{status} Said\r\n{headers}x-end: true");
    crate::elsewhere::reply(connection, &status, body).await;
}

fn over_sse(spec: ServerSpec) -> ServerSpec {
    let reconnect = Reconnect { enabled: false, interval: Duration::ZERO, attempts_max: 0 };
    let target = match spec.target {
        Target::Http { url, headers } => Target::Sse { url, headers, reconnect },
        other => other,
    };
    ServerSpec { target, ..spec }
}

/// Shakes hands, calls a tool twice; the ends, and everything that was recorded.
async fn play(spec: &ServerSpec) -> (Vec<CallEnd>, Vec<Trace>) {
    let session = session(spec).await;
    let mut traces = Vec::new();
    for _ in 0..2 {
        traces.push(record(&session, "any", json!({}), Duration::from_secs(5)).await);
    }
    let ends = traces.iter().filter_map(|trace| Some(trace.call(CallRole::Tested)?.end.clone())).collect();
    traces.push(session.close().await);
    (ends, traces)
}

fn problems(traces: &[Trace]) -> Vec<&Anomaly> {
    traces.iter().flat_map(|trace| &trace.frames).flat_map(|frame| &frame.anomalies).collect()
}

/// What was recorded of heads, in order.
fn heads(trace: &Trace) -> Vec<String> {
    let heads = trace.frames.iter().filter_map(|frame| frame.http.as_deref());
    heads.filter_map(|head| head.request.clone().or_else(|| Some(head.status?.to_string()))).collect()
}

#[tokio::test]
async fn redirects_to_the_same_origin_are_followed_once_and_for_all() {
    for status in [307, 308] {
        let body = r#"{"detail":"moved"}"#;
        let redirects = [Redirect::new("POST /a/", status, "/b?x=1"), Redirect::new("POST /b?x=1", status, "mcp")];
        let server = Server::start(redirects.map(|redirect| Redirect { body, ..redirect }).to_vec()).await;
        let (ends, traces) = play(&server.spec("/a/")).await;
        assert_eq!(ends, [CallEnd::Answered, CallEnd::Answered]);
        assert_eq!(problems(&traces), [&Anomaly::UnknownId; 0]);
        let seen = server.seen();
        assert_eq!(seen[..3], ["POST /a/", "POST /b?x=1", "POST /mcp"]);
        assert!(seen[3..].iter().all(|line| line == "POST /mcp" || line == "GET /mcp"), "{seen:?}");
        let hop = status.to_string();
        assert_eq!(heads(&traces[2])[..6], ["POST /a/", &hop, "POST /b?x=1", &hop, "POST /mcp", "200"]);
    }
}

#[tokio::test]
async fn redirects_of_a_get_are_followed_and_messages_stay() {
    for status in [301, 302, 307, 308] {
        let server = Server::start(vec![Redirect::new("GET /mcp", status, "/events")]).await;
        let (ends, traces) = play(&server.spec("/mcp")).await;
        assert_eq!(ends, [CallEnd::Answered, CallEnd::Answered]);
        assert_eq!(problems(&traces), [&Anomaly::UnknownId; 0]);
        let seen = server.seen();
        assert!(seen.contains(&"GET /events".to_owned()), "{seen:?}");
        assert!(!seen.contains(&"POST /events".to_owned()), "{seen:?}");
    }
}

#[tokio::test]
async fn redirects_are_followed_over_sse_too() {
    let redirects = [Redirect::new("GET /old", 302, "/sse/"), Redirect::new("POST /sse/post", 308, "mcp")];
    let server = Server::start(redirects.to_vec()).await;
    let (ends, traces) = play(&over_sse(server.spec("/old"))).await;
    assert_eq!(ends, [CallEnd::Answered, CallEnd::Answered]);
    assert_eq!(problems(&traces), [&Anomaly::UnknownId; 0]);
    let seen = server.seen();
    assert_eq!(seen[..4], ["GET /old", "GET /sse/", "POST /sse/post", "POST /sse/mcp"]);
    assert!(seen[4..].iter().all(|line| line == "POST /sse/mcp"), "{seen:?}");
}

#[tokio::test]
async fn redirects_to_another_origin_are_refused_and_their_target_is_named() {
    let other = Server::start(Vec::new()).await;
    let target = format!("{}/mcp", other.origin);
    for body in ["", r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"moved"}}"#] {
        for status in [301, 302, 303, 307, 308] {
            let redirect = Redirect { body, ..Redirect::new("POST /mcp", status, &target) };
            let server = Server::start(vec![redirect]).await;
            let words = refused(&server.spec("/mcp")).await.to_string();
            assert!(words.contains(&format!("a redirect to `{target}`, which is not followed: ")), "{words}");
        }
    }
    assert_eq!(other.seen(), [""; 0]);
}
