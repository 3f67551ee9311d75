//! Each rule on a trace that keeps it and on one that breaks exactly it.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallEnd, CallRole, CaseKind, ResourceCase, Trace};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, of_kind, words};

/// With a server that has resources.
fn talk() -> Talk {
    Talk::new().capabilities(json!({"resources": {}}))
}

/// The verdict in short: `passed`, or kind and words of each mismatch.
fn verdict(test: &Value, trace: &Trace) -> String {
    let case: ResourceCase = serde_json::from_value(json!({"test": test})).expect("the test is well-formed");
    words(&grade(&of_kind(CaseKind::Resource(Box::new(case))), trace).verdict)
}

#[track_caller]
fn check(test: Value, talk: Talk, expected: &str) {
    assert_eq!(verdict(&test, &talk.trace()), expected, "{test}");
}

fn page(talk: Talk, number: usize, uris: &[&str], next: Option<&str>) -> Talk {
    let entries: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri, "name": uri})).collect();
    let mut page = json!({"resources": entries});
    if let Some(next) = next {
        page["nextCursor"] = json!(next);
    }
    talk.ask(CallRole::Step(number), "resources/list", json!({})).result(page)
}

fn templates(templates: &[&str]) -> Talk {
    let entries: Vec<Value> = templates.iter().map(|uri| json!({"uriTemplate": uri, "name": uri})).collect();
    talk().ask(CallRole::Step(0), "resources/templates/list", json!({})).result(json!({"resourceTemplates": entries}))
}

fn read(talk: Talk, item: Value) -> Talk {
    let mut item = item;
    item["uri"] = json!("x://a");
    talk.ask(CallRole::Tested, "resources/read", json!({"uri": "x://a"})).result(json!({"contents": [item]}))
}

fn access(members: Value) -> Value {
    let mut access = json!({"uri": "x://a"});
    for (name, value) in members.as_object().expect("members") {
        access[name] = value.clone();
    }
    json!({"access": access})
}

#[track_caller]
fn check_item(expected: Value, item: Value, verdict: &str) {
    check(access(expected), read(talk(), item), verdict);
}

#[test]
fn entries_are_counted_and_looked_for_over_all_pages() {
    let two_pages = || page(page(talk(), 0, &["x://a", "x://b"], Some("2")), 1, &["x://c"], None);
    let discovery = |members: Value| {
        let mut discovery = json!({"list": "resources"});
        discovery.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
        json!({"discovery": discovery})
    };
    check(discovery(json!({"count": {"min": 3, "max": 3}, "present": ["x://c"]})), two_pages(), "passed");
    check(discovery(json!({"count": {"max": 2}})), two_pages(), "listing: 3: \"x://a\", \"x://b\", \"x://c\"");
    check(discovery(json!({"present": ["x://d"]})), two_pages(), "listing: \"x://a\", \"x://b\", \"x://c\"");
    let endless = page(page(talk(), 0, &["x://a"], Some("2")), 1, &["x://b"], Some("2"));
    check(discovery(json!({})), endless, "listing: the cursor \"2\" came twice");
    let refused = talk().ask(CallRole::Step(0), "resources/list", json!({})).error(-32603, "boom");
    check(discovery(json!({})), refused, "unexpectedError: JSON-RPC error -32603 \"boom\"");
    let silent = talk().ask(CallRole::Step(0), "resources/list", json!({}));
    check(discovery(json!({})), silent, "noAnswer: none came");
    check(discovery(json!({"maxLatency": 1.0})), page(talk(), 0, &[], None), "passed");
    let slow = talk().ask(CallRole::Step(0), "resources/list", json!({})).wait_ms(20).result(json!({"resources": []}));
    check(discovery(json!({"maxLatency": 5.0})), slow, "latency: 20.1 ms");
}

#[test]
fn nothing_is_not_as_listed_where_the_list_says_a_type_or_a_size() {
    let of = |entry: Value| {
        let listed = talk().ask(CallRole::Step(0), "resources/list", json!({})).result(json!({"resources": [entry]}));
        listed.ask(CallRole::Tested, "resources/read", json!({"uri": "x://a"})).result(json!({"contents": []}))
    };
    let as_listed = || access(json!({"asListed": true}));
    check(as_listed(), of(json!({"uri": "x://a", "name": "a", "mimeType": "text/plain"})), "uri: an empty list");
    check(as_listed(), of(json!({"uri": "x://a", "name": "a"})), "passed");
}

#[test]
fn server_without_templates_need_not_know_their_list() {
    let unknown =
        || talk().ask(CallRole::Step(0), "resources/templates/list", json!({})).error(-32601, "method not found");
    check(json!({"discovery": {"list": "resourceTemplates", "count": {"max": 0}}}), unknown(), "passed");
    let some = json!({"discovery": {"list": "resourceTemplates", "count": {"min": 1}}});
    check(some, unknown(), "listing: 0: nothing");
}

#[test]
fn contents_are_held_against_what_is_expected() {
    let text = || json!({"text": "Hello, {\"a\": 1}", "mimeType": "text/plain; charset=utf-8"});
    check_item(json!({"content": "hello"}), text(), "passed");
    check_item(json!({"content": ["Hello", "1"]}), text(), "passed");
    check_item(json!({"content": ["Hello", "2"]}), text(), "result: text \"Hello, {\\\"a\\\": 1}\"");
    check_item(json!({"mimeType": "text/plain"}), text(), "passed");
    check_item(json!({"mimeType": "text/html"}), text(), "mimeType: \"text/plain; charset=utf-8\"");
    check_item(json!({"mimeType": "text/plain"}), json!({"text": "x"}), "mimeType: none");
    check_item(json!({"size": {"max": 15}}), text(), "passed");
    check_item(json!({"size": {"max": 14}}), text(), "result: 15 bytes");
    check_item(json!({"content": {"a": 1.0}}), json!({"text": "{\"a\": 1}"}), "passed");
    check_item(json!({"content": {"text": "x"}}), json!({"text": "x"}), "passed");
    check_item(json!({"content": {"a": 2}}), json!({"text": "{\"a\": 1}"}), "result: text \"{\\\"a\\\": 1}\"");
    check_item(json!({"content": null}), json!({"text": ""}), "passed");
    check_item(json!({"content": null}), json!({"text": "x"}), "result: text \"x\"");
    let blob = json!({"blob": "AAEC", "mimeType": "application/octet-stream"});
    check_item(json!({"content": "AAEC", "size": {"min": 3, "max": 3}}), blob.clone(), "passed");
    check_item(json!({"content": "AAED"}), blob, "result: a blob of 4 characters \"AAEC\"");
}

#[test]
fn blob_is_base64_before_it_has_a_size() {
    let unpadded = "protocol: contents item 1: `blob` is not plain Base64 (line ends, or no padding): \"AAE\"";
    check_item(json!({}), json!({"blob": "AAE="}), "passed");
    check_item(json!({}), json!({"blob": "AAE"}), unpadded);
    let sized = format!("{unpadded}; result: no Base64: a blob of 3 characters \"AAE\"");
    check_item(json!({"size": {"min": 2, "max": 2}}), json!({"blob": "AAE"}), &sized);
    let of_urls = "protocol: contents item 1: `blob` is no Base64: \"_-__\"";
    check_item(json!({}), json!({"blob": "_-__"}), of_urls);
    let sized = format!("{of_urls}; result: no Base64: a blob of 4 characters \"_-__\"");
    check_item(json!({"size": {"min": 0, "max": 0}}), json!({"blob": "_-__"}), &sized);
}

#[test]
fn no_contents_are_no_pass() {
    let empty =
        || talk().ask(CallRole::Tested, "resources/read", json!({"uri": "x://a"})).result(json!({"contents": []}));
    check(access(json!({"content": "x"})), empty(), "result: no contents");
    check(access(json!({"mimeType": "text/plain"})), empty(), "mimeType: no contents");
    check(access(json!({"content": null})), empty(), "passed");
}

#[test]
fn item_is_what_it_says() {
    check_item(json!({}), json!({"text": "{}", "mimeType": "application/json"}), "passed");
    let broken = json!({"text": "{", "mimeType": "application/json"});
    check_item(json!({}), broken, "mimeType: no JSON: EOF while parsing an object at line 1 column 1");
    // The first bytes of a PNG and of a GIF.
    let (png, gif) = ("iVBORw0KGgo=", "R0lGODlhAQABAAAAACw=");
    check_item(json!({}), json!({"blob": png, "mimeType": "image/png"}), "passed");
    check_item(json!({}), json!({"blob": gif, "mimeType": "image/png"}), "mimeType: bytes that begin like `image/gif`");
    check_item(json!({}), json!({"blob": gif, "mimeType": "image/x-icon"}), "passed");
    let none = "mimeType: no MIME type at all, which is `type/subtype`";
    check_item(json!({}), json!({"text": "x", "mimeType": "not a mime"}), none);
}

#[test]
fn error_is_expected_or_not() {
    let refused =
        || talk().ask(CallRole::Tested, "resources/read", json!({"uri": "x://a"})).error(-32002, "Resource not found");
    check(access(json!({"expect": [{"error": "not found"}]})), refused(), "passed");
    check(
        access(json!({"expect": [{"error": "denied"}]})),
        refused(),
        "error: JSON-RPC error -32002 \"Resource not found\"",
    );
    check(access(json!({})), refused(), "unexpectedError: JSON-RPC error -32002 \"Resource not found\"");
    check_item(
        json!({"expect": [{"error": "not found"}]}),
        json!({"text": "x"}),
        "missingError: a success with text \"x\"",
    );
}

#[test]
fn matchers_see_the_texts() {
    check_item(json!({"expect": [{"match": {"contains": ["b"]}}]}), json!({"text": "abc"}), "passed");
    check_item(json!({"expect": [{"match": {"contains": ["d"]}}]}), json!({"text": "abc"}), "result: text \"abc\"");
    let path = json!({"expect": [{"match": {"jsonPath": {"$.contents[0].text": {"equals": "abc"}}}}]});
    check_item(path, json!({"text": "abc"}), "passed");
}

#[test]
fn template_is_listed_gives_its_uri_and_is_read() {
    let template = |members: Value| {
        let mut access = json!({"template": "x://{id}", "variables": {"id": "a"}});
        access.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
        json!({"template": access})
    };
    let listed = || read(templates(&["x://{id}"]), json!({"text": "a"}));
    check(template(json!({"uriPattern": "^x://a$", "content": "a"})), listed(), "passed");
    check(template(json!({"uriPattern": "^x://b$"})), listed(), "uri: \"x://a\"");
    check(template(json!({"content": "b"})), listed(), "result: text \"a\"");
    check(template(json!({})), read(templates(&["y://{id}"]), json!({"text": "a"})), "listing: \"y://{id}\"");
}

#[test]
fn undeclared_is_skipped_unless_it_is_required() {
    let trace = Talk::new().trace();
    let graded = |required: bool| {
        let test = json!({"required": required, "test": access(json!({}))});
        let case: ResourceCase = serde_json::from_value(test).expect("the test is well-formed");
        words(&grade(&of_kind(CaseKind::Resource(Box::new(case))), &trace).verdict)
    };
    assert_eq!(graded(false), "skipped: the server does not declare `resources`");
    assert_eq!(graded(true), "undeclared: it does not, and the test is `required`");
}

#[test]
fn metrics_have_the_seeds_names_and_their_frames() {
    let of = |test: Value, talk: Talk| {
        let case: ResourceCase = serde_json::from_value(json!({"test": test})).expect("the test is well-formed");
        let metrics = grade(&of_kind(CaseKind::Resource(Box::new(case))), &talk.trace()).metrics;
        let short = metrics.iter().map(|metric| {
            let score = metric.score.map(mcpvals_model::Score::value);
            format!("{} {} {:?}", metric.name.as_str(), score.unwrap_or(-1.0), metric.frames)
        });
        short.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(of(json!({"discovery": {"list": "resources"}}), page(talk(), 0, &[], None)), "Discovery 1 [2]");
    let timed = access(json!({"content": "y", "expect": [{"latency": 1000.0}]}));
    assert_eq!(of(timed, read(talk(), json!({"text": "x"}))), "Access 0 [2], Performance 1 [2]");
    let template = json!({"template": {"template": "x://{id}", "variables": {"id": "a"}, "content": "y"}});
    let talk = read(templates(&["x://{id}"]), json!({"text": "x"}));
    assert_eq!(of(template.clone(), talk), "Template 1 [2, 4], Access 0 [2, 4]");
    let unlisted = read(templates(&["y://{id}"]), json!({"text": "x"}));
    assert_eq!(of(template, unlisted), "Template 0 [2, 4], Access 0 [2, 4]");
}

/// One request of a test of refusals, answered so.
fn asked(uri: &str) -> Talk {
    talk().ask(CallRole::Step(0), "resources/read", json!({"uri": uri}))
}

#[test]
fn only_an_error_is_a_refusal() {
    let unknown = "mcpvals-unknown://nobody/has/this";
    let test = || json!({"refusal": {"kinds": ["unknownUri"]}});
    check(test(), asked(unknown).error(-32002, "not found"), "passed");
    check(test(), asked(unknown).error(-32602, "not found"), "passed");
    // As FastMCP of the Python SDK 1 has it; the code is a recommendation until 2025-11-25.
    check(test(), asked(unknown).error(0, "Unknown resource"), "passed");
    check(test(), asked(unknown).error(-1, "no"), "passed");
    let modern = Talk::of(Revision::V2026_07_28).capabilities(json!({"resources": {}}));
    let modern = modern.ask(CallRole::Step(0), "resources/read", json!({"uri": unknown})).error(0, "Unknown resource");
    let verdict_of_modern = verdict(&test(), &modern.trace());
    assert!(verdict_of_modern.contains("JSON-RPC error 0"), "{verdict_of_modern}");
    for (talk, kind) in [
        (asked(unknown).ends(CallEnd::TimedOut { after_ms: 100 }), "noAnswer"),
        (asked(unknown).ends(CallEnd::Closed), "noAnswer"),
        (asked(unknown).error(0, ""), "result: JSON-RPC error 0"),
        (asked(unknown).error(0, "KeyError: 'x'"), "unexpectedError: JSON-RPC error 0"),
        (asked(unknown).error(-32603, "not found"), "result: JSON-RPC error -32603"),
        (asked(unknown).error(-32700, "not found"), "result: JSON-RPC error -32700"),
        (asked(unknown).result(json!({"contents": []})), "result"),
    ] {
        let verdict = verdict(&test(), &talk.trace());
        assert!(verdict.starts_with(kind), "{verdict}");
    }
    let invalid = || json!({"refusal": {"uris": ["x://secret"]}});
    check(invalid(), asked("x://secret").error(-32603, "Invalid URL"), "passed");
    let crash = "unexpectedError: JSON-RPC error -32603 \"TypeError: Invalid URL\"";
    check(invalid(), asked("x://secret").error(-32603, "TypeError: Invalid URL"), crash);
    let own = json!({"refusal": {"uris": ["x://secret"], "refusal": {"error": "denied"}}});
    check(own.clone(), asked("x://secret").error(0, "access denied"), "passed");
    assert!(verdict(&own, &asked("x://secret").error(0, "oops").trace()).contains("oops"));
}

#[test]
fn subscribing_to_what_nobody_has_is_an_error() {
    let test = || json!({"refusal": {"subscribe": true}});
    let of = |revision: Revision, capabilities: Value| {
        let talk = Talk::of(revision).capabilities(json!({"resources": capabilities}));
        talk.ask(CallRole::Step(0), "resources/subscribe", json!({"uri": "mcpvals-unknown://nobody/has/this"}))
    };
    let asked = || of(Revision::V2025_11_25, json!({"subscribe": true}));
    check(test(), asked().error(-32002, "not found"), "passed");
    check(test(), asked().error(-32603, "what?"), "passed");
    let accepted = verdict(&test(), &asked().result(json!({})).trace());
    assert!(accepted.starts_with("missingError: a success"), "{accepted}");
    let undeclared = of(Revision::V2025_11_25, json!({})).error(-32002, "not found");
    check(test(), undeclared, "skipped: the server does not declare `resources.subscribe`");
    let gone = "skipped: `resources/subscribe` is no more in revision 2026-07-28";
    check(test(), of(Revision::V2026_07_28, json!({"subscribe": true})).error(-32601, "what?"), gone);
}

#[test]
fn files_of_the_system_are_known_in_text_and_blob() {
    let test = || json!({"refusal": {"kinds": ["traversal"]}});
    let lists = || {
        let none = |member: &str| json!({member: []});
        let talk = talk().ask(CallRole::Step(0), "resources/list", json!({})).result(none("resources"));
        let talk = talk.ask(CallRole::Step(1), "resources/templates/list", json!({})).result(none("resourceTemplates"));
        talk.ask(CallRole::Step(2), "resources/read", json!({"uri": "file:///etc/passwd"}))
    };
    let item = |name: &str, content: &str| json!({"contents": [{"uri": "file:///etc/passwd", name: content}]});
    check(test(), lists().error(-32602, "no"), "passed");
    check(test(), lists().result(item("text", "root: the beginning of a plant")), "passed");
    check(test(), lists().result(item("text", "the root: a, b:0:0:")), "passed");
    for (name, content) in [
        ("text", "1: ROOT:X:0:0:ROOT:"),
        ("text", "a:b\nroot:x:0:0:root:/root:/bin/sh"),
        ("blob", "cm9vdDp4OjA6MDpyb290Oi86L3NoCg=="),
    ] {
        assert!(verdict(&test(), &lists().result(item(name, content)).trace()).starts_with("disclosure"), "{name}");
    }
    let told = lists().error(-32602, "not in a:b:c\nroot:x:0:0:root:/root:/bin/sh");
    assert!(verdict(&test(), &told.trace()).starts_with("disclosure"));
}
