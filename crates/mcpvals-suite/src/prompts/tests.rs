//! Each rule on a trace that keeps it and on one that breaks exactly it.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
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
    let block = |kind: &str, mime_type: &str| json!({"type": kind, "data": "iVBORw0KGgo=", "mimeType": mime_type});
    bad(message("user", block("image", "application/octet-stream")), "mimeType: `application/octet-stream`");
    bad(message("user", block("audio", "image/png")), "mimeType: `image/png`");
    bad(message("user", block("audio", "audio/wav")), "mimeType: bytes that begin like `image/png`");
    let note = json!({"uri": "x://a", "mimeType": "application/json", "text": "a note"});
    let note = message("user", json!({"type": "resource", "resource": note}));
    bad(note, "mimeType: no JSON: expected value at line 1 column 1");
    bad(image("iVBORw0KGgo="), "passed");
    let unpadded = "`data` is not plain Base64 (line ends, or no padding): \"iVBORw0KGgo\"";
    bad(image("iVBORw0KGgo"), &format!("protocol: message 1, content: {unpadded}"));
    bad(image("?"), "protocol: message 1, content: `data` is no Base64: \"?\"");
}

#[test]
fn result_is_as_the_revision_has_it() {
    let get = |talk: Talk, members: Value| {
        let mut result = json!({"messages": [text("user", "x")]});
        result.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
        talk.ask(CallRole::Tested, "prompts/get", json!({"name": "p"})).result(result)
    };
    let test = || json!({"get": {"prompt": "p"}});
    check(test(), get(talk(), json!({"description": "7"})), "passed");
    check(test(), get(talk(), json!({"description": 7})), "protocol: `description` is 7, not a string");
    let of = |revision: Revision| Talk::of(revision).capabilities(json!({"prompts": {}}));
    let sound = message("user", json!({"type": "audio", "data": "UklGRiQAAABXQVZF", "mimeType": "audio/wav"}));
    let sounds = |revision: Revision| get(of(revision), json!({"messages": [sound]}));
    check(test(), sounds(Revision::V2025_03_26), "passed");
    let words = "its type \"audio\" came with revision 2025-03-26, and 2024-11-05 is spoken";
    check(test(), sounds(Revision::V2024_11_05), &format!("protocol: message 1, content: {words}"));
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

/// The list, then a `prompts/get` with each of these arguments, each answered in this way.
fn probed(gets: &[(Value, Result<&str, i64>)]) -> Talk {
    gets.iter().enumerate().fold(listed(), |talk, (index, (args, answer))| {
        let talk = talk.ask(CallRole::Step(index + 1), "prompts/get", json!({"name": "a", "arguments": args}));
        match answer {
            Ok(words) => talk.result(json!({"messages": [text("user", words)]})),
            Err(code) => talk.error(*code, "no"),
        }
    })
}

fn arguments(members: Value) -> Value {
    let mut test = json!({"arguments": {"prompt": "a", "args": {"x": "1", "y": "2"}}});
    test["arguments"].as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
    test
}

/// With all arguments, without `x`, without `y`.
fn answers(with: Result<&str, i64>, without_x: Result<&str, i64>, without_y: Result<&str, i64>) -> Talk {
    probed(&[(json!({"x": "1", "y": "2"}), with), (json!({"y": "2"}), without_x), (json!({"x": "1"}), without_y)])
}

#[test]
fn arguments_are_refused_with_the_right_error() {
    check(arguments(json!({})), answers(Ok("a"), Err(-32602), Ok("a")), "passed");
    let accepted = "missingError: a success with text \"a\"";
    check(arguments(json!({})), answers(Ok("a"), Ok("a"), Ok("a")), accepted);
    let other = "error: JSON-RPC error -32603 \"no\"";
    check(arguments(json!({})), answers(Ok("a"), Err(-32603), Ok("a")), other);
    check(
        arguments(json!({"refusal": {"match": {"errorCode": -32603}}})),
        answers(Ok("a"), Err(-32603), Ok("a")),
        "passed",
    );
    check(arguments(json!({"refusal": {"error": "no"}})), answers(Ok("a"), Err(-32000), Ok("a")), "passed");
    let unexpected = "unexpectedError: JSON-RPC error -32602 \"no\"";
    check(arguments(json!({})), answers(Err(-32602), Err(-32602), Ok("a")), unexpected);
    check(arguments(json!({})), answers(Ok("a"), Err(-32602), Err(-32602)), unexpected);
    check(arguments(json!({"required": [], "optional": []})), answers(Ok("a"), Ok("a"), Ok("a")), "passed");
}

#[test]
fn argument_that_is_misspelt_was_not_left_out() {
    let words = "errored: the expectation cannot be checked: `z` is no argument of the prompt, nor in `validArgs`: it cannot be \
                 left out";
    check(arguments(json!({"optional": ["z"]})), answers(Ok("a"), Err(-32602), Ok("a")), words);
}

#[test]
fn crash_is_no_refusal_and_names_the_argument() {
    let talk = probed(&[(json!({"x": "1", "y": "2"}), Ok("a"))]);
    let talk = talk.ask(CallRole::Step(2), "prompts/get", json!({"name": "a", "arguments": {"y": "2"}}));
    let talk = talk.ends(mcpvals_model::CallEnd::Closed).process(mcpvals_model::ProcessEnd::Exited(1), "");
    let graded = graded(&arguments(json!({})), talk);
    assert_eq!(words(&graded.verdict), "noAnswer: the server's process exited with code 1");
    let expected: Vec<&str> = graded.verdict.mismatches().map(|mismatch| mismatch.expected.as_str()).collect();
    assert_eq!(expected, ["without the required argument `x`: an answer"]);
    let score = graded.metrics[0].score.map(mcpvals_model::Score::value);
    assert!(score.is_some_and(|score| (score - 1.0 / 3.0).abs() < 1e-9), "{score:?}");
}

#[test]
fn arguments_that_nobody_gave_are_made_up_to_see_what_a_refusal_is_worth() {
    let test = || json!({"arguments": {"prompt": "a"}});
    let made_up = |answer, refused| probed(&[(json!({"x": "example"}), answer), (json!({}), refused)]);
    check(test(), made_up(Ok("a"), Err(-32602)), "passed");
    check(test(), made_up(Ok("a"), Ok("a")), "missingError: a success with text \"a\"");
    let refused = graded(&test(), made_up(Err(-32602), Err(-32602)));
    assert!(words(&refused.verdict).starts_with("errored: "), "{}", words(&refused.verdict));
    let unlisted = json!({"arguments": {"prompt": "z"}});
    check(unlisted, probed(&[(json!({}), Ok("a"))]), "listing: \"a\", \"b\"");
}

#[test]
fn words_of_a_crash_refuse_nothing() {
    let told = |message: &str| {
        let talk = probed(&[(json!({}), Ok("a"))]);
        let ask = json!({"name": "a", "arguments": {"x": 7}});
        talk.ask(CallRole::Step(1), "prompts/get", ask).error(-32603, message)
    };
    let test = || {
        arguments(
            json!({"required": [], "optional": [], "wrongTypes": "refuse", "call": {"prompt": "a", "args": {"x": "1"}}}),
        )
    };
    check(test(), told("`x` is a text"), "passed");
    for crash in ["AttributeError: 'int' object has no attribute 'upper'", "", "Internal error"] {
        let verdict = words(&graded(&test(), told(crash)).verdict);
        assert!(verdict.starts_with("unexpectedError: JSON-RPC error -32603"), "{crash}: {verdict}");
    }
}

#[test]
fn invalid_unknown_and_mistyped_arguments_are_as_the_test_says() {
    let test = arguments(json!({
        "required": [], "optional": [], "invalid": {"x": 1}, "unknown": "accept", "wrongTypes": "refuse",
    }));
    let answers = |answers: [Result<&'static str, i64>; 5]| probed(&answers.map(|answer| (json!({}), answer)));
    check(test.clone(), answers([Ok("a"), Err(-32602), Ok("a"), Err(-32602), Err(-32603)]), "passed");
    let talk = answers([Ok("a"), Ok("b"), Err(-32602), Ok("c"), Err(-32602)]);
    let expected: Vec<String> = graded(&test, talk).verdict.mismatches().map(|m| m.expected.clone()).collect();
    assert_eq!(
        expected,
        [
            "with the invalid arguments {\"x\":1}: an error",
            "with the unknown argument `mcpvalsUnknownArgument`: a result that is no error",
            "with a number as the argument `x`: an error",
        ]
    );
}

#[test]
fn marked_arguments_are_in_the_messages() {
    let test =
        json!({"template": {"prompt": "a", "args": {"x": "1", "y": "2"}, "substitution": ["x", "y"], "some": true}});
    let talk = |words: &str| {
        get(json!([text("user", "1 2")]))
            .ask(CallRole::Step(0), "prompts/get", json!({"name": "a", "arguments": {"x": "canarya", "y": "canaryb"}}))
            .result(json!({"messages": [text("user", words)]}))
    };
    check(test.clone(), talk("1 Canarya and canaryB"), "passed");
    check(test.clone(), talk("canarya and 2"), "argument: user \"canarya and 2\"");
    check(test, talk("1 and 2"), "argument: user \"1 and 2\"; argument: user \"1 and 2\"");
}
