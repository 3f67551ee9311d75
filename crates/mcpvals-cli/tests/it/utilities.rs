//! Tests of the protocol's utilities: on a good server, on some that are wrong, and on real ones.

use mcpvals_testkit::{Flaw, Program};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::{corpus, npx};

/// Titles of cases that did not pass, with the words of their first mismatch or fault.
fn bad(report: &Value) -> Vec<(String, String)> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    let words = |case: Value| {
        let first = &case["mismatches"][0];
        let words = format!("{} | {}", first["expected"].as_str().unwrap_or_default(), first["actual"]);
        (case["title"].as_str().unwrap_or_default().to_owned(), words)
    };
    failed.map(words).collect()
}

fn zoo(flaw: Flaw, era: &str) -> Value {
    json!({"transport": "stdio", "command": Program::Zoo.path(), "args": [flaw.name(), "--era", era]})
}

fn eval(server: &Value, suite: &Value) -> (i32, Value) {
    let (ran, report) = Folder::with_config(&json!({"server": server, "utilitySuites": [suite]})).eval(&[]);
    (ran.code, report)
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("utilities/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 10);
    assert_eq!(report["violations"], json!([]));
}

/// Each expectation of the example made wrong fails.
#[test]
fn wrong_expectations_fail_on_server_everything() {
    let slow = json!({"tool": "trigger-long-running-operation", "args": {"duration": 1, "steps": 4}});
    let suite = json!({
        "name": "U",
        "pingTests": [{"maxLatency": 0}],
        "paginationTests": [{"list": "tools", "pages": 2}, {"list": "prompts", "entries": 0, "invalidCursor": true}],
        "loggingTests": [{"name": "levels", "invalidLevel": true}],
        "progressTests": [{"name": "progress", "trigger": slow, "notifications": 5, "total": 9}],
        "cancellationTests": [{"name": "too late", "trigger": {"tool": "echo", "args": {"message": "x"}}, "after": 2000}],
        "taskTests": [{"name": "task", "trigger": {"tool": "echo", "args": {"message": "x"}}}],
    });
    let server = corpus::stdio(&corpus::launch("server-everything"));
    let (code, report) = eval(&server, &suite);
    let bad = bad(&report);
    let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        (code, titles),
        (1, vec!["ping", "tools/list", "prompts/list", "levels", "progress", "too late", "task"])
    );
    assert!(bad[4].1.contains("exactly 5 notifications of progress"), "{bad:?}");
}

#[test]
fn good_server_has_what_it_declares() {
    let suite = json!({
        "name": "U", "pingTests": [{"times": 3}],
        "paginationTests": [{"list": "tools"}],
        "progressTests": [{"name": "p", "trigger": {"tool": "count", "args": {"to": 3}}, "notifications": 3, "completes": true}],
    });
    let (_, report) = eval(&zoo(Flaw::None, "legacy"), &suite);
    let titles: Vec<String> = bad(&report).into_iter().map(|(title, _)| title).collect();
    assert!(!titles.contains(&"ping".to_owned()) && !titles.contains(&"tools/list".to_owned()), "{report:#}");
}

/// There is no `ping` any more in 2026-07-28.
#[test]
fn ping_is_skipped_where_the_revision_has_none() {
    let suite = |required: bool| json!({"name": "U", "required": required, "pingTests": [{}], "paginationTests": [{"list": "tools"}]});
    let (_, report) = eval(&zoo(Flaw::None, "modern"), &suite(false));
    let verdicts: Vec<Value> = cases(&report).into_iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!(verdicts, ["skipped", "passed"], "{report:#}");
    let (code, report) = eval(&zoo(Flaw::None, "modern"), &suite(true));
    assert_eq!((code, bad(&report).len()), (1, 1), "{report:#}");
}

#[test]
fn progress_that_goes_back_fails() {
    let suite = json!({
        "name": "U", "progressTests": [{"name": "p", "trigger": {"tool": "echo", "args": {"message": "x"}}, "notifications": {"min": 0}}],
    });
    assert_eq!(eval(&zoo(Flaw::None, "legacy"), &suite).0, 0);
    let (code, report) = eval(&zoo(Flaw::ProgressGoesBack, "legacy"), &suite);
    assert_eq!(code, 1);
    assert!(bad(&report)[0].1.contains("it must increase"), "{report:#}");
}

#[test]
fn answer_after_the_cancellation_fails() {
    let suite = json!({
        "name": "U", "cancellationTests": [{"name": "c", "trigger": {"tool": "echo", "args": {"message": "x"}}, "after": 100, "quiet": 1500}],
    });
    let server = |flaw: Flaw, delay: &str| {
        let args = [flaw.name(), "--era", "legacy", "--delay-ms", delay];
        json!({"transport": "stdio", "command": Program::Zoo.path(), "args": args})
    };
    let (code, report) = eval(&server(Flaw::SlowAnswer, "700"), &suite);
    assert_eq!((code, bad(&report)), (0, Vec::new()));
    let (code, report) = eval(&server(Flaw::LateAnswer, "700"), &suite);
    assert_eq!(code, 1);
    assert!(bad(&report)[0].1.contains("no answer to a call that was cancelled"), "{report:#}");
}
