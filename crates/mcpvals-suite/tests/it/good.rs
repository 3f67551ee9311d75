//! A good server: what is right passes, what is wrong fails, and values go from call to call.

use std::time::Duration;

use mcpvals_model::{CallRole, Case, CaseKind, ToolCase};
use mcpvals_suite::{Captures, drive, drive_setup, grade, resolve};
use mcpvals_testkit::Flaw;
use mcpvals_wire::Session;
use serde_json::{Value, json};

use crate::kit::{case, session, verdict, zoo};

async fn good() -> Session {
    session(&zoo(Flaw::None, &[])).await
}

async fn check(session: &Session, case: &Case, expected: &str) {
    let driven = drive(case, session, mcpvals_suite::Beside::default()).await;
    let graded = grade(case, &driven.trace);
    assert_eq!(verdict(&graded), expected, "{:?}", graded.violations);
    assert_eq!(graded.violations, Vec::new());
}

fn tool(tool: &str, args: &Value, members: &Value) -> ToolCase {
    match case(tool, args, members).kind {
        CaseKind::Tool(tool) => tool,
        other => unreachable!("it calls a tool: {other:?}"),
    }
}

#[tokio::test]
async fn calls_are_judged_by_what_came() {
    let session = good().await;
    let sum =
        |expected: i64| case("add", &json!({"a": 5, "b": 3}), &json!({"expect": [{"result": {"result": expected}}]}));
    check(&session, &sum(8), "passed").await;
    check(&session, &sum(9), "result: {\"result\":8}").await;
    let divided = |words: &str| case("divide", &json!({"a": 1, "b": 0}), &json!({"expect": [{"error": words}]}));
    check(&session, &divided("division by zero"), "passed").await;
    session.close().await;
}

#[tokio::test]
async fn misspelt_tool_is_not_called() {
    let session = good().await;
    let misspelt = case("ecko", &json!({}), &json!({}));
    let driven = drive(&misspelt, &session, mcpvals_suite::Beside::default()).await;
    assert_eq!(driven.trace.calls, Vec::new());
    assert_eq!(verdict(&grade(&misspelt, &driven.trace)), "unknownTool: no such tool; nearest: \"echo\"");
    session.close().await;
}

#[tokio::test]
async fn captured_value_goes_to_verify_and_to_later_cases() {
    let session = good().await;
    let put = case(
        "put",
        &json!({"key": "k", "value": [1, 2]}),
        &json!({
            "expect": [{"match": {"isError": false}}],
            "capture": {"id": "$.structuredContent.id"},
            "verify": [{"call": {"tool": "get", "args": {"key": "${{id}}"}}, "expect": [{"result": [1, 2]}]}],
        }),
    );
    check(&session, &put, "passed").await;
    let driven = drive(&put, &session, mcpvals_suite::Beside::default()).await;
    let get = case("get", &json!({"key": "${{id}}"}), &json!({"expect": [{"result": [1, 2]}]}));
    let get = resolve(&get, &driven.captures).expect("the value was captured");
    check(&session, &get, "passed").await;
    assert!(resolve(&get, &Captures::new()).is_ok(), "nothing is open any more");
    session.close().await;
}

#[tokio::test]
async fn setup_captures_and_stops_at_its_first_failure() {
    let session = good().await;
    let patience = Duration::from_secs(5);
    let calls = [
        tool("put", &json!({"key": "k", "value": 1}), &json!({"capture": {"id": "$.structuredContent.id"}})),
        tool("get", &json!({"key": "${{id}}"}), &json!({"expect": [{"result": 1}]})),
        tool("get", &json!({"key": "nobody"}), &json!({})),
        tool("echo", &json!({"message": "never"}), &json!({})),
    ];
    let mut captures = Captures::new();
    let (trace, problem) = drive_setup(&calls, CallRole::Setup, &mut captures, &session, patience).await;
    assert_eq!(captures.keys().collect::<Vec<_>>(), ["id"]);
    assert_eq!(trace.calls.len(), 3);
    let problem = problem.expect("the third call fails");
    assert!(
        problem.starts_with("setup call 3 (`get`): expected a result that is no error, got an isError"),
        "{problem}"
    );
    let (trace, problem) = drive_setup(&calls[2..], CallRole::Teardown, &mut captures, &session, patience).await;
    assert_eq!(trace.calls.len(), 2);
    assert!(problem.expect("it is told").starts_with("teardown call 1"));
    session.close().await;
}

#[tokio::test]
async fn setup_says_what_could_not_be_done() {
    let session = good().await;
    let mut captures = Captures::new();
    let patience = Duration::from_millis(200);
    for (call, words) in [
        (tool("nope", &json!({}), &json!({})), "setup call 1: there is no tool `nope`"),
        (tool("echo", &json!({"message": "${{x}}"}), &json!({})), "setup call 1: no value `x` was captured before"),
        (
            tool("sleep", &json!({"ms": 5000}), &json!({})),
            "setup call 1 (`sleep`): expected an answer within 200 ms, got none came",
        ),
    ] {
        let (_, problem) = drive_setup(&[call], CallRole::Setup, &mut captures, &session, patience).await;
        assert_eq!(problem.as_deref(), Some(words));
    }
    session.close().await;
}
