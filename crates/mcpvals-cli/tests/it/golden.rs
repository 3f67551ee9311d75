//! The known-good calls of six real servers pass; each with its expectation broken fails.

use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, cases};

/// What is done to an expectation before the run.
#[derive(Clone, Copy)]
enum Expect {
    AsKnown,
    TextBroken,
    ErrorFlipped,
}

fn config(server: &Value, calls: &[Value], how: Expect) -> Value {
    let tests: Vec<Value> = calls.iter().map(|call| test(call, how)).collect();
    json!({"server": server, "toolHealthSuites": [{"name": "golden", "tests": tests}]})
}

fn test(call: &Value, how: Expect) -> Value {
    let mut expect = call["expect"].as_object().unwrap().clone();
    expect.remove("volatile");
    match how {
        Expect::AsKnown => {}
        Expect::ErrorFlipped => expect["isError"] = json!(!expect["isError"].as_bool().unwrap()),
        Expect::TextBroken => break_text(&mut expect),
    }
    json!({"name": call["tool"], "args": call["args"], "expect": expect, "invalidArgs": true})
}

/// Every call must still be made, since later ones rest on it; one without a text has nothing to break but the flag.
fn break_text(expect: &mut serde_json::Map<String, Value>) {
    let broken = |text: &Value| json!(format!("{}☃", text.as_str().unwrap()));
    for (name, value) in expect.iter_mut().filter(|(name, _)| *name != "isError") {
        *value = match &*value {
            Value::Array(texts) => texts.iter().map(broken).collect(),
            text if name == "matches" => json!(format!("^{}never$", text.as_str().unwrap())),
            text => broken(text),
        };
    }
    if expect.len() == 1 {
        expect["isError"] = json!(!expect["isError"].as_bool().unwrap());
    }
}

/// The calls pass as they are known, and fail with each expectation broken. `server` makes each run start anew.
pub(crate) fn check_calls(server: impl Fn() -> Value, calls: &[Value]) -> Value {
    let (ran, report) = Folder::with_config(&config(&server(), calls, Expect::AsKnown)).eval(&[]);
    assert_eq!(cases(&report).len(), calls.len(), "{}", ran.stderr);
    let bad: Vec<Value> = cases(&report).into_iter().filter(|case| case["verdict"] != "passed").collect();
    assert!(bad.is_empty() && ran.code == 0, "{bad:#?}\n{}", ran.stderr);
    for how in [Expect::TextBroken, Expect::ErrorFlipped] {
        let (ran, report) = Folder::with_config(&config(&server(), calls, how)).eval(&[]);
        let good: Vec<Value> = cases(&report).into_iter().filter(|case| case["verdict"] != "failed").collect();
        assert!(good.is_empty() && ran.code == 1, "{good:#?}");
        assert_eq!(cases(&report).len(), calls.len());
    }
    report
}

/// The calls of `golden.json` for a server.
pub(crate) fn calls(id: &str) -> Vec<Value> {
    corpus::golden(id)["calls"].as_array().unwrap().clone()
}

fn check(id: &str, count: usize, revision: &str) {
    let calls = calls(id);
    assert_eq!(calls.len(), count, "{id}");
    let report = check_calls(|| corpus::stdio(&corpus::launch(id)), &calls);
    assert_eq!(report["sessions"][0]["facts"]["protocolVersion"], revision);
}

#[test]
fn server_everything() {
    check("server-everything", 10, "2025-11-25");
}

#[test]
fn server_filesystem() {
    check("server-filesystem", 11, "2025-11-25");
}

#[test]
fn server_memory() {
    check("server-memory", 10, "2025-11-25");
}

#[test]
fn server_sequential_thinking() {
    check("server-sequential-thinking", 5, "2025-11-25");
}

#[test]
fn time() {
    check("time", 7, "2026-07-28");
}

#[test]
fn git() {
    check("git", 11, "2026-07-28");
}
