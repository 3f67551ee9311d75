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

fn config(id: &str, how: Expect) -> Value {
    let tests: Vec<Value> =
        corpus::golden(id)["calls"].as_array().unwrap().iter().filter_map(|call| test(call, how)).collect();
    json!({"server": corpus::stdio(&corpus::launch(id)), "toolHealthSuites": [{"name": id, "tests": tests}]})
}

fn test(call: &Value, how: Expect) -> Option<Value> {
    let mut expect = call["expect"].as_object().unwrap().clone();
    expect.remove("volatile");
    match how {
        Expect::AsKnown => {}
        Expect::ErrorFlipped => expect["isError"] = json!(!expect["isError"].as_bool().unwrap()),
        Expect::TextBroken => break_text(&mut expect)?,
    }
    Some(json!({"name": call["tool"], "args": call["args"], "expect": expect, "invalidArgs": true}))
}

/// Every call must still be made, since later ones rest on it; one without a text has nothing to break but the flag.
fn break_text(expect: &mut serde_json::Map<String, Value>) -> Option<()> {
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
    Some(())
}

fn check(id: &str, calls: usize) {
    let (ran, report) = Folder::with_config(&config(id, Expect::AsKnown)).eval(&[]);
    assert_eq!(cases(&report).len(), calls, "{id}");
    let bad: Vec<&Value> =
        report["suites"][0]["cases"].as_array().unwrap().iter().filter(|c| c["verdict"] != "passed").collect();
    assert!(bad.is_empty() && ran.code == 0, "{id}: {bad:#?}\n{}", ran.stderr);
    for how in [Expect::TextBroken, Expect::ErrorFlipped] {
        let (ran, report) = Folder::with_config(&config(id, how)).eval(&[]);
        let good: Vec<Value> = cases(&report).into_iter().filter(|case| case["verdict"] != "failed").collect();
        assert!(good.is_empty() && ran.code == 1, "{id}: {good:#?}");
        assert_eq!(cases(&report).len(), calls, "{id}");
    }
}

#[test]
fn server_everything() {
    check("server-everything", 10);
}

#[test]
fn server_filesystem() {
    check("server-filesystem", 11);
}

#[test]
fn server_memory() {
    check("server-memory", 10);
}

#[test]
fn server_sequential_thinking() {
    check("server-sequential-thinking", 5);
}

#[test]
fn time() {
    check("time", 7);
}

#[test]
fn git() {
    check("git", 11);
}
