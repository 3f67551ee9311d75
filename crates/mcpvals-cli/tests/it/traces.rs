//! A trace is shown and judged again without the server.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, zoo};

fn traced(flaw: &str) -> Folder {
    let folder = Folder::with_config(&json!({
        "server": zoo(&[flaw]), "timeout": 1000,
        "toolHealthSuites": [{"name": "calls", "tests": [
            {"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"},
            {"name": "add", "args": {"a": 2, "b": 3}, "expectedResult": {"result": 5}},
            {"name": "divide", "args": {"a": 1, "b": 0}, "expectedError": "division by zero"},
        ]}],
    }));
    folder.run(&["eval", "--trace", "out", "-r", "json=report.json"]);
    folder
}

#[test]
fn grading_a_trace_gives_the_verdicts_of_the_run() {
    for flaw in ["none", "id-as-string", "content-missing", "wrong-text", "never-answers-call", "result-and-error"] {
        let folder = traced(flaw);
        let ran = folder.run(&["grade", "--json", "out/calls.jsonl"]);
        let graded: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{flaw}: {error} {ran:?}"));
        let rows = graded.as_array().unwrap();
        assert_eq!(rows.len(), 3, "{flaw}");
        assert!(rows.iter().all(|row| row["same"] == true), "{flaw}: {graded:#}");
        assert_eq!(ran.code, i32::from(flaw != "none"), "{flaw}");
    }
}

#[test]
fn a_timeline_shows_both_directions() {
    let shown = traced("none").run(&["replay", "out/calls.jsonl"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.stdout.contains("tools/call"), "{}", shown.stdout);
}

#[test]
fn something_else_than_a_trace_is_a_usage_error_with_its_line() {
    let folder = Folder::new();
    folder.write("no.jsonl", "{\"hello\": 1}\n");
    let ran = folder.run(&["grade", "no.jsonl"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("no.jsonl") && ran.stderr.contains("first line"), "{}", ran.stderr);
}
