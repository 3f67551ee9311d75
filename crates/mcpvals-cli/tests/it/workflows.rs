//! Workflows: a model that says what the test wants uses the calculator. The defects of the npm package (D7 to D10) have
//! a test each.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases, zoo};

pub(crate) fn calls(tool: &str, args: Value) -> Said {
    Said::Calls(vec![(tool.to_owned(), args)])
}

/// `(5 + 3) * 2 / 4`, as a good model does it.
pub(crate) fn calculation() -> Vec<Said> {
    vec![
        calls("add", json!({"a": 5, "b": 3})),
        calls("multiply", json!({"a": 8, "b": 2})),
        calls("divide", json!({"a": 16, "b": 4})),
        Said::Text("The result is 4.".to_owned()),
    ]
}

pub(crate) fn model(provider: &str, server: &ModelServer) -> Value {
    let base = if provider == "openai-compatible" { format!("{}/v1", server.url()) } else { server.url() };
    json!({"provider": provider, "model": "double", "baseUrl": base, "apiKey": "the-secret-key-of-the-test"})
}

pub(crate) const QUESTION: &str = "Calculate (5 + 3) * 2, then divide by 4";
pub(crate) const CASSETTE: &str = "mcp-eval.config.json.cassette.json";

pub(crate) fn config(models: &Value, workflow: Value) -> Folder {
    let mut workflow = workflow;
    workflow["name"] = json!("w");
    if workflow.get("steps").is_none() {
        workflow["steps"] = json!([{"user": "Calculate (5 + 3) * 2, then divide by 4"}]);
    }
    let server = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    Folder::with_config(&json!({"server": server, "models": models, "workflows": [workflow]}))
}

/// A run with a model that says this.
fn run(said: Vec<Said>, workflow: Value) -> (Ran, Value, ModelServer) {
    let server = ModelServer::saying(said);
    let (ran, report) = config(&json!([model("anthropic", &server)]), workflow).eval(&[]);
    (ran, cases(&report).remove(0), server)
}

/// The verdict, and all that is said of it.
#[track_caller]
pub(crate) fn check(said: Vec<Said>, workflow: Value, verdict: &str, words: &str) {
    let (ran, case, _) = run(said, workflow);
    assert_eq!(case["verdict"], verdict, "{case:#}");
    assert_eq!(ran.code == 0, verdict == "passed", "{ran:?}");
    let told = [&case["mismatches"], &case["fault"]].map(Value::to_string).concat();
    assert!(told.contains(words), "{words}: {told}");
}

/// The workflow's trace in `out`.
pub(crate) fn trace(folder: &Folder) -> String {
    let names = std::fs::read_dir(folder.path().join("out")).unwrap().map(|file| file.unwrap().file_name());
    let name = names.filter_map(|name| name.into_string().ok()).find(|name| name.starts_with('w')).unwrap();
    format!("out/{name}")
}

#[test]
fn every_provider_comes_to_the_same_end_and_its_stored_trace_to_the_same_grade() {
    for provider in ["anthropic", "openai", "openai-compatible", "gemini"] {
        let server = ModelServer::saying(calculation());
        let expected = json!({
            "steps": [{"user": "Calculate (5 + 3) * 2, then divide by 4", "expectedState": "4"}],
            "expectTools": ["add", {"name": "multiply", "args": {"equals": {"a": 8, "b": 2}}, "result": {"contains": "16"}}, "divide"],
        });
        let folder = config(&json!([model(provider, &server)]), expected);
        let (ran, report) = folder.eval(&["--trace", "out"]);
        assert_eq!(ran.code, 0, "{provider}: {report:#}");
        let case = cases(&report).remove(0);
        let metrics: Vec<String> =
            case["metrics"].as_array().unwrap().iter().map(|it| it["name"].to_string()).collect();
        assert_eq!(metrics.join(" "), r#""End-to-End Success" "Tool Invocation Order" "Tool Call Health""#);
        let trace = trace(&folder);
        assert_eq!(folder.run(&["grade", &trace]).code, 0, "{provider}");
        let stored = folder.read(&trace);
        assert!(!stored.contains("the-secret-key") && !ran.stdout.contains("the-secret-key"), "{provider}");
        assert_eq!(server.requests()[0].key.as_deref(), Some("the-secret-key-of-the-test"), "{provider}");
    }
}

/// The same model, whose answers come in pieces.
fn streaming(provider: &str, server: &ModelServer) -> Value {
    let mut model = model(provider, server);
    model["stream"] = json!(true);
    model
}

#[test]
fn answers_in_pieces_are_recorded_and_traced_as_those_at_once() {
    for provider in ["anthropic", "openai", "openai-compatible", "gemini"] {
        let server = ModelServer::saying(calculation());
        let expected = json!({
            "steps": [{"user": QUESTION, "expectedState": "4"}], "expectTools": ["add", "multiply", "divide"],
        });
        let folder = config(&json!([streaming(provider, &server)]), expected.clone());
        let (ran, report) = folder.eval(&["--record", "--trace", "out"]);
        assert_eq!(ran.code, 0, "{provider}: {report:#}");
        let asked = server.requests();
        let is_streamed = |path: &str, body: &Value| body["stream"] == true || path.contains(":streamGenerateContent");
        assert!(asked.len() == 4 && asked.iter().all(|it| is_streamed(&it.path, &it.body)), "{provider}: {asked:?}");
        assert_eq!(folder.run(&["grade", &trace(&folder)]).code, 0, "{provider}");
        // What was recorded is played where the model is nowhere, in pieces or not.
        let nowhere = format!("http://127.0.0.1:9{}", if provider == "openai-compatible" { "/v1" } else { "" });
        for stream in [true, false] {
            let mut silent = streaming(provider, &server);
            (silent["baseUrl"], silent["stream"]) = (json!(nowhere), json!(stream));
            let other = config(&json!([silent]), expected.clone());
            other.write(CASSETTE, &folder.read(CASSETTE));
            let (ran, report) = other.eval(&["--cassette", "replay"]);
            assert_eq!(ran.code, 0, "{provider} {stream}: {report:#}");
        }
    }
}

#[test]
fn what_breaks_within_a_stream_is_no_verdict() {
    let check = |said: Said, words: &str| {
        let server = ModelServer::saying(vec![said]);
        let workflow = json!({"steps": [{"user": "go", "expectedState": "is"}], "turnTimeout": 400});
        let (ran, report) = config(&json!([streaming("anthropic", &server)]), workflow).eval(&[]);
        let case = cases(&report).remove(0);
        assert!(ran.code != 0 && case["verdict"] == "errored", "{case:#}");
        assert!(case["fault"].to_string().contains(words), "{words}: {case:#}");
    };
    check(Said::Overload("What is too much".to_owned()), "What is too much (within its stream)");
    check(Said::Unended("It is what it is.".to_owned()), "its stream ended before `message_stop`");
    check(Said::Cut, "cannot be reached");
    check(Said::Raw("data: {\"is\n\n".to_owned()), "an event of its stream is not JSON");
    check(Said::Silence(std::time::Duration::from_secs(5)), "did not answer within");
}

#[test]
fn d7_without_a_key_nothing_passes_and_the_reason_is_told() {
    let folder = config(
        &json!([{"provider": "anthropic", "model": "m"}]),
        json!({
            "steps": [{"user": "go", "expectedState": "ANTHROPIC"}],
        }),
    );
    let (ran, report) = folder.eval(&[]);
    let case = cases(&report).remove(0);
    assert_eq!((ran.code == 0, case["verdict"].as_str()), (false, Some("errored")), "{case:#}");
    assert!(case["fault"].to_string().contains("set ANTHROPIC_API_KEY"), "{case:#}");
    let usual = json!({"server": {"transport": "stdio", "command": "mcpvals", "args": ["example-server"]},
                       "workflows": [{"name": "w", "steps": [{"user": "go"}]}]});
    let (ran, report) = Folder::with_config(&usual).eval(&[]);
    assert_eq!((ran.code == 0, cases(&report)[0]["verdict"].as_str()), (false, Some("errored")), "{report:#}");
}

#[test]
fn d7_what_goes_wrong_at_the_provider_is_no_message_of_the_model() {
    let expecting = |text: &str| json!({"steps": [{"user": "go", "expectedState": text}]});
    let error = |status| Said::Error(status, Vec::new(), "no such thing".to_owned());
    check(vec![error(400)], expecting("such"), "errored", "status 400: no such thing");
    check(vec![error(401)], expecting("such"), "errored", "status 401");
    let busy = Said::Error(429, vec![("retry-after", "3600".to_owned())], "slow down".to_owned());
    check(vec![busy], expecting("down"), "errored", "slow down");
    check(vec![Said::Raw("<html>".to_owned())], expecting("html"), "errored", "it is not JSON");
    check(vec![Said::Refusal], expecting("will"), "errored", "the model refused");
    let instead = json!({"error": {"code": 403, "message": "no such plan"}}).to_string();
    check(
        vec![Said::Raw(instead)],
        expecting("plan"),
        "errored",
        "status 403: no such plan (in an answer with status 200)",
    );
    let stopped = |reason: &str| json!({"content": [{"type": "text", "text": "4"}], "stop_reason": reason}).to_string();
    let none = "and no `tool_use` in `content`";
    check(vec![Said::Raw(stopped("tool_use"))], expecting("4"), "errored", none);
    let full = "for another reason: \\\"model_context_window_exceeded";
    check(vec![Said::Raw(stopped("model_context_window_exceeded"))], expecting("4"), "errored", full);
    check(vec![Said::CutOff("The result is 4".to_owned())], expecting("4"), "errored", "cut off at `maxTokens`");
}

#[test]
fn d8_thirteen_workflows_in_a_minute_are_played() {
    let server = ModelServer::saying(vec![Said::Text("8".to_owned())]);
    let workflow = |n: usize| json!({"name": format!("w{n}"), "steps": [{"user": "5 + 3?", "expectedState": "8"}]});
    let workflows: Vec<Value> = (0..13).map(workflow).collect();
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let config = json!({"server": example, "models": [model("openai", &server)], "workflows": workflows});
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!((ran.code, report["summary"]["passed"].as_u64()), (0, Some(13)), "{report:#}");
}

#[test]
fn d9_a_workflow_without_steps_is_a_mistake() {
    let server = ModelServer::saying(vec![Said::Refusal]);
    let ran = config(&json!([model("openai", &server)]), json!({"steps": []})).run(&["eval"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("has no steps"), "{ran:?}");
}

#[test]
fn d10_a_number_is_found_as_a_whole() {
    let said = |text: &str| vec![Said::Text(text.to_owned())];
    let whole = |text: &str| json!({"steps": [{"user": "go", "expectedState": text, "wholeWord": true}]});
    for (text, wanted, verdict) in [
        ("It is 18.", "8", "failed"),
        ("It is 8.", "8", "passed"),
        ("8", "8", "passed"),
        ("It is 8.5", "8", "failed"),
        ("It is 1.8", "8", "failed"),
        ("(8)", "8", "passed"),
        ("8, I think", "8", "passed"),
        ("8,000", "8", "failed"),
        ("concatenate", "cat", "failed"),
        ("a cat.", "cat", "passed"),
    ] {
        check(said(text), whole(wanted), verdict, "");
    }
    check(said("It is 18."), json!({"steps": [{"user": "go", "expectedState": "8"}]}), "passed", "");
    check(said("It is 18."), whole("8"), "failed", "\\\"8\\\" as a whole in the last message or the last tool result");
}

/// The model says something else than the last result.
#[test]
fn a_state_is_looked_for_where_the_step_says() {
    let wrong =
        || vec![Said::Calls(vec![("add".to_owned(), json!({"a": 5, "b": 3}))]), Said::Text("It is 9.".to_owned())];
    let step =
        |wanted: &str, place: &str| json!({"steps": [{"user": "go", "expectedState": wanted, "stateIn": place}]});
    check(wrong(), step("8", "either"), "passed", "");
    check(wrong(), step("8", "result"), "passed", "");
    check(wrong(), step("8", "message"), "failed", "in the last message");
    check(wrong(), step("9", "message"), "passed", "");
    check(wrong(), step("9", "result"), "failed", "in the last tool result");
}

#[test]
fn d10_the_order_of_tools_is_exact_and_arguments_count() {
    let tools = |tools: Value| json!({"expectTools": tools});
    check(calculation(), tools(json!(["add", "multiply", "divide"])), "passed", "");
    check(calculation(), tools(json!(["add", "multiply"])), "failed", "call 3, divide(");
    check(calculation(), tools(json!(["multiply", "divide"])), "failed", "call 1 is add");
    check(calculation(), tools(json!([])), "failed", "call 1, add(");
    let wrong = json!(["add", {"name": "multiply", "args": {"equals": {"a": 9, "b": 2}}}, "divide"]);
    check(calculation(), tools(wrong), "failed", "not multiply (its arguments equal to");
    let of_mode = |mode: &str, tools: Value| json!({"expectTools": tools, "mode": mode});
    check(calculation(), of_mode("prefix", json!(["add"])), "passed", "");
    check(calculation(), of_mode("ordered", json!(["add", "divide"])), "passed", "");
    check(calculation(), of_mode("unordered", json!(["divide", "add", "multiply"])), "passed", "");
    check(calculation(), of_mode("subset", json!(["divide", "add"])), "failed", "multiply");
    check(calculation(), of_mode("superset", json!(["divide", "sqrt"])), "failed", "sqrt, is missing");
    check(calculation(), json!({"forbidTools": ["divide"]}), "failed", "no call of");
}

#[test]
fn d10_a_model_that_never_ends_is_no_pass() {
    let endless = vec![calls("add", json!({"a": 1, "b": 1}))];
    check(endless, json!({"maxSteps": 3}), "errored", "`maxSteps` allows no more");
}

#[test]
fn a_failed_call_goes_back_to_the_model_as_an_error() {
    let said = || {
        vec![
            calls("divide", json!({"a": 1, "b": 0})),
            calls("divide", json!({"a": 1, "b": 2})),
            Said::Text("0.5".to_owned()),
        ]
    };
    check(said(), json!({}), "failed", "division by zero");
    // The one that is expected to fail, and no other.
    let fails = json!({"name": "divide", "args": {"equals": {"a": 1, "b": 0}}, "result": {"isError": true}});
    check(said(), json!({"expectTools": [fails, "divide"]}), "passed", "");
    let other = json!({"name": "divide", "args": {"equals": {"a": 1, "b": 2}}, "result": {"isError": true}});
    check(said(), json!({"expectTools": [other], "mode": "superset"}), "failed", "division by zero");
    let (ran, case, server) = run(said(), json!({"allowToolErrors": true}));
    assert_eq!((ran.code, case["verdict"].as_str()), (0, Some("passed")), "{case:#}");
    let result = &server.requests()[1].body["messages"][2]["content"][0];
    assert_eq!((&result["type"], &result["is_error"]), (&json!("tool_result"), &json!(true)), "{result:#}");
}

#[test]
fn a_tool_that_does_not_exist_is_the_models_mistake() {
    let said = vec![calls("sqrt", json!({"a": 4})), Said::Text("2".to_owned())];
    let (ran, case, server) = run(said.clone(), json!({}));
    assert_eq!((ran.code, case["verdict"].as_str()), (0, Some("passed")), "{case:#}");
    let told = server.requests()[1].body["messages"][2]["content"][0].to_string();
    assert!(told.contains("There is no tool named") && told.contains("sqrt"), "{told}");
    check(said, json!({"expectTools": ["add"]}), "failed", "call 1 is sqrt");
}

#[test]
fn a_call_that_cannot_be_made_is_none() {
    let broken = || vec![calls("add", json!("{\"a\": 2,")), Said::Text("4".to_owned())];
    let (ran, case, _) = run(broken(), json!({"expectTools": ["add"]}));
    assert_eq!((ran.code, &case["workflow"][0]["illArguments"]), (1, &json!(1)), "{case:#}");
    let told = case["mismatches"].to_string();
    assert!(told.contains("which was not made; call 1 is") && told.contains("which is no JSON object"), "{told}");
    check(broken(), json!({"allowToolErrors": true}), "passed", "");
    // What was cut off is no call.
    let cut = Said::Raw(
        json!({
            "type": "message", "role": "assistant", "stop_reason": "max_tokens", "usage": {"input_tokens": 1},
            "content": [{"type": "tool_use", "id": "1", "name": "add", "input": {"a": 1}}],
        })
        .to_string(),
    );
    let (_, case, _) = run(vec![cut], json!({}));
    let facts = &case["workflow"][0];
    assert_eq!((&case["verdict"], &facts["calls"], &facts["unknownTools"]), (&json!("errored"), &json!(0), &json!(0)));
}

/// Of the workflow, and of a step.
#[test]
fn a_slow_server_does_not_outlast_the_deadline() {
    for deadline in [json!({"maxDuration": 700}), json!({"steps": [{"user": "Wait", "maxDuration": 700}]})] {
        let server = ModelServer::saying(vec![calls("sleep", json!({"ms": 20_000})), Said::Text("4".to_owned())]);
        let mut workflow = json!({"name": "w", "steps": [{"user": "Wait"}]});
        workflow.as_object_mut().unwrap().extend(deadline.as_object().unwrap().clone());
        let models = json!([model("anthropic", &server)]);
        let config = json!({"server": zoo(&["none"]), "models": models, "workflows": [workflow]});
        let (_, report) = Folder::with_config(&config).eval(&[]);
        let case = cases(&report).remove(0);
        let told = case["fault"].to_string();
        assert!(told.contains("the time of the workflow, or of the step, was used up"), "{case:#}");
        assert_eq!(server.requests().len(), 1, "the model is not asked any more");
        assert!(case["workflow"][0]["tookMs"].as_f64() < Some(5_000.0), "{case:#}");
    }
}

#[test]
fn parallel_calls_come_back_in_their_order() {
    let both = Said::Calls(vec![
        ("add".to_owned(), json!({"a": 1, "b": 2})),
        ("multiply".to_owned(), json!({"a": 3, "b": 4})),
    ]);
    let (_, case, server) =
        run(vec![both, Said::Text("3 and 12".to_owned())], json!({"expectTools": ["add", "multiply"]}));
    assert_eq!(case["verdict"], "passed", "{case:#}");
    let results = &server.requests()[1].body["messages"][2]["content"];
    let texts: Vec<&str> =
        results.as_array().unwrap().iter().filter_map(|it| it["content"][0]["text"].as_str()).collect();
    assert_eq!(texts, ["3", "12"]);
}

#[test]
fn steps_are_turns_of_one_conversation() {
    let said = vec![
        calls("add", json!({"a": 5, "b": 3})),
        Said::Text("8".to_owned()),
        calls("multiply", json!({"a": 8, "b": 2})),
        Said::Text("16".to_owned()),
    ];
    let steps = |second: &str| {
        json!({"steps": [
            {"user": "5 + 3?", "expectedState": "8", "expectTools": ["add"]},
            {"user": "Twice that?", "expectedState": second, "expectTools": ["multiply"]},
        ]})
    };
    let (_, case, server) = run(said.clone(), steps("16"));
    assert_eq!(case["verdict"], "passed", "{case:#}");
    assert_eq!(server.requests()[3].body["messages"].as_array().unwrap().len(), 7);
    check(said, steps("17"), "failed", "after step 2");
}

#[test]
fn model_of_the_command_line_goes_before_those_of_the_config() {
    let (one, other) = (ModelServer::saying(calculation()), ModelServer::saying(calculation()));
    let mut models = json!([model("anthropic", &one), model("openai", &other)]);
    models[1]["name"] = json!("other");
    let folder = config(&models, json!({"model": "anthropic/double"}));
    let (ran, report) = folder.eval(&["--model", "other"]);
    let facts = &cases(&report)[0]["workflow"][0];
    assert_eq!((ran.code, &facts["model"], one.requests().len()), (0, &json!("other"), 0), "{report:#}");
    let plain = ModelServer::saying(calculation());
    let mut eval = folder.command(&["eval", "--model", "openai/gpt-4o-mini"]);
    eval.env("OPENAI_API_KEY", "key").env("OPENAI_BASE_URL", format!("{}/v1", plain.url()));
    let ran = Ran::of(&eval.output().unwrap());
    assert!(ran.code == 0 && ran.stdout.contains("openai/gpt-4o-mini: 4 turns"), "{ran:?}");
    assert_eq!(plain.requests()[0].body["model"], "gpt-4o-mini");
    let unknown = folder.run(&["eval", "--model", "nobody"]);
    let words = "--model \"nobody\" is none of `models` (anthropic/double, other), nor `provider/model`";
    assert!(unknown.code == 2 && unknown.stderr.contains(words), "{unknown:?}");
}

/// A config whose model is nowhere, with this question.
#[test]
fn a_tool_that_appears_is_the_models_from_the_next_turn_on() {
    let named = |request: &Value, name: &str| request["tools"].to_string().contains(name);
    let server = ModelServer::saying(vec![
        calls("touch_list", json!({"list": "tools"})),
        calls("extra_1", json!({})),
        Said::Text("4".to_owned()),
    ]);
    let models = json!([model("anthropic", &server)]);
    let workflow = json!({"name": "w", "steps": [{"user": "Go"}], "expectTools": ["touch_list", "extra_1"]});
    let config = json!({"server": zoo(&["none"]), "models": models, "workflows": [workflow]});
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
    let asked = server.requests();
    assert!(!named(&asked[0].body, "extra_1") && named(&asked[1].body, "extra_1"));
}

#[test]
fn a_name_that_no_tool_has_cannot_be_forbidden() {
    let said = || vec![Said::Text("4".to_owned())];
    check(said(), json!({"forbidTools": ["ad"]}), "errored", "no such tool; nearest: \\\"add\\\"");
    check(said(), json!({"forbidTools": ["add"]}), "passed", "");
}

#[test]
fn a_key_that_is_not_set_is_missed_at_any_address() {
    let server = ModelServer::saying(vec![Said::Text("4".to_owned())]);
    let mut own = model("openai-compatible", &server);
    own["apiKey"] = json!("${NO_SUCH_KEY}");
    let (_, report) = config(&json!([own]), json!({})).eval(&[]);
    assert!(cases(&report)[0]["fault"].to_string().contains("needs a key"), "{report:#}");
    assert_eq!(server.requests().len(), 0);
}
