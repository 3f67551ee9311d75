//! Each rule on a trace that keeps it and on one that breaks exactly it.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallRole, CaseKind, CompletionCase};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, of_kind, words};

fn asked(talk: Talk) -> Talk {
    talk.ask(CallRole::Tested, "completion/complete", json!({}))
}

fn talk() -> Talk {
    asked(Talk::new().capabilities(json!({"completions": {}})))
}

#[track_caller]
fn check_talk(members: Value, talk: Talk, expected: &str) {
    let mut case = json!({"reference": {"prompt": "p"}, "argument": "x", "value": ""});
    case.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
    let case: CompletionCase = serde_json::from_value(case).expect("the test is well-formed");
    let graded = grade(&of_kind(CaseKind::Completion(Box::new(case))), &talk.trace());
    assert_eq!(words(&graded.verdict), expected, "{members}");
}

#[track_caller]
fn check(members: Value, completion: Value, expected: &str) {
    check_talk(members, talk().result(json!({"completion": completion})), expected);
}

#[test]
fn values_are_the_expected_ones() {
    let two = || json!({"values": ["a", "b"]});
    check(json!({"present": ["a"], "absent": ["c"], "count": {"min": 2, "max": 2}}), two(), "passed");
    check(json!({"present": ["c"]}), two(), "listing: \"a\", \"b\"");
    check(json!({"absent": ["b"]}), two(), "listing: \"a\", \"b\"");
    check(json!({"count": {"min": 3}}), two(), "listing: 2: \"a\", \"b\"");
    check(json!({"hasMore": false}), two(), "passed");
    check(json!({"hasMore": true}), two(), "listing: none");
    check(json!({"expect": [{"match": {"equals": "a\nb"}}]}), two(), "passed");
    check(json!({"present": ["a"]}), json!({"values": []}), "listing: no values");
}

#[test]
fn values_match_what_is_typed() {
    let typed = |prefix: &str, values: &[&str], words: &str| {
        check(json!({"value": prefix, "prefix": prefix}), json!({"values": values}), words);
    };
    typed("Fo", &["formal", "info", "Follow"], "passed");
    typed("ny", &["New York", "Sunny"], "passed");
    typed("new-y", &["New York"], "passed");
    typed("", &["anything"], "passed");
    typed("fo", &[], "passed");
    typed("fo", &["formal", "brief"], "listing: \"brief\"");
    typed("yn", &["New York"], "listing: \"New York\"");
    typed("--", &["help"], "listing: \"help\"");
    check(json!({"value": "fo"}), json!({"values": ["brief"]}), "passed");
}

#[test]
fn result_is_always_checked() {
    check(json!({}), json!({"values": ["a"], "total": 1, "hasMore": false}), "passed");
    check(json!({}), json!({"values": ["a"], "total": 2, "hasMore": true}), "passed");
    check(json!({}), json!({"values": ["a", "a"]}), "listing: \"a\", \"a\"");
    check(json!({}), json!({"values": ["a", "b"], "total": 1}), "listing: 1");
    check(json!({}), json!({"values": ["a"], "total": 1, "hasMore": true}), "listing: 1");
    let many = |count: u32| json!({"values": (0..count).map(|n| n.to_string()).collect::<Vec<_>>()});
    check(json!({}), many(100), "passed");
    check(json!({}), many(101), "protocol: `values` has 101 values, and 100 is the most");
    check(json!({}), json!({"values": ["a", 7, 8]}), "protocol: `values/1` is 7, not a string");
    check(json!({}), json!({"values": [1]}), "protocol: `values/0` is 1, not a string");
    check(json!({}), json!({}), "protocol: `values` is missing");
    check_talk(json!({}), talk().result(json!({})), "protocol: `completion` is missing");
}

#[test]
fn undeclared_is_skipped_unless_it_is_required_and_asked_for_where_nobody_declares() {
    let undeclared = "skipped: the server does not declare `completions`";
    check_talk(json!({}), Talk::new(), undeclared);
    check_talk(json!({"required": true}), Talk::new(), "undeclared: it does not, and the test is `required`");
    let old = || asked(Talk::of(Revision::V2024_11_05));
    check_talk(json!({}), old().result(json!({"completion": {"values": []}})), "passed");
    check_talk(json!({}), old().error(-32601, "no"), "unexpectedError: JSON-RPC error -32601 \"no\"");
    check_talk(json!({"expect": [{"match": {"errorCode": -32601}}]}), old().error(-32601, "no"), "passed");
}
