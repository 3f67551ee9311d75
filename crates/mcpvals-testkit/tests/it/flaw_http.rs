//! Flaws of the HTTP answer.

use std::thread;
use std::time::Duration;

use mcpvals_testkit::{Family, Flaw, HttpServer};
use serde_json::{Value, json};

use crate::browse::{Browser, End, Reply};
use crate::message::{call, request};

/// Long enough for an answer, and short enough to wait for none.
const SHORT: Duration = Duration::from_millis(700);

/// Flaws whose answer does not end.
const NO_END: [Flaw; 6] = [
    Flaw::EndlessChunk,
    Flaw::EndlessComments,
    Flaw::EndlessBody,
    Flaw::SlowLoris,
    Flaw::NeverAnswersCall,
    Flaw::NotificationFlood,
];

fn echo(id: u64) -> Value {
    call(id, "echo", &json!({"message": "hi"}))
}

/// The reply to a call, after a handshake and a list that must be good.
fn reply(flaw: Flaw) -> Reply {
    let server = HttpServer::zoo(flaw, &[]);
    let mut browser = Browser::open(server.url(), "2025-11-25", &json!({}));
    let list = browser.post(&request(2, "tools/list", &json!({})));
    assert!(list.json()["result"]["tools"].is_array(), "{flaw}: {list:?}");
    if NO_END.contains(&flaw) {
        browser.patience = SHORT;
    }
    browser.post(&echo(3))
}

fn is_answer(reply: &Reply) -> bool {
    serde_json::from_slice::<Value>(&reply.body).is_ok_and(|answer| answer["id"] == 3)
}

#[test]
fn each_flaw_of_http_is_what_it_says() {
    let all = Flaw::ALL.iter().filter(|flaw| flaw.family() == Family::Http && **flaw != Flaw::IllegalSessionId);
    // Most of the time is waiting, so all of them wait together.
    let checks: Vec<_> = all.map(|flaw| thread::spawn(move || check(*flaw, &reply(*flaw)))).collect();
    for check in checks {
        check.join().unwrap();
    }
}

fn check(flaw: Flaw, reply: &Reply) {
    let kind = reply.header("Content-Type");
    let shown = match flaw {
        Flaw::WrongContentType => is_answer(reply) && kind == Some("text/plain"),
        Flaw::Status500 => reply.status == 500 && !is_answer(reply),
        Flaw::Status404Html => reply.status == 404 && reply.text().contains("<h1>Not Found"),
        Flaw::LoginPage => reply.status == 200 && reply.text().contains("log in"),
        Flaw::Unauthorized => reply.status == 401 && reply.header("WWW-Authenticate").is_some(),
        Flaw::TooManyRequests => reply.status == 429 && reply.header("Retry-After") == Some("30"),
        Flaw::AcceptedWithoutAnswer => reply.status == 202 && reply.body.is_empty(),
        Flaw::EmptyBody => reply.status == 200 && reply.body.is_empty(),
        Flaw::StreamEndsWithoutAnswer => is_ended_stream(reply) && reply.events().is_empty(),
        Flaw::StreamBrokenJson => is_ended_stream(reply) && reply.text().ends_with("\"id\":\n\n"),
        Flaw::StreamEventUnfinished => is_ended_stream(reply) && !reply.text().ends_with('\n'),
        Flaw::DataOverLines => reply.events()[0]["id"] == 3 && reply.text().matches("data: ").count() > 5,
        Flaw::RedirectsForever => reply.status == 307 && reply.header("Location") == Some("/mcp"),
        Flaw::RedirectsAway => reply.header("Location").is_some_and(|url| url.starts_with("http://localhost:")),
        Flaw::HugeHeader => reply.head.len() > 1 << 20 && is_answer(reply),
        Flaw::ManyHeaders => reply.head.lines().count() > 100_000 && is_answer(reply),
        Flaw::EndlessChunk | Flaw::EndlessComments => reply.status == 200 && reply.end == End::Impatient,
        Flaw::EndlessBody => reply.end == End::Impatient && reply.body.len() > 1 << 20,
        Flaw::SessionLost | Flaw::SessionLostById => reply.status == 404,
        Flaw::SlowLoris => reply.end == End::Impatient && (2..20).contains(&reply.body.len()),
        Flaw::ConnectionReset => reply.end == End::Reset,
        Flaw::ClosedWithoutAnswer => reply.end == End::Closed && reply.head.is_empty(),
        Flaw::ContentLengthTooLong => reply.end == End::Closed && is_answer(reply),
        Flaw::ContentLengthTooShort => reply.end == End::Whole && !is_answer(reply),
        Flaw::FalseEncoding => reply.header("Content-Encoding") == Some("gzip") && is_answer(reply),
        Flaw::NotHttp => reply.head.starts_with("220 mail.example.com"),
        flaw => panic!("{flaw} is not shown"),
    };
    assert!(shown, "{flaw}: {:?} {:?}", reply.end, reply.text().get(..500));
}

fn is_ended_stream(reply: &Reply) -> bool {
    reply.header("Content-Type") == Some("text/event-stream") && reply.end == End::Whole
}

#[test]
fn a_lost_session_stays_lost() {
    let server = HttpServer::zoo(Flaw::SessionLost, &[]);
    let mut browser = Browser::open(server.url(), "2025-11-25", &json!({}));
    assert_eq!(browser.post(&echo(3)).status, 404);
    assert_eq!(browser.again().post(&request(4, "tools/list", &json!({}))).status, 404);
}

#[test]
fn a_session_id_has_letters_it_must_not_have() {
    let server = HttpServer::zoo(Flaw::IllegalSessionId, &[]);
    let reply = Browser::visit(server.url()).post(&crate::message::initialize("2025-11-25", &json!({})));
    assert!(reply.header("Mcp-Session-Id").unwrap().starts_with("séance "), "{reply:?}");
}

#[test]
fn a_flaw_strikes_as_often_as_told() {
    let server = HttpServer::zoo(Flaw::Status500, &["--times", "1"]);
    let browser = Browser::open(server.url(), "2025-11-25", &json!({}));
    let statuses = [1, 2, 3].map(|id| browser.again().post(&echo(id)).status);
    assert_eq!(statuses, [500, 200, 200]);
}

#[test]
fn flaws_of_messages_are_shown_over_http_too() {
    for (flaw, words) in
        [(Flaw::IdAsString, r#""id":"3""#), (Flaw::ResultIsNull, r#""result":null"#), (Flaw::NotANumber, "NaN")]
    {
        assert!(reply(flaw).text().contains(words), "{flaw}");
    }
    let twice = reply(Flaw::DuplicateResponse);
    assert_eq!(twice.events().iter().filter(|event| event["id"] == 3).count(), 2, "{twice:?}");
    assert_eq!(reply(Flaw::NeverAnswersCall).end, End::Impatient);
    assert!(reply(Flaw::NotificationFlood).events().len() > 1000);
}

#[test]
fn a_death_during_a_call_closes_the_connection() {
    for flaw in [Flaw::ExitsDuringCall, Flaw::KilledDuringCall] {
        assert!(matches!(reply(flaw).end, End::Closed | End::Reset), "{flaw}");
    }
}

#[test]
fn a_flaw_of_another_transport_is_refused() {
    let zoo = |arguments: &[&str]| {
        let output = std::process::Command::new(mcpvals_testkit::Program::Zoo.path()).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(zoo(&["status-500"]), (Some(2), "`status-500` cannot be shown on stdio\n".to_owned()));
    let (code, words) = zoo(&["banner-line", "--http", "0"]);
    assert_eq!((code, words.as_str()), (Some(2), "`banner-line` cannot be shown on Streamable HTTP\n"));
}
