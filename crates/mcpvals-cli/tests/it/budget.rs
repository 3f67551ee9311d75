//! What workflows take: turns, calls, tokens, money, and the budget of a run.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::workflows::{calculation, calls, model};

/// So many workflows of a model that says this, with what else the config says.
fn config(said: Vec<Said>, workflows: usize, more: &Value) -> (Folder, ModelServer) {
    let server = ModelServer::saying(said);
    let mut own = model("anthropic", &server);
    own["price"] = json!({"input": 1000.0, "output": 10_000.0, "cached": 100.0});
    let workflow = |n: usize| json!({"name": format!("w{n}"), "steps": [{"user": "Go", "expectedState": "4"}]});
    let workflows: Vec<Value> = (1..=workflows).map(workflow).collect();
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let mut config = json!({"server": example, "models": [own], "workflows": workflows});
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    (Folder::with_config(&config), server)
}

fn verdicts(report: &Value) -> Vec<String> {
    cases(report).iter().map(|case| case["verdict"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn turns_calls_tokens_and_costs_are_in_the_report() {
    let (folder, _) = config(calculation(), 1, &json!({}));
    let (ran, report) = folder.eval(&[]);
    let facts = &cases(&report)[0]["workflow"][0];
    assert_eq!((ran.code, &facts["turns"], &facts["calls"]), (0, &json!(4), &json!(3)), "{facts:#}");
    assert_eq!(facts["usage"], json!({"input": 480, "cached": 80, "output": 40}), "{facts:#}");
    // 400 fresh at 1,000, 80 cached at 100, 40 written at 10,000 dollars for a million.
    assert!((facts["cost"].as_f64().unwrap() - (0.4 + 0.008 + 0.4)).abs() < 1e-9, "{facts:#}");
    assert!(facts["firstCallMs"].as_f64() > Some(0.0), "{facts:#}");
    let (folder, _) = config(calculation(), 1, &json!({}));
    let ran = folder.run(&["eval"]);
    assert!(
        ran.stdout.contains("anthropic/double: 4 turns in ")
            && ran.stdout.contains(" ms, 3 calls, 520 tokens, $0.8080, first call after"),
        "{ran:?}"
    );
    for format in ["junit", "tap", "markdown"] {
        let (folder, _) = config(calculation(), 1, &json!({}));
        let ran = folder.run(&["eval", "-r", format]);
        assert!(ran.stdout.contains("520") && ran.stdout.contains("$0.8080"), "{format}: {ran:?}");
    }
}

#[test]
fn what_a_model_does_twice_or_wrong_is_counted() {
    let said = || {
        vec![
            calls("add", json!({"a": 1, "b": 3})),
            calls("add", json!({"b": 3, "a": 1})),
            calls("subtract_", json!({})),
            calls("add", json!({"a": 1})),
            Said::Text("4".to_owned()),
        ]
    };
    let (_, report) = config(said(), 1, &json!({})).0.eval(&[]);
    let case = &cases(&report)[0];
    let facts = &case["workflow"][0];
    let counted = ["calls", "repeatedCalls", "unknownTools", "illArguments"].map(|name| facts[name].clone());
    assert_eq!(counted, [4, 1, 1, 1].map(Value::from), "{case:#}");
    let ran = config(said(), 1, &json!({})).0.run(&["eval"]);
    let words = "4 calls (1 repeated, 1 of unknown tools, 1 with arguments that break the schema)";
    assert!(ran.stdout.contains(words), "{ran:?}");
}

#[test]
fn budget_in_each_unit_ends_the_run_cleanly() {
    let text = vec![Said::Text("4".to_owned())];
    for (budget, passed, words) in [
        (json!({"maxCalls": 2}), 2, "2 of 2 calls of models"),
        (json!({"maxTokens": 131}), 2, "260 of 131 tokens"),
        (json!({"maxCost": 0.3}), 2, "of 0.3 US dollars"),
        (json!({"maxDuration": 1}), 1, "since the first call of a model"),
    ] {
        let (folder, server) = config(text.clone(), 4, &json!({"budget": budget}));
        let (ran, report) = folder.eval(&[]);
        let verdicts = verdicts(&report);
        let expected: Vec<&str> = (0..4).map(|n| if n < passed { "passed" } else { "errored" }).collect();
        assert_eq!(
            (ran.code != 0, &verdicts),
            (true, &expected.iter().map(|word| (*word).to_owned()).collect()),
            "{budget}"
        );
        assert_eq!(server.requests().len(), passed, "{budget}");
        assert!(cases(&report)[3]["fault"].to_string().contains(words), "{budget}: {report:#}");
    }
    let (folder, _) = config(text, 4, &json!({"budget": {"maxCalls": 4, "maxTokens": 100_000, "maxCost": 10}}));
    assert_eq!(folder.eval(&[]).0.code, 0);
}

/// A retry is a request, and patience is time.
#[test]
fn waits_for_a_provider_are_within_the_budget() {
    let busy = || Said::Error(429, vec![("retry-after-ms", "400".to_owned())], "slow down".to_owned());
    for (budget, requests, words) in [
        (json!({"maxCalls": 1}), 1, "1 of 1 calls of models"),
        (json!({"maxDuration": 1_000}), 3, "in which the provider asks for 0.4 s of patience"),
    ] {
        let (folder, server) = config(vec![busy()], 1, &json!({"budget": budget}));
        let (_, report) = folder.eval(&[]);
        assert!(cases(&report)[0]["fault"].to_string().contains(words), "{budget}: {report:#}");
        assert!(server.requests().len() <= requests, "{budget}");
    }
}

#[test]
fn what_nobody_counts_ends_a_budget_of_tokens() {
    let bare = json!({"content": [{"type": "text", "text": "4"}], "stop_reason": "end_turn"}).to_string();
    for (budget, expected) in [(json!({"maxTokens": 9_000}), "errored"), (json!({"maxCalls": 9}), "passed")] {
        let (folder, _) = config(vec![Said::Raw(bare.clone())], 2, &json!({"budget": budget}));
        let (_, report) = folder.eval(&[]);
        assert_eq!(verdicts(&report), ["passed", expected], "{budget}");
        assert_eq!(cases(&report)[0]["workflow"][0]["cost"], Value::Null);
    }
}

/// In the middle of a conversation, too.
#[test]
fn conversation_that_uses_the_budget_up_is_no_verdict() {
    let (folder, server) = config(calculation(), 1, &json!({"budget": {"maxCalls": 3}}));
    let (_, report) = folder.eval(&[]);
    let case = &cases(&report)[0];
    assert_eq!((case["verdict"].as_str(), server.requests().len()), (Some("errored"), 3), "{case:#}");
    assert!(case["fault"].to_string().contains("the budget of the run is used up"), "{case:#}");
}

#[test]
fn prices_are_printed_with_their_date_and_an_unknown_one_is_told() {
    let ran = Folder::new().run(&["schema", "--prices"]);
    assert!(ran.code == 0 && ran.stdout.contains("date = \"20") && ran.stdout.contains("claude-sonnet-4-5"), "{ran:?}");
    let (folder, _) = config(vec![Said::Text("4".to_owned())], 1, &json!({"budget": {"maxCost": 1}}));
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["models"][0].as_object_mut().unwrap().remove("price");
    folder.write("mcp-eval.config.json", &config.to_string());
    let ran = folder.run(&["eval"]);
    assert!([&*ran.stdout, &*ran.stderr].concat().contains("the price of anthropic/double is not known"), "{ran:?}");
}
