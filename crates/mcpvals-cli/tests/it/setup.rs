//! What `setup` did is there for every test of its suite, whatever became of the server in between.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases, zoo};

/// A call of `put` in a trace file.
const PUT: &str = r#"\"name\":\"put\",\"arguments\""#;

/// A suite that shares its server, with these members.
fn eval(isolate: &str, members: &Value) -> (Ran, Value) {
    let mut suite = json!({"name": "Notes", "isolate": isolate});
    suite.as_object_mut().unwrap().extend(members.as_object().cloned().unwrap());
    Folder::with_config(&json!({"server": zoo(&["none"]), "toolHealthSuites": [suite]})).eval(&[])
}

fn put() -> Value {
    json!({"name": "put", "args": {"key": "k", "value": 1}})
}

fn crash() -> Value {
    json!({"name": "crash", "args": {"code": 3}})
}

fn get(title: &str) -> Value {
    json!({"name": "get", "description": title, "args": {"key": "k"}, "expect": {"contains": "1"}})
}

/// Titles and verdicts.
fn words(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    cases(report).iter().map(|case| format!("{} {}", text(&case["title"]), text(&case["verdict"]))).collect()
}

#[test]
fn setup_is_made_again_after_a_crash() {
    for isolate in ["file", "suite", "test"] {
        let tests = json!([crash(), get("after"), crash_again(), get("and after that")]);
        let report = eval(isolate, &json!({"setup": [put()], "tests": tests})).1;
        let expected = ["crash failed", "after passed", "crash again failed", "and after that passed"];
        assert_eq!(words(&report), expected, "{isolate}: {report:#}");
    }
}

fn crash_again() -> Value {
    json!({"name": "crash", "description": "crash again", "args": {"code": 3}})
}

#[test]
fn setup_is_made_again_for_the_next_attempt() {
    let tests = json!([{"name": "crash", "args": {"code": 3}, "retries": 1, "capture": {"x": "$.text"}}, get("after")]);
    let folder = Folder::with_config(&json!({
        "server": zoo(&["none"]),
        "toolHealthSuites": [{"name": "Notes", "setup": [put()], "tests": tests}],
    }));
    let (_, report) = folder.eval(&["--trace", "out"]);
    assert_eq!(words(&report), ["crash failed", "after passed"], "{report:#}");
    for session in ["out/session-1.jsonl", "out/session-2.jsonl", "out/session-3.jsonl"] {
        assert_eq!(folder.read(session).matches(PUT).count(), 1, "{session}");
    }
}

#[test]
fn what_setup_captures_is_captured_anew() {
    let setup = json!([{"name": "echo", "args": {"message": "from setup"}, "capture": {"from": "$.text"}}]);
    let other = json!({"name": "echo", "args": {"message": "from a test"}, "capture": {"from": "$.text"}});
    let used = json!({
        "name": "echo", "description": "after", "args": {"message": "${{from}}"}, "expectedResult": "from setup",
    });
    let report = eval("file", &json!({"setup": setup, "tests": [other, crash(), used]})).1;
    assert_eq!(words(&report), ["echo passed", "crash failed", "after passed"], "{report:#}");
}

#[test]
fn setup_that_fails_the_second_time_is_the_reason() {
    let zoo = mcpvals_testkit::Program::Zoo.path().display().to_string();
    let script =
        r#"if [ -e mark ]; then exec "$0" content-not-array --on tools/call:put; fi; touch mark; exec "$0" none"#;
    let folder = Folder::with_config(&json!({
        "server": {"transport": "stdio", "command": "sh", "args": ["-c", script, zoo]},
        "toolHealthSuites": [{
            "name": "Notes", "setup": [put()], "tests": [get("before"), crash(), get("after"), get("and after that")],
        }],
    }));
    let report = folder.eval(&[]).1;
    let expected = ["before passed", "crash failed", "after errored", "and after that errored"];
    assert_eq!(words(&report), expected, "{report:#}");
    for case in &cases(&report)[2..] {
        assert_eq!(case["fault"]["kind"], "setup", "{case:#}");
        assert!(case["fault"]["reason"].as_str().unwrap().contains("setup call 1 (`put`)"), "{case:#}");
    }
}

#[test]
fn nobody_plays_at_the_same_time_before_setup_is_made() {
    let give = json!({"name": "put", "args": {"key": "x", "value": 2}, "capture": {"id": "$.structuredContent.id"}});
    let mut tests = vec![give, crash()];
    // They wait for the value, and so come after the crash.
    let late = |index| json!({"name": "get", "description": format!("{index}"), "args": {"key": "k"}, "expect": {"contains": "1", "notContains": "${{id}}"}});
    tests.extend((0..20).map(late));
    let setup = json!([{"name": "sleep", "args": {"ms": 100}}, put()]);
    let suite = json!({"name": "Notes", "parallel": true, "setup": setup, "tests": tests});
    let folder = Folder::with_config(&json!({"server": zoo(&["none"]), "toolHealthSuites": [suite]}));
    let report = folder.eval(&["--trace", "out"]).1;
    assert!(words(&report)[2..].iter().all(|words| words.ends_with("passed")), "{report:#}");
    assert_eq!(folder.read("out/session-2.jsonl").matches(PUT).count(), 1);
}
