//! What traces made by hand show of a test.

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, CallRole, Case, CaseKind, VerdictWord};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, of_kind};

fn case(test: &Value) -> Case {
    let case = json!({"test": test});
    of_kind(CaseKind::Utility(Box::new(serde_json::from_value(case).expect("a test"))))
}

#[track_caller]
fn check(test: &Value, talk: Talk, want: &[&str]) {
    let graded = grade(&case(test), &talk.trace());
    let words = |mismatch: &mcpvals_model::Mismatch| format!("{} | {}", mismatch.expected, mismatch.actual);
    let words: Vec<String> = graded.verdict.mismatches().map(words).collect();
    assert_eq!(words.len(), want.len(), "{:?}", graded.verdict);
    assert!(words.iter().zip(want).all(|(words, want)| words.contains(want)), "{words:?} is not {want:?}");
    assert_ne!(graded.verdict.word(), VerdictWord::Errored, "{:?}", graded.verdict);
}

#[test]
fn ping_is_answered_with_nothing_and_in_time() {
    let ping = || json!({"ping": {"times": 1, "maxLatency": 50}});
    let asked = || Talk::new().ask(CallRole::Step(0), "ping", json!({}));
    check(&ping(), asked().result(json!({})), &[]);
    check(&ping(), asked().result(json!({"_meta": {}})), &[]);
    check(&ping(), asked().result(json!({"ok": true})), &["an empty result | "]);
    check(&ping(), asked().wait_ms(60).result(json!({})), &["an answer within 50 ms | 60"]);
    check(&ping(), asked().error(-32601, "what?"), &["`ping` to succeed | "]);
    check(&ping(), asked().ends(CallEnd::TimedOut { after_ms: 5000 }), &["an answer within 5000 ms"]);
    let early = json!({"ping": {"times": 1, "beforeInitialized": true, "maxLatency": 50}});
    let both = || asked().result(json!({})).ask(CallRole::Verify(0), "ping", json!({}));
    check(&early, both().result(json!({})), &[]);
    check(&early, both().error(-32000, "not yet"), &["before `notifications/initialized`: `ping` to succeed | "]);
    check(
        &early,
        both().wait_ms(60).result(json!({})),
        &["before `notifications/initialized`: an answer within 50 ms"],
    );
    let stateless = Talk::of(Revision::V2026_07_28);
    assert_eq!(grade(&case(&ping()), &stateless.trace()).verdict.word(), VerdictWord::Skipped);
}

fn page(names: &[&str], next: Option<&str>) -> Value {
    let tools: Vec<Value> = names.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object"}})).collect();
    let mut page = json!({"tools": tools});
    if let Some(next) = next {
        page["nextCursor"] = json!(next);
    }
    page
}

#[test]
fn pages_are_counted_distinct_and_stable() {
    let pages = |more: Value| {
        let mut test = json!({"list": "tools", "stable": true});
        test.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        json!({"pagination": test})
    };
    let read = |second: &[&str]| {
        let first = Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(page(&["a", "b"], Some("2")));
        first.ask(CallRole::Step(1), "tools/list", json!({"cursor": "2"})).result(page(second, None))
    };
    let again = |talk: Talk, names: &[&str]| {
        talk.ask(CallRole::Verify(0), "tools/list", json!({"cursor": "2"})).result(page(names, None))
    };
    let unknown = |talk: Talk| talk.ask(CallRole::Verify(1), "tools/list", json!({"cursor": "x"}));
    let good = || again(read(&["c"]), &["c"]);
    check(
        &pages(json!({"pages": {"min": 2, "max": 2}, "entries": {"min": 3, "max": 3}})),
        unknown(good()).error(-32602, "no"),
        &[],
    );
    check(&pages(json!({"pages": {"min": 3}})), unknown(good()).error(-32602, "no"), &["at least 3 pages"]);
    check(&pages(json!({"entries": {"max": 2}})), unknown(good()).error(-32602, "no"), &["at most 2 entries"]);
    check(
        &pages(json!({})),
        unknown(again(read(&["a"]), &["a"])).error(-32602, "no"),
        &["entries that follow the protocol | `tools/list` has two entries with the name \"a\""],
    );
    check(
        &pages(json!({})),
        unknown(again(read(&["c"]), &["d"])).error(-32602, "no"),
        &["the same page for the same cursor"],
    );
    check(
        &pages(json!({})),
        unknown(good()).error(-32603, "oops"),
        &["a cursor that was never given to be refused with error -32602"],
    );
    let mut odd = page(&["a"], None);
    odd["nextCursor"] = json!(2);
    let odd = Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(odd);
    check(&pages(json!({})), odd, &["an answer that follows the protocol | `nextCursor` is 2, not a string"]);
    check(&pages(json!({})), unknown(good()).result(page(&["a"], None)), &["a cursor that was never given"]);
    let mut null = page(&["a"], None);
    null["nextCursor"] = Value::Null;
    let null = Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(null);
    check(&pages(json!({})), null, &["an answer that follows the protocol | `nextCursor` is null, not a string"]);
}

#[test]
fn changed_cursor_is_refused_or_leads_to_entries_of_the_list() {
    let test = json!({"pagination": {"list": "tools", "stable": false, "oddCursors": ["tampered"]}});
    let read = || {
        let first = Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(page(&["a", "b"], Some("2")));
        first.ask(CallRole::Step(1), "tools/list", json!({"cursor": "2"})).result(page(&["c"], None))
    };
    let changed = || read().ask(CallRole::Verify(2), "tools/list", json!({"cursor": "3"}));
    check(&test, changed().error(-32602, "no"), &[]);
    check(&test, changed().error(-32000, "no"), &[]);
    check(
        &test,
        changed().error(-32603, "oops"),
        &["a changed cursor to be refused, or to lead to entries of the list"],
    );
    check(&test, changed().result(page(&["c"], None)), &[]);
    check(&test, changed().result(page(&[], None)), &[]);
    check(&test, changed().result(page(&["d"], None)), &["no entries but those of `tools/list` | \"d\""]);
    check(&test, changed().ends(CallEnd::TimedOut { after_ms: 5000 }), &["an answer within 5000 ms"]);
    let one = Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(page(&["a"], None));
    assert_eq!(grade(&case(&test), &one.trace()).verdict.word(), VerdictWord::Errored);
}

#[test]
fn cursor_of_a_wrong_type_is_refused() {
    let test = json!({"pagination": {"list": "tools", "stable": false, "oddCursors": ["wrongTypes"]}});
    let read = || Talk::new().ask(CallRole::Step(0), "tools/list", json!({})).result(page(&["a"], None));
    let asked = |talk: Talk, index: usize, cursor: Value| {
        talk.ask(CallRole::Verify(3 + index), "tools/list", json!({"cursor": cursor}))
    };
    let refused = |talk: Talk, index: usize, cursor: Value| asked(talk, index, cursor).error(-32602, "no");
    let two = || refused(refused(read(), 0, json!(7)), 1, json!({}));
    check(&test, refused(two(), 2, Value::Null), &[]);
    let null = || asked(two(), 2, Value::Null);
    check(&test, null().result(page(&["a"], None)), &["the cursor null to be refused with error -32602 | a result"]);
    check(&test, null().error(-32603, "oops"), &["the cursor null to be refused with error -32602 | JSON-RPC error"]);
    check(&test, null().ends(CallEnd::Closed), &["an answer"]);
}

fn log(level: &str, data: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": level, "logger": "l", "data": data}})
}

#[test]
fn log_messages_are_counted_and_at_their_level() {
    let logging = |more: Value| {
        let mut test = json!({
            "levels": ["warning"], "trigger": {"tool": "t", "args": {}}, "messages": {"min": 1},
            "refusesUnknownLevel": false, "within": 10,
        });
        test.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        json!({"logging": test})
    };
    let talk = |messages: &[Value]| {
        let set = Talk::new().capabilities(json!({"logging": {}, "tools": {}})).plain_tool();
        let set = set.ask(CallRole::Step(0), "logging/setLevel", json!({"level": "warning"})).result(json!({})).call();
        messages.iter().fold(set, Talk::says).text("done")
    };
    check(&logging(json!({"contains": ["disk"], "logger": "l"})), talk(&[log("error", &json!("Disk full"))]), &[]);
    check(&logging(json!({})), talk(&[]), &["at least 1 log message | none"]);
    check(&logging(json!({})), talk(&[log("info", &json!("x"))]), &["no log message below \"warning\""]);
    check(
        &logging(json!({"contains": ["net"]})),
        talk(&[log("error", &json!({"a": 1}))]),
        &["a log message with \"net\""],
    );
    check(
        &logging(json!({"logger": "m"})),
        talk(&[log("error", &json!(1))]),
        &["each log message of the logger \"m\""],
    );
    check(
        &logging(json!({})),
        talk(&[log("loud", &json!("x"))]),
        &["notifications that follow the protocol | in `notifications/message`, `level` is \"loud\""],
    );
    check(&logging(json!({"messages": {"max": 0}})), talk(&[log("error", &json!(1))]), &["at most 0 log messages | 1"]);
    let none = Talk::new().plain_tool();
    assert_eq!(grade(&case(&logging(json!({}))), &none.trace()).verdict.word(), VerdictWord::Skipped);
    let loud = |talk: Talk| talk.ask(CallRole::Verify(0), "logging/setLevel", json!({"level": "loud"}));
    check(&logging(json!({"messages": {"min": 0}})), talk(&[]), &[]);
    let set = || Talk::new().capabilities(json!({"logging": {}, "tools": {}})).plain_tool();
    let set = || set().ask(CallRole::Step(0), "logging/setLevel", json!({"level": "warning"})).result(json!({})).call();
    let words = &["`tools/call` to succeed | "];
    check(&logging(json!({"messages": {"min": 0}})), set().tool_error("boom"), words);
    check(&logging(json!({"messages": {"min": 0}})), set().error(-32603, "boom"), words);
    let secret = json!({"messages": {"min": 0}, "forbidden": ["(?i)^hush"]});
    let by = |logger: &str| {
        let params = json!({"level": "error", "logger": logger, "data": "x"});
        talk(&[json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params})])
    };
    check(&logging(secret.clone()), by("db"), &[]);
    check(&logging(secret), by("hush"), &["on stderr | \"hush\" in the logger"]);
    let asks = logging(json!({"refusesUnknownLevel": true}));
    check(&asks, loud(talk(&[log("error", &json!(1))])).error(-32602, "no"), &[]);
    check(&asks, loud(talk(&[log("error", &json!(1))])).result(json!({})), &["the level \"loud\" to be refused"]);
}

#[test]
fn progress_grows_to_its_total_and_ends_with_the_answer() {
    let progress = |more: Value| {
        let mut test = json!({"trigger": {"tool": "t", "args": {}}, "notifications": {"min": 2}, "completes": true});
        test.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        json!({"progress": test})
    };
    let told = |progress: u64, total: u64| {
        let params = json!({"progressToken": 1, "progress": progress, "total": total, "message": "step"});
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
    };
    let talk = |steps: &[(u64, u64)]| {
        let called = Talk::new().plain_tool().call();
        steps.iter().fold(called, |talk, (progress, total)| talk.says(&told(*progress, *total))).text("done")
    };
    check(&progress(json!({"total": 3.0, "contains": ["STEP"]})), talk(&[(1, 3), (3, 3)]), &[]);
    check(&progress(json!({})), talk(&[(3, 3)]), &["at least 2 notifications of progress | 1"]);
    check(&progress(json!({})), talk(&[(1, 3), (2, 3)]), &["progress that reaches its total | 2 of 3 in the end"]);
    check(&progress(json!({})), talk(&[(1, 3), (4, 3)]), &["progress of at most 3"]);
    check(&progress(json!({"total": 4.0})), talk(&[(1, 3), (3, 3)]), &["a total of 4 | 3"]);
    check(
        &progress(json!({"completes": false})),
        talk(&[(2, 3), (1, 3)]),
        &["the progress for the token 1 goes from 2 to 1"],
    );
    check(&progress(json!({})), talk(&[(1, 3), (3, 3)]).says(&told(4, 4)), &["no progress after the answer"]);
    check(&progress(json!({"expect": [{"result": "other"}]})), talk(&[(1, 3), (3, 3)]), &["other"]);
    let stable =
        |least: u64| progress(json!({"stableTotal": true, "completes": false, "notifications": {"min": least}}));
    check(&stable(2), talk(&[(1, 3), (2, 3)]), &[]);
    check(&stable(2), talk(&[(1, 3), (2, 4)]), &["a total of 3 in all notifications | a total of 4"]);
    check(&stable(0), talk(&[]), &[]);
    let blank = |revision: Revision| {
        let params = json!({"progressToken": 1, "progress": 3, "total": 3, "message": " "});
        let blank = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
        Talk::of(revision).plain_tool().call().says(&told(1, 3)).says(&blank).text("done")
    };
    check(&progress(json!({})), blank(Revision::V2025_03_26), &["a `message` of progress that says something | \" \""]);
    check(&progress(json!({})), blank(Revision::V2024_11_05), &[]);
}

#[test]
fn cancelled_call_gets_no_answer_and_the_server_lives() {
    let test = |may: bool| json!({"cancellation": {"trigger": {"tool": "t", "args": {}}, "after": 5, "quiet": 5, "mayAnswer": may}});
    let cancelled = || Talk::new().plain_tool().call().ends(CallEnd::Cancelled);
    let alive = |talk: Talk| talk.ask(CallRole::Verify(0), "ping", json!({})).result(json!({}));
    let late = || cancelled().says(&json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    check(&test(false), alive(cancelled()), &[]);
    check(&test(false), alive(late()), &["no answer to a call that was cancelled"]);
    check(&test(true), alive(late()), &[]);
    let told =
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}});
    let taken_back = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let goes_on = |ms: u64| alive(cancelled().sends(&taken_back).wait_ms(ms).says(&told));
    let mut stops = test(false);
    check(&stops, goes_on(400), &[]);
    stops["cancellation"]["stops"] = json!(true);
    check(&stops, goes_on(100), &[]);
    check(&stops, goes_on(400), &["no progress of a call that was cancelled | progress 400 ms later"]);
    let silent = grade(&case(&stops), &alive(cancelled().sends(&taken_back)).trace());
    assert_eq!(silent.verdict.word(), VerdictWord::Errored, "nothing shows that it stops");
    let dead = cancelled().ask(CallRole::Verify(0), "ping", json!({})).ends(CallEnd::Closed);
    check(&test(false), dead, &["an answer"]);
    let answered = Talk::new().plain_tool().call().text("done");
    assert_eq!(grade(&case(&test(false)), &answered.trace()).verdict.word(), VerdictWord::Errored);
}

#[test]
fn cancellation_of_what_cannot_be_cancelled_is_ignored() {
    let test = json!({"cancellation": {
        "trigger": {"tool": "t", "args": {}}, "after": 5, "quiet": 5, "mayAnswer": false, "malformed": true,
    }});
    let cancel = |params: Value| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    let ping = |talk: Talk, role: usize| talk.ask(CallRole::Verify(role), "ping", json!({}));
    let strange = || {
        let alive = ping(Talk::new().plain_tool().call().ends(CallEnd::Cancelled), 0).result(json!({}));
        ping(alive.sends(&cancel(json!({"requestId": 9}))), 1)
    };
    let malformed = || strange().result(json!({})).sends(&cancel(json!({})));
    check(&test, ping(malformed(), 2).result(json!({})), &[]);
    let words = "after an unknown and a finished request were cancelled: an answer";
    check(&test, strange().ends(CallEnd::Closed), &[words]);
    check(&test, ping(malformed(), 2).ends(CallEnd::Closed), &["after cancellations without a request: an answer"]);
    let strange_answer = json!({"jsonrpc": "2.0", "id": 9, "error": {"code": -32600, "message": "what?"}});
    let alive = ping(Talk::new().plain_tool().call().ends(CallEnd::Cancelled), 0).result(json!({}));
    let answered = alive.sends(&cancel(json!({"requestId": 9}))).says(&strange_answer);
    let words = "cancellations of unknown and finished requests to be ignored | {";
    check(&test, ping(answered, 1).result(json!({})), &[words]);
    let refused = malformed().says(&json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "no"}}));
    check(&test, ping(refused, 2).result(json!({})), &["cancellations without a request to be ignored | {"]);
}

#[test]
fn call_in_a_race_ends_in_either_way() {
    let test = json!({"cancellation": {
        "trigger": {"tool": "t", "args": {}}, "after": 5, "quiet": 5, "mayAnswer": false, "race": 2,
    }});
    let raced = |talk: Talk, index: usize| talk.ask(CallRole::Step(index), "tools/call", json!({"name": "t"}));
    let first = || raced(Talk::new().plain_tool(), 0).text("done");
    let both = || raced(first(), 1).ends(CallEnd::Cancelled).ask(CallRole::Verify(0), "ping", json!({}));
    check(&test, both().result(json!({})), &[]);
    check(&test, both().ends(CallEnd::TimedOut { after_ms: 5000 }), &["an answer within 5000 ms"]);
    check(&test, raced(first(), 1).ends(CallEnd::Closed), &["an answer"]);
    let alive = |talk: Talk| talk.ask(CallRole::Verify(0), "ping", json!({})).result(json!({}));
    let refused = |words: &str| alive(raced(Talk::new().plain_tool(), 0).error(-32603, words));
    check(&test, refused("boom"), &["`tools/call` to succeed | "]);
    check(&test, refused("it was cancelled"), &[]);
}

const TASK_RESULT: CallRole = CallRole::Verify(0);
const TASK_CANCEL: CallRole = CallRole::Verify(1);
const TASK_AFTERWARDS: CallRole = CallRole::Verify(2);
const TASK_UNKNOWN: CallRole = CallRole::Verify(5);

fn task_test(more: &Value) -> Value {
    let mut test =
        json!({"trigger": {"tool": "t", "args": {}}, "ttl": 1000, "cancel": false, "expect": [{"result": "done"}]});
    test.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
    json!({"task": test})
}

fn task(status: &str) -> Value {
    let time = "2026-01-01T00:00:00.5Z";
    json!({"taskId": "a", "status": status, "createdAt": time, "lastUpdatedAt": time, "ttl": 1000})
}

#[test]
fn task_ends_and_gives_what_it_should() {
    let test = |cancel: bool| task_test(&json!({"cancel": cancel}));
    let none =
        || Talk::new().capabilities(json!({"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}));
    let begun = |status: &str| none().plain_tool().call().result(json!({"task": task(status)}));
    let asked = |talk: Talk, status: &str| talk.ask(CallRole::Step(0), "tasks/get", json!({})).result(task(status));
    let given = |talk: Talk, text: &str| {
        let meta = json!({"io.modelcontextprotocol/related-task": {"taskId": "a"}});
        let result = json!({"content": [{"type": "text", "text": text}], "_meta": meta});
        talk.ask(TASK_RESULT, "tasks/result", json!({})).result(result)
    };
    let unknown = |talk: Talk| talk.ask(TASK_UNKNOWN, "tasks/get", json!({})).error(-32602, "unknown");
    check(&test(false), unknown(given(asked(begun("working"), "completed"), "done")), &[]);
    check(&test(false), unknown(given(asked(begun("working"), "completed"), "x")), &["done"]);
    let told = |after: u64| {
        let ended = asked(begun("working"), "completed").wait_ms(after);
        let progress = json!({"progressToken": 1, "progress": 1});
        let told = ended.says(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}));
        unknown(given(told, "done"))
    };
    check(&test(false), told(200), &[]);
    check(&test(false), told(300), &["no progress of a task that has ended | progress 300 ms later"]);
    let failed = unknown(given(asked(begun("working"), "failed"), "done"));
    check(&test(false), failed, &["an error of a task that \"failed\" | text \"done\""]);
    check(&test(false), begun("completed"), &["a task that is \"working\" | a task that is \"completed\""]);
    check(&test(false), unknown(given(asked(begun("working"), "working"), "done")), &["the task to end in time"]);
    check(
        &test(false),
        unknown(given(asked(begun("working"), "odd"), "done")),
        &["a task | `status` is \"odd\", not a status of tasks"],
    );
    check(&test(false), none().plain_tool().call().text("at once"), &["a task | `task` is missing"]);
    let early = given(begun("working"), "done");
    let early = asked(asked(early, "working"), "completed");
    check(&test(false), early, &["no answer to `tasks/result` before the task has ended | one, and then"]);
    let silent = asked(begun("working").ask(TASK_RESULT, "tasks/result", json!({})), "completed");
    check(&test(false), silent, &["an answer to `tasks/result` when the task has ended | none came"]);
    let slow = || asked(given(begun("working").wait_ms(400), "done"), "completed");
    let hurried = |ms: f64| task_test(&json!({"expect": [{"latency": ms}]}));
    check(&hurried(300.0), slow(), &["an answer within 300 ms | 400 ms"]);
    check(&hurried(500.0), slow(), &[]);
    let cancelled = |status: &str| {
        let told = begun("working").ask(TASK_CANCEL, "tasks/cancel", json!({})).result(task("cancelled"));
        unknown(told.ask(TASK_AFTERWARDS, "tasks/get", json!({})).result(task(status)))
    };
    check(&test(true), cancelled("cancelled"), &[]);
    check(&test(true), cancelled("working"), &["a task that is \"cancelled\""]);
    let forgotten = begun("working").ask(TASK_CANCEL, "tasks/cancel", json!({})).result(task("cancelled"));
    let forgotten = forgotten.ask(TASK_AFTERWARDS, "tasks/get", json!({})).error(-32602, "no such task");
    check(&test(true), forgotten, &[]);
}

#[test]
fn result_of_a_task_is_that_of_a_call() {
    let schema = json!({"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]});
    let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema});
    let test = task_test(&json!({"expect": []}));
    let declared = json!({"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}});
    let given = |mut result: Value| {
        let begun = Talk::new().capabilities(declared.clone()).tool(tool.clone()).call();
        let begun = begun.result(json!({"task": task("working")}));
        result["_meta"] = json!({"io.modelcontextprotocol/related-task": {"taskId": "a"}});
        let asked = begun.ask(CallRole::Step(0), "tasks/get", json!({})).result(task("completed"));
        asked.ask(TASK_RESULT, "tasks/result", json!({})).result(result)
    };
    let whole = || json!({"content": [{"type": "text", "text": "x"}], "structuredContent": {"sum": 8}});
    check(&test, given(whole()), &[]);
    let mut none = whole();
    none["structuredContent"] = json!({});
    check(&test, given(none), &["structured content that meets the tool's outputSchema"]);
    let ill = given(json!({"content": "zz", "structuredContent": {"sum": 8}}));
    check(&test, ill, &["an answer that follows the protocol | `content` is \"zz\", not an array"]);
    let listed = Talk::new().tool(tool).capabilities(json!({"logging": {}, "tools": {}}));
    let logging = json!({"logging": {"levels": [], "trigger": {"tool": "t", "args": {}}, "messages": {"min": 0},
        "refusesUnknownLevel": false, "within": 10}});
    let called = listed.ask(CallRole::Tested, "tools/call", json!({"name": "t"}));
    check(&logging, called.clone().result(whole()), &[]);
    check(&logging, called.text("x"), &["of `t`, `structuredContent`, which the tool's outputSchema promises"]);
}

/// What the extension says of a task that failed, or asks.
#[test]
fn task_of_the_extension_has_what_belongs_to_its_status() {
    let shown = |status: &str, members: Value| {
        let mut task = task(status);
        task["ttlMs"] = json!(null);
        task["resultType"] = json!("complete");
        task.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("an object"));
        task
    };
    let facts = json!({"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}});
    let asked = |task: Value| {
        let begun = Talk::of(Revision::V2026_07_28).capabilities(facts.clone()).plain_tool().call();
        let begun = begun.result(shown("working", json!({"resultType": "task"})));
        begun.ask(CallRole::Step(0), "tasks/get", json!({})).result(task)
    };
    let test = task_test(&json!({"expect": [{"error": "bad"}]}));
    let error = json!({"code": -1, "message": "bad thing"});
    check(&test, asked(shown("failed", json!({"error": error}))), &[]);
    let plain = asked(shown("failed", json!({"error": error})));
    check(&test, plain.ask(CallRole::Verify(11), "tools/call", json!({})).error(-1, "bad thing"), &[]);
    for ill in [json!({"message": "bad"}), json!({"code": "x", "message": "bad"}), json!({"content": []})] {
        check(&test, asked(shown("failed", json!({"error": ill}))), &["a task that is \"failed\" with its `error`"]);
    }
    let early = shown("working", json!({"result": {"content": []}}));
    check(&test, asked(early), &["a task that is \"working\" without a `result`"]);
    let form = json!({"method": "elicitation/create", "params": {"mode": "form"}});
    let asks = shown("input_required", json!({"inputRequests": {"a": form}}));
    let ended = shown("failed", json!({"error": error}));
    let asks = asked(asks).ask(CallRole::Step(1), "tasks/get", json!({})).result(ended);
    let found = grade(&case(&test), &asks.trace());
    assert!(format!("{:?}", found.verdict).contains("`message` is missing"), "{:?}", found.verdict);
}

/// From 2026-07-28 on, to cancel a task is to ask for its end, which may be another one.
#[test]
fn cancelled_task_of_the_extension_may_finish_where_the_test_lets_it() {
    let shown = |status: &str, members: Value| {
        let mut task = task(status);
        task["ttlMs"] = json!(null);
        task["resultType"] = json!("complete");
        task.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("an object"));
        task
    };
    let facts = json!({"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}});
    let begun = Talk::of(Revision::V2026_07_28).capabilities(facts).plain_tool().call();
    let begun = begun.result(shown("working", json!({"resultType": "task"})));
    let told = begun.ask(TASK_CANCEL, "tasks/cancel", json!({})).result(json!({"resultType": "complete"}));
    let ended = shown("completed", json!({"result": {"content": []}}));
    let talk = || told.clone().ask(CallRole::Step(0), "tasks/get", json!({})).result(ended.clone());
    let test = |may: bool| task_test(&json!({"cancel": true, "mayFinish": may, "expect": []}));
    check(&test(true), talk(), &[]);
    check(&test(false), talk(), &["a task that is \"cancelled\" | a task that is \"completed\""]);
}

/// From 2026-07-28 on, a request asks for its own level.
#[test]
fn log_of_a_request_that_asked_for_it_breaks_no_rule() {
    let test = json!({"logging": {
        "levels": ["warning"], "trigger": {"tool": "t", "args": {}}, "messages": {"min": 0},
        "refusesUnknownLevel": false, "within": 10,
    }});
    let talk = || Talk::of(Revision::V2026_07_28).capabilities(json!({"logging": {}, "tools": {}})).plain_tool();
    let call = |params: Value| talk().ask(CallRole::Tested, "tools/call", params);
    let message = || log("error", &json!("x"));
    let done = json!({"resultType": "complete", "content": []});
    let logged = |talk: Talk| talk.says(&message()).odd(Anomaly::UndeclaredNotification);
    let asks = || call(json!({"_meta": {"io.modelcontextprotocol/logLevel": "warning"}}));
    let unasked = &["came for a request that asked for no log level"];
    check(&test, logged(asks()).result(done.clone()), &[]);
    check(&test, logged(call(json!({}))).result(done.clone()), unasked);
    check(&test, logged(asks().result(done)), unasked);
}
