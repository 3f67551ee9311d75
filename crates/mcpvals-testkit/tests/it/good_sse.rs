//! Conversations with the good server over HTTP+SSE, 2024-11-05.

use std::time::Duration;

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use crate::browse::{Browser, Reply};
use crate::message::{call, initialize, initialized, request};

/// What the event stream carries after these messages were sent, and the replies to their POSTs. Waits for each
/// answer for as long as `patience`.
pub(crate) fn converse(server: &HttpServer, messages: &[Value], patience: Duration) -> (Reply, Vec<Reply>) {
    let mut stream = Browser::visit(server.url());
    stream.send("GET", b"");
    let first = stream.receive_until("\n\n").text();
    stream.patience = patience;
    let posts = match first.split_once("/messages?session_id=").and_then(|(_, id)| id.lines().next()) {
        Some(id) => {
            let url = server.url().replace("/sse", &format!("/messages?session_id={id}"));
            let mut sender = Browser::visit(&url);
            messages.iter().map(|message| post(&mut sender, message, &mut stream)).collect()
        }
        None => Vec::new(),
    };
    // What there is by now: nothing holds these words.
    stream.patience = Duration::from_millis(50);
    (stream.receive_until("no such words"), posts)
}

fn post(sender: &mut Browser, message: &Value, stream: &mut Browser) -> Reply {
    let reply = sender.post(message);
    if let Some(id) = message.get("id") {
        stream.receive_until(&format!("\"id\":{id},"));
    }
    reply
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
    let (heard, posts) = converse(&server, &conversation(), Duration::from_secs(20));
    let text = heard.text();
    assert!(text.starts_with("event: endpoint\ndata: /messages?session_id="), "{text}");
    assert!(posts.iter().all(|post| post.status == 202), "{posts:?}");
    let messages = text.split("\n\n").skip(1).filter_map(|event| event.strip_prefix("event: message\ndata: "));
    let messages: Vec<Value> = messages.map(|data| serde_json::from_str(data).unwrap()).collect();
    let seen: Vec<_> = messages.iter().map(|message| message["id"].as_u64()).collect();
    assert_eq!(seen, [Some(1), Some(2), None, Some(3)], "{text}");
    assert_eq!(messages[0]["result"]["protocolVersion"], "2024-11-05");
}

#[test]
fn messages_for_nobody_are_refused() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let url = server.url().replace("/sse", "/messages?session_id=nobody");
    assert_eq!(Browser::visit(&url).post(&request(1, "ping", &json!({}))).status, 404);
}
