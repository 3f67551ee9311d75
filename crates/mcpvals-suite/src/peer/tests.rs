//! What traces made by hand show of a test: shapes that no server of the testkit has.

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, Bounds, CallEnd, CallRole, Case, CaseKind};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, of_kind};

/// A test of sampling, as far as JSON says otherwise.
fn case(members: &Value) -> Case {
    let mut case = json!({
        "asks": "sampling", "metric": "Request", "triggers": [{"tool": {"tool": "t", "args": {}}}],
        "client": {
            "capabilities": {"sampling": {}},
            "answers": {"sampling": [{"reply": {"result": {}}}], "elicitation": []},
        },
        "requests": {"count": {"min": 1}},
    });
    for (name, value) in members.as_object().expect("members") {
        case[name] = value.clone();
    }
    of_kind(CaseKind::Peer(Box::new(serde_json::from_value(case).expect("a test"))))
}

fn request(id: u64, members: &Value) -> Value {
    let mut params = json!({"messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}], "maxTokens": 5});
    for (name, value) in members.as_object().expect("members") {
        params[name] = value.clone();
    }
    json!({"jsonrpc": "2.0", "id": id, "method": "sampling/createMessage", "params": params})
}

/// A call during which the server asks this.
fn talk(revision: Revision, params: &Value) -> Talk {
    Talk::of(revision).plain_tool().call().says(&request(1, params)).text("done")
}

fn words(case: &Case, talk: Talk) -> Vec<String> {
    let graded = grade(case, &talk.trace());
    let words = |mismatch: &mcpvals_model::Mismatch| format!("{} | {}", mismatch.expected, mismatch.actual);
    graded.verdict.mismatches().map(words).collect()
}

fn fault(case: &Case, talk: Talk) -> String {
    let verdict = grade(case, &talk.trace()).verdict;
    let mcpvals_model::Verdict::Errored(fault) = verdict else { panic!("it is errored, not {verdict:?}") };
    fault.to_string()
}

#[track_caller]
fn check(params: &Value, want: &str) {
    let words = words(&case(&json!({})), talk(Revision::V2025_11_25, params));
    assert_eq!(words.len(), usize::from(!want.is_empty()), "{words:?}");
    assert!(words.iter().all(|words| words.contains(want)), "{words:?} is not {want}");
}

#[test]
fn each_rule_of_a_sampling_request_is_held() {
    let text = json!({"type": "text", "text": "x"});
    check(&json!({"modelPreferences": {"hints": [{"name": "m"}], "speedPriority": 0.5}, "stopSequences": ["a"]}), "");
    check(&json!({"maxTokens": 50.0}), "");
    check(&json!({"maxTokens": 0}), "`maxTokens` is 0, not a positive integer");
    check(&json!({"maxTokens": 1.5}), "`maxTokens` is 1.5");
    check(&json!({"systemPrompt": 7}), "`systemPrompt` is 7");
    check(&json!({"includeContext": "all"}), "`includeContext` is \"all\"");
    check(&json!({"stopSequences": [1]}), "`stopSequences/0` is 1, not a string");
    check(&json!({"modelPreferences": {"hints": [7]}}), "`hints/0` is 7, not an object whose `name` is a string");
    let misnamed = json!({"modelPreferences": {"hints": [{"name": 7}]}});
    check(&misnamed, "`hints/0` is {\"name\":7}, not an object whose `name` is a string");
    check(&json!({"messages": [{"role": "user"}]}), "message 1: `content` is missing");
    check(&json!({"messages": [7]}), "message 1: it is a number");
    check(&json!({"messages": [{"role": "user", "content": {"type": "video"}}]}), "its type \"video\" is not known");
    check(&json!({"messages": [{"role": "user", "content": {"type": "resource"}}]}), "no place in a conversation");
    check(
        &json!({"messages": [{"role": "user", "content": {"type": "image", "data": "?", "mimeType": "image/png"}}]}),
        "no Base64",
    );
    let result = json!({"type": "tool_result", "toolUseId": "1", "content": []});
    let used = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "t", "input": {}}]});
    check(&json!({"messages": [used, {"role": "user", "content": [result]}]}), "");
    check(&json!({"messages": [used, {"role": "user", "content": [result, text]}]}), "mixes `tool_result`");
    check(&json!({"messages": [used, {"role": "user", "content": text}]}), "the tool use \"1\" has no result");
}

#[test]
fn what_stands_beside_is_an_object() {
    check(&json!({"_meta": {"progressToken": 7}}), "");
    check(&json!({"_meta": 5}), "`_meta` is 5, not an object");
    check(&json!({"_meta": {"progressToken": {}}}), "`progressToken` is an object, not a string or an integer");
    let text = |meta: Value| json!({"type": "text", "text": "x", "_meta": meta});
    check(&json!({"messages": [{"role": "user", "content": text(json!({}))}]}), "");
    check(&json!({"messages": [{"role": "user", "content": text(json!([]))}]}), "`_meta` is an array");
    check(&json!({"messages": [{"role": "user", "content": text(json!({})), "_meta": 5}]}), "message 1: `_meta` is 5");
}

/// A leak is one wherever it is, beside what the test is about, too.
#[test]
fn what_must_be_in_no_request_is_looked_for_in_all() {
    let absent = json!([{"what": "the canary", "pattern": "hush-1"}]);
    let test = case(&json!({"requests": {"count": {"min": 1}, "absent": absent}}));
    let asked = || Talk::new().plain_tool().call().says(&request(1, &json!({})));
    assert_eq!(words(&test, asked().text("done")), Vec::<String>::new());
    let form = json!({"message": "is it hush-1?", "requestedSchema": {"type": "object", "properties": {}}});
    let beside = json!({"jsonrpc": "2.0", "id": 2, "method": "elicitation/create", "params": form});
    let found = words(&test, asked().says(&beside).text("done"));
    assert!(
        found.iter().any(|words| words.starts_with("no request with the canary | \"hush-1\" at `/message`")),
        "{found:?}"
    );
    let question = json!({"method": "sampling/createMessage", "params": request(1, &json!({}))["params"]});
    let round = |key: &str, state: &str| {
        let result = json!({"resultType": "input_required", "inputRequests": {key: question}, "requestState": state});
        let first = Talk::of(Revision::V2026_07_28)
            .plain_tool()
            .call()
            .says(&json!({"jsonrpc": "2.0", "id": 1, "result": result}));
        words(&test, first.text("done"))
    };
    let leaks = |found: Vec<String>| found.iter().any(|words| words.contains("hush-1"));
    assert!(leaks(round("hush-1", "s")) && leaks(round("a", "hush-1")) && !leaks(round("a", "s")));
}

/// A server may make those wait that are too many, or refuse them.
#[test]
fn excess_may_be_refused_in_plain_words() {
    let trigger = json!({"tool": {"tool": "t", "args": {}}});
    let in_flight = json!({"count": {"min": 1}, "inFlight": {"max": 1}});
    let test = case(&json!({"triggers": [trigger, trigger], "requests": in_flight}));
    let one = || Talk::new().plain_tool().call().says(&request(1, &json!({}))).text("done");
    let other = |talk: Talk| talk.ask(CallRole::Step(0), "tools/call", json!({"name": "t"}));
    assert_eq!(words(&test, other(one()).error(-32000, "busy: one at a time")), Vec::<String>::new());
    assert_eq!(words(&test, other(one()).error(-32603, "TypeError: x is undefined")).len(), 1);
}

#[test]
fn lists_of_content_came_with_a_later_revision() {
    let params = json!({"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]});
    assert_eq!(words(&case(&json!({})), talk(Revision::V2025_11_25, &params)), Vec::<String>::new());
    let words = words(&case(&json!({})), talk(Revision::V2025_06_18, &params));
    assert!(words[0].contains("which came with revision 2025-11-25"), "{words:?}");
}

#[test]
fn requests_are_counted_and_held_against_their_expectations_in_order() {
    let twice = || {
        let first = request(1, &json!({"maxTokens": 1}));
        Talk::new().plain_tool().call().says(&first).says(&request(2, &json!({"maxTokens": 2}))).text("done")
    };
    let in_order = |one: u64, two: u64| {
        let each = |tokens: u64| json!({"members": {"maxTokens": tokens}});
        case(&json!({"requests": {"count": {"min": 2, "max": 2}, "inOrder": [each(one), each(two)]}}))
    };
    assert_eq!(words(&in_order(1, 2), twice()), Vec::<String>::new());
    assert_eq!(words(&in_order(2, 2), twice()), ["in request 1, `maxTokens` 2 | 1"]);
    let at_once = case(&json!({"requests": {"count": {"min": 1}, "inFlight": {"max": 1}}}));
    assert_eq!(words(&at_once, twice()), ["at most 1 request waiting for an answer at the same time | 2"]);
}

#[test]
fn questions_in_a_result_are_requests_too() {
    let asks = json!({
        "resultType": "input_required", "requestState": "s",
        "inputRequests": {"q": {"method": "sampling/createMessage", "params": request(1, &json!({}))["params"]}},
    });
    let talk = Talk::of(Revision::V2026_07_28).plain_tool().call().result(asks);
    assert_eq!(words(&case(&json!({})), talk), ["a result | the server still asked for input"]);
}

/// A test with a client that declares this, and answers with this error or whatever else is a reply.
fn with_client(asks: &str, capabilities: &Value, reply: &Value) -> Case {
    let script = json!([{"reply": reply}]);
    let client = json!({"capabilities": capabilities, "answers": {"sampling": script, "elicitation": script}});
    case(&json!({"asks": asks, "client": client, "requests": {"count": {"min": 0}}}))
}

/// A call of 2026-07-28 that is answered with one question.
fn question(client: &Value, method: &str, params: &Value) -> Talk {
    let meta = json!({"io.modelcontextprotocol/clientCapabilities": client});
    let call = json!({"name": "t", "arguments": {}, "_meta": meta});
    let questions = json!({"q": {"method": method, "params": params}});
    let result = json!({"resultType": "input_required", "requestState": "s", "inputRequests": questions});
    Talk::of(Revision::V2026_07_28).plain_tool().ask(CallRole::Tested, "tools/call", call).result(result)
}

#[test]
fn undeclared_questions_in_a_result_fail() {
    let check = |client: Value, asks: &str, method: &str, params: &Value, want: &str| {
        let words = words(&with_client(asks, &client, &json!({"form": {}})), question(&client, method, params));
        assert!(words[0].contains(want), "{client}: {words:?}");
    };
    let form = json!({"message": "?", "requestedSchema": {"type": "object", "properties": {}}});
    let url = json!({"mode": "url", "message": "?", "url": "https://example.com"});
    let elicit = "elicitation/create";
    check(
        json!({"elicitation": {"url": {}}}),
        "elicitation",
        elicit,
        &form,
        "`elicitation/create` in form mode, which",
    );
    check(json!({"elicitation": {}}), "elicitation", elicit, &url, "`elicitation/create` in URL mode, which");
    check(json!({"elicitation": {}}), "elicitation", elicit, &form, "a result");
    let mut params = request(1, &json!({"tools": []}))["params"].take();
    let (sampling, sample) = (json!({"sampling": {}}), "sampling/createMessage");
    check(sampling.clone(), "sampling", sample, &params, "`sampling/createMessage` with `tools`, which");
    params.as_object_mut().expect("parameters").remove("tools");
    check(sampling, "sampling", sample, &params, "a result");
    check(json!({}), "sampling", sample, &params, "`sampling/createMessage`, which");
}

#[test]
fn client_of_one_mode_is_asked_in_no_other_but_may_be_refused() {
    let only_pages = with_client("elicitation", &json!({"elicitation": {"url": {}}}), &json!({"form": {}}));
    let refused = || Talk::new().plain_tool().call().tool_error("this client shows no forms");
    assert_eq!(words(&only_pages, refused()), Vec::<String>::new());
    let unlisted = |names: &[&str]| Talk::new().call().error(-32602, "no such tool").full_client_tools(names);
    assert_eq!(words(&only_pages, unlisted(&["t"])), Vec::<String>::new());
    assert_eq!(words(&only_pages, unlisted(&["tt"])), ["the tool \"t\" | no such tool; nearest: \"tt\""]);
    assert!(fault(&only_pages, Talk::new().call().error(-32602, "no such tool")).contains("it is not known which"));
    assert_eq!(words(&only_pages, Talk::new().plain_tool().call().text("")).len(), 1, "nothing is said");
    let both = with_client("elicitation", &json!({"elicitation": {"url": {}, "form": {}}}), &json!({"form": {}}));
    assert_eq!(words(&both, refused()).len(), 1, "it could be asked");
    let asked = json!({"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": {"message": "?"}});
    let asked = Talk::new().plain_tool().call().says(&asked).odd(Anomaly::UndeclaredRequest).text("done");
    assert!(words(&only_pages, asked)[0].contains("in form mode, which the client did not declare"));
}

#[test]
fn error_to_a_client_that_cannot_be_asked_says_so() {
    let bare = || {
        case(
            &json!({"client": {"capabilities": {}, "answers": {"sampling": [], "elicitation": []}}, "requests": {"count": {"max": 0}}}),
        )
    };
    let call = || Talk::new().plain_tool().call();
    let warned = |talk: Talk| grade(&bare(), &talk.trace()).warnings.len();
    assert_eq!(words(&bare(), call().error(-32603, "the client does not support sampling")), Vec::<String>::new());
    let broken = words(&bare(), call().error(-32603, "KeyError"));
    assert!(
        broken[0].contains("says that the client has no `sampling` | JSON-RPC error -32603 \"KeyError\""),
        "{broken:?}"
    );
    assert!(fault(&bare(), call().error(-32602, "Unknown tool: t")).contains("its name or its arguments are wrong"));
    assert_eq!((warned(call().tool_error("it broke")), warned(call().tool_error("no sampling"))), (1, 0));
    let typed = json!({"name": "t", "inputSchema": {"type": "object", "required": ["text"]}});
    assert!(fault(&bare(), Talk::new().tool(typed).call().tool_error("it broke")).contains("arguments are wrong"));
}

#[test]
fn page_that_an_error_asks_for_is_a_question() {
    let page = json!({"mode": "url", "message": "?", "url": "https://example.com", "elicitationId": "1"});
    let error = |pages: Value| json!({"error": {"code": -32042, "message": "go", "data": {"elicitations": pages}}});
    let once = |case: &mut Case| {
        let CaseKind::Peer(peer) = &mut case.kind else { unreachable!("it is one") };
        peer.requests.count = Bounds::exactly(1);
    };
    let mut case = with_client("elicitation", &json!({"elicitation": {"url": {}}}), &json!({"form": {}}));
    once(&mut case);
    let talk = |pages: Value| Talk::new().plain_tool().call().answers(error(pages));
    assert_eq!(words(&case, talk(json!([page]))), Vec::<String>::new());
    assert!(
        words(&case, talk(json!([])))[0].contains("`data.elicitations` is an empty array, not an array with pages")
    );
    assert!(words(&case, talk(json!([{"mode": "url"}])))[0].contains("in error -32042, `message` is missing"));
    let undeclared = talk(json!([page])).odd(Anomaly::UndeclaredRequest);
    assert!(words(&case, undeclared)[0].contains("the client did not declare elicitation in URL mode"));
}

/// Two calls at once: what is asked for each, what is answered, and what each result says of it.
fn two_calls(results: [&str; 2]) -> Talk {
    const MARKS: [&str; 2] = ["0123456789abcde0", "0123456789abcde1"];
    let call = |index: usize| json!({"name": "t", "arguments": {"text": format!("question-{}", MARKS[index])}});
    let mut talk = Talk::new().plain_tool().ask(CallRole::Tested, "tools/call", call(0));
    talk = talk.ask(CallRole::Step(0), "tools/call", call(1));
    for (id, mark) in (7..).zip(MARKS) {
        let content = json!({"type": "text", "text": format!("sum up question-{mark}")});
        talk = talk.says(&request(id, &json!({"messages": [{"role": "user", "content": content}]})));
    }
    for (id, mark) in (7..).zip(MARKS) {
        let text = format!("answer-{mark} and so on");
        talk = talk.sends(&json!({"jsonrpc": "2.0", "id": id, "result": {"content": {"type": "text", "text": text}}}));
    }
    let text = |text: &str| json!({"content": [{"type": "text", "text": text}]});
    let first = json!({"jsonrpc": "2.0", "id": 1, "result": text(results[0])});
    talk.answers_first(&first).text(results[1])
}

#[test]
fn each_call_has_the_answer_to_its_own_question() {
    let trigger = json!({"tool": {"tool": "t", "args": {}}});
    let case = || case(&json!({"marked": true, "triggers": [trigger, trigger]}));
    let (one, two) = ("answer-0123456789abcde0", "ANSWER-0123456789ABCDE1");
    let check = |results: [&str; 2], want: &[&str]| {
        let words = words(&case(), two_calls(results));
        assert_eq!(words.len(), want.len(), "{words:?}");
        assert!(words.iter().zip(want).all(|(words, want)| words.contains(want)), "{words:?} is not {want:?}");
    };
    check([one, two], &[]);
    check(["done", "done"], &[]);
    check([two, one], &["2 of 2 are in the result of another call"]);
    check([one, "done"], &["1 of 2 are in the result of no call; the first is answer-0123456789abcde1"]);
    check([one, one], &["1 of 2 are in the result of no call", "1 of 2 are in the results of several calls"]);
    let unmarked = self::case(&json!({"triggers": [trigger, trigger]}));
    assert_eq!(words(&unmarked, two_calls([two, one])), Vec::<String>::new());
}

#[test]
fn what_only_looks_like_data_of_persons_is_harmless() {
    let card = json!({"what": "a card number", "pattern": r"\b\d{16}\b", "luhn": true});
    let mail = json!({"what": "an address", "pattern": r"\w+@\w+\.com", "except": "^git@"});
    let case = case(&json!({"requests": {"count": {"min": 1}, "absent": [card, mail]}}));
    let told = |text: &str| words(&case, talk(Revision::V2025_11_25, &json!({"systemPrompt": text})));
    assert_eq!(told("order 1234567890123456 of git@github.com"), Vec::<String>::new());
    assert_eq!(told("order 1234567890123456 of 4111111111111111").len(), 1);
    assert_eq!(told("git@github.com and ann@example.com").len(), 1);
}

#[test]
fn changed_roots_are_asked_for_again_and_shown() {
    let roots = |uris: &[&str]| uris.iter().map(|uri| json!({"uri": uri})).collect::<Vec<Value>>();
    let (old, new) = (roots(&["file:///old"]), roots(&["file:///old", "file:///new"]));
    let answers = json!({"roots": old, "changedRoots": new, "sampling": [], "elicitation": []});
    let client = json!({"capabilities": {"roots": {}}, "answers": answers});
    let case = || case(&json!({"asks": "roots", "rootsChange": true, "client": client}));
    let ask = |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "roots/list"});
    let first = || Talk::new().plain_tool().call().says(&ask(1)).text("file:///old");
    let changed = || first().sends(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    let again = |talk: Talk| talk.ask(CallRole::Step(0), "tools/call", json!({"name": "t", "arguments": {}}));
    assert_eq!(words(&case(), again(changed()).says(&ask(2)).text("/old, /new")), Vec::<String>::new());
    assert_eq!(words(&case(), again(changed().says(&ask(2))).text("/old, /new")), Vec::<String>::new());
    assert!(words(&case(), again(changed()).text("/old"))[0].starts_with("`roots/list` again"));
    assert!(words(&case(), again(changed()).says(&ask(2)).text("/old"))[0].starts_with("the new root file:///new"));
}

#[test]
fn refused_model_ends_in_an_error_unless_the_test_says_otherwise() {
    let refused = |expect: Value| {
        let error = json!({"error": {"code": -1, "message": "no"}});
        let mut case = with_client("sampling", &json!({"sampling": {}}), &error);
        let CaseKind::Peer(peer) = &mut case.kind else { unreachable!("it is one") };
        peer.expect = serde_json::from_value(expect).expect("expectations");
        case
    };
    let asked = || Talk::new().plain_tool().call().says(&request(1, &json!({})));
    let silent = refused(json!([]));
    assert!(words(&silent, asked().text("hello"))[0].starts_with("an error, because the user refused"));
    assert_eq!(words(&silent, asked().tool_error("the user said no")), Vec::<String>::new());
    assert_eq!(words(&silent, asked().error(-1, "no")), Vec::<String>::new());
    let in_time = refused(json!([{"latency": 1000}]));
    assert!(words(&in_time, asked().text("hello"))[0].starts_with("an error, because"));
    assert_eq!(words(&in_time, asked().wait_ms(2000).error(-1, "no")).len(), 1, "it is late");
    let allowed = refused(json!([{"match": {"isError": false}}]));
    assert_eq!(words(&allowed, asked().text("without a summary")), Vec::<String>::new());
}

#[test]
fn answers_that_rounds_have_no_place_for_are_skipped() {
    let of = |asks: &str, reply: &Value, revision| {
        let case = with_client(asks, &json!({"sampling": {}, "elicitation": {}}), reply);
        grade(&case, &Talk::of(revision).plain_tool().trace()).verdict
    };
    let error = json!({"error": {"code": -1, "message": "no"}});
    let skipped = |asks: &str, reply: &Value| crate::testing::words(&of(asks, reply, Revision::V2026_07_28));
    let words = skipped("sampling", &error);
    assert!(
        words.starts_with("skipped: in protocol 2026-07-28 a client cannot refuse `sampling/createMessage`"),
        "{words}"
    );
    assert!(skipped("elicitation", &json!("silence")).starts_with("skipped"));
    assert!(!skipped("elicitation", &json!({"result": {"action": "decline"}})).starts_with("skipped"));
    assert_ne!(of("sampling", &error, Revision::V2025_11_25).word(), mcpvals_model::VerdictWord::Skipped);
}

#[test]
fn trigger_without_an_answer_or_a_tool_fails() {
    let asked = || Talk::new().plain_tool().call().says(&request(1, &json!({})));
    let late = asked().ends(CallEnd::TimedOut { after_ms: 5000 });
    assert!(words(&case(&json!({})), late)[0].starts_with("an answer within 5000 ms"));
    let no_tool = Talk::new().ask(CallRole::Tested, "tools/call", json!({})).error(-32602, "no such tool");
    let words = words(&case(&json!({"requests": {"count": {"min": 0}}})), no_tool);
    assert_eq!(words, ["the tool \"t\" | no tools at all"]);
}

#[test]
fn test_without_a_trigger_finds_nothing_out() {
    let fault = fault(&case(&json!({"triggers": []})), Talk::new());
    assert!(fault.contains("nothing makes the server send `sampling/createMessage`"), "{fault}");
}

#[test]
fn server_that_lacks_what_the_trigger_needs_is_skipped_unless_demanded() {
    let talk = || Talk::new().capabilities(json!({}));
    let verdict = |required: bool| grade(&case(&json!({"required": required})), &talk().trace()).verdict;
    assert_eq!(verdict(false).word(), mcpvals_model::VerdictWord::Skipped);
    assert_eq!(verdict(true).word(), mcpvals_model::VerdictWord::Failed);
    let forms = json!({"asks": "elicitation"});
    let old = Talk::of(Revision::V2025_03_26).plain_tool();
    assert_eq!(grade(&case(&forms), &old.trace()).verdict.word(), mcpvals_model::VerdictWord::Skipped);
}

/// A form with these fields.
fn form(id: u64, fields: &Value) -> Value {
    let schema = json!({"type": "object", "properties": fields, "required": ["age"]});
    let params = json!({"message": "?", "requestedSchema": schema});
    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
}

#[test]
fn content_that_was_to_break_a_form_and_fits_it_is_the_tests_mistake() {
    let field = json!({"age": {"type": "integer", "minimum": 18}, "code": {"type": "string", "pattern": "^[a-z]+$"}});
    let test = |content: Value| {
        let mut case = with_client("elicitation", &json!({"elicitation": {}}), &json!({"invalid": content}));
        let CaseKind::Peer(peer) = &mut case.kind else { unreachable!("it is one") };
        peer.expect = serde_json::from_value(json!([{"match": {"isError": true}}])).expect("expectations");
        case
    };
    let asked = || Talk::new().plain_tool().call().says(&form(1, &field));
    for fits in [json!({"age": 30}), json!({"age": 18, "code": "ab", "other": 1})] {
        let fault = fault(&test(fits.clone()), asked().text("thanks"));
        assert!(fault.contains("breaks nothing of the form"), "{fault}");
        assert_eq!(words(&test(fits), asked().error(-1, "no")), Vec::<String>::new(), "it may know better");
    }
    for breaks in [json!({"age": 7}), json!({"age": "x"}), json!({}), json!({"age": 30, "code": "A1"})] {
        assert_eq!(words(&test(breaks.clone()), asked().text("thanks")).len(), 1, "{breaks}");
        assert_eq!(words(&test(breaks), asked().error(-1, "no")), Vec::<String>::new());
    }
    let ill = form(2, &json!({"age": {"type": "integer"}, "tel": {"type": "string", "format": "phone"}}));
    let found = words(&test(json!({"age": 30})), asked().says(&ill).text("thanks"));
    assert!(found.len() == 1 && found[0].contains("`format` is \"phone\""), "{found:?}");
    let hangs = asked().ends(CallEnd::TimedOut { after_ms: 500 });
    assert!(words(&test(json!({"age": 30})), hangs)[0].starts_with("an answer within"));
}

#[test]
fn every_form_is_looked_at_whatever_the_test_is_about() {
    let fields = json!({"age": {"type": "integer"}, "password": {"type": "string"}});
    let secret = "a form that asks for no secrets (they belong in URL mode) | the field \"password\"";
    let both = json!({"sampling": {}, "elicitation": {}});
    let case = |asks: &str| with_client(asks, &both, &json!({"form": {}}));
    let beside = || Talk::new().plain_tool().call().says(&request(1, &json!({}))).says(&form(2, &fields)).text("done");
    for asks in ["sampling", "elicitation"] {
        let words = words(&case(asks), beside());
        assert!(words.len() == 1 && words[0].starts_with(secret), "{asks}: {words:?}");
    }
    let question = |message: &Value| json!({"method": message["method"], "params": message["params"]});
    let round = |questions: Value| {
        let asking = json!({"resultType": "input_required", "requestState": "s", "inputRequests": questions});
        Talk::of(Revision::V2026_07_28).plain_tool().call().says(&json!({"jsonrpc": "2.0", "id": 1, "result": asking}))
    };
    let end = json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]});
    let sample = question(&request(1, &json!({})));
    let rounds = round(json!({"s": sample, "f": question(&form(2, &fields))})).result(end.clone());
    let found = words(&case("sampling"), rounds);
    assert!(found.iter().any(|words| words.starts_with(secret)), "{found:?}");
    let ill = json!({"age": {"type": "object"}});
    let alone = round(json!({"f": question(&form(2, &ill))})).result(end);
    let found = words(&case("sampling"), alone);
    assert!(found.iter().any(|words| words.contains("the type \"object\" has no place in a form")), "{found:?}");
    let allowed = json!({"requests": {"count": {"min": 0}, "mayAskSecrets": true}});
    assert_eq!(words(&self::case(&allowed), beside()), Vec::<String>::new());
}

#[test]
fn what_is_asked_as_soon_as_the_session_stands_is_judged_and_counted() {
    let both = json!({"sampling": {}, "elicitation": {}});
    let at_once = |asked: &Value| Talk::new().plain_tool().says(asked).call();
    let forms = with_client("elicitation", &both, &json!({"form": {}}));
    let fields = json!({"age": {"type": "integer"}, "password": {"type": "string"}});
    let found = words(&forms, at_once(&form(7, &fields)).text("done"));
    assert!(found.len() == 1 && found[0].starts_with("a form that asks for no secrets"), "{found:?}");
    assert!(found[0].ends_with("(asked as soon as the session stood, before the trigger)"), "{found:?}");
    let harmless = json!({"age": {"type": "integer"}});
    assert_eq!(words(&forms, at_once(&form(7, &harmless)).text("done")), Vec::<String>::new());
    let once = case(&json!({"requests": {"count": {"min": 1, "max": 1}}}));
    let found = words(&once, at_once(&request(7, &json!({}))).says(&request(8, &json!({}))).text("done"));
    assert!(found.len() == 1 && found[0].ends_with("| 2, 1 of them as soon as the session stood"), "{found:?}");
    // The trigger made it ask nothing.
    let alone = words(&once, at_once(&request(7, &json!({}))).text("done"));
    let told = "| 1 (asked as soon as the session stood, before the trigger)";
    assert!(alone.len() == 1 && alone[0].ends_with(told), "{alone:?}");
}

#[test]
fn context_that_the_client_did_not_declare_is_a_doubt() {
    let warned = |capabilities: Value, revision: Revision, scope: &str| {
        let case = with_client("sampling", &json!({"sampling": capabilities}), &json!({"result": {}}));
        let graded = grade(&case, &talk(revision, &json!({"includeContext": scope})).trace());
        assert!(graded.violations.is_empty(), "{:?}", graded.violations);
        graded.warnings.len()
    };
    for revision in [Revision::V2025_11_25, Revision::V2025_06_18, Revision::V2024_11_05] {
        let rule = usize::from(revision == Revision::V2025_11_25);
        assert_eq!(warned(json!({}), revision, "thisServer"), rule, "{revision}");
        assert_eq!(warned(json!({"tools": {}}), revision, "allServers"), rule, "{revision}");
        assert_eq!(warned(json!({}), revision, "none"), 0, "{revision}");
        assert_eq!(warned(json!({"context": {}}), revision, "thisServer"), 0, "{revision}");
    }
}
