//! Repeated workflows: rates with their intervals, how many must pass, what is flaky.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases};
use crate::workflows::model;

/// A workflow that is played once for each letter: the model says what is wanted (`p`), something else (`f`) or nothing.
fn run(letters: &str, least: &Value) -> (Ran, Value, Folder) {
    let said = |letter| match letter {
        'p' => Said::Text("It is 4.".to_owned()),
        'f' => Said::Text("I do not know.".to_owned()),
        _ => Said::Error(400, Vec::new(), "no such thing".to_owned()),
    };
    let server = ModelServer::saying(letters.chars().map(said).collect());
    let mut workflow = json!({"name": "w", "steps": [{"user": "Go", "expectedState": "4"}], "repeat": letters.len()});
    if !least.is_null() {
        workflow["minPassRate"] = least.clone();
    }
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let config = json!({"server": example, "models": [model("openai", &server)], "workflows": [workflow]});
    let folder = Folder::with_config(&config);
    let (ran, report) = folder.eval(&[]);
    (ran, report, folder)
}

#[track_caller]
fn check(letters: &str, least: &Value, verdict: &str, words: &str) {
    let (ran, report, _) = run(letters, least);
    let case = &cases(&report)[0];
    assert_eq!(
        (ran.code == 0, &case["verdict"]),
        (verdict == "passed", &json!(verdict)),
        "{letters} {least}: {case:#}"
    );
    let told = [&case["mismatches"], &case["fault"]].map(Value::to_string).concat();
    assert!(told.contains(words), "{letters} {least}: {told}");
}

#[test]
fn rate_and_its_interval_are_in_the_report() {
    let (ran, report, _) = run("ppfp", &Value::Null);
    let case = &cases(&report)[0];
    let rate = &case["passRate"];
    assert_eq!((ran.code, &rate["runs"], &rate["passed"], &rate["rate"]), (1, &json!(4), &json!(3), &json!(0.75)));
    assert_eq!((&rate["passAtK"]["2"], &rate["passHatK"]["2"]), (&json!(1.0), &json!(0.5)), "{rate:#}");
    let low = rate["interval"][0].as_f64().unwrap();
    assert!((low - 0.3006).abs() < 1e-3, "{rate:#}");
    assert_eq!((&case["flaky"], &report["summary"]["flaky"]), (&json!(true), &json!(1)), "{report:#}");
}

#[test]
fn as_many_must_pass_as_the_config_says() {
    check("pppf", &json!(0.75), "passed", "");
    check("pppf", &json!(0.8), "failed", "3 of 4 passed (between 30.1 % and 95.4 % with a confidence of 95 %)");
    check("pppf", &Value::Null, "failed", "4");
    check("pppp", &json!({"rate": 0.4, "confidence": 0.95}), "passed", "");
    check("pppp", &json!({"rate": 0.9, "confidence": 0.95}), "failed", "with a confidence of 95 %");
    check("pppx", &json!(0.75), "passed", "");
    check("pppx", &json!(0.8), "errored", "no such thing");
    check("pffx", &json!(0.8), "failed", "1 of 3 passed");
}

#[test]
fn what_is_flaky_is_said_on_the_screen() {
    let (_, _, folder) = run("pfpp", &json!(0.5));
    let server = ModelServer::saying(vec![Said::Text("4".to_owned()), Said::Text("5".to_owned())]);
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["models"] = json!([model("openai", &server)]);
    folder.write("mcp-eval.config.json", &config.to_string());
    let ran = folder.run(&["eval", "--repeat", "2"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("PASS  w/w  flaky") && ran.stdout.contains("1 case: 1 passed; 1 flaky"), "{ran:?}");
    assert!(ran.stdout.contains("1 of 2 passed, 50 % (between 9.5 % and 90.5 %); pass@2 100 %, pass^2 0 %"), "{ran:?}");
}

/// The model calls on and on in every second repetition, which is not nothing: it has not passed.
#[test]
fn a_model_that_comes_to_no_end_has_not_passed() {
    let add = || Said::Calls(vec![("add".to_owned(), json!({"a": 5, "b": 3}))]);
    let said = vec![Said::Text("It is 4.".to_owned()), add(), Said::Text("It is 4.".to_owned()), add()];
    let server = ModelServer::saying(said);
    let mut model = model("openai-compatible", &server);
    model["seed"] = json!(7);
    let workflow = json!({
        "name": "w", "steps": [{"user": "Go", "expectedState": "4"}], "repeat": 4, "maxSteps": 1, "minPassRate": 0.5,
    });
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let folder = Folder::with_config(&json!({"server": example, "models": [model], "workflows": [workflow]}));
    let (ran, report) = folder.eval(&[]);
    let case = &cases(&report)[0];
    assert_eq!(
        (ran.code, &case["passRate"]["passed"], &case["passRate"]["runs"]),
        (0, &json!(2), &json!(4)),
        "{case:#}"
    );
    assert_eq!((&case["flaky"], &case["attempts"][1]["verdict"]), (&json!(true), &json!("errored")), "{case:#}");
    let seeds: Vec<Value> = server.requests().iter().map(|request| request.body["seed"].clone()).collect();
    assert_eq!(json!(seeds), json!([7, 8, 9, 10]), "each repetition is a draw of its own");
}

#[test]
fn a_flaky_pass_says_why_some_did_not_pass() {
    let (_, _, folder) = run("pfpf", &json!(0.5));
    let server = ModelServer::saying(["4", "5", "4", "5"].map(|text| Said::Text(text.to_owned())).into());
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["models"] = json!([model("openai", &server)]);
    folder.write("mcp-eval.config.json", &config.to_string());
    let ran = folder.run(&["eval"]);
    assert!(ran.code == 0 && ran.stdout.contains("2 × expected text that contains \"4\""), "{ran:?}");
}

#[test]
fn confidence_is_one_of_those_that_are_known() {
    let (workflow, at) = (json!({"rate": 0.5, "confidence": 0.85}), "`confidence` is 0.8, 0.9, 0.95 or 0.99");
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let workflow = json!({"name": "w", "steps": [{"user": "Go"}], "minPassRate": workflow});
    let ran = Folder::with_config(&json!({"server": example, "workflows": [workflow]})).run(&["eval"]);
    assert!(ran.code == 2 && ran.stderr.contains(at), "{ran:?}");
}

/// That three of three passed says little, and is told with how little.
#[test]
fn interval_is_told_where_all_passed() {
    let (_, _, folder) = run("ppp", &Value::Null);
    for reporter in ["console", "junit", "tap", "markdown"] {
        let shown = folder.run(&["eval", "-r", reporter]).stdout;
        assert!(shown.contains("3 of 3 passed, 100 % (between 43.9 % and 100 %); pass@3 100 %"), "{reporter}: {shown}");
    }
}

#[test]
fn errored_is_flaky_all_the_same() {
    let (_, report, _) = run("pppppppfxx", &json!(0.8));
    assert_eq!((&cases(&report)[0]["verdict"], &report["summary"]["flaky"]), (&json!("errored"), &json!(1)));
}
