//! Each rule on a trace that keeps it and on one that breaks exactly it.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallRole, CaseKind, ResourceCase};
use serde_json::{Value, json};

use super::{READ_AFTER, READ_BEFORE, TRIGGER, UNSUBSCRIBE};
use crate::grade;
use crate::testing::{Talk, of_kind, words};

/// The verdict on a test of `a://1`, of which at least one update must come, as far as `members` do not say otherwise.
#[track_caller]
fn check(members: Value, talk: Talk, expected: &str) {
    let mut test = json!({"uri": "a://1", "updates": {"min": 1}, "within": 1000.0, "quiet": 100.0});
    test.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
    if test["uri"].is_null() {
        test.as_object_mut().expect("an object").remove("uri");
    }
    let case = json!({"test": {"subscription": test}});
    let case: ResourceCase = serde_json::from_value(case).expect("the test is well-formed");
    let verdict = grade(&of_kind(CaseKind::Resource(Box::new(case))), &talk.trace()).verdict;
    assert_eq!(words(&verdict), expected, "{members}");
}

fn talk_of(revision: Revision) -> Talk {
    Talk::of(revision).capabilities(json!({"resources": {"subscribe": true, "listChanged": true}}))
}

fn subscribed() -> Talk {
    let talk = talk_of(Revision::V2025_11_25);
    talk.ask(CallRole::Tested, "resources/subscribe", json!({"uri": "a://1"})).result(json!({}))
}

fn triggered(talk: Talk) -> Talk {
    talk.ask(TRIGGER, "tools/call", json!({"name": "t"})).text("done")
}

fn unsubscribed(talk: Talk) -> Talk {
    talk.ask(UNSUBSCRIBE, "resources/unsubscribe", json!({"uri": "a://1"})).result(json!({}))
}

fn update(uri: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": uri}})
}

#[test]
fn updates_between_subscribing_and_unsubscribing_are_counted() {
    let news = |count: usize| {
        let talk = (0..count).fold(triggered(subscribed()), |talk, _| talk.says(&update("a://1")));
        unsubscribed(talk)
    };
    check(json!({}), news(1), "passed");
    check(json!({}), news(0), "subscription: none");
    check(json!({"updates": {"min": 2, "max": 2}}), news(2), "passed");
    check(json!({"updates": {"min": 2, "max": 2}}), news(3), "subscription: 3");
    check(json!({"updates": {"min": 0, "max": 0}}), news(0), "passed");
    check(json!({"updates": {"min": 0, "max": 0}}), news(1), "subscription: 1");
}

#[test]
fn updates_before_the_subscription_stood_do_not_count() {
    let early = talk_of(Revision::V2025_11_25).says(&update("a://1"));
    let early = early.ask(CallRole::Tested, "resources/subscribe", json!({"uri": "a://1"})).result(json!({}));
    check(json!({}), unsubscribed(triggered(early)), "subscription: none");
}

#[test]
fn part_of_the_resource_is_no_other_resource() {
    let news = |uri: &str| unsubscribed(triggered(subscribed()).says(&update("a://1")).says(&update(uri)));
    check(json!({}), news("a://1/part"), "passed");
    check(json!({}), news("a://1#part"), "passed");
    check(json!({}), news("a://12"), "subscription: one of \"a://12\"");
    check(json!({}), news("b://1"), "subscription: one of \"b://1\"");
}

#[test]
fn silence_follows_unsubscribing() {
    let talk = unsubscribed(triggered(subscribed()).says(&update("a://1")));
    check(json!({}), talk.says(&update("a://1")), "subscription: another update");
}

#[test]
fn refusals_and_silence_of_each_request_are_told() {
    let asked = || talk_of(Revision::V2025_11_25).ask(CallRole::Tested, "resources/subscribe", json!({"uri": "a://1"}));
    check(json!({}), asked().error(-32603, "no"), "unexpectedError: JSON-RPC error -32603 \"no\"");
    check(json!({}), asked(), "noAnswer: none came");
    let failed = subscribed().ask(TRIGGER, "tools/call", json!({})).tool_error("no");
    check(json!({}), failed, "unexpectedError: an isError result with text \"no\"");
    let kept = triggered(subscribed()).says(&update("a://1"));
    let kept = kept.ask(UNSUBSCRIBE, "resources/unsubscribe", json!({"uri": "a://1"})).error(-32603, "no");
    check(json!({}), kept, "unexpectedError: JSON-RPC error -32603 \"no\"");
}

#[test]
fn first_update_may_not_be_late() {
    let late = |ms: u64| unsubscribed(triggered(subscribed()).wait_ms(ms).says(&update("a://1")));
    check(json!({"maxLatency": 50.0}), late(10), "passed");
    check(json!({"maxLatency": 50.0}), late(60), "latency: 60.2 ms");
    let touched = |ms: u64| subscribed().wait_ms(500).remark("touched a").wait_ms(ms).says(&update("a://1"));
    check(json!({"maxLatency": 50.0}), unsubscribed(touched(10)), "passed");
    check(json!({"maxLatency": 50.0}), unsubscribed(touched(60)), "latency: 60.1 ms");
}

#[test]
fn file_that_cannot_be_touched_finds_nothing_out() {
    let talk = unsubscribed(subscribed().remark("could not touch a: gone"));
    check(json!({}), talk, "errored: the expectation cannot be checked: could not touch a: gone");
}

#[test]
fn messages_that_are_not_kept_cannot_be_counted() {
    let talk = unsubscribed(triggered(subscribed()).says(&update("a://1"))).not_kept(3);
    check(
        json!({}),
        talk,
        "errored: a limit was reached: 3 messages are not in the trace, so updates cannot be counted",
    );
}

#[test]
fn late_updates_do_not_count() {
    let late = |ms| unsubscribed(triggered(subscribed()).wait_ms(ms).says(&update("a://1")));
    check(json!({}), late(900), "passed");
    check(json!({}), late(1500), "subscription: none, and 1 too late");
    check(json!({"updates": {"min": 0, "max": 0}}), late(1500), "passed");
}

#[test]
fn list_is_read_over_all_its_pages_before_and_after() {
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/resources/list_changed"});
    let list = |talk: Talk, role: CallRole, uris: &[&str]| {
        uris.iter().fold(talk, |talk, uri| {
            talk.ask(role, "resources/list", json!({})).result(json!({"resources": [{"uri": uri}]}))
        })
    };
    let both = |before: &[&str], after: &[&str]| {
        let talk = list(talk_of(Revision::V2025_11_25), READ_BEFORE, before);
        list(triggered(talk).says(&changed), READ_AFTER, after)
    };
    let test = || json!({"uri": null, "changes": true});
    check(test(), both(&["a://1", "a://2"], &["a://1", "a://3"]), "passed");
    let same = "subscription: the same: [{\"uri\":\"a://1\"},{\"uri\":\"a://2\"}]";
    check(test(), both(&["a://1", "a://2"], &["a://1", "a://2"]), same);
    let turned = || both(&["a://1", "a://2"], &["a://2", "a://1"]);
    let words = "subscription: the same in another order: [{\"uri\":\"a://2\"},{\"uri\":\"a://1\"}]";
    check(test(), turned(), words);
    check(json!({"uri": null, "changes": false}), turned(), "passed");
}

#[test]
fn contents_change_or_do_not() {
    let read = |talk: Talk, role: CallRole, text: &str| {
        let contents = json!({"contents": [{"uri": "a://1", "text": text}]});
        talk.ask(role, "resources/read", json!({"uri": "a://1"})).result(contents)
    };
    let both = |before: &str, after: &str| {
        let talk = read(talk_of(Revision::V2025_11_25), READ_BEFORE, before);
        let talk = talk.ask(CallRole::Tested, "resources/subscribe", json!({"uri": "a://1"})).result(json!({}));
        unsubscribed(read(triggered(talk).says(&update("a://1")), READ_AFTER, after))
    };
    check(json!({"changes": true}), both("x", "y"), "passed");
    check(json!({"changes": false}), both("x", "x"), "passed");
    let same = "subscription: the same: [{\"uri\":\"a://1\",\"text\":\"x\"}]";
    check(json!({"changes": true}), both("x", "x"), same);
    let others = "subscription: something else: [{\"uri\":\"a://1\",\"text\":\"y\"}]";
    check(json!({"changes": false}), both("x", "y"), others);
    let unread = talk_of(Revision::V2025_11_25).ask(READ_BEFORE, "resources/read", json!({})).error(-32002, "none");
    let unread = unread.ask(CallRole::Tested, "resources/subscribe", json!({})).result(json!({}));
    let unread = unsubscribed(read(triggered(unread).says(&update("a://1")), READ_AFTER, "x"));
    check(json!({"changes": true}), unread, "unexpectedError: JSON-RPC error -32002 \"none\"");
}

/// On the stream of the first request.
fn tagged(uri: &str) -> Value {
    let mut update = update(uri);
    update["params"]["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": 1});
    update
}

fn acknowledgement(notifications: Value) -> Value {
    let params = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": 1}, "notifications": notifications});
    json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params})
}

#[test]
fn stream_begins_with_its_acknowledgement_and_names_itself_in_all_that_comes() {
    let filter = || json!({"resourceSubscriptions": ["a://1"]});
    let listen = || talk_of(Revision::V2026_07_28).ask(CallRole::Tested, "subscriptions/listen", filter());
    let acknowledged = || listen().says(&acknowledgement(filter()));
    let with = |id: Value| {
        let mut update = update("a://1");
        update["params"]["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": id});
        update
    };
    check(json!({}), acknowledged().says(&with(json!(1))), "passed");
    let none = "subscription: none in `notifications/resources/updated`";
    check(json!({}), acknowledged().says(&update("a://1")), none);
    let text = "subscription: \"1\" in `notifications/resources/updated`";
    check(json!({}), acknowledged().says(&with(json!("1"))), text);
    check(json!({}), acknowledged().says(&with(json!(7))), "subscription: 7 in `notifications/resources/updated`");
    let early = listen().says(&with(json!(1))).says(&acknowledgement(filter()));
    check(json!({}), early, "subscription: `notifications/resources/updated` before it");
    let mut bare = acknowledgement(filter());
    bare["params"].as_object_mut().expect("an object").remove("_meta");
    let bare = listen().says(&bare).says(&with(json!(1)));
    check(json!({}), bare, "subscription: none in `notifications/subscriptions/acknowledged`");
}

#[test]
fn stream_is_acknowledged_and_taken_back() {
    let listen = || {
        let filter = json!({"notifications": {"resourceSubscriptions": ["a://1"]}});
        talk_of(Revision::V2026_07_28).ask(CallRole::Tested, "subscriptions/listen", filter)
    };
    let acknowledge = |notifications: Value| listen().says(&acknowledgement(notifications));
    let update = tagged;
    let cancel = |id: u64| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    let honored = || acknowledge(json!({"resourceSubscriptions": ["a://1"]})).says(&update("a://1"));
    check(json!({}), honored().sends(&cancel(1)), "passed");
    check(json!({}), honored().sends(&cancel(1)).says(&update("a://1")), "subscription: another update");
    check(json!({}), honored().sends(&cancel(9)).says(&update("a://1")), "passed");
    check(json!({}), listen().says(&update("a://1")), "subscription: none came");
    check(json!({}), acknowledge(json!({})).says(&update("a://1")), "subscription: {}");
    check(json!({}), listen().error(-32601, "what?"), "unexpectedError: JSON-RPC error -32601 \"what?\"");
}

/// Its result ends the stream; the server may give it at any time (MCP 2026-07-28, basic/patterns/subscriptions).
#[test]
fn stream_that_the_server_ends_had_the_updates_before() {
    let acknowledged = || {
        let filter = json!({"notifications": {"resourceSubscriptions": ["a://1"]}});
        let talk = talk_of(Revision::V2026_07_28).ask(CallRole::Tested, "subscriptions/listen", filter);
        talk.says(&acknowledgement(json!({"resourceSubscriptions": ["a://1"]})))
    };
    let end = || json!({"resultType": "complete", "_meta": {"io.modelcontextprotocol/subscriptionId": 1}});
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    check(json!({}), acknowledged().says(&tagged("a://1")).result(end()), "passed");
    check(json!({}), acknowledged().says(&tagged("a://1")).says(&cancelled), "passed");
    check(json!({}), acknowledged().says(&tagged("a://1")).sends(&cancelled).result(end()), "passed");
    check(json!({}), acknowledged().result(end()), "subscription: none, until the server ended the stream");
    let again = acknowledged().says(&tagged("a://1")).result(end()).says(&tagged("a://1"));
    check(json!({}), again, "subscription: another update");
    let twice = acknowledged().says(&acknowledgement(json!({"resourceSubscriptions": ["a://1"]})));
    check(json!({}), twice.says(&tagged("a://1")), "subscription: another");
}

#[test]
fn stream_has_what_was_asked_for_and_nothing_else() {
    let filter = |more: Value| {
        let mut all = json!({"resourceSubscriptions": ["a://1"]});
        all.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("members"));
        all
    };
    let listen = || {
        let filter = json!({"notifications": filter(json!({}))});
        talk_of(Revision::V2026_07_28).ask(CallRole::Tested, "subscriptions/listen", filter)
    };
    let acknowledged = |more: Value| listen().says(&acknowledgement(filter(more))).says(&tagged("a://1"));
    check(json!({}), acknowledged(json!({"toolsListChanged": false, "taskIds": []})), "passed");
    let names = |what: &str| format!("protocol: the acknowledgement names {what}, which was not asked for");
    check(json!({}), acknowledged(json!({"toolsListChanged": true})), &names("true in `toolsListChanged`"));
    check(json!({}), acknowledged(json!({"taskIds": ["t"]})), &names("\"t\" in `taskIds`"));
    let more = json!({"resourceSubscriptions": ["a://1", "a://2"]});
    check(json!({}), acknowledged(more), &names("\"a://2\" in `resourceSubscriptions`"));
    let with = |method: &str, params: Value| {
        let mut message = tagged("a://1");
        message["method"] = json!(method);
        message["params"].as_object_mut().expect("an object").extend(params.as_object().cloned().expect("members"));
        acknowledged(json!({})).says(&message)
    };
    let on_a_stream = "came on a stream of `subscriptions/listen`";
    let log = with("notifications/message", json!({"level": "info", "data": 1}));
    let misplaced = format!("protocol: `notifications/message` {on_a_stream}; it belongs to the stream of its request");
    check(json!({}), log, &misplaced);
    let unasked = with("notifications/tools/list_changed", json!({}));
    let misplaced = format!(
        "protocol: `notifications/tools/list_changed` {on_a_stream} that did not ask for it (`toolsListChanged`)"
    );
    check(json!({}), unasked, &misplaced);
}

#[test]
fn changes_of_the_list_are_announced_unasked() {
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/resources/list_changed"});
    let talk = || triggered(talk_of(Revision::V2025_11_25));
    let list = || json!({"uri": null});
    check(list(), talk().says(&changed), "passed");
    check(list(), talk(), "subscription: none");
}
