//! `sampling/createMessage` that a model answers: over all transports and revisions, from a cassette, and where it cannot.

use mcpvals_testkit::{Flaw, ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::utilities::zoo;
use crate::workflows::model;

fn config(era: &str, server: &ModelServer, answer: &Value) -> Folder {
    let test = json!({"name": "t", "answers": [answer], "expect": {"contains": "forty-two"}});
    let suite = json!({"name": "S", "trigger": {"tool": "ask_sampling", "args": {"prompt": "What is it?"}}, "requestTests": [test]});
    Folder::with_config(&json!({
        "server": zoo(Flaw::None, era), "models": [model("openai", server)], "samplingSuites": [suite],
    }))
}

#[test]
fn model_answers_what_the_server_asks() {
    for era in ["legacy", "modern"] {
        let server = ModelServer::saying(vec![Said::Text("It is forty-two.".to_owned())]);
        let (ran, report) = config(era, &server, &json!({"fromModel": true})).eval(&[]);
        assert_eq!((ran.code, &cases(&report)[0]["verdict"]), (0, &json!("passed")), "{era}: {report:#}");
        let asked = server.requests();
        assert!(asked.len() == 1 && asked[0].body.to_string().contains("What is it?"), "{era}: {asked:?}");
    }
}

#[test]
fn model_that_does_not_answer_leaves_the_test_errored() {
    for era in ["legacy", "modern"] {
        let server = ModelServer::saying(vec![Said::Error(400, Vec::new(), "no such model".to_owned())]);
        let (ran, report) = config(era, &server, &json!({"fromModel": "openai/double"})).eval(&[]);
        let case = &cases(&report)[0];
        assert_eq!((ran.code, &case["verdict"]), (1, &json!("errored")), "{era}: {report:#}");
        assert!(case["fault"].to_string().contains("no such model"), "{era}: {case:#}");
    }
}

#[test]
fn budget_and_key_hold_for_it_too() {
    let server = ModelServer::saying(vec![Said::Text("It is forty-two.".to_owned())]);
    let folder = config("legacy", &server, &json!({"fromModel": true}));
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["samplingSuites"][0]["requestTests"][0]["repeat"] = json!(3);
    config["budget"] = json!({"maxCalls": 2});
    folder.write("mcp-eval.config.json", &config.to_string());
    let (_, report) = folder.eval(&[]);
    assert_eq!((server.requests().len(), &cases(&report)[0]["verdict"]), (2, &json!("errored")), "{report:#}");
    config["models"] = json!([{"provider": "openai", "model": "gpt-4o"}]);
    folder.write("mcp-eval.config.json", &config.to_string());
    let (_, report) = folder.eval(&[]);
    assert!(cases(&report)[0]["fault"].to_string().contains("OPENAI_API_KEY"), "{report:#}");
}

#[test]
fn answers_are_recorded_and_replayed_without_the_model() {
    let server = ModelServer::saying(vec![Said::Text("It is forty-two.".to_owned())]);
    let folder = config("legacy", &server, &json!({"fromModel": true}));
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["samplingSuites"][0]["requestTests"][0]["cassette"] = json!("answers.json");
    folder.write("mcp-eval.config.json", &config.to_string());
    let (ran, _) = folder.eval(&["--record"]);
    assert_eq!((ran.code, server.requests().len()), (0, 1));
    config["models"] = json!([{"provider": "openai", "model": "double"}]);
    folder.write("mcp-eval.config.json", &config.to_string());
    let (ran, report) = folder.eval(&[]);
    assert_eq!((ran.code, server.requests().len()), (0, 1), "{report:#}");
}

#[test]
fn client_of_a_server_may_leave_it_to_a_model() {
    let server = ModelServer::saying(vec![Said::Text("It is forty-two.".to_owned())]);
    let mut target = zoo(Flaw::None, "legacy");
    target["client"] = json!({"sampling": {"fromModel": true}});
    let test = json!({"name": "ask_sampling", "args": {"prompt": "?"}, "expect": {"contains": "forty-two"}});
    let folder = Folder::with_config(&json!({
        "server": target, "models": [model("anthropic", &server)], "toolHealthSuites": [{"name": "T", "tests": [test]}],
    }));
    let (ran, report) = folder.eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
}

#[test]
fn model_must_be_there() {
    let check = |answer: Value, models: Value, words: &str| {
        let server = ModelServer::saying(vec![Said::Text(String::new())]);
        let folder = config("legacy", &server, &answer);
        let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
        config["models"] = models;
        folder.write("mcp-eval.config.json", &config.to_string());
        let ran = folder.run(&["eval"]);
        assert!(ran.code == 2 && ran.stderr.contains(words), "{ran:?}");
    };
    let one = json!([{"provider": "openai", "model": "gpt"}]);
    check(json!({"fromModel": "x"}), one.clone(), "there are: openai/gpt");
    check(json!({"fromModel": true}), json!([]), "there is no model");
    check(json!({"fromModel": false}), one.clone(), "`fromModel` is `true`");
    check(json!({"fromModel": true, "text": "a"}), one, "an answer has one of");
}
