//! A server that cannot be started: no case can be run, whatever else stands in its way.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};

/// The exit code is 3, its line says why, and so do these cases.
fn check(members: &Value, because: &[&str]) {
    let mut config = json!({"server": zoo(&["exits-at-start"])});
    config.as_object_mut().unwrap().extend(members.as_object().cloned().unwrap());
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 3, "{report:#}");
    let last = ran.stderr.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: no case could be run: ") && last.contains("exit code 3"), "{ran:?}");
    for title in because {
        let case = cases(&report).into_iter().find(|case| case["title"] == *title).unwrap();
        assert_eq!(case["fault"]["kind"], "unreachable", "{case:#}");
        assert!(case["fault"]["reason"].as_str().unwrap().contains("exit code 3"), "{case:#}");
    }
}

fn put_and_get() -> Value {
    json!([
        {"name": "put", "args": {"key": "a", "value": 1}, "capture": {"id": "$.text"}},
        {"name": "get", "args": {"key": "${{id}}"}},
    ])
}

#[test]
fn value_that_could_not_be_captured_is_not_the_reason() {
    for isolate in ["file", "suite", "test"] {
        let suite = json!({"name": "Notes", "isolate": isolate, "tests": put_and_get()});
        check(&json!({"toolHealthSuites": [suite]}), &["put", "get"]);
    }
}

#[test]
fn parts_of_the_config_that_cannot_be_run_yet_do_not_hide_it() {
    let suite = json!({"name": "Notes", "tests": put_and_get()});
    let workflow = json!({"name": "W", "steps": [{"user": "hi"}]});
    check(&json!({"toolHealthSuites": [suite], "workflows": [workflow]}), &["put", "get"]);
}

#[test]
fn server_that_was_reached_once_is_not_unreachable() {
    let setup = json!([{"name": "fail", "args": {"kind": "isError"}}]);
    let config = json!({
        "servers": {"here": zoo(&["none"]), "gone": zoo(&["exits-at-start"])},
        "toolHealthSuites": [
            {"name": "A", "server": "here", "setup": setup, "tests": put_and_get()},
            {"name": "B", "server": "gone", "tests": put_and_get()},
        ],
    });
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 1, "{report:#}");
}
