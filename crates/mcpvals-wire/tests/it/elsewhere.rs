//! A server over HTTP that accepts requests with 202 and answers on the GET stream: there are such servers.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallEnd, CallRole, ServerSpec};
use mcpvals_wire::ConnectErrorKind;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::kit::{forced, http, received, record, refused, session};

/// Does the server answer on the GET stream, or nowhere?
#[derive(Clone, Copy)]
enum Answers {
    OnStream,
    Nowhere,
    /// It does not even answer the POST of `notifications/initialized`.
    NotEvenNews,
}

/// One connection for each request, for brevity.
async fn serve(listener: TcpListener, answers: Answers) {
    // The stream may be opened after the first call.
    let (mut stream, mut events) = (None::<TcpStream>, String::new());
    let mut unanswered = Vec::new();
    while let Ok((mut connection, _)) = listener.accept().await {
        let (head, body) = read(&mut connection).await;
        let id = body["id"].clone();
        match (head.split(' ').next(), body["method"].as_str()) {
            (Some("GET"), _) => {
                let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
                let _ = connection.write_all(head.as_bytes()).await;
                stream = Some(connection);
            }
            (_, Some("initialize")) => {
                let result = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                                    "serverInfo": {"name": "elsewhere", "version": "1"}});
                reply(connection, "200 OK", &json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()).await;
            }
            (_, Some("tools/call")) => {
                reply(connection, "202 Accepted", "").await;
                let result = json!({"content": [{"type": "text", "text": "here"}]});
                let message = json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
                events.extend(["data: ", &message, "\n\n"]);
            }
            _ if matches!(answers, Answers::NotEvenNews) => unanswered.push(connection),
            _ => reply(connection, "202 Accepted", "").await,
        }
        if let (Some(stream), Answers::OnStream) = (stream.as_mut(), answers) {
            let _ = stream.write_all(std::mem::take(&mut events).as_bytes()).await;
        }
    }
}

/// Head and body of a request.
pub(crate) async fn read(connection: &mut TcpStream) -> (String, Value) {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
            if body.len() >= length {
                return (head.to_owned(), serde_json::from_str(body).unwrap_or_default());
            }
        }
        if connection.read_buf(&mut bytes).await.is_ok_and(|count| count == 0) {
            return Default::default();
        }
    }
}

/// Answers with JSON, and closes.
pub(crate) async fn reply(mut connection: TcpStream, status: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = connection.write_all((head + body).as_bytes()).await;
}

async fn check<const N: usize>(answers: Answers, end: CallEnd, expected: [&str; N]) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("it is bound"));
    let server = tokio::spawn(serve(listener, answers));
    let session = session(&forced(http(&url), Revision::V2025_11_25)).await;
    let trace = record(&session, "any", json!({}), Duration::from_secs(5)).await;
    assert_eq!(trace.call(CallRole::Tested).map(|call| &call.end), Some(&end));
    // The two may come in any order.
    assert_eq!(received(&trace).into_iter().collect::<BTreeSet<_>>(), BTreeSet::from(expected.map(str::to_owned)));
    session.close().await;
    server.abort();
}

#[tokio::test]
async fn an_answer_on_the_get_stream_is_an_answer() {
    check(Answers::OnStream, CallEnd::Answered, ["noise Http", "answer"]).await;
}

#[tokio::test]
async fn an_answer_nowhere_is_none_after_a_little_patience() {
    check(Answers::Nowhere, CallEnd::Refused { status: 202 }, ["noise Http"]).await;
}

#[tokio::test]
async fn news_that_is_never_taken_ends_the_handshake_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("it is bound"));
    let server = tokio::spawn(serve(listener, Answers::NotEvenNews));
    let startup_timeout = Duration::from_millis(500);
    let spec = ServerSpec { startup_timeout, ..forced(http(&url), Revision::V2025_11_25) };
    let began = Instant::now();
    let error = refused(&spec).await;
    assert!(began.elapsed() < 3 * startup_timeout, "{:?}", began.elapsed());
    assert_eq!(error.kind, ConnectErrorKind::TimedOut);
    let words = error.to_string();
    assert!(words.contains("did not answer the POST of `notifications/initialized` within 4"), "{words}");
    server.abort();
}
