//! Every kind in both directions: a good frame has none, a frame broken in exactly that way has exactly that kind.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, CallRole, CaseId, ProcessEnd, SuiteName, Trace, Violation, ViolationKind};
use serde_json::{Value, json};

use super::violations;
use crate::testing::Talk;

fn of_case(trace: &Trace) -> Vec<Violation> {
    violations(trace, "server", Some(&CaseId::new(&SuiteName::new("suite"), "case")))
}

/// One line for each violation: kind, `!` where it spoils the answer, frame, words.
fn said(violations: &[Violation]) -> String {
    let line = |v: &Violation| {
        let kind = serde_json::to_value(v.kind).expect("it has a name");
        let spoils = if v.spoils_answer { "!" } else { "" };
        let frame = v.frame.map(|frame| format!(" #{frame}")).unwrap_or_default();
        let count = if v.count > 1 { format!(" ×{}", v.count) } else { String::new() };
        format!("{}{spoils}{frame}{count}: {}", kind.as_str().unwrap_or_default(), v.message)
    };
    violations.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(talk: Talk, expected: &str) {
    assert_eq!(said(&of_case(&talk.trace())), expected);
}

/// The session's own trace.
#[track_caller]
fn check_session(talk: Talk, expected: &str) {
    assert_eq!(said(&violations(&talk.trace(), "server", None)), expected);
}

#[track_caller]
fn result(revision: Revision, result: Value, expected: &str) {
    check(Talk::of(revision).call().result(result), expected);
}

fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

const NEW: Revision = Revision::V2025_11_25;

#[test]
fn good_conversation_breaks_nothing() {
    check(Talk::new().call().text("fine"), "");
    check(Talk::new().call().error(-32602, "bad"), "");
    check_session(Talk::new().plain_tool(), "");
}

#[test]
fn noise_on_stdout_is_named_and_spoils_nothing() {
    let noise = || Anomaly::NotJson { problem: "expected value".to_owned() };
    let talk = Talk::new().says_bytes(b"Server started on \x1b[32mstdio").odd(noise());
    check(
        talk.call().text("fine"),
        "noise-on-stdout #1: \"Server started on \\u{1b}[32mstdio\" on stdout is no message",
    );
}

#[test]
fn broken_json_spoils_the_answer_that_it_was_to_be() {
    let broken = || Anomaly::NotJson { problem: "EOF while parsing".to_owned() };
    let talk = Talk::new().call().says_bytes(b"{\"jsonrpc\": \"2.0\", \"id\": 1").odd(broken());
    check(
        talk.ends(CallEnd::Misanswered),
        "invalid-json! #2: \"{\\\"jsonrpc\\\": \\\"2.0\\\", \\\"id\\\": 1\" is no valid JSON: EOF while parsing",
    );
    let before = Talk::new().says_bytes(b"{").odd(broken()).call().text("fine");
    check(before, "invalid-json #1: \"{\" is no valid JSON: EOF while parsing");
}

#[test]
fn anomalies_of_bytes_have_their_kinds() {
    let spoilt = |anomaly| Talk::new().call().text("x").odd(anomaly);
    check(spoilt(Anomaly::ByteOrderMark), "byte-order-mark! #2: a byte order mark stands before the message");
    check(spoilt(Anomaly::SplitOverLines { lines: 3 }), "split-message! #2: a message is spread over 3 lines");
    check(
        spoilt(Anomaly::SharedLine { with: "`Ready>` before it on the line".to_owned() }),
        "shared-line! #2: a message is not alone on its line: `Ready>` before it on the line",
    );
    let unended = "missing-newline! #2: a whole message is not ended by a newline, so a client waits for more";
    check(spoilt(Anomaly::NewlineMissing), unended);
    let lost = |anomaly| Talk::new().call().says_bytes(b"{\"a\xff").odd(anomaly).ends(CallEnd::Misanswered);
    check(lost(Anomaly::NotUtf8), "invalid-utf8! #2: \"{\\\"a\u{fffd}\" is not UTF-8");
    check(lost(Anomaly::CutOff), "cut-off-message! #2: the stream ended inside the message \"{\\\"a\u{fffd}\"");
    check(
        lost(Anomaly::TooLarge { bytes: 100 }),
        "oversized-message! #2: a message of more than 100 bytes came; the rest was not read",
    );
    check(lost(Anomaly::TooDeep), "deep-nesting! #2: a message is nested too deeply to be read");
}

#[test]
fn cause_hides_its_consequence() {
    let not_json = Anomaly::NotJson { problem: "EOF".to_owned() };
    let talk = Talk::new().says_bytes(b"{").odd(not_json).odd(Anomaly::CutOff);
    check(talk, "cut-off-message #1: the stream ended inside the message \"{\"");
}

#[test]
fn batch_is_a_breach_where_the_revision_has_none() {
    let message = json!([{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}]);
    check(Talk::of(Revision::V2025_03_26).call().answers_with(&message), "");
    check(Talk::new().call().answers_with(&message), "batch! #2: a batch came, which the revision does not have");
    let single = Talk::new().call().text("x").odd(Anomaly::Batch);
    check(single, "batch! #2: a batch came, which revision 2025-11-25 does not have");
    let empty = Talk::of(Revision::V2025_03_26).says(&json!([]));
    check(empty, "not-a-message #1: an empty array is no message");
}

#[test]
fn what_is_no_message_is_named() {
    let odd = Talk::new().says(&json!({"level": "info"})).odd(Anomaly::NotAMessage);
    check(odd, "not-a-message #1: \"{\\\"level\\\":\\\"info\\\"}\" is neither request, notification nor response");
    check(Talk::new().says(&json!(7)), "not-a-message #1: 7 is a message that is a number, not an object");
    check(Talk::new().says(&json!({"jsonrpc": "2.0", "method": 5})), "not-a-message #1: `method` is 5, not a string");
}

#[test]
fn jsonrpc_is_two() {
    let talk = |message| Talk::new().call().answers_with(&message);
    check(talk(json!({"id": 1, "result": {"content": []}})), "jsonrpc-version! #2: `jsonrpc` is missing");
    check(
        talk(json!({"jsonrpc": "1.0", "id": 1, "result": {"content": []}})),
        "jsonrpc-version! #2: `jsonrpc` is \"1.0\", not \"2.0\"",
    );
    check(
        talk(json!({"jsonrpc": 2.0, "id": 1, "result": {"content": []}})),
        "jsonrpc-version! #2: `jsonrpc` is 2.0, not \"2.0\"",
    );
}

#[test]
fn an_answer_has_no_other_members() {
    let talk = |message| Talk::new().call().answers_with(&message);
    check(
        talk(json!({"jsonrpc": "2.0", "id": 1, "result": {"content": []}, "took_ms": 3})),
        "unknown-member! #2: `took_ms` is no member of an answer",
    );
}

#[test]
fn ids_are_held_to_their_type() {
    let talk =
        |id: Value| Talk::new().call().answers_with(&json!({"jsonrpc": "2.0", "id": id, "result": {"content": []}}));
    check(talk(json!(1)), "");
    check(
        talk(json!("1")).odd(Anomaly::IdAsText),
        "id-type! #2: the id of the answer is the text \"1\"; the request's was a number",
    );
    check(talk(json!(1.0)), "id-type #2: the id 1.0 is written with a fraction");
    check(
        talk(json!([1])).odd(Anomaly::UnknownId).ends(CallEnd::Misanswered),
        "id-type! #2: the id [1] is neither an integer nor a string",
    );
}

#[test]
fn missing_id_spoils_an_answer_and_not_an_error_of_nobodys_request() {
    let none = json!({"jsonrpc": "2.0", "result": {"content": []}});
    check(Talk::new().call().answers_with(&none).odd(Anomaly::IdMissing), "missing-id! #2: the answer has no id");
    let null = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "bad"}});
    check(
        Talk::new().call().answers_with(&null).odd(Anomaly::IdMissing),
        "missing-id! #2: the id of the answer is null",
    );
    check(Talk::new().says(&null), "");
    check(Talk::new().says(&none), "missing-id #1: the answer has no id");
}

#[test]
fn refusal_over_http_needs_no_id() {
    let null = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32000, "message": "unsupported version"}});
    let talk = || Talk::new().call().answers_with(&null).odd(Anomaly::IdMissing);
    check(talk().status(400), "");
    check(talk().status(200), "missing-id! #2: the id of the answer is null");
}

#[test]
fn probe_may_be_refused_in_any_way_and_the_handshake_may_not() {
    let http = || Anomaly::Http { problem: "status 400 Bad Request".to_owned() };
    let refused = |talk: Talk| talk.says_bytes(b"no").odd(http()).ends(CallEnd::Refused { status: 400 });
    let probed = || refused(Talk::new().ask(CallRole::Session, "server/discover", json!({})));
    let shake = |talk: Talk| talk.ask(CallRole::Session, "initialize", json!({}));
    let hello =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x", "version": "1"}});
    check_session(shake(probed()).result(hello), "");
    check_session(refused(shake(probed())), "http-transport #4: HTTP: status 400 Bad Request");
}

#[test]
fn answers_to_nobody_are_told_apart() {
    let answer = |id: u64| json!({"jsonrpc": "2.0", "id": id, "result": {}});
    let unknown = Talk::new().call().says(&answer(99)).odd(Anomaly::UnknownId).ends(CallEnd::Misanswered);
    check(unknown, "unknown-id! #2: an answer for the id 99, which was never sent");
    let twice = Talk::new().call().text("x").says(&json!({"jsonrpc": "2.0", "id": 1, "result": {"content": []}}));
    check(twice.odd(Anomaly::DuplicateAnswer), "duplicate-answer #3: a second answer to request 1 came");
    let late = Talk::new().says(&answer(7)).odd(Anomaly::LateAnswer);
    check(late, "late-answer #1: the answer to request 7 came late");
}

#[test]
fn answer_is_result_or_error() {
    let content = json!({"content": []});
    let both = json!({"result": content, "error": {"code": 1, "message": "x"}});
    check(Talk::new().call().answers(both), "result-and-error! #2: the answer has both `result` and `error`");
    check(
        Talk::new().call().answers(json!({})),
        "neither-result-nor-error! #2: the answer has neither `result` nor `error`",
    );
    check(
        Talk::new().call().answers(json!({})).odd(Anomaly::NotAMessage),
        "neither-result-nor-error! #2: the answer has neither `result` nor `error`",
    );
}

#[test]
fn error_has_code_and_message() {
    let talk = |error: Value| Talk::new().call().answers(json!({"error": error}));
    check(talk(json!("boom")), "error-shape! #2: `error` is \"boom\", not an object");
    check(talk(json!({"message": "x"})), "error-shape! #2: in `error`, `code` is missing");
    check(talk(json!({"code": "1", "message": "x"})), "error-shape! #2: in `error`, `code` is \"1\", not an integer");
    check(talk(json!({"code": 1.5, "message": "x"})), "error-shape! #2: in `error`, `code` is 1.5, not an integer");
    check(talk(json!({"code": 1})), "error-shape! #2: in `error`, `message` is missing");
}

#[test]
fn result_is_an_object_with_content() {
    result(NEW, json!([]), "result-shape! #2: `result` is an array, not an object");
    result(NEW, json!({}), "result-shape! #2: `content` is missing");
    result(NEW, json!({"content": "x"}), "result-shape! #2: `content` is \"x\", not an array");
    result(NEW, json!({"content": [], "isError": "false"}), "result-shape! #2: `isError` is \"false\", not a boolean");
    result(NEW, json!({"content": [], "_meta": 1}), "result-shape #2: `_meta` is 1, not an object");
}

#[test]
fn structured_content_is_an_object_while_the_revision_says_so() {
    let made = json!({"content": [], "structuredContent": [1], "resultType": "complete"});
    result(Revision::V2025_03_26, made.clone(), "");
    result(Revision::V2025_06_18, made.clone(), "result-shape! #2: `structuredContent` is an array, not an object");
    result(Revision::V2026_07_28, made, "");
}

#[test]
fn newest_results_say_their_type() {
    let newest = Revision::V2026_07_28;
    result(newest, json!({"content": []}), "result-shape #2: `resultType` is missing");
    result(newest, json!({"resultType": "input_required", "requestState": "s"}), "");
    for (hint, value) in [("ttlMs", json!(0)), ("cacheScope", json!("private"))] {
        let want = format!("result-shape #2: a result that asks for input has `{hint}`; it must not be cached");
        result(newest, json!({"resultType": "input_required", "requestState": "s", hint: value}), &want);
    }
    result(
        newest,
        json!({"resultType": "input_required"}),
        "result-shape #2: a result that asks for input has neither `inputRequests` nor `requestState`",
    );
}

#[test]
fn tasks_have_their_members() {
    let newest = Revision::V2026_07_28;
    let time = "2026-01-01T00:00:00Z";
    let task = |ttl: &str, more: Value| {
        let mut task = json!({"taskId": "1", "status": "working", "createdAt": time, "lastUpdatedAt": time, ttl: 5});
        task.as_object_mut().expect("an object").extend(more.as_object().expect("members").clone());
        task
    };
    result(NEW, json!({"task": task("ttl", json!({"statusMessage": "on its way"}))}), "");
    let words = "result-shape #2: of the task, `statusMessage` is 5, not a string";
    result(NEW, json!({"task": task("ttl", json!({"statusMessage": 5}))}), words);
    let words = "result-shape #2: of the task, `ttl` is missing";
    result(NEW, json!({"task": task("ttlMs", json!({}))}), words);
    let said = json!({"resultType": "task", "pollIntervalMs": "x"});
    let words = "result-shape #2: of the task, `pollIntervalMs` is \"x\", not a number of milliseconds";
    result(newest, task("ttlMs", said), words);
    // Before 2025-11-25, there were none.
    result(Revision::V2025_06_18, json!({"content": [], "task": 5}), "");
}

#[test]
fn list_of_tasks_is_one() {
    let list = |result: Value, want: &str| {
        check(Talk::of(NEW).ask(CallRole::Step(0), "tasks/list", json!({})).result(result), want);
    };
    list(json!({"tasks": []}), "");
    list(json!({}), "result-shape! #2: `tasks` is missing");
    list(json!({"tasks": [], "nextCursor": 5}), "result-shape! #2: `nextCursor` is 5, not a string");
    list(json!({"tasks": [5]}), "malformed-entry #2: `tasks/list`, entry 1: it is a number, not an object");
}

#[test]
fn each_question_of_the_newest_revision_is_one_that_a_server_may_ask() {
    let asks = |request: Value, words: &str| {
        let asking = json!({"resultType": "input_required", "inputRequests": {"a": request}});
        result(Revision::V2026_07_28, asking, words);
    };
    asks(json!({"method": "roots/list"}), "");
    let form = json!({"type": "object", "properties": {}});
    asks(json!({"method": "elicitation/create", "params": {"message": "?", "requestedSchema": form}}), "");
    asks(
        json!({"method": "elicitation/create", "params": {"message": "?"}}),
        "result-shape #2: in `inputRequests`, of \"a\": `requestedSchema` is missing",
    );
    asks(json!(5), "result-shape #2: in `inputRequests`, of \"a\": it is a number, not an object");
    asks(
        json!({"method": "foo/bar"}),
        "result-shape #2: in `inputRequests`, of \"a\": `method` is \"foo/bar\", not a request that a server may make",
    );
    asks(
        json!({"method": "roots/list", "params": 1}),
        "result-shape #2: in `inputRequests`, of \"a\": `params` is 1, not an object",
    );
}

#[test]
fn content_blocks_have_their_members() {
    let block = |revision, block: Value, words: &str| result(revision, json!({"content": [block]}), words);
    block(NEW, json!({"type": "text", "text": ""}), "");
    block(NEW, json!({"type": "image", "data": "aGk=", "mimeType": "image/png"}), "");
    block(NEW, json!({"type": "audio", "data": "", "mimeType": "audio/wav"}), "");
    block(NEW, json!({"type": "resource", "resource": {"uri": "a:b", "text": ""}}), "");
    block(NEW, json!({"type": "resource_link", "uri": "a:b", "name": "n"}), "");
    block(NEW, json!({"type": "text"}), "content-shape! #2: content block 1: `text` is missing");
    block(NEW, json!({"type": "text", "text": 1}), "content-shape! #2: content block 1: `text` is 1, not a string");
    block(NEW, json!({"text": "x"}), "content-shape! #2: content block 1: `type` is missing");
    block(NEW, json!("x"), "content-shape! #2: content block 1: it is a string, not an object");
    block(NEW, json!({"type": "hologram"}), "content-shape! #2: content block 1: its type \"hologram\" is not known");
    block(NEW, json!({"type": "image", "data": "aGk="}), "content-shape! #2: content block 1: `mimeType` is missing");
    block(
        NEW,
        json!({"type": "image", "data": "not base64!", "mimeType": "image/png"}),
        "content-shape! #2: content block 1: `data` is no Base64: \"not base64!\"",
    );
    let unpadded = "content-shape #2: content block 1: `data` is not plain Base64 (line ends, or no padding): \"aGk\"";
    block(NEW, json!({"type": "image", "data": "aGk", "mimeType": "image/png"}), unpadded);
    block(
        NEW,
        json!({"type": "resource", "resource": {"uri": "a:b"}}),
        "content-shape! #2: content block 1: its resource has neither `text` nor `blob`",
    );
    block(
        NEW,
        json!({"type": "resource_link", "uri": "/a", "name": "n"}),
        "content-shape #2: content block 1: `uri` is \"/a\", which has no scheme",
    );
    block(
        NEW,
        json!({"type": "text", "text": "", "annotations": {"priority": 2}}),
        "content-shape #2: content block 1: `priority` is 2, not a number from 0 to 1",
    );
}

#[test]
fn contents_of_a_resource_have_their_members() {
    let item = |item: Value, words: &str| {
        let asked = Talk::of(NEW).ask(CallRole::Tested, "resources/read", json!({"uri": "a:b"}));
        check(asked.result(json!({"contents": [item]})), words);
    };
    item(json!({"uri": "a:b", "text": ""}), "");
    item(json!({"uri": "a:b", "blob": "aGk="}), "");
    item(json!({"uri": "a:b"}), "content-shape! #2: contents item 1: it has neither `text` nor `blob`");
    let both = json!({"uri": "a:b", "text": "hi", "blob": "aGk="});
    item(both, "content-shape! #2: contents item 1: it has both `text` and `blob`");
    item(json!({"text": "hi"}), "content-shape! #2: contents item 1: `uri` is missing");
    let broken = json!({"uri": "a:b", "blob": "not base64!"});
    item(broken, "content-shape! #2: contents item 1: `blob` is no Base64: \"not base64!\"");
    item(json!(7), "content-shape! #2: contents item 1: it is a number, not an object");
}

#[test]
fn content_kinds_belong_to_their_revisions() {
    let audio = || json!({"content": [{"type": "audio", "data": "", "mimeType": "audio/wav"}]});
    result(
        Revision::V2024_11_05,
        audio(),
        "content-shape #2: content block 1: its type \"audio\" came with revision 2025-03-26, and 2024-11-05 is spoken",
    );
    result(Revision::V2025_03_26, audio(), "");
}

#[test]
fn malformed_entries_are_named_each() {
    let talk = Talk::new().malformed("echo", "`inputSchema` is missing").malformed("sum", "`name` is 5");
    check_session(
        talk,
        "malformed-entry: `tools/list`, entry 3 (\"echo\"): `inputSchema` is missing\n\
         malformed-entry: `tools/list`, entry 3 (\"sum\"): `name` is 5",
    );
    check(Talk::new().malformed("echo", "`inputSchema` is missing"), "");
}

#[test]
fn schemas_of_tools_describe_objects() {
    check_session(
        Talk::new().tool(json!({"name": "t", "inputSchema": {}})),
        "malformed-entry: `tools/list`, \"t\": in `inputSchema`, `type` is missing",
    );
    let list = json!({"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}});
    check_session(
        Talk::new().tool(list.clone()),
        "malformed-entry: `tools/list`, \"t\": in `outputSchema`, `type` is \"array\", not \"object\"",
    );
    check_session(Talk::of(Revision::V2026_07_28).tool(list), "");
}

#[test]
fn names_of_tools_have_their_characters() {
    let named = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    check_session(
        Talk::new().tool(named("add two")).tool(named("a.b-c_9")),
        "malformed-entry: `tools/list`, \"add two\": the name has characters other than letters, digits, `_`, `-` and `.`",
    );
    check_session(Talk::of(Revision::V2025_06_18).tool(named("add two")), "");
}

#[test]
fn names_are_used_once() {
    check_session(
        Talk::new().plain_tool().plain_tool(),
        "duplicate-name: `tools/list` has two entries with the name \"t\"",
    );
    let resources = |offer: &mut mcpvals_model::mcp::Offer| {
        offer.resources = vec![json!({"uri": "a:1", "name": "n"}), json!({"uri": "a:2", "name": "n"})];
    };
    check_session(Talk::new().offer(resources), "");
}

#[test]
fn lists_end() {
    let unread = |why: &'static str| {
        Talk::new().offer(move |offer| offer.unread.push(("tools/list".to_owned(), why.to_owned())))
    };
    check_session(
        unread("its pages never end: the cursor \"x\" came again"),
        "endless-pages: `tools/list`: its pages never end: the cursor \"x\" came again",
    );
    check_session(unread("no answer came within 5 s"), "");
}

#[test]
fn requests_of_the_server_have_their_kinds() {
    let ask = |method: &str| Talk::new().says(&json!({"jsonrpc": "2.0", "id": "a", "method": method}));
    check(ask("ping"), "");
    check(
        ask("ping").odd(Anomaly::ReusedRequestId),
        "reused-request-id #1: the server used the id \"a\" for another request before",
    );
    check(
        ask("sampling/createMessage").odd(Anomaly::UndeclaredRequest),
        "undeclared-request #1: the server asked for `sampling/createMessage`, which the client did not declare",
    );
    check(
        ask("x").odd(Anomaly::ForbiddenRequest),
        "forbidden-request #1: the server asked for `x`, which revision 2025-11-25 does not let it",
    );
    check(
        Talk::of(Revision::V2026_07_28).says(&json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})),
        "forbidden-request #1: the server asked for `roots/list`, which revision 2026-07-28 does not let it",
    );
    check(
        Talk::new().says(&json!({"jsonrpc": "2.0", "id": null, "method": "ping"})),
        "id-type #1: the id null is neither an integer nor a string",
    );
}

#[test]
fn requests_of_the_server_have_their_members() {
    let ask = |method: &str, params: Value| {
        Talk::new().says(&json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params}))
    };
    check(ask("ping", json!([1])), "request-shape #1: in `ping`, `params` is an array, not an object");
    check(
        ask("sampling/createMessage", json!({"messages": [{"role": "user", "content": {"type": "text", "text": ""}}]})),
        "request-shape #1: in `sampling/createMessage`, `maxTokens` is missing",
    );
    let form = |properties: Value| {
        let schema = json!({"type": "object", "properties": properties, "required": ["a"]});
        ask("elicitation/create", json!({"message": "?", "requestedSchema": schema}))
    };
    let several = json!({"type": "array", "items": {"type": "string", "enum": ["x", "y"]}, "default": ["x"]});
    check(form(json!({"a": {"type": "string", "format": "email"}, "b": {"type": "boolean"}, "c": several})), "");
    check(
        form(json!({"b": {"type": "integer"}})),
        "request-shape #1: in `elicitation/create`, `required/0` is \"a\", not one of the form's fields",
    );
    check(
        ask("elicitation/create", json!({"mode": "url", "message": "?", "url": "https://example.com"})),
        "request-shape #1: in `elicitation/create`, `elicitationId` is missing",
    );
    check(
        ask("elicitation/create", json!({"mode": "voice", "message": "?"})),
        "request-shape #1: in `elicitation/create`, `mode` is \"voice\", not \"form\" or \"url\"",
    );
}

#[test]
fn undeclared_notifications_say_what_was_to_be_declared() {
    let log = || notification("notifications/message", json!({"level": "info", "data": 1}));
    check(
        Talk::new().says(&log()).odd(Anomaly::UndeclaredNotification),
        "undeclared-notification #1: `notifications/message` came, and the server did not declare `logging`",
    );
    check(
        Talk::new().says(&notification("notifications/banana", json!({}))).odd(Anomaly::UndeclaredNotification),
        "undeclared-notification #1: `notifications/banana` is no notification that a server may send",
    );
    check(Talk::new().says(&log()), "");
}

#[test]
fn progress_needs_a_token_that_was_given() {
    let progress = |token: u64| notification("notifications/progress", json!({"progressToken": token, "progress": 1}));
    check(Talk::new().call().says(&progress(1)).text("x"), "");
    let words = "undeclared-notification #2: progress came for the token 9, which no request gave";
    check(Talk::new().call().says(&progress(9)).text("x"), words);
    check_session(Talk::new().says(&progress(9)), "");
}

#[test]
fn progress_goes_forward() {
    let progress = |n: f64| notification("notifications/progress", json!({"progressToken": 1, "progress": n}));
    let talk = |first: f64, second: f64| Talk::new().call().says(&progress(first)).says(&progress(second)).text("x");
    check(talk(0.5, 1.0), "");
    check(talk(5.0, 3.0), "notification-shape #3: the progress for the token 1 goes from 5 to 3; it must increase");
}

#[test]
fn notifications_have_their_members() {
    let said = |method: &str, params: Value| Talk::new().says(&notification(method, params));
    check(said("notifications/tools/list_changed", json!({})), "");
    check(
        said("notifications/message", json!({"level": "warn", "data": 1})),
        "notification-shape #1: in `notifications/message`, `level` is \"warn\", not a level of RFC 5424",
    );
    check(
        said("notifications/message", json!({"level": "info"})),
        "notification-shape #1: in `notifications/message`, `data` is missing",
    );
    check(
        said("notifications/resources/updated", json!({})),
        "notification-shape #1: in `notifications/resources/updated`, `uri` is missing",
    );
    check(
        said("notifications/tools/list_changed", json!([])),
        "notification-shape #1: in `notifications/tools/list_changed`, `params` is an array, not an object",
    );
    check(said("notifications/cancelled", json!({})), "");
    let older = Talk::of(Revision::V2025_06_18).says(&notification("notifications/cancelled", json!({})));
    check(older, "notification-shape #1: in `notifications/cancelled`, `requestId` is missing");
}

#[test]
fn handshake_has_its_members() {
    let hello = |result: Value| Talk::new().ask(CallRole::Session, "initialize", json!({})).result(result);
    let info = json!({"name": "n", "version": "1"});
    let good = || json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": true}}, "serverInfo": info});
    let with = |key: &str, value: Value| {
        let mut result = good();
        result[key] = value;
        result
    };
    check_session(hello(good()), "");
    check_session(
        hello(json!({})),
        "handshake-shape #2: `protocolVersion` is missing\n\
         handshake-shape #2: `capabilities` is missing\n\
         handshake-shape #2: `serverInfo` is missing",
    );
    check_session(
        hello(with("capabilities", json!([]))),
        "handshake-shape #2: `capabilities` is an array, not an object",
    );
    check_session(
        hello(with("capabilities", json!({"tools": true}))),
        "handshake-shape #2: in `capabilities`, `tools` is true, not an object",
    );
    check_session(
        hello(with("serverInfo", json!({"name": "n"}))),
        "handshake-shape #2: in `serverInfo`, `version` is missing",
    );
    check_session(hello(with("instructions", json!(1))), "handshake-shape #2: `instructions` is 1, not a string");
}

#[test]
fn discovery_has_its_members() {
    let talk =
        |result| Talk::of(Revision::V2026_07_28).ask(CallRole::Session, "server/discover", json!({})).result(result);
    let good = json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 0, "cacheScope": "public"});
    check_session(talk(good), "");
    check_session(
        talk(
            json!({"resultType": "complete", "supportedVersions": "x", "capabilities": {}, "ttlMs": -1, "cacheScope": "public"}),
        ),
        "handshake-shape #2: `supportedVersions` is \"x\", not an array of strings\n\
         handshake-shape #2: `ttlMs` is -1, not an integer from 0",
    );
    let named = json!({"io.modelcontextprotocol/serverInfo": {"name": "n"}});
    check_session(
        talk(
            json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 0, "cacheScope": "public", "_meta": named}),
        ),
        "handshake-shape #2: in `_meta[\"io.modelcontextprotocol/serverInfo\"]`, `version` is missing",
    );
}

#[test]
fn lists_have_their_members() {
    let talk = |revision, result| Talk::of(revision).ask(CallRole::Session, "tools/list", json!({})).result(result);
    check_session(talk(NEW, json!({"tools": []})), "");
    check_session(talk(NEW, json!({})), "result-shape #2: `tools` is missing");
    check_session(talk(NEW, json!({"tools": {}})), "result-shape #2: `tools` is an object, not an array");
    check_session(talk(NEW, json!({"tools": [], "nextCursor": 5})), "result-shape #2: `nextCursor` is 5, not a string");
    check_session(
        talk(Revision::V2026_07_28, json!({"tools": [], "resultType": "complete"})),
        "result-shape #2: `ttlMs` is missing\nresult-shape #2: `cacheScope` is missing",
    );
}

#[test]
fn entries_are_told_apart_over_the_pages_that_a_test_reads() {
    let read = |talk: Talk, step, cursor: Value, uris: &[&str], next: Value| {
        let resources: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri, "name": "n"})).collect();
        let mut page = json!({"resources": resources});
        if !next.is_null() {
            page["nextCursor"] = next;
        }
        talk.ask(CallRole::Step(step), "resources/list", cursor).result(page)
    };
    let first = || read(Talk::of(NEW), 0, json!({}), &["a:1", "a:2"], json!("2"));
    let second = |uris: &[&str]| read(first(), 1, json!({"cursor": "2"}), uris, json!(null));
    check(second(&["a:3"]), "");
    check(second(&["a:3", "a:1"]), "duplicate-name #4: `resources/list` has two entries with the uri \"a:1\"");
    check(second(&["3"]), "malformed-entry #4: `resources/list`, entry 3 (\"n\"): `uri` is \"3\", which is no URI");
    // The list is read again, from its beginning.
    check(read(second(&["a:3"]), 2, json!({}), &["a:1"], json!(null)), "");
    let page = || json!({"resources": [{"uri": "a:1", "name": "n"}]});
    let again = second(&["a:1"]).ask(CallRole::Verify(0), "resources/list", json!({"cursor": "2"})).result(page());
    check(again, "duplicate-name #4: `resources/list` has two entries with the uri \"a:1\"");
}

#[test]
fn annotations_of_listed_resources_have_their_members() {
    let listed = |annotations: Value, problem: &str| {
        let resource = json!({"uri": "a:b", "name": "b", "annotations": annotations});
        let talk = Talk::of(NEW).ask(CallRole::Step(0), "resources/list", json!({}));
        let words = format!("malformed-entry #2: `resources/list`, entry 1 (\"b\"): in `annotations`, {problem}");
        check(talk.result(json!({"resources": [resource]})), if problem.is_empty() { "" } else { &words });
    };
    listed(json!({"audience": ["user", "assistant"], "priority": 0, "lastModified": "2025-01-12T15:00:58Z"}), "");
    listed(json!({"audience": [], "priority": 1.0, "lastModified": "2025-01-12", "own": 1}), "");
    let roles = "not an array of \"user\" and \"assistant\"";
    listed(json!({"audience": "user"}), &format!("`audience` is \"user\", {roles}"));
    listed(json!({"audience": ["dogs"]}), "`audience/0` is \"dogs\", not \"user\" or \"assistant\"");
    listed(json!({"priority": 1.5}), "`priority` is 1.5, not a number from 0 to 1");
    listed(json!({"priority": -1}), "`priority` is -1, not a number from 0 to 1");
    listed(json!({"priority": "high"}), "`priority` is \"high\", not a number from 0 to 1");
    listed(json!({"lastModified": 7}), "`lastModified` is 7, not a date of ISO 8601");
    listed(json!({"lastModified": "yesterday"}), "`lastModified` is \"yesterday\", not a date of ISO 8601");
    listed(json!([]), "`annotations` is an array, not an object");
}

#[test]
fn http_answers_and_ends_have_their_kinds() {
    let http = Anomaly::Http { problem: "content type `text/html`".to_owned() };
    let talk = Talk::new().call().says_bytes(b"<html>").odd(http).ends(CallEnd::Refused { status: 200 });
    check(talk, "http-transport! #2: HTTP: content type `text/html`");
    let named = |id: &str| Talk::new().call().result(json!({"content": []})).session_id(id);
    check(named("0a1b-2C~"), "");
    check(named("séance 1"), "http-transport #2: HTTP: the session id has characters other than visible ASCII");
    check_session(
        Talk::new().process(ProcessEnd::Killed, ""),
        "ignores-shutdown: the process went on after its stdin was closed, and had to be killed",
    );
    check_session(Talk::new().process(ProcessEnd::Exited(0), ""), "");
}

#[test]
fn answers_of_later_rounds_are_found_by_their_id() {
    let message = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    check(Talk::new().call().says(&message), "result-shape! #2: `content` is missing");
}

#[test]
fn flood_of_the_same_is_one_and_of_different_ones_is_few() {
    let noise = |n: usize| Anomaly::NotJson { problem: n.to_string() };
    let mut talk = Talk::new();
    for n in 0..3_000 {
        talk = talk.says_bytes(b"tick").odd(noise(n));
    }
    check(talk, "noise-on-stdout #1 ×3000: \"tick\" on stdout is no message");
    let mut talk = Talk::new();
    for n in 0..3_000 {
        talk = talk.says_bytes(format!("tick {n}").as_bytes()).odd(noise(n));
    }
    let found = of_case(&talk.trace());
    assert_eq!(found.len(), 21);
    assert_eq!(found.iter().map(|v| v.count).sum::<u64>(), 3_000);
}

#[test]
fn pages_of_the_specification_are_of_the_revision() {
    let page = |revision| of_case(&Talk::of(revision).call().result(json!({})).trace())[0].spec.clone();
    assert_eq!(page(NEW), "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result");
    assert_eq!(
        page(Revision::V2024_11_05),
        "https://modelcontextprotocol.io/specification/2024-11-05/server/tools#tool-result"
    );
}

#[test]
fn pages_of_the_specification_are_of_the_method() {
    let image = json!({"type": "image", "data": "?", "mimeType": "image/png"});
    let answers = [
        ("tools/call", json!({"content": [image]}), "server/tools#tool-result"),
        ("tools/list", json!({}), "server/tools#listing-tools"),
        ("resources/list", json!({"resources": {}}), "server/resources#listing-resources"),
        ("resources/templates/list", json!([]), "server/resources#resource-templates"),
        ("resources/read", json!({}), "server/resources#reading-resources"),
        ("resources/read", json!({"contents": [{"uri": "x://y"}]}), "server/resources#resource-contents"),
        ("prompts/list", json!({"prompts": {}}), "server/prompts#listing-prompts"),
        ("prompts/get", json!({"messages": [], "description": 7}), "server/prompts#getting-a-prompt"),
        ("prompts/get", json!({"messages": [], "_meta": 7}), "server/prompts#getting-a-prompt"),
        ("prompts/get", json!({}), "server/prompts#getting-a-prompt"),
        ("prompts/get", json!("x"), "server/prompts#getting-a-prompt"),
        ("prompts/get", json!({"messages": [{"role": "x", "content": image}]}), "server/prompts#promptmessage"),
        ("prompts/get", json!({"messages": [{"role": "user", "content": image}]}), "server/prompts#promptmessage"),
        ("completion/complete", json!({}), "server/utilities/completion#completion-results"),
        ("completion/complete", json!(7), "server/utilities/completion#completion-results"),
        ("ping", json!({"_meta": 7}), "basic#responses"),
    ];
    for (method, result, page) in answers {
        let talk = Talk::of(NEW).ask(CallRole::Tested, method, json!({})).result(result.clone());
        let found = of_case(&talk.trace());
        let spec = found.first().map(|violation| violation.spec.as_str());
        let expected = format!("https://modelcontextprotocol.io/specification/2025-11-25/{page}");
        assert_eq!(spec, Some(expected.as_str()), "{method} {result}");
    }
}

/// Every kind is made by a test above: their names in this file are counted, so that a new kind cannot stay untested.
#[test]
fn every_kind_is_tested() {
    let source = include_str!("tests.rs");
    let said = |name: &str| ["! #", " #", ": "].iter().any(|end| source.contains(&format!("{name}{end}")));
    for kind in ALL {
        let name = serde_json::to_value(kind).expect("it has a name");
        assert!(said(name.as_str().expect("it is text")), "{name}");
    }
}

const ALL: [ViolationKind; 36] = [
    ViolationKind::NoiseOnStdout,
    ViolationKind::InvalidJson,
    ViolationKind::InvalidUtf8,
    ViolationKind::ByteOrderMark,
    ViolationKind::SplitMessage,
    ViolationKind::SharedLine,
    ViolationKind::MissingNewline,
    ViolationKind::CutOffMessage,
    ViolationKind::OversizedMessage,
    ViolationKind::DeepNesting,
    ViolationKind::Batch,
    ViolationKind::NotAMessage,
    ViolationKind::JsonrpcVersion,
    ViolationKind::IdType,
    ViolationKind::MissingId,
    ViolationKind::UnknownId,
    ViolationKind::DuplicateAnswer,
    ViolationKind::ResultAndError,
    ViolationKind::NeitherResultNorError,
    ViolationKind::ErrorShape,
    ViolationKind::UnknownMember,
    ViolationKind::ResultShape,
    ViolationKind::ContentShape,
    ViolationKind::MalformedEntry,
    ViolationKind::DuplicateName,
    ViolationKind::EndlessPages,
    ViolationKind::ReusedRequestId,
    ViolationKind::UndeclaredRequest,
    ViolationKind::ForbiddenRequest,
    ViolationKind::RequestShape,
    ViolationKind::UndeclaredNotification,
    ViolationKind::NotificationShape,
    ViolationKind::HandshakeShape,
    ViolationKind::LateAnswer,
    ViolationKind::HttpTransport,
    ViolationKind::IgnoresShutdown,
];
