//! The client against a service that answers as each test says.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use mcpvals_client::{Client, Error, EvaluationRequest, EventFilter};

/// Answers one connection after the other with these bytes; tells the first line and the body of each request.
fn service(answers: Vec<String>) -> (SocketAddr, Receiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for answer in answers {
            let (mut connection, _) = listener.accept().unwrap();
            let _ = tell.send(request(&connection));
            let _ = connection.write_all(answer.as_bytes());
        }
    });
    (address, told)
}

fn request(connection: &TcpStream) -> (String, String) {
    let mut reader = BufReader::new(connection);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let length = lines.iter().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    (lines[0].clone(), String::from_utf8(body).unwrap())
}

fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}", body.len())
}

fn refusal(status: &str, headers: &str) -> String {
    answer(
        status,
        headers,
        r#"{"success":false,"error":{"code":"INTERNAL_ERROR","message":"no"},"meta":{"requestId":"req_1"}}"#,
    )
}

fn well(data: &str) -> String {
    answer("200 OK", "", &format!(r#"{{"success":true,"data":{data},"meta":{{}}}}"#))
}

fn client(address: SocketAddr) -> Client {
    let builder = Client::builder(format!("http://{address}")).key("mcpv_secret");
    builder.retries(3, Duration::from_millis(5)).timeout(Duration::from_secs(2)).build().unwrap()
}

#[tokio::test]
async fn a_request_is_sent_again_until_the_service_has_time() {
    let answers = vec![refusal("503 X", ""), refusal("500 X", ""), well(r#"{"status":"healthy","newer":1}"#)];
    let (address, told) = service(answers);
    assert_eq!(client(address).health().await.unwrap().status.to_string(), "healthy");
    assert_eq!(told.iter().take(3).count(), 3);
}

#[tokio::test]
async fn the_last_refusal_is_given() {
    let (address, told) = service(vec![refusal("503 X", ""); 5]);
    let Error::Api(refused) = client(address).health().await.unwrap_err() else { panic!("a refusal") };
    assert_eq!((refused.status, &*refused.code, refused.request_id.as_deref()), (503, "INTERNAL_ERROR", Some("req_1")));
    assert_eq!(told.try_iter().count(), 4, "the first, and three more");
}

#[tokio::test]
async fn the_service_says_how_long_to_wait() {
    let (address, _told) = service(vec![refusal("429 X", "Retry-After: 1\r\n"), well(r#"{"status":"healthy"}"#)]);
    let began = Instant::now();
    client(address).health().await.unwrap();
    assert!(began.elapsed() >= Duration::from_secs(1));
    let (address, told) = service(vec![refusal("429 X", "Retry-After: 61\r\n"); 2]);
    let Error::Api(refused) = client(address).health().await.unwrap_err() else { panic!("a refusal") };
    assert_eq!((refused.retry_after, told.try_iter().count()), (Some(Duration::from_secs(61)), 1));
}

#[tokio::test]
async fn what_could_be_done_twice_is_not_sent_twice() {
    let (address, told) = service(vec![String::new(), String::new()]);
    let error = client(address).evaluations().create(&EvaluationRequest::default()).await.unwrap_err();
    assert!(matches!(error, Error::Connection { .. }) && !error.to_string().contains("secret"), "{error}");
    assert_eq!(told.try_iter().count(), 1);
    let (address, told) = service(vec![String::new(), well(r#"{"status":"healthy"}"#)]);
    client(address).health().await.unwrap();
    assert_eq!(told.try_iter().count(), 2);
}

#[tokio::test]
async fn an_answer_that_is_none_is_told_as_such() {
    for body in ["<html>", "[]", r#"{"success":true,"data":{"status":7}}"#] {
        let (address, _told) = service(vec![answer("200 OK", "", body)]);
        let error = client(address).health().await.unwrap_err();
        assert!(matches!(error, Error::InvalidResponse { status: 200, .. }), "{error}");
    }
}

#[tokio::test]
async fn a_service_that_says_nothing_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let builder = Client::builder(format!("http://{}", listener.local_addr().unwrap()));
    let client = builder.timeout(Duration::from_millis(50)).build().unwrap();
    let error = client.health().await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
}

#[tokio::test]
async fn events_go_on_where_they_were_cut() {
    let event = |id: u32, kind: &str| {
        format!("id: {id}\nevent: {kind}\ndata: {{\"type\":\"{kind}\",\"eventId\":\"{id}\",\"data\":{{}}}}\n\n")
    };
    let stream =
        |body: String| format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n{body}");
    let first = format!(": hello\n\n{}{}id: 9\nevent: cut", event(3, "evaluation:started"), event(4, "hook:running"));
    let (address, told) = service(vec![stream(first), refusal("503 X", ""), stream(event(7, "evaluation:completed"))]);
    let filter = EventFilter { evaluation: Some("eval_1".to_owned()), after: Some(0), ..EventFilter::default() };
    let kinds: Vec<String> = client(address).events(filter).map(|event| event.unwrap().kind).collect().await;
    assert_eq!(kinds, ["evaluation:started", "hook:running", "evaluation:completed"]);
    let asked: Vec<String> = told.try_iter().map(|(line, _)| line).collect();
    let of = |after: u32| format!("GET /api/v1/evaluations/eval_1/events?lastEventId={after} HTTP/1.1");
    assert_eq!(asked, [of(0), of(4), of(4)]);
}

#[tokio::test]
async fn events_that_are_refused_end_with_the_reason() {
    let (address, _told) = service(vec![refusal("403 X", "")]);
    let all: Vec<_> = client(address).events(EventFilter::default()).collect().await;
    assert!(matches!(&*all, [Err(Error::Api(refused))] if refused.status == 403), "{all:?}");
}
