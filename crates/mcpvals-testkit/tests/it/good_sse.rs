//! Conversations with the good server over HTTP+SSE, 2024-11-05.

use std::thread;
use std::time::Duration;

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use crate::browse::{Browser, Reply};
use crate::message::{call, initialize, initialized, request};

/// What the event stream carries after these messages were posted, and the statuses of the POSTs.
pub(crate) fn converse(server: &HttpServer, messages: &[Value]) -> (Reply, Vec<Reply>) {
    let mut stream = Browser::visit(server.url());
    stream.patience = Duration::from_millis(800);
    let base = server.url().strip_suffix("/sse").unwrap().to_owned();
    // Ids of sessions are hexadecimal numbers, counted from the first connection.
    let messages = messages.to_vec();
    stream.send("GET", b"");
    let posting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(150));
        let address = (1..100_u64).map(|number| format!("{base}/messages?session_id={number:016x}"));
        let mut posts = address.map(|url| Browser::visit(&url));
        let ping = request(0, "ping", &json!({}));
        let mut found = posts.find_map(|mut post| (post.post(&ping).status == 202).then_some(post)).unwrap();
        messages
            .iter()
            .map(|message| {
                let reply = found.post(message);
                // Each POST has its own thread in the server; the order matters only to this test.
                thread::sleep(Duration::from_millis(20));
                reply
            })
            .collect::<Vec<_>>()
    });
    let heard = stream.receive();
    (heard, posting.join().unwrap())
}

pub(crate) fn conversation() -> Vec<Value> {
    vec![
        initialize("2024-11-05", &json!({"roots": {}})),
        initialized(),
        call(2, "echo", &json!({"message": "hi"})),
        call(3, "progress", &json!({"steps": 1})),
    ]
}

#[test]
fn everything_comes_on_the_one_stream() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let (heard, posts) = converse(&server, &conversation());
    let text = heard.text();
    assert!(text.starts_with("event: endpoint\ndata: /messages?session_id="), "{text}");
    assert!(posts.iter().all(|post| post.status == 202), "{posts:?}");
    let messages = text.split("\n\n").skip(1).filter_map(|event| event.strip_prefix("event: message\ndata: "));
    let messages: Vec<Value> = messages.map(|data| serde_json::from_str(data).unwrap()).collect();
    let seen: Vec<_> = messages.iter().map(|message| message["id"].as_u64()).collect();
    assert_eq!(seen, [Some(0), Some(1), Some(2), None, Some(3)], "{text}");
    assert_eq!(messages[1]["result"]["protocolVersion"], "2024-11-05");
}

#[test]
fn messages_for_nobody_are_refused() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let url = server.url().replace("/sse", "/messages?session_id=nobody");
    assert_eq!(Browser::visit(&url).post(&request(1, "ping", &json!({}))).status, 404);
}
