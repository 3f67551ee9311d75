//! Conversations with the good server over Streamable HTTP, with sessions and without.

use std::thread;
use std::time::{Duration, Instant};

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use crate::browse::{Browser, End};
use crate::message::{call, initialize, modern, request, text};

fn good(options: &[&str]) -> HttpServer {
    HttpServer::zoo(Flaw::None, options)
}

fn open(server: &HttpServer) -> Browser {
    Browser::open(server.url(), "2025-11-25", &json!({"sampling": {}}))
}

fn ask_modern(browser: &mut Browser, message: Value) -> Value {
    browser.post_modern(&modern(message, &json!({}))).answer()
}

#[test]
fn each_revision_with_sessions_serves_calls_in_each_form() {
    for answers in ["auto", "json", "sse"] {
        let server = good(&["--answers", answers]);
        for revision in ["2025-03-26", "2025-06-18", "2025-11-25"] {
            let mut browser = Browser::open(server.url(), revision, &json!({}));
            let reply = browser.post(&call(2, "add", &json!({"a": 5, "b": 3})));
            assert_eq!(text(&reply.answer()), r#"{"result":8}"#);
            let is_stream = reply.header("Content-Type") == Some("text/event-stream");
            assert_eq!(is_stream, answers == "sse", "{answers} {revision}");
        }
    }
}

#[test]
fn a_connection_is_used_again_after_every_kind_of_answer() {
    let server = good(&["--log"]);
    let mut browser = open(&server);
    for id in 2..5 {
        assert_eq!(browser.post(&call(id, "progress", &json!({"steps": 2}))).end, End::Whole);
        assert_eq!(browser.post(&call(id, "echo", &json!({"message": "hi"}))).end, End::Whole);
    }
    let connections: std::collections::BTreeSet<_> = server
        .lines()
        .iter()
        .filter_map(|line| line.strip_prefix("connection ")?.split(':').next().map(str::to_owned))
        .collect();
    assert_eq!(connections.len(), 1, "{:?}", server.lines());
}

#[test]
fn sessions_are_asked_for_and_end_with_delete() {
    let server = good(&[]);
    let mut browser = open(&server);
    let list = request(2, "tools/list", &json!({}));
    assert_eq!(browser.post(&list).status, 200);
    assert_eq!(Browser::visit(server.url()).post(&list).status, 400);
    let mut stranger = browser.again();
    stranger.set("Mcp-Session-Id", "made-up");
    assert_eq!(stranger.post(&list).status, 404);
    assert_eq!(browser.request("DELETE").status, 200);
    assert_eq!(browser.post(&list).status, 404);
}

#[test]
fn what_a_good_server_refuses_has_the_right_status() {
    let server = good(&[]);
    let mut browser = open(&server);
    assert_eq!(browser.post_bytes(b"{").status, 400);
    assert_eq!(browser.request("PUT").status, 405);
    for (name, value, status) in [
        ("MCP-Protocol-Version", "banana", 400),
        ("Origin", "http://localhost.evil.example", 403),
        ("Origin", "null", 403),
    ] {
        let mut other = browser.again();
        other.set(name, value);
        assert_eq!(other.post(&request(2, "ping", &json!({}))).status, status, "{name}: {value}");
    }
}

#[test]
fn progress_comes_on_the_stream_of_its_request() {
    let server = good(&[]);
    let mut browser = open(&server);
    let reply = browser.post(&call(2, "progress", &json!({"steps": 2})));
    let events = reply.events();
    assert_eq!(
        events.iter().map(|event| &event["params"]["progress"]).collect::<Vec<_>>(),
        [&json!(1), &json!(2), &Value::Null]
    );
    assert_eq!(events[2]["id"], 2);
}

#[test]
fn a_question_comes_on_the_stream_and_its_answer_by_another_post() {
    let server = good(&[]);
    let mut browser = open(&server);
    let question = call(2, "ask_sampling", &json!({})).to_string();
    let mut other = browser.again();
    browser.send("POST", question.as_bytes());
    assert_eq!(browser.receive_until("}\n\n").events()[0]["method"], "sampling/createMessage");
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {"role": "assistant"}});
    assert_eq!(other.post(&answer).status, 202);
    assert_eq!(text(&browser.receive().events()[1]), r#"{"role":"assistant"}"#);
}

#[test]
fn news_come_on_the_stream_of_the_session() {
    let server = good(&["--late-tools"]);
    let browser = open(&server);
    let mut listener = browser.again();
    listener.send("GET", b"");
    let reply = listener.receive_until("}\n\n");
    assert_eq!((reply.status, reply.end), (200, End::Impatient));
    assert_eq!(reply.events()[0]["method"], "notifications/tools/list_changed");
}

#[test]
fn a_polling_server_answers_those_who_resume() {
    let server = good(&["--polling"]);
    let mut browser = open(&server);
    let reply = browser.post(&call(2, "progress", &json!({"steps": 2})));
    assert_eq!((reply.end, reply.events().len()), (End::Whole, 0));
    assert!(reply.text().contains("retry: 50"), "{reply:?}");
    browser.set("Last-Event-ID", &reply.event_ids()[0]);
    let resumed = browser.request("GET");
    assert_eq!(resumed.end, End::Whole);
    assert_eq!(resumed.events().last().unwrap()["id"], 2);
    browser.set("Last-Event-ID", &resumed.event_ids()[1]);
    assert_eq!(browser.request("GET").events().len(), 1, "only what comes after the second event");
}

#[test]
fn calls_on_several_connections_are_served_together() {
    let server = good(&[]);
    let browser = open(&server);
    let start = Instant::now();
    let calls: Vec<_> = (2..12)
        .map(|id| {
            let mut other = browser.again();
            thread::spawn(move || other.post(&call(id, "sleep", &json!({"ms": 300}))).answer()["id"].clone())
        })
        .collect();
    let ids: Vec<_> = calls.into_iter().map(|call| call.join().unwrap()).collect();
    assert_eq!(ids, (2..12).map(Value::from).collect::<Vec<_>>());
    assert!(start.elapsed() < Duration::from_millis(2500), "{:?}", start.elapsed());
}

#[test]
fn a_modern_server_has_no_sessions() {
    let server = good(&["--era", "modern"]);
    let mut browser = Browser::visit(server.url());
    let discovered = browser.post_modern(&modern(request(1, "server/discover", &json!({})), &json!({})));
    assert_eq!(discovered.json()["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(discovered.header("Mcp-Session-Id"), None);
    assert_eq!((browser.request("GET").status, browser.request("DELETE").status), (405, 405));
    let sum = ask_modern(&mut browser, call(2, "add", &json!({"a": 5, "b": 3})));
    assert_eq!(sum["result"]["structuredContent"], json!({"result": 8}));
    let legacy = Browser::visit(server.url()).post(&initialize("2025-11-25", &json!({})));
    assert_eq!((legacy.status, legacy.json()["error"]["code"].as_i64()), (400, Some(-32020)));
}

#[test]
fn a_dual_server_serves_both_eras_on_one_endpoint() {
    let server = good(&[]);
    let mut browser = Browser::visit(server.url());
    assert_eq!(text(&ask_modern(&mut browser, call(1, "counter", &json!({})))), "1");
    assert_eq!(text(&open(&server).post(&call(2, "counter", &json!({}))).answer()), "2");
}

#[test]
fn headers_that_do_not_mirror_the_body_are_refused() {
    let server = good(&[]);
    let message = modern(call(1, "route", &json!({"region": "Zürich"})), &json!({}));
    for (name, value, status) in [
        ("Mcp-Param-Region", "=?base64?WsO8cmljaA==?=", 200),
        ("Mcp-Param-Region", "=?base64?WsO8cmljaA=?=", 400),
        ("Mcp-Method", "TOOLS/CALL", 400),
        ("Mcp-Name", "echo", 400),
        ("MCP-Protocol-Version", "2025-11-25", 400),
    ] {
        let mut browser = Browser::visit(server.url());
        browser.set("MCP-Protocol-Version", "2026-07-28");
        browser.set("Mcp-Method", "tools/call");
        browser.set("Mcp-Name", "=?base64?cm91dGU=?=");
        browser.set("Mcp-Param-Region", "=?base64?WsO8cmljaA==?=");
        browser.set(name, value);
        let reply = browser.post(&message);
        assert_eq!(reply.status, status, "{name}: {value}: {reply:?}");
        assert_eq!(reply.json()["error"]["code"].as_i64(), (status == 400).then_some(-32020));
    }
}

#[test]
fn modern_errors_have_their_status() {
    let server = good(&["--answers", "sse"]);
    let mut browser = Browser::visit(server.url());
    let unknown = browser.post_modern(&modern(request(1, "made/up", &json!({})), &json!({})));
    assert_eq!((unknown.status, unknown.json()["error"]["code"].as_i64()), (404, Some(-32601)));
    let asked = browser.post_modern(&modern(call(2, "ask_roots", &json!({})), &json!({})));
    assert_eq!((asked.status, asked.json()["error"]["code"].as_i64()), (400, Some(-32021)));
}

#[test]
fn a_modern_subscription_lasts_until_the_client_closes_it() {
    let server = good(&["--era", "modern"]);
    let mut browser = Browser::visit(server.url());
    let filter = json!({"notifications": {"toolsListChanged": true}});
    let listen = modern(request(7, "subscriptions/listen", &filter), &json!({}));
    let mut listener = browser.again();
    listener.set("MCP-Protocol-Version", "2026-07-28");
    listener.set("Mcp-Method", "subscriptions/listen");
    listener.send("POST", listen.to_string().as_bytes());
    listener.receive_until("acknowledged");
    ask_modern(&mut browser, call(8, "touch_list", &json!({})));
    let reply = listener.receive_until("list_changed");
    let events = reply.events();
    assert_eq!(reply.header("X-Accel-Buffering"), Some("no"));
    assert_eq!(events[0]["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(events[1]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 7);
    assert!(reply.event_ids().is_empty());
}
