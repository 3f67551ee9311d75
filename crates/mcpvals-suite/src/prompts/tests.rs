//! Each rule on a trace that keeps it and on one that breaks exactly it.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::{CallRole, CaseKind, Graded, PromptCase};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, of_kind, words};

/// With a server that has prompts.
fn talk() -> Talk {
    Talk::new().capabilities(json!({"prompts": {}}))
}

fn graded(test: &Value, talk: Talk) -> Graded {
    let case: PromptCase = serde_json::from_value(json!({"test": test})).expect("the test is well-formed");
    grade(&of_kind(CaseKind::Prompt(Box::new(case))), &talk.trace())
}

#[track_caller]
fn check(test: Value, talk: Talk, expected: &str) {
    assert_eq!(words(&graded(&test, talk).verdict), expected, "{test}");
}

fn message(role: &str, content: Value) -> Value {
    json!({"role": role, "content": content})
}

fn text(role: &str, text: &str) -> Value {
    message(role, json!({"type": "text", "text": text}))
}

/// A `prompts/get` with this result's messages.
fn get(messages: Value) -> Talk {
    talk().ask(CallRole::Tested, "prompts/get", json!({"name": "p"})).result(json!({"messages": messages}))
}

#[track_caller]
fn check_get(members: Value, messages: Value, expected: &str) {
    let mut test = json!({"get": {"prompt": "p"}});
    test["get"].as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
    check(test, get(messages), expected);
}

fn listed() -> Talk {
    let prompts = json!([
        {"name": "a", "arguments": [{"name": "x", "required": true}, {"name": "y"}]},
        {"name": "b"},
    ]);
    talk().ask(CallRole::Step(0), "prompts/list", json!({})).result(json!({"prompts": prompts}))
}

#[track_caller]
fn check_list(members: Value, expected: &str) {
    let mut test = json!({"discovery": {"list": "prompts"}});
    test["discovery"].as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
    check(test, listed(), expected);
}

#[test]
fn list_has_its_prompts_and_their_arguments() {
    check_list(json!({"present": ["a", "b"], "count": {"min": 2, "max": 2}}), "passed");
    check_list(json!({"present": ["c"]}), "listing: \"a\", \"b\"");
    check_list(json!({"count": {"min": 3}}), "listing: 2: \"a\", \"b\"");
    check_list(json!({"arguments": {"a": {"x": true, "y": false}, "b": {}}}), "passed");
    check_list(json!({"arguments": {"a": {"x": false, "y": null}}}), "listing: it is required");
    check_list(json!({"arguments": {"a": {"z": null}}}), "listing: only \"x\", \"y\"");
    check_list(json!({"arguments": {"b": {"z": null}}}), "listing: no arguments are listed");
    check_list(json!({"present": ["c"], "arguments": {"c": {"z": null}}}), "listing: \"a\", \"b\"");
}

#[test]
fn content_is_in_a_message_or_is_one() {
    let two = || json!([text("user", "Hello Ann"), text("assistant", "{\"a\": 1}")]);
    let shown = "result: user \"Hello Ann\", assistant \"{\\\"a\\\": 1}\"";
    check_get(json!({"content": "hello ann"}), two(), "passed");
    check_get(json!({"content": "hello bob"}), two(), shown);
    check_get(json!({"content": ["Hello", "\"a\""]}), two(), "passed");
    check_get(json!({"content": ["Hello", "Bob"]}), two(), shown);
    check_get(json!({"content": {"a": 1}}), two(), "passed");
    check_get(json!({"content": {"role": "user", "content": {"text": "Hello Ann"}}}), two(), "passed");
    check_get(json!({"content": {"type": "text", "text": "Hello Ann"}}), two(), "passed");
    check_get(json!({"content": {"type": "image"}}), two(), shown);
    check_get(json!({"content": [{"role": "user"}, {"role": "assistant"}]}), two(), "passed");
    check_get(json!({"content": [{"role": "user"}]}), two(), shown);
    check_get(json!({"some": true}), json!([]), "result: none");
}

#[test]
fn messages_come_one_by_one() {
    let image = || message("user", json!({"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}));
    let wanted = |role: &str, content: Value| json!({"messages": [{"role": role, "content": content}]});
    check_get(wanted("user", json!("ann")), json!([text("user", "Ann")]), "passed");
    check_get(wanted("user", json!("bob")), json!([text("user", "Ann")]), "result: user \"Ann\"");
    check_get(wanted("assistant", json!("ann")), json!([text("user", "Ann")]), "result: \"user\"");
    check_get(wanted("user", json!({"type": "image", "mimeType": "image/png"})), json!([image()]), "passed");
    let other = "result: user {\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}";
    check_get(wanted("user", json!({"type": "audio"})), json!([image()]), other);
    check_get(wanted("user", json!("ann")), json!([]), "result: 0 messages: no messages");
}

#[test]
fn matchers_see_the_texts_of_all_messages() {
    let two = || json!([text("user", "one"), text("assistant", "two")]);
    check_get(json!({"expect": [{"match": {"equals": "one\ntwo"}}]}), two(), "passed");
    let path = json!({"expect": [{"match": {"jsonPath": {"$.messages[1].role": {"equals": "assistant"}}}}]});
    check_get(path, two(), "passed");
}

#[test]
fn shape_of_messages_is_always_checked() {
    let bad = |message: Value, words: &str| check_get(json!({}), json!([message]), words);
    bad(text("user", "x"), "passed");
    bad(text("system", "x"), "protocol: message 1: `role` is \"system\", not \"user\" or \"assistant\"");
    bad(json!({"role": "user"}), "protocol: message 1: `content` is missing");
    bad(json!("x"), "protocol: message 1: it is a string, not an object");
    bad(message("user", json!("x")), "protocol: message 1, content: it is a string, not an object");
    let resource = |members: Value| message("user", json!({"type": "resource", "resource": members}));
    bad(resource(json!({"uri": "x://a", "text": ""})), "passed");
    let neither = "protocol: message 1, content: its resource has neither `text` nor `blob`";
    bad(resource(json!({"uri": "x://a"})), neither);
    let image = |data: &str| message("user", json!({"type": "image", "data": data, "mimeType": "image/png"}));
    bad(image("R0lGODlhAQABAAAAADs="), "mimeType: bytes that begin like `image/gif`");
    bad(image("?"), "protocol: message 1, content: `data` is no Base64: \"?\"");
}

#[test]
fn error_is_right_only_where_it_is_expected() {
    let refused = || talk().ask(CallRole::Tested, "prompts/get", json!({"name": "p"})).error(-32602, "unknown prompt");
    let expect = |error: &str| json!({"get": {"prompt": "p", "expect": [{"error": error}]}});
    check(json!({"get": {"prompt": "p"}}), refused(), "unexpectedError: JSON-RPC error -32602 \"unknown prompt\"");
    check(expect("unknown"), refused(), "passed");
    check(expect("denied"), refused(), "error: JSON-RPC error -32602 \"unknown prompt\"");
    check(expect("unknown"), get(json!([text("user", "x")])), "missingError: a success with text \"x\"");
}

#[test]
fn metrics_have_the_seeds_names_and_their_frames() {
    let of = |test: Value, talk: Talk| {
        let short = |metric: &mcpvals_model::Metric| {
            let score = metric.score.map(mcpvals_model::Score::value);
            format!("{} {} {:?}", metric.name.as_str(), score.unwrap_or(-1.0), metric.frames)
        };
        graded(&test, talk).metrics.iter().map(short).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(of(json!({"discovery": {"list": "prompts"}}), listed()), "Discovery 1 [2]");
    let timed = json!({"get": {"prompt": "p", "content": "y", "expect": [{"latency": 1000.0}]}});
    assert_eq!(of(timed, get(json!([text("user", "x")]))), "Execution 0 [2], Performance 1 [2]");
}
