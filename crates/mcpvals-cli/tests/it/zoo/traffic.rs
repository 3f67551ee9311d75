//! Messages too many, too late, unasked for, or not at all.

use mcpvals_testkit::Flaw;
use serde_json::json;

use super::fixture::{Fixture, config};
use super::row::{Row, Via, fails, hides_tools, passes, unreachable};
use super::run::{mark, play, watch};

const MODERN: &[Via] = &[Via::Stdio, Via::Http];
const SSE: &[Via] = &[Via::Sse];
const LEGACY: &[&str] = &["--era", "legacy"];

pub(super) fn rows() -> Vec<Row> {
    [of_notifications(), of_requests(), of_silence()].concat()
}

fn of_notifications() -> Vec<Row> {
    vec![
        passes(Flaw::UndeclaredNotification).seen(&["undeclared-notification"]),
        passes(Flaw::UnknownNotification).seen(&["undeclared-notification"]),
        passes(Flaw::UnknownProgressToken).seen(&["undeclared-notification"]),
        passes(Flaw::UnknownProgressToken).on("tools/list").seen(&["undeclared-notification"]),
        passes(Flaw::ProgressGoesBack).seen(&["notification-shape"]),
    ]
}

/// Servers of 2026-07-28 ask nothing; older ones may, what was declared.
fn of_requests() -> Vec<Row> {
    vec![
        passes(Flaw::RequestWithUsedId).via(MODERN).seen(&["forbidden-request", "reused-request-id"]),
        passes(Flaw::RequestWithUsedId).via(SSE).seen(&["reused-request-id"]),
        passes(Flaw::RequestWithUsedId).with(LEGACY).via(MODERN).seen(&["reused-request-id"]),
        passes(Flaw::RequestBeforeInitialized).via(MODERN).seen(&["forbidden-request"]),
        passes(Flaw::RequestBeforeInitialized).via(SSE),
        passes(Flaw::RequestBeforeInitialized).on("initialize").with(LEGACY).via(MODERN),
        passes(Flaw::UndeclaredSampling).via(MODERN).seen(&["forbidden-request"]),
        // The usual profile declares it.
        passes(Flaw::UndeclaredSampling).via(SSE),
        passes(Flaw::UnknownServerRequest).via(MODERN).seen(&["forbidden-request"]),
        passes(Flaw::UnknownServerRequest).via(SSE).seen(&["undeclared-request"]),
        passes(Flaw::UnknownServerRequest).with(LEGACY).via(MODERN).seen(&["undeclared-request"]),
    ]
}

fn of_silence() -> Vec<Row> {
    let late = |flaw| fails(flaw, "echo", "noAnswer", &["an answer within 1500 ms", "none came"]).late();
    vec![
        unreachable(Flaw::NeverAnswersInitialize, &["did not answer `initialize` within"]).slow(),
        passes(Flaw::NeverAnswersDiscover),
        hides_tools(Flaw::NeverAnswersList, &["`tools/list`", "no answer within"]).slow(),
        late(Flaw::NeverAnswersCall),
        late(Flaw::SlowAnswer),
        late(Flaw::LateAnswer),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}

#[test]
fn a_late_answer_is_named_and_is_nobodys() {
    let mark = mark();
    let fixture =
        Fixture::start(Flaw::LateAnswer, Via::Stdio, &["--on", "tools/call:echo", "--delay-ms", "600"], &mark);
    let tests = [
        json!({"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi", "timeout": 200}),
        json!({"name": "sleep", "args": {"ms": 1_500}, "timeout": 20_000}),
    ];
    let config = json!({"server": fixture.server, "toolHealthSuites": [{"name": "calls", "tests": tests}]});
    let seen = watch(&config, &mark).unwrap();
    let verdicts: Vec<String> =
        crate::mcpvals::cases(&seen.report).iter().map(|case| case["verdict"].to_string()).collect();
    assert_eq!(verdicts, ["\"failed\"", "\"passed\""], "{}", seen.stdout);
    assert_eq!(seen.violations(), ["late-answer"]);
}

#[test]
fn what_the_client_did_not_declare_is_named() {
    let mark = mark();
    let options = ["--on", "tools/call:echo", "--era", "legacy"];
    let mut fixture = Fixture::start(Flaw::UndeclaredSampling, Via::Stdio, &options, &mark);
    fixture.server["client"] = json!("bare");
    let seen = watch(&config(&fixture.server), &mark).unwrap();
    assert_eq!((seen.code, seen.violations()), (0, vec!["undeclared-request"]), "{}{}", seen.stdout, seen.stderr);
}
