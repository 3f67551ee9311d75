//! The fast server: answers right, also to pipelined requests.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mcpvals_testkit::{HttpServer, Program};
use serde_json::{Value, json};

use crate::browse::Browser;
use crate::message::{call, initialize, initialized, request, text};

/// All answers to `messages`, sent at once.
fn answers(arguments: &[&str], messages: &[Value]) -> Vec<Value> {
    let mut command = Command::new(Program::Fast.path());
    let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines: Vec<_> = messages.iter().map(Value::to_string).collect();
    let writing = thread::spawn(move || stdin.write_all((lines.join("\n") + "\n").as_bytes()));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn a_conversation_is_answered() {
    let said = answers(
        &[],
        &[
            initialize("2025-06-18", &json!({})),
            initialized(),
            request(2, "tools/list", &json!({})),
            call(3, "echo", &json!({"message": "a \"quoted\" text, id: 9"})),
            request(4, "server/discover", &json!({})),
            json!({"jsonrpc": "2.0", "id": "five", "method": "ping"}),
        ],
    );
    assert_eq!(said[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(said[1]["result"]["tools"][0]["name"], "echo");
    assert_eq!(text(&said[2]), "a \"quoted\" text, id: 9");
    assert_eq!(said[3]["error"]["code"], -32601);
    assert_eq!(said[4], json!({"jsonrpc": "2.0", "id": "five", "result": {}}));
    assert_eq!(said.len(), 5);
}

#[test]
fn ten_thousand_pipelined_requests_are_all_answered_in_order() {
    let calls: Vec<_> = (0..10_000).map(|id| call(id, "echo", &json!({"message": id.to_string()}))).collect();
    for (id, answer) in answers(&[], &calls).iter().enumerate() {
        assert_eq!((answer["id"].as_u64(), text(answer)), (Some(id as u64), id.to_string().as_str()));
    }
}

#[test]
fn delayed_answers_wait_together() {
    let calls: Vec<_> = (0..100).map(|id| call(id, "echo", &json!({"message": "hi"}))).collect();
    let start = Instant::now();
    assert_eq!(answers(&["--delay-ms", "200"], &calls).len(), 100);
    let took = start.elapsed();
    assert!(took >= Duration::from_millis(200) && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn http_is_answered_on_one_connection_also_when_pipelined() {
    let server = HttpServer::fast(&[]);
    let mut browser = Browser::visit(server.url());
    assert_eq!(browser.post(&initialize("2025-11-25", &json!({}))).json()["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(browser.post(&initialized()).status, 202);
    for id in 2..50 {
        browser.send("POST", call(id, "echo", &json!({"message": "hi"})).to_string().as_bytes());
    }
    for id in 2..50 {
        assert_eq!(browser.receive().json()["id"], id);
    }
    assert_eq!(browser.request("GET").status, 405);
}

#[test]
fn http_delays_on_several_connections_overlap() {
    let server = HttpServer::fast(&["--delay-ms", "200"]);
    let start = Instant::now();
    let calls: Vec<_> = (0..10)
        .map(|id| {
            let mut browser = Browser::visit(server.url());
            thread::spawn(move || browser.post(&call(id, "echo", &json!({"message": "hi"}))).status)
        })
        .collect();
    assert!(calls.into_iter().all(|call| call.join().unwrap() == 200));
    assert!(start.elapsed() < Duration::from_millis(1900), "{:?}", start.elapsed());
}
