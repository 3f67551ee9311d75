//! Verdicts on tool cases: what the server says, and what the user reads.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, CallRole, Case, Graded, ProcessEnd, Trace, Verdict, WarningKind};
use serde_json::{Value, json};

use crate::grade;
use crate::testing::{Talk, case, case_with_args};

/// The verdict line by line: kind, expected, actual; warnings after it.
fn said(graded: &Graded) -> String {
    let kind = |kind: Value| kind.as_str().unwrap_or_default().to_owned();
    let mut lines = match &graded.verdict {
        Verdict::Passed => vec!["passed".to_owned()],
        Verdict::Errored(fault) => vec![format!("errored: {fault}")],
        Verdict::Skipped(reason) => vec![format!("skipped: {reason}")],
        Verdict::Failed { .. } => Vec::new(),
    };
    lines.extend(graded.verdict.mismatches().map(|mismatch| {
        let name = kind(serde_json::to_value(mismatch.kind).expect("it has a name"));
        let frame = mismatch.frame.map(|frame| format!(" #{frame}")).unwrap_or_default();
        format!("{name}{frame}: expected {}, got {}", mismatch.expected, mismatch.actual)
    }));
    lines.extend(graded.warnings.iter().map(|warning| {
        format!("({}: {})", kind(serde_json::to_value(warning.kind).expect("it has a name")), warning.message)
    }));
    lines.join("\n")
}

#[track_caller]
fn check(case: &Case, talk: Talk, expected: &str) {
    let graded = grade(case, &talk.trace());
    assert_eq!(said(&graded), expected);
}

/// Result, error, latency, success; `-` where nothing is asserted.
#[track_caller]
fn metrics(case: &Case, talk: Talk, expected: &str) {
    let graded = grade(case, &talk.trace());
    let score = |score: Option<mcpvals_model::Score>| score.map_or_else(|| "-".to_owned(), |s| s.value().to_string());
    let words: Vec<String> = graded.metrics.iter().map(|metric| score(metric.score)).collect();
    assert_eq!(words.join(" "), expected);
}

fn talk() -> Talk {
    Talk::new().plain_tool()
}

fn expects(expect: Value) -> Case {
    case(json!({"expect": expect}))
}

fn wants(result: Value) -> Case {
    expects(json!([{"result": result}]))
}

fn wants_error(words: &str) -> Case {
    expects(json!([{"error": words}]))
}

#[test]
fn right_answer_passes() {
    check(&wants(json!("8")), talk().call().text("the sum is 8"), "passed");
    check(&wants(json!(8)), talk().call().text("8"), "passed");
}

#[test]
fn wrong_answer_fails_with_both_sides() {
    check(&wants(json!("8")), talk().call().text("7"), r#"result #2: expected text that contains "8", got text "7""#);
}

#[test]
fn case_that_asserts_nothing_passes_only_on_success_and_says_so() {
    let nothing = "(nothingAsserted: nothing is asserted but that the call succeeds)";
    check(&case(json!({})), talk().call().text("x"), &format!("passed\n{nothing}"));
    let looks = json!({"verify": [{"call": {"tool": "get", "args": {}}, "expect": []}]});
    let answered = talk().call().text("x").ask(CallRole::Verify(0), "tools/call", json!({"name": "get"}));
    check(&case(looks), answered.result(json!({"content": []})), &format!("passed\n{nothing}"));
    check(
        &case(json!({})),
        talk().call().tool_error("no"),
        &format!(
            "unexpectedError #2: expected a result that is no error, got an isError result with text \"no\"\n{nothing}"
        ),
    );
}

#[test]
fn value_that_is_to_be_captured_must_be_there() {
    let captures = |path: &str| case(json!({"expect": [{"result": "7"}], "capture": {"id": path}}));
    check(&captures("$.content[0].text"), talk().call().text("7"), "passed");
    let words = "result #2: expected a value at `$.nope`, to be captured as `id`, got nothing there, in text \"7\"";
    check(&captures("$.nope"), talk().call().text("7"), words);
    let words = "result #2: expected text that contains \"7\", got text \"8\"";
    check(&captures("$.nope"), talk().call().text("8"), words);
}

#[test]
fn unexpected_errors_of_both_kinds_fail_with_their_text() {
    check(
        &wants(json!("8")),
        talk().call().error(-32603, "boom"),
        r#"unexpectedError #2: expected a result that is no error, got JSON-RPC error -32603 "boom""#,
    );
    check(
        &wants(json!("boom")),
        talk().call().tool_error("boom"),
        r#"unexpectedError #2: expected a result that is no error, got an isError result with text "boom""#,
    );
}

#[test]
fn expected_error_passes_in_both_kinds() {
    check(&wants_error("division by zero"), talk().call().tool_error("Error: Division by zero"), "passed");
    check(&wants_error("division by zero"), talk().call().error(-32603, "division by zero"), "passed");
    check(&wants_error("-32603"), talk().call().error(-32603, "x"), "passed");
}

#[test]
fn other_error_or_success_is_not_the_expected_error() {
    check(
        &wants_error("division by zero"),
        talk().call().tool_error("overflow"),
        r#"error #2: expected an error that contains "division by zero", got an isError result with text "overflow""#,
    );
    check(
        &wants_error("division by zero"),
        talk().call().text("Infinity"),
        r#"missingError #2: expected an error that contains "division by zero", got a success with text "Infinity""#,
    );
}

#[test]
fn error_returned_as_success_is_told_apart() {
    check(
        &wants_error("not found"),
        talk().call().text("Error: not found"),
        "missingError #2: expected an error that contains \"not found\", got a success with text \"Error: not found\"\n\
         (errorShapedSuccess: the call succeeded, but its text looks like an error: \"Error: not found\"; \
         a tool that fails says so with `isError: true`)",
    );
}

#[test]
fn matchers_that_speak_of_errors_decide_themselves() {
    let both = expects(json!([{"match": {"isError": true}}, {"match": {"contains": ["denied"]}}]));
    check(&both, talk().call().tool_error("Access denied"), "passed");
    check(
        &both,
        talk().call().text("ok"),
        "missingError #2: expected an error, got a success with text \"ok\"\nresult #2: expected text that contains \"denied\", got text \"ok\"",
    );
    let either = expects(json!([{"match": {"any": [{"isError": true}, {"contains": ["ok"]}]}}]));
    check(&either, talk().call().tool_error("x"), "passed");
    let code = expects(json!([{"match": {"errorCode": -32602}}]));
    check(&code, talk().call().error(-32602, "x"), "passed");
    check(
        &expects(json!([{"match": {"isError": false}}])),
        talk().call().tool_error("x"),
        "unexpectedError #2: expected a result that is no error, got an isError result with text \"x\"",
    );
}

#[test]
fn unknown_tool_fails_without_a_call_and_names_the_nearest() {
    let tools = |names: &[&str]| {
        names.iter().fold(Talk::new(), |talk, name| talk.tool(json!({"name": name, "inputSchema": {"type": "object"}})))
    };
    let add = case(json!({"call": {"tool": "ad_numbers", "args": {}}, "expect": [{"result": 1}]}));
    check(
        &add,
        tools(&["echo", "add-numbers", "add_number"]),
        r#"unknownTool: expected the tool "ad_numbers", got no such tool; nearest: "add-numbers", "add_number""#,
    );
    check(&add, tools(&["x"]), r#"unknownTool: expected the tool "ad_numbers", got only "x""#);
    check(&add, tools(&["x", "y"]), r#"unknownTool: expected the tool "ad_numbers", got only "x", "y""#);
    check(&add, tools(&[]), r#"unknownTool: expected the tool "ad_numbers", got no tools at all"#);
    check(&wants_error("nope"), tools(&["x"]), r#"unknownTool: expected the tool "t", got only "x""#);
}

#[test]
fn tool_of_a_list_that_cannot_be_read_is_not_there() {
    let unread = |talk: Talk| {
        talk.offer(|offer| offer.unread.push(("tools/list".to_owned(), "no answer within 2000 ms".to_owned())))
    };
    check(
        &wants(json!("8")),
        unread(Talk::new()),
        r#"unknownTool: expected the tool "t", got `tools/list` cannot be read: no answer within 2000 ms"#,
    );
    check(
        &wants(json!("8")),
        unread(Talk::new().tool(json!({"name": "x", "inputSchema": {"type": "object"}}))),
        r#"unknownTool: expected the tool "t", got `tools/list` cannot be read beyond one tool: no answer within 2000 ms"#,
    );
}

#[test]
fn error_is_right_only_where_something_that_says_so_holds() {
    let verdict = |matcher: Value, talk: Talk| {
        said(&grade(&expects(json!([{"match": matcher}])), &talk.trace())).lines().next().unwrap_or_default().to_owned()
    };
    let failing = || talk().call().tool_error("hi");
    let hi = json!({"contains": ["hi"]});
    for right in [
        json!({"isError": true}),
        json!({"not": {"isError": false}}),
        json!({"all": [{"isError": true}, hi]}),
        json!({"any": [{"isError": true}, hi]}),
        json!({"any": [{"errorCode": 5}, {"isError": true}]}),
    ] {
        assert_eq!(verdict(right.clone(), failing()), "passed", "{right}");
    }
    for wrong in [
        json!({"any": [{"isError": false}, hi]}),
        json!({"any": [{"errorCode": 5}, hi]}),
        json!({"not": {"errorCode": 5}}),
        json!({"not": {"isError": true}}),
        json!({"all": [{"isError": false}, hi]}),
        hi.clone(),
    ] {
        let said = verdict(wrong.clone(), failing());
        assert!(said.starts_with("unexpectedError"), "{wrong}: {said}");
    }
    // What says of itself that it must be an error is told as that.
    let said = verdict(json!({"errorCode": 5}), failing());
    assert!(said.starts_with("error "), "{said}");
}

#[test]
fn error_of_a_tool_that_is_not_listed_may_be_about_that() {
    let unlisted =
        || Talk::new().tool(json!({"name": "tt", "inputSchema": {"type": "object"}})).call().tool_error("no t");
    check(
        &expects(json!([{"match": {"isError": true}}])),
        unlisted(),
        "passed\n(unlistedTool: the tool \"t\" is not in the server's list, which may be the whole error: no such tool; nearest: \"tt\")",
    );
    check(&wants_error("no t"), unlisted(), "passed");
}

#[test]
fn error_of_a_misspelt_tool_may_be_about_that_whatever_the_test_says_of_unknown_things() {
    let unlisted = |name: &str| {
        let tool = json!({"name": name, "inputSchema": {"type": "object"}});
        Talk::new().tool(tool).call().error(-32602, "Unknown tool: t")
    };
    let warned = |case: &Case, name: &str| {
        let graded = grade(case, &unlisted(name).trace());
        assert_eq!(graded.verdict, Verdict::Passed);
        graded.warnings.iter().any(|warning| warning.kind == WarningKind::UnlistedTool)
    };
    for vague in [wants_error("unknown"), expects(json!([{"match": {"errorCode": -32602}}]))] {
        assert!(warned(&vague, "tt"), "{vague:?}");
        assert!(!warned(&vague, "zzz"), "nothing has nearly that name, so it is meant: {vague:?}");
    }
    assert!(!warned(&wants_error("Unknown tool"), "tt"), "it speaks of tools");
}

#[test]
fn malformed_tool_is_called_all_the_same() {
    check(
        &wants(json!("8")),
        Talk::new().malformed("t", "`inputSchema` is missing").call().text("8"),
        "passed\n(unusableSchema: `t` is malformed in the server's list, so neither its arguments nor its result were \
         held against its schemas: `inputSchema` is missing)",
    );
}

#[test]
fn arguments_are_checked_unless_they_are_wrong_on_purpose() {
    let typed = || {
        Talk::new().tool(json!({"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}}))
    };
    let wrong = |invalid: bool| {
        case(
            json!({"call": {"tool": "t", "args": {"a": "1"}}, "expect": [{"result": "x"}], "invalid_args": invalid, "invalidArgs": invalid}),
        )
    };
    check(
        &wrong(false),
        typed().call().text("x"),
        "passed\n(invalidArguments: the arguments break the inputSchema of `t`: `/a`: it is not of type \"number\" (\"1\"))",
    );
    check(&wrong(true), typed().call().text("x"), "passed");
    check(
        &case_with_args(json!({})),
        typed().call().text("x"),
        "passed\n(nothingAsserted: nothing is asserted but that the call succeeds)\n\
         (invalidArguments: the arguments break the inputSchema of `t`: \"a\" is a required property ({}))",
    );
}

#[test]
fn unusable_schema_of_a_tool_is_a_warning() {
    let broken =
        Talk::new().tool(json!({"name": "t", "inputSchema": {"type": "object", "$ref": "http://example.com/s"}}));
    let graded = grade(&wants(json!("x")), &broken.call().text("x").trace());
    assert_eq!(graded.verdict, Verdict::Passed);
    assert!(said(&graded).contains("the inputSchema of `t` cannot be used"), "{}", said(&graded));
    assert!(said(&graded).contains("mcpvals fetches none"), "{}", said(&graded));
}

fn promising() -> Value {
    json!({"name": "t", "inputSchema": {"type": "object"},
           "outputSchema": {"type": "object", "properties": {"t": {"type": "number"}}, "required": ["t"]}})
}

#[test]
fn structured_content_keeps_the_tools_promise() {
    let answer = |structured: Value| {
        Talk::new().tool(promising()).call().result(json!({"content": [], "structuredContent": structured}))
    };
    let asked = expects(json!([{"match": {"contentTypes": []}}]));
    check(&asked, answer(json!({"t": 1})), "passed");
    check(
        &asked,
        answer(json!({"t": "1"})),
        "outputSchema #2: expected structured content that meets the tool's outputSchema at /t, \
         got \"1\": it is not of type \"number\"",
    );
    check(
        &wants(json!("8")),
        Talk::new().tool(promising()).call().text("8"),
        "outputSchema #2: expected `structuredContent`, which the tool's outputSchema promises, got none, with text \"8\"",
    );
}

#[test]
fn promise_binds_no_error_and_no_older_revision() {
    check(&wants_error("no"), Talk::new().tool(promising()).call().tool_error("no"), "passed");
    check(&wants(json!("8")), Talk::of(Revision::V2025_03_26).tool(promising()).call().text("8"), "passed");
}

#[test]
fn late_answer_fails_also_where_an_error_is_expected() {
    let quick = expects(json!([{"result": "8"}, {"latency": 50.0}]));
    check(&quick, talk().call().wait_ms(20).text("8"), "passed");
    check(&quick, talk().call().wait_ms(60).text("8"), "latency #2: expected an answer within 50 ms, got 60.1 ms");
    let error = expects(json!([{"error": "no"}, {"latency": 50.0}]));
    check(
        &error,
        talk().call().wait_ms(200).tool_error("no"),
        "latency #2: expected an answer within 50 ms, got 200 ms",
    );
}

#[test]
fn silence_is_told_with_its_deadline() {
    check(&wants(json!("8")), talk().call(), "noAnswer: expected an answer within 5000 ms, got none came");
    let note = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    check(
        &wants(json!("8")),
        talk().call().says(&note).says(&note),
        "noAnswer: expected an answer within 5000 ms, got none came, only 2 other messages",
    );
}

#[test]
fn death_is_told_with_code_and_last_words() {
    check(
        &wants(json!("8")),
        talk().call().ends(CallEnd::Closed).process(ProcessEnd::Exited(5), "starting\nTypeError: x is undefined\n"),
        "noAnswer: expected an answer, got the server's process exited with code 5; \
         its stderr ended with \"starting\\nTypeError: x is undefined\"",
    );
    check(
        &wants(json!("8")),
        talk().call().ends(CallEnd::Closed).process(ProcessEnd::Signalled(9), ""),
        "noAnswer: expected an answer, got the server's process was ended by signal 9 (SIGKILL)",
    );
    let unsent = CallEnd::NotSent { problem: "broken pipe".to_owned() };
    check(
        &wants(json!("8")),
        talk().call().ends(unsent).process(ProcessEnd::Exited(0), ""),
        "noAnswer: expected an answer, got the request could not be sent: broken pipe; \
         the server's process exited with code 0",
    );
    check(
        &wants(json!("8")),
        talk().call().ends(CallEnd::Closed),
        "noAnswer: expected an answer, got the server closed its stdout, and its process went on",
    );
    check(
        &wants(json!("8")),
        talk().call().ends(CallEnd::Closed).process(ProcessEnd::Terminated, ""),
        "noAnswer: expected an answer, got the connection was closed",
    );
}

#[test]
fn http_refusal_is_told_with_its_body() {
    check(
        &wants(json!("8")),
        talk()
            .call()
            .says_bytes(b"<h1>Oops</h1>")
            .odd(Anomaly::Http { problem: "status 500 Internal Server Error".to_owned() })
            .ends(CallEnd::Refused { status: 500 }),
        "noAnswer: expected an answer, got HTTP: status 500 Internal Server Error, with the body \"<h1>Oops</h1>\"",
    );
}

#[test]
fn http_that_breaks_off_is_told_as_it_was_seen() {
    let odd = |problem: &str| Anomaly::Http { problem: problem.to_owned() };
    check(
        &wants(json!("8")),
        talk().call().says_bytes(b"").odd(odd("the event stream ended")).ends(CallEnd::Closed),
        "noAnswer: expected an answer, got the event stream ended",
    );
    check(
        &wants(json!("8")),
        talk().call().says_bytes(b"hi").odd(odd("content type `text/html`")).ends(CallEnd::Refused { status: 200 }),
        "noAnswer: expected an answer, got HTTP status 200: content type `text/html`, with the body \"hi\"",
    );
}

#[test]
fn wrong_id_is_named_as_what_it_is() {
    let answer = json!({"jsonrpc": "2.0", "id": 99, "result": {"content": []}});
    check(
        &wants(json!("8")),
        talk().call().says(&answer).odd(Anomaly::UnknownId).ends(CallEnd::Misanswered),
        "protocol #2: expected an answer that follows the protocol, got an answer for the id 99, which was never sent",
    );
}

#[test]
fn spoilt_answer_fails_though_its_words_are_right() {
    let spoilt = |message: Value| talk().call().answers_with(&message);
    let content = json!({"content": [{"type": "text", "text": "8"}]});
    let protocol = |words: &str| format!("protocol #2: expected an answer that follows the protocol, got {words}");
    check(
        &wants(json!("8")),
        spoilt(json!({"jsonrpc": "2.0", "id": "1", "result": content})).odd(Anomaly::IdAsText),
        &protocol("the id of the answer is the text \"1\"; the request's was a number"),
    );
    check(&wants(json!("8")), spoilt(json!({"id": 1, "result": content})), &protocol("`jsonrpc` is missing"));
    check(
        &case(json!({"expect": [{"match": {"contentTypes": []}}]})),
        spoilt(json!({"jsonrpc": "2.0", "id": 1, "result": {}})),
        &protocol("`content` is missing"),
    );
    check(
        &wants(json!("8")),
        spoilt(json!({"jsonrpc": "2.0", "id": 1})),
        &protocol("the answer has neither `result` nor `error`"),
    );
    check(
        &wants_error("x"),
        spoilt(json!({"jsonrpc": "2.0", "id": 1, "result": content, "error": {"code": 1, "message": "x"}})),
        &protocol("the answer has both `result` and `error`"),
    );
}

#[test]
fn breach_that_spoils_nothing_is_told_beside_the_verdict() {
    let noisy = talk().says_bytes(b"ready").odd(Anomaly::NotJson { problem: "x".to_owned() }).call().text("8");
    let graded = grade(&wants(json!("8")), &noisy.trace());
    assert_eq!(graded.verdict, Verdict::Passed);
    assert_eq!(graded.violations.len(), 1);
}

#[test]
fn answer_in_several_rounds_that_never_ends_is_no_answer() {
    check(
        &wants(json!("8")),
        Talk::of(Revision::V2026_07_28)
            .plain_tool()
            .call()
            .result(json!({"resultType": "input_required", "requestState": "s"})),
        "noAnswer #2: expected a result, got the server still asked for input",
    );
}

#[test]
fn what_could_not_be_found_out_is_no_failure() {
    check(&wants(json!("8")), talk().call().ends(CallEnd::Cancelled), "errored: the run was stopped before it ended");
    let blank = grade(&wants(json!("8")), &Trace::default());
    assert_eq!(said(&blank), "errored: the server could not be reached: there was no session with the server");
    assert_eq!(blank.metrics, Vec::new());
    let mut lost = talk().call().text("8").trace();
    lost.frames.pop();
    lost.frames_not_kept = 1;
    assert_eq!(
        said(&grade(&wants(json!("8")), &lost)),
        "errored: a limit was reached: the answer came, but is not in the trace\n\
         (traceCut: the trace is not complete: 1 frame came after its limit was reached)",
    );
    let mut cut = talk().call().text("8").trace();
    (cut.frames_not_kept, cut.messages_not_kept) = (30, 20);
    assert_eq!(
        said(&grade(&wants(json!("8")), &cut)),
        "passed\n\
         (traceCut: the trace is not complete: 30 frames came after its limit was reached; 20 of them could not be \
         checked against the protocol)",
    );
    check(
        &expects(json!([{"match": {"not": {"matches": ["("]}}}])),
        talk().call().text("8"),
        "errored: the expectation cannot be checked: the pattern /(/ cannot be used: regex parse error:\n    (\n    ^\nerror: unclosed group",
    );
}

fn creates() -> Case {
    case(json!({
        "expect": [{"match": {"contentTypes": []}}],
        "capture": {"id": "$.structuredContent.id"},
        "verify": [{"call": {"tool": "get", "args": {"id": "${{id}}"}}, "expect": [{"result": "item ${{id}}"}]}],
    }))
}

fn created(structured: Value) -> Talk {
    let get = json!({"name": "get", "inputSchema": {"type": "object"}});
    talk().tool(get).call().result(json!({"content": [], "structuredContent": structured}))
}

fn got(talk: Talk) -> Talk {
    talk.ask(CallRole::Verify(0), "tools/call", json!({"name": "get", "arguments": {"id": 7}}))
}

#[test]
fn verify_shows_that_the_call_did_what_it_said() {
    check(&creates(), got(created(json!({"id": 7}))).text("item 7"), "passed");
    check(
        &creates(),
        got(created(json!({"id": 7}))).text("item 8"),
        r#"verify #4: expected verify 1 (`get`): text that contains "item 7", got text "item 8""#,
    );
    check(
        &creates(),
        got(created(json!({"id": 7}))).tool_error("no item"),
        r#"verify #4: expected verify 1 (`get`): a result that is no error, got an isError result with text "no item""#,
    );
    check(
        &creates(),
        got(created(json!({"id": 7}))),
        "verify: expected verify 1 (`get`): an answer within 5000 ms, got none came",
    );
}

#[test]
fn ill_shaped_answer_to_a_verifying_call_is_named_as_its() {
    let ill = got(created(json!({"id": 7}))).result(json!({"content": 5}));
    let graded = grade(&creates(), &ill.trace());
    let Verdict::Failed { first, .. } = graded.verdict else { panic!("{:?}", graded.verdict) };
    assert_eq!(first.expected, "verify 1 (`get`): an answer that follows the protocol");
}

#[test]
fn verify_that_could_not_be_made_says_why() {
    check(
        &creates(),
        created(json!({"name": "x"})),
        "verify: expected verify 1 (`get`): the call, got it could not be made: no value `id` was captured before",
    );
    let gone = talk().call().result(json!({"content": [], "structuredContent": {"id": 7}}));
    check(&creates(), gone, r#"verify: expected verify 1 (`get`): the tool "get", got only "t""#);
    check(&creates(), talk().call(), "noAnswer: expected an answer within 5000 ms, got none came");
}

#[test]
fn snapshots_pass_while_they_are_stored_and_say_so() {
    let spec = |more: Value| {
        let mut spec = json!({"name": "s", "update": true});
        for (key, value) in more.as_object().expect("members") {
            spec[key] = value.clone();
        }
        expects(json!([{"match": {"snapshot": spec}}]))
    };
    let first = "passed\n(snapshotStored: the snapshot `s` is stored for the first time)";
    check(&spec(json!({})), talk().call().text("a"), first);
    let stored = json!({"stored": {"content": [{"type": "text", "text": "b"}]}});
    check(&spec(stored.clone()), talk().call().text("a"), "passed\n(snapshotStored: the snapshot `s` is stored anew)");
    check(&spec(stored), talk().call().text("b"), "passed");
    let missing = expects(json!([{"match": {"snapshot": {"name": "s"}}}]));
    check(
        &missing,
        talk().call().text("a"),
        "snapshot #2: expected the stored snapshot `s`, got nothing is stored yet for \
         {\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}; run with --update-snapshots to store it",
    );
}

#[test]
fn metrics_are_full_nothing_or_not_asserted() {
    metrics(&case(json!({})), talk().call().text("x"), "- - - 1");
    metrics(&wants(json!("8")), talk().call().text("8"), "1 - - 1");
    metrics(&wants(json!("8")), talk().call().text("7"), "0 - - 1");
    metrics(&wants(json!("8")), talk().call().tool_error("7"), "0 - - 0");
    metrics(&wants_error("no"), talk().call().tool_error("no"), "- 1 - 1");
    metrics(&wants_error("no"), talk().call().text("yes"), "- 0 - 1");
    let timed = expects(json!([{"result": "8"}, {"latency": 50.0}]));
    metrics(&timed, talk().call().text("8"), "1 - 1 1");
    metrics(&timed, talk().call().wait_ms(70).text("8"), "1 - 0 1");
    metrics(&timed, talk().call(), "0 - 0 0");
    metrics(&expects(json!([{"match": {"isError": true}}])), talk().call().tool_error("x"), "- 1 - 1");
    metrics(&case(json!({})), Talk::new().tool(promising()).call().text("x"), "0 - - 1");
}
