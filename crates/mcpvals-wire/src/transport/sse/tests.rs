//! Conversations over HTTP+SSE.

use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallEnd, HttpUrl, Reconnect};
use mcpvals_testkit::{Flaw, HttpServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::SseLink;
use crate::Limits;
use crate::router::Router;
use crate::transport::http::recorded::Means;
use crate::transport::http::tests::{Talk, oddities};
use crate::transport::{Link, SendError};

const FAST: Reconnect = Reconnect { enabled: true, interval: Duration::from_millis(10), attempts_max: 3 };
const NEVER: Reconnect = Reconnect { enabled: false, ..FAST };

async fn open(url: &str, reconnect: Reconnect) -> Result<Talk, SendError> {
    let url = HttpUrl::parse(url).unwrap();
    let (router, _chores) = Router::new(Limits::default());
    let link = SseLink::open(&url, Means::default(), reconnect, router.clone(), Limits::default()).await?;
    Ok(Talk::on(router, Link::Sse(link)))
}

async fn play(flaw: Flaw, reconnect: Reconnect) -> (CallEnd, CallEnd, Vec<String>) {
    let server = HttpServer::sse(flaw, &["--times", "1"]);
    let mut talk = open(server.url(), reconnect).await.unwrap();
    talk.shake_hands(Revision::V2024_11_05).await;
    let (first, second) = (talk.echo().await, talk.echo().await);
    (first, second, oddities(&talk.end().await))
}

#[tokio::test]
async fn a_good_server_gets_no_words() {
    assert_eq!(play(Flaw::None, FAST).await, (CallEnd::Answered, CallEnd::Answered, Vec::new()));
}

#[tokio::test]
async fn a_broken_stream_ends_the_call_and_is_opened_again() {
    let (first, second, words) = play(Flaw::EventStreamDrops, FAST).await;
    assert_eq!((first, second), (CallEnd::Closed, CallEnd::Answered), "{words:?}");
    assert_eq!(words, ["the event stream ended"]);
}

#[tokio::test]
async fn without_reconnect_a_broken_stream_is_the_end() {
    let (first, second, words) = play(Flaw::EventStreamDrops, NEVER).await;
    assert_eq!((first, second), (CallEnd::Closed, CallEnd::Closed), "{words:?}");
}

#[tokio::test]
async fn an_answer_in_the_post_is_none() {
    let (first, _, _) = play(Flaw::AnswerInPost, FAST).await;
    assert_eq!(first, CallEnd::TimedOut { after_ms: 3000 });
}

async fn problem(flaw: Flaw) -> String {
    let server = HttpServer::sse(flaw, &[]);
    let opened = tokio::time::timeout(Duration::from_secs(2), open(server.url(), FAST)).await;
    opened.map_or_else(|_| "nothing within two seconds".to_owned(), |opened| opened.err().unwrap().to_string())
}

#[tokio::test]
async fn what_is_no_event_stream_is_said() {
    let words = problem(Flaw::EventStreamWrongType).await;
    assert_eq!(words, "GET /sse was answered with content type `application/json`, where an event stream is due");
}

#[tokio::test]
async fn an_endpoint_elsewhere_is_refused() {
    let words = problem(Flaw::EndpointForeign).await;
    assert!(words.starts_with("the `endpoint` event names `http"), "{words}");
    assert!(words.contains(", which is not at http://127.0.0.1:"), "{words}");
}

#[tokio::test]
async fn a_missing_endpoint_is_waited_for_by_the_caller_only() {
    assert_eq!(problem(Flaw::EndpointMissing).await, "nothing within two seconds");
}

#[tokio::test]
async fn a_stream_that_ends_at_once_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/sse", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.read(&mut [0; 4096]).await;
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hi\n\n").await.unwrap();
    });
    let words = open(&url, FAST).await.err().unwrap().to_string();
    assert_eq!(words, "GET /sse gave no `endpoint` event: the event stream ended");
    server.await.unwrap();
}
