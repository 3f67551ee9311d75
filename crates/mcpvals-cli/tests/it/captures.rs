//! Values that one call gives to others: where they come from, and where they may not go.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};

/// A suite on the good server, or on one with a flaw.
fn suite(flaw: &str, members: &Value) -> Folder {
    let mut suite = json!({"name": "Notes"});
    suite.as_object_mut().unwrap().extend(members.as_object().cloned().unwrap());
    Folder::with_config(&json!({"server": zoo(&[flaw]), "toolHealthSuites": [suite]}))
}

fn put(key: &str, value: &Value, capture: &Value) -> Value {
    json!({"name": "put", "args": {"key": key, "value": value}, "capture": capture})
}

/// Titles and verdicts.
fn words(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    cases(report).iter().map(|case| (text(&case["title"]), text(&case["verdict"]))).collect()
}

#[test]
fn case_that_is_chosen_brings_those_whose_values_it_uses() {
    let folder = suite(
        "none",
        &json!({"tests": [
            {"name": "echo", "description": "other", "args": {"message": "x"}},
            {"name": "put", "description": "create", "args": {"key": "a", "value": 1},
             "capture": {"id": "$.structuredContent.id"}},
            {"name": "get", "description": "read", "args": {"key": "${{id}}"}, "expectedResult": "wrong on purpose"},
        ]}),
    );
    let both = vec![("create".to_owned(), "passed".to_owned()), ("read".to_owned(), "failed".to_owned())];
    assert_eq!(words(&folder.eval(&["--filter", "Notes/read"]).1), both);
    assert_eq!(words(&folder.eval(&["--last-failed"]).1), both);
}

#[test]
fn what_was_not_run_again_still_failed() {
    let folder = suite(
        "none",
        &json!({"tests": [
            {"name": "echo", "description": "a", "args": {"message": "x"}, "expectedResult": "y"},
            {"name": "echo", "description": "b", "args": {"message": "x"}, "expectedResult": "x"},
        ]}),
    );
    assert_eq!(folder.run(&["eval"]).code, 1);
    assert_eq!(folder.run(&["eval", "--filter", "Notes/b"]).code, 0);
    let (ran, report) = folder.eval(&["--last-failed"]);
    assert_eq!((ran.code, words(&report)), (1, vec![("a".to_owned(), "failed".to_owned())]));
}

#[test]
fn empty_value_does_not_make_an_expectation_hold() {
    for expected in [
        json!({"expectedResult": "${{e}}"}),
        json!({"expectedError": "${{e}}"}),
        json!({"expect": {"contains": "${{e}}"}}),
    ] {
        let mut test = json!({"name": "echo", "description": "t", "args": {"message": "zzz"}});
        test.as_object_mut().unwrap().extend(expected.as_object().cloned().unwrap());
        let setup = json!([{"name": "echo", "args": {"message": ""}, "capture": {"e": "$.text"}}]);
        let (ran, report) = suite("none", &json!({"setup": setup, "tests": [test]})).eval(&[]);
        assert_eq!((ran.code, words(&report)[0].1.as_str()), (1, "errored"), "{expected}");
        assert!(cases(&report)[0].to_string().contains("is an empty text here"), "{report:#}");
    }
}

#[test]
fn value_goes_from_test_to_test_where_each_has_a_server_of_its_own() {
    let put = put("a", &json!(1), &json!({"id": "$.structuredContent.id"}));
    let echo = json!({"name": "echo", "args": {"message": "${{id}}"}, "expect": {"notContains": "$"}});
    let (ran, report) = suite("none", &json!({"isolate": "test", "tests": [put, echo]})).eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
}

#[test]
fn parallel_test_waits_for_the_value_that_it_uses() {
    let put = |key: &str, name: &str| put(key, &json!(1), &json!({name: "$.structuredContent.id"}));
    let get = |name: &str| json!({"name": "get", "args": {"key": format!("${{{{{name}}}}}")}, "expectedResult": "1"});
    let tests = json!([put("a", "x"), put("b", "y"), get("x"), get("y")]);
    let (ran, report) = suite("none", &json!({"parallel": true, "tests": tests})).eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
}

#[test]
fn doubled_dollar_is_a_plain_one() {
    let test = json!({
        "name": "echo", "description": "ref $${{ github.ref }}", "args": {"message": "ref: $${{ github.ref }}"},
        "expect": {"equals": "ref: $${{ github.ref }}"},
    });
    let (ran, report) = suite("none", &json!({"tests": [test]})).eval(&["--trace", "traces"]);
    assert_eq!((ran.code, words(&report)[0].0.as_str()), (0, "ref ${{ github.ref }}"), "{report:#}");
    assert!(cases(&report)[0].to_string().contains("passed"));
}

#[test]
fn snapshot_that_changes_with_each_repetition_is_told() {
    let test = json!({"name": "counter", "args": {}, "repeat": 2, "expect": {"snapshot": true}});
    let (ran, report) = suite("none", &json!({"tests": [test]})).eval(&["--update-snapshots"]);
    let warnings = cases(&report)[0]["warnings"].to_string();
    assert_eq!((ran.code, warnings.contains("is another in each repetition")), (0, true), "{report:#}");
}

#[test]
fn setup_is_held_to_what_always_holds() {
    let sum = json!({"name": "add", "args": {"a": 1, "b": 2}});
    let tests = json!([{"name": "echo", "args": {"message": "x"}}]);
    for (flaw, words) in [
        ("structured-content-missing", "outputSchema"),
        ("structured-content-mismatch", "outputSchema"),
        ("content-not-array", "content"),
    ] {
        let server = zoo(&[flaw, "--on", "tools/call:add"]);
        let suite = json!({"name": "s", "setup": [sum], "tests": tests});
        let folder = Folder::with_config(&json!({"server": server, "toolHealthSuites": [suite]}));
        let (ran, report) = folder.eval(&[]);
        assert_eq!((ran.code, cases(&report)[0]["verdict"].as_str()), (1, Some("errored")), "{flaw}: {report:#}");
        assert!(cases(&report)[0].to_string().contains(words), "{flaw}: {report:#}");
    }
}

#[test]
fn unknown_tool_in_setup_is_told_with_the_nearest() {
    let setup = json!([{"name": "ecko", "args": {}}]);
    let report =
        suite("none", &json!({"setup": setup, "tests": [{"name": "echo", "args": {"message": "x"}}]})).eval(&[]).1;
    assert!(cases(&report)[0].to_string().contains("there is no tool `ecko`; nearest: `echo`"), "{report:#}");
}

#[test]
fn full_result_of_a_failing_tool_can_be_expected() {
    for (words, problem) in [("failed as asked", None), ("something else", Some("result"))] {
        let expected = json!({"content": [{"type": "text", "text": words}], "isError": true});
        let test = json!({"name": "fail", "args": {"kind": "isError"}, "expectedResult": expected});
        let report = suite("none", &json!({"tests": [test]})).eval(&[]).1;
        assert_eq!(cases(&report)[0]["mismatches"][0]["kind"].as_str(), problem, "{report:#}");
    }
}
