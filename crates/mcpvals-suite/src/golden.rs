//! Recorded answers of real servers, each with an expectation that holds, and with the same expectation broken.
//!
//! The recordings are not part of this project; without them, this test says so and proves nothing.

use mcpvals_model::{Case, Verdict};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, case};

/// A recording: what was expected, and what came.
struct Recorded {
    expect: Value,
    actual: Value,
    what: String,
}

fn recorded() -> Vec<Recorded> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/golden.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no ../shared/corpus/golden.json (relative to the project's root)");
        return Vec::new();
    };
    let servers: Vec<Value> = serde_json::from_str(&text).expect("the recordings are JSON");
    let calls = servers.iter().flat_map(|server| {
        let name = server["server"].as_str().unwrap_or_default().to_owned();
        server["calls"].as_array().into_iter().flatten().map(move |call| (name.clone(), call.clone()))
    });
    calls
        .map(|(server, call)| Recorded {
            expect: call["expect"].clone(),
            actual: whole(&call["actual"]),
            what: format!("{server} {} {}", call["tool"], call["args"]),
        })
        .collect()
}

/// The recordings name the length of long data instead of having it.
fn whole(actual: &Value) -> Value {
    let mut actual = actual.clone();
    for block in actual["content"].as_array_mut().into_iter().flatten() {
        if block["data"].as_str().is_some_and(|data| data.starts_with('<') && data.ends_with(" chars>")) {
            block["data"] = json!("aGk=");
        }
    }
    actual
}

/// `contains`, `equals`, `matches` and `isError` as matchers; each changed by `change`.
fn as_case(expect: &Value, change: fn(&str, &Value) -> Value) -> Case {
    let members = expect.as_object().expect("an object").iter().filter(|(name, _)| *name != "volatile");
    let matchers: Vec<Value> = members
        .map(|(name, value)| {
            let value = change(name, value);
            let listed = matches!(name.as_str(), "contains" | "matches") && value.is_string();
            json!({"match": {name: if listed { json!([value]) } else { value }}})
        })
        .collect();
    case(json!({"expect": matchers}))
}

fn as_it_is(_: &str, value: &Value) -> Value {
    value.clone()
}

/// Only what is said of the error is turned round.
fn error_turned(name: &str, value: &Value) -> Value {
    if name == "isError" { json!(value != &json!(true)) } else { value.clone() }
}

/// Only what is said of the text is spoilt.
fn text_spoilt(name: &str, value: &Value) -> Value {
    match (name, value) {
        ("isError", value) => value.clone(),
        (_, Value::Array(parts)) => parts.iter().map(|part| text_spoilt(name, part)).collect(),
        (_, value) => json!(format!("{}☠", value.as_str().unwrap_or_default())),
    }
}

#[test]
fn recorded_answers_pass_and_broken_expectations_fail() {
    for Recorded { expect, actual, what } in recorded() {
        let verdict =
            |case: &Case| grade(case, &Talk::new().plain_tool().call().result(actual.clone()).trace()).verdict;
        assert_eq!(verdict(&as_case(&expect, as_it_is)), Verdict::Passed, "{what}");
        assert_ne!(verdict(&as_case(&expect, error_turned)), Verdict::Passed, "{what}");
        if expect.as_object().is_some_and(|members| members.keys().any(|name| name != "isError" && name != "volatile"))
        {
            assert_ne!(verdict(&as_case(&expect, text_spoilt)), Verdict::Passed, "{what}");
        }
    }
}
