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

/// One suite whose setup works and whose teardown does not.
fn with_setup_and_teardown(flaw: &str) -> (Folder, crate::mcpvals::Ran) {
    let folder = Folder::with_config(&json!({
        "server": zoo(&[flaw]), "timeout": 1000,
        "toolHealthSuites": [{"name": "calls",
            "setup": [{"name": "echo", "args": {"message": "from setup"}}],
            "tests": [{"name": "add", "args": {"a": 2, "b": 3}, "expectedResult": {"result": 5}}],
            "teardown": [{"name": "divide", "args": {"a": 1, "b": 0}}, {"name": "echo", "args": {"message": "from teardown"}}],
        }],
    }));
    let ran = folder.run(&["eval", "--trace", "out", "-r", "console", "-r", "json=report.json"]);
    (folder, ran)
}

#[test]
fn setup_and_teardown_stand_in_the_trace_of_the_session() {
    let (folder, ran) = with_setup_and_teardown("none");
    assert_eq!(ran.code, 0, "{ran:?}");
    let session = folder.run(&["replay", "out/session-1.jsonl"]).stdout;
    assert!(session.contains("from setup") && session.contains("from teardown"), "{session}");
    let suite = folder.run(&["replay", "out/calls.jsonl"]).stdout;
    assert!(!suite.contains("from setup"), "{suite}");
}

#[test]
fn a_teardown_that_fails_is_told_and_changes_no_verdict() {
    let (folder, ran) = with_setup_and_teardown("none");
    assert!(ran.stdout.contains("teardown call 1 (`divide`)"), "{}", ran.stdout);
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert!(report["notes"][0].as_str().unwrap().starts_with("suite \"calls\": teardown call 1"), "{report:#}");
}

#[test]
fn what_breaks_the_protocol_during_setup_is_told() {
    let (folder, _) = with_setup_and_teardown("id-as-string");
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let violations = report["violations"].as_array().unwrap();
    assert!(violations.iter().any(|violation| violation.get("case").is_none()), "{violations:#?}");
}

#[test]
fn a_trace_that_was_cut_is_judged_as_far_as_it_goes() {
    let folder = traced("none");
    let whole = folder.read("out/calls.jsonl");
    folder.write("cut.jsonl", &whole[..whole.len() - 200]);
    let ran = folder.run(&["grade", "cut.jsonl"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("PASS  calls/echo"), "{}", ran.stdout);
    assert!(ran.stderr.contains("is not whole"), "{}", ran.stderr);
}

#[test]
fn something_else_than_a_trace_is_a_usage_error_with_its_line() {
    let folder = Folder::new();
    folder.write("no.jsonl", "{\"hello\": 1}\n");
    let ran = folder.run(&["grade", "no.jsonl"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("no.jsonl") && ran.stderr.contains("first line"), "{}", ran.stderr);
}
