//! The HTTP answer to a POST.

use std::net::TcpListener;

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::json;

use super::fixture::{SECRET, config};
use super::row::{Row, Via, fails, passes, unreachable};
use super::run::{mark, play, watch};
use crate::mcpvals::cases;

const LEGACY: &[&str] = &["--era", "legacy"];

pub(super) fn rows() -> Vec<Row> {
    [of_answers(), of_streams(), of_bytes(), of_time(), of_sessions(), of_handshakes()].concat()
}

/// No answer, and HTTP is to blame.
fn refused(flaw: Flaw, words: &'static [&'static str]) -> Row {
    fails(flaw, "echo", "noAnswer", words).seen(&["http-transport"])
}

fn of_answers() -> Vec<Row> {
    vec![
        refused(Flaw::WrongContentType, &["`text/plain`"]),
        refused(Flaw::Status500, &["500 Internal Server Error", "<h1>Internal Server Error</h1>"]),
        refused(Flaw::Status404Html, &["404 Not Found", "<h1>Not Found</h1>"]),
        refused(Flaw::LoginPage, &["`text/html`", "Please log in"]),
        // A challenge is what a server must say that wants a token.
        fails(Flaw::Unauthorized, "echo", "noAnswer", &["401 Unauthorized"]),
        refused(Flaw::TooManyRequests, &["429 Too Many Requests"]),
        refused(Flaw::AcceptedWithoutAnswer, &["status 202", "not answered"]),
        refused(Flaw::EmptyBody, &["status 200", "empty body"]),
        refused(Flaw::RedirectsForever, &["307", "a redirect to `/mcp`"]),
        refused(Flaw::RedirectsAway, &["307", "a redirect to `http://localhost:"]),
        refused(Flaw::FalseEncoding, &["content encoding `gzip`"]),
    ]
}

fn of_streams() -> Vec<Row> {
    vec![
        refused(Flaw::StreamEndsWithoutAnswer, &["the event stream ended"]),
        fails(Flaw::StreamBrokenJson, "echo", "protocol", &["no valid JSON"]).seen(&["invalid-json"]),
        refused(Flaw::StreamEventUnfinished, &["in the middle of an event"])
            .seen(&["cut-off-message", "http-transport"]),
        passes(Flaw::DataOverLines),
        fails(Flaw::EndlessComments, "echo", "noAnswer", &["within 1500 ms", "none came"]).late(),
    ]
}

fn of_bytes() -> Vec<Row> {
    vec![
        refused(Flaw::HugeHeader, &["not valid HTTP", "too large"]),
        refused(Flaw::ManyHeaders, &["not valid HTTP", "too large"]),
        refused(Flaw::NotHttp, &["not valid HTTP"]),
        refused(Flaw::ClosedWithoutAnswer, &["closed before an answer came"]),
        refused(Flaw::ConnectionReset, &["reset by peer"]).seen(&["cut-off-message", "http-transport"]),
        refused(Flaw::ContentLengthTooLong, &["closed in the middle of the body"])
            .seen(&["cut-off-message", "http-transport"]),
        fails(Flaw::ContentLengthTooShort, "echo", "protocol", &["EOF while parsing"]).seen(&["invalid-json"]),
        fails(Flaw::EndlessBody, "echo", "protocol", &["more than 16777216 bytes"]).seen(&["oversized-message"]),
    ]
}

fn of_time() -> Vec<Row> {
    let late = |flaw| fails(flaw, "echo", "noAnswer", &["within 1500 ms", "none came"]).late();
    vec![late(Flaw::EndlessChunk), late(Flaw::SlowLoris)]
}

/// A lost session is told, and a new one opened for the next case (MCP 2025-11-25, session management).
fn of_sessions() -> Vec<Row> {
    vec![
        refused(Flaw::SessionLost, &["does not know the session any more"]).with(LEGACY),
        fails(Flaw::SessionLost, "echo", "unexpectedError", &["-32001 \"session not found\""]),
        fails(Flaw::SessionLostById, "echo", "unexpectedError", &["-32001 \"session not found\""]),
        passes(Flaw::IllegalSessionId),
        passes(Flaw::IllegalSessionId).with(LEGACY).seen(&["http-transport"]),
    ]
}

fn of_handshakes() -> Vec<Row> {
    let spoils = |flaw, words| unreachable(flaw, words).on("handshake").seen(&["http-transport"]);
    vec![
        spoils(Flaw::WrongContentType, &["text/plain"]),
        spoils(Flaw::Status500, &["500"]),
        spoils(Flaw::Status404Html, &["404"]),
        spoils(Flaw::LoginPage, &["text/html"]),
        unreachable(Flaw::Unauthorized, &["401", "credentials"]).on("handshake"),
        spoils(Flaw::AcceptedWithoutAnswer, &["202"]),
        spoils(Flaw::EmptyBody, &["empty body"]),
        spoils(Flaw::RedirectsForever, &["redirect"]),
        spoils(Flaw::StreamEndsWithoutAnswer, &["the event stream ended"]),
        spoils(Flaw::HugeHeader, &["too large"]),
        spoils(Flaw::NotHttp, &["not valid HTTP"]),
        spoils(Flaw::ClosedWithoutAnswer, &["closed before an answer came"]),
        unreachable(Flaw::EndlessBody, &["16777216"]).on("handshake").seen(&["oversized-message"]),
        unreachable(Flaw::EndlessComments, &["did not answer `initialize` within"]).on("handshake").slow(),
        unreachable(Flaw::SlowLoris, &["did not answer `initialize` within"]).on("handshake").slow(),
        passes(Flaw::DataOverLines).on("handshake"),
    ]
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn where_nothing_listens_no_case_is_run() {
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for transport in ["shttp", "sse"] {
        let server = json!({"transport": transport, "url": format!("http://127.0.0.1:{port}/mcp")});
        let seen = watch(&config(&server), &mark()).unwrap();
        assert_eq!(seen.code, 3, "{}{}", seen.stdout, seen.stderr);
        assert!(seen.stderr.contains("onnection refused"), "{}", seen.stderr);
        assert!(cases(&seen.report).iter().all(|case| case["fault"]["kind"] == "unreachable"), "{}", seen.stdout);
    }
}

#[test]
fn nothing_is_sent_where_a_redirect_points() {
    let process = HttpServer::zoo(Flaw::RedirectsAway, &["--log"]);
    let server = json!({"transport": "shttp", "url": process.url(), "headers": {"Authorization": SECRET}});
    let seen = watch(&config(&server), &mark()).unwrap();
    assert_eq!(seen.code, 1, "{}{}", seen.stdout, seen.stderr);
    let lines = process.lines();
    assert!(lines.iter().any(|line| line.contains("/mcp") && line.contains("with authorization")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("/elsewhere")), "{lines:?}");
}
