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
        let rows = graded["attempts"].as_array().unwrap();
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
fn what_is_told_of_a_trace_that_was_cut_is_visible() {
    let folder = traced("none");
    let whole = folder.read("out/calls.jsonl").replace("calls/divide", "calls/di\u{202e}vide");
    folder.write("cut.jsonl", &whole[..whole.rfind("calls/di").unwrap()]);
    for words in [&["replay", "cut.jsonl"][..], &["view", "cut.jsonl", "-o", "page.html"]] {
        let ran = folder.run(words);
        assert!(ran.stderr.contains("is not whole") && ran.stderr.contains("di\\u{202e}vide"), "{}", ran.stderr);
        assert!(!ran.stderr.contains('\u{202e}'), "{}", ran.stderr);
    }
}

#[test]
fn something_else_than_a_trace_is_a_usage_error_with_its_line() {
    let folder = Folder::new();
    folder.write("no.jsonl", "{\"hello\": 1}\n");
    let ran = folder.run(&["grade", "no.jsonl"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("no.jsonl") && ran.stderr.contains("first line"), "{}", ran.stderr);
}

/// The verdicts of the run, and those of its traces judged again: suite by suite, each a file.
fn check_graded_as_run(config: &Value, args: &[&str], code: i32) {
    let folder = Folder::with_config(config);
    let (ran, report) = folder.eval(&[args, &["--trace", "out"]].concat());
    let file = |suite: &str| format!("out/{suite}.jsonl");
    for suite in report["suites"].as_array().unwrap() {
        let graded = folder.run(&["grade", "--json", &file(suite["name"].as_str().unwrap())]);
        let rows: Value = serde_json::from_str(&graded.stdout).unwrap_or_else(|error| panic!("{error} {graded:?}"));
        let mut rows: Vec<_> =
            rows["attempts"].as_array().unwrap().iter().map(|row| (row["id"].clone(), row["graded"].clone())).collect();
        let cases = suite["cases"].as_array().unwrap().iter();
        let mut cases: Vec<_> = cases.map(|case| (case["id"].clone(), verdict(case))).collect();
        rows.sort_by_key(|row| row.0.to_string());
        cases.sort_by_key(|row| row.0.to_string());
        assert_eq!(rows, cases, "{suite:#}");
    }
    let names: Vec<String> =
        report["suites"].as_array().unwrap().iter().map(|suite| file(suite["name"].as_str().unwrap())).collect();
    let words: Vec<&str> = ["grade"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let graded = folder.run(&words);
    assert_eq!(graded.code, code, "{graded:?}\n{ran:?}");
}

/// What a case has of its verdict.
fn verdict(case: &Value) -> Value {
    let members = ["verdict", "mismatches", "fault", "skipped"].iter();
    members
        .filter_map(|name| Some(((*name).to_owned(), case.get(name)?.clone())))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn echo(title: &str, expected: &str) -> Value {
    json!({"name": "echo", "description": title, "args": {"message": "hi"}, "expectedResult": expected})
}

#[test]
fn suite_whose_setup_fails_is_in_the_traces() {
    let failing = json!([{"name": "fail", "args": {"kind": "isError"}}]);
    for isolate in ["file", "test"] {
        let config = json!({"server": zoo(&["none"]), "isolate": isolate, "toolHealthSuites": [
            {"name": "a", "tests": [echo("x", "hi")]},
            {"name": "b", "setup": failing, "tests": [echo("x", "hi"), echo("y", "hi")]},
        ]});
        check_graded_as_run(&config, &[], 1);
    }
}

#[test]
fn server_that_cannot_be_started_is_in_the_traces() {
    let put = json!({"name": "put", "args": {"key": "a", "value": 1}, "capture": {"id": "$.text"}});
    let config = json!({"server": zoo(&["exits-at-start"]), "toolHealthSuites": [
        {"name": "a", "tests": [put, {"name": "get", "args": {"key": "${{id}}"}}]},
        {"name": "b", "setup": [put], "tests": [echo("x", "hi")]},
    ]});
    check_graded_as_run(&config, &[], 1);
}

#[test]
fn what_is_skipped_is_in_the_traces() {
    let mut skipped = echo("y", "hi");
    skipped["skip"] = "not now".into();
    let config = json!({"server": zoo(&["none"]), "toolHealthSuites": [
        {"name": "a", "tests": [echo("x", "hi"), skipped]},
        {"name": "b", "tests": [skipped]},
    ]});
    check_graded_as_run(&config, &[], 0);
    let folder = Folder::with_config(&config);
    folder.eval(&["--trace", "out"]);
    let graded = folder.run(&["grade", "out/b.jsonl"]);
    assert_eq!((graded.code, graded.stdout.as_str()), (4, "SKIP  b/y\n  reason    not now\n"), "{graded:?}");
    let shown = folder.run(&["replay", "out/b.jsonl"]).stdout;
    assert!(shown.contains("not now"), "{shown}");
}

#[test]
fn what_fail_fast_leaves_out_is_in_the_traces() {
    let config = json!({"server": zoo(&["none"]), "toolHealthSuites": [
        {"name": "a", "tests": [echo("x", "wrong"), echo("y", "hi")]},
        {"name": "b", "tests": [echo("x", "hi")]},
    ]});
    check_graded_as_run(&config, &["--fail-fast"], 1);
}

#[test]
fn last_attempt_counts_though_others_were_played_in_between() {
    let test = |index: u32| {
        let expect = json!({"matches": "^[3-9]$"});
        json!({"name": "counter", "description": format!("{index}"), "args": {}, "retries": 5, "expect": expect})
    };
    let tests: Vec<Value> = (0..4).map(test).collect();
    let config =
        json!({"server": zoo(&["none"]), "toolHealthSuites": [{"name": "a", "parallel": true, "tests": tests}]});
    let folder = Folder::with_config(&config);
    let (ran, report) = folder.eval(&["--trace", "out"]);
    let graded = folder.run(&["grade", "out/a.jsonl"]);
    assert_eq!((ran.code, graded.code), (0, 0), "{graded:?} {report:#}");
}
