//! Recorded workflows: what is replayed is what was recorded, and a report says so.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases};
use crate::workflows::{CASSETTE, QUESTION, calculation, calls, config, model};

fn without_model(question: &str) -> Value {
    let server = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let steps = json!([{"user": question, "expectedState": "4"}]);
    let workflow = json!({"name": "w", "steps": steps, "expectTools": ["add", "multiply", "divide"]});
    let model = json!({"provider": "anthropic", "model": "double", "apiKey": "${NO_SUCH_KEY}"});
    json!({"server": server, "models": [model], "workflows": [workflow]})
}

/// A folder in which a good conversation was recorded.
fn recorded() -> Folder {
    let server = ModelServer::saying(calculation());
    let mut config = without_model(QUESTION);
    config["models"] = json!([model("anthropic", &server)]);
    let folder = Folder::with_config(&config);
    let ran = folder.run(&["eval", "--record"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    folder
}

#[test]
fn what_was_recorded_is_replayed_without_model_and_key() {
    let folder = recorded();
    let cassette = folder.read(CASSETTE);
    assert_eq!(cassette.matches("\"method\": \"model\"").count(), 4, "{cassette}");
    assert!(!cassette.contains("the-secret-key"), "{cassette}");
    folder.write("mcp-eval.config.json", &without_model(QUESTION).to_string());
    for mode in [&[][..], &["--cassette", "replay"]] {
        let (ran, report) = folder.eval(mode);
        assert_eq!((ran.code, cases(&report)[0]["verdict"].as_str()), (0, Some("passed")), "{report:#}");
    }
    let (ran, report) = folder.eval(&["--cassette", "off"]);
    assert!(ran.code != 0 && cases(&report)[0]["fault"].to_string().contains("needs a key"), "{report:#}");
    assert_eq!(folder.read(CASSETTE), cassette);
}

#[test]
fn a_recording_that_no_longer_fits_is_told_with_what_changed() {
    let folder = recorded();
    folder.write("mcp-eval.config.json", &without_model("Calculate (5 + 3) * 2, then divide by 3").to_string());
    let (ran, report) = folder.eval(&[]);
    let fault = cases(&report)[0]["fault"].to_string();
    assert!(ran.code != 0 && fault.contains("record it again with --record"), "{report:#}");
    assert!(fault.contains("then divide by 4") && fault.contains("then divide by 3"), "{fault}");
    let mut other = without_model(QUESTION);
    other["models"][0]["model"] = json!("another");
    folder.write("mcp-eval.config.json", &other.to_string());
    let fault = cases(&folder.eval(&[]).1)[0]["fault"].to_string();
    assert!(fault.contains("double") && fault.contains("another"), "{fault}");
}

/// What differs from repetition to repetition does so in the replay, and a recording is no more runs than it was.
#[test]
fn each_repetition_is_recorded_and_replayed_as_itself() {
    let said = ["4", "no idea", "4"].map(|text| Said::Text(text.to_owned()));
    let server = ModelServer::saying(said.to_vec());
    let workflow = |times: u32| json!({"repeat": times, "steps": [{"user": "Go", "expectedState": "4"}]});
    let folder = config(&json!([model("anthropic", &server)]), workflow(3));
    let words = |report: &Value| -> Vec<String> {
        let attempts = cases(report)[0]["attempts"].as_array().unwrap().clone();
        attempts.iter().map(|attempt| attempt["verdict"].as_str().unwrap().to_owned()).collect()
    };
    let live = folder.eval(&["--record"]).1;
    assert_eq!(words(&live), ["passed", "failed", "passed"], "{live:#}");
    let (ran, replayed) = folder.eval(&[]);
    assert_eq!((ran.code, words(&replayed)), (1, words(&live)), "{replayed:#}");
    assert_eq!(server.requests().len(), 3, "the model is not asked again");
    let mut more: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    more["workflows"][0]["repeat"] = json!(20);
    folder.write("mcp-eval.config.json", &more.to_string());
    let (_, replayed) = folder.eval(&[]);
    assert_eq!(cases(&replayed)[0]["passRate"]["runs"], 3, "{replayed:#}");
    assert!(replayed["notes"].to_string().contains("has 20 repetitions, and its cassette 3"), "{replayed:#}");
}

#[test]
fn in_ci_a_cassette_is_all_that_answers() {
    let server = ModelServer::saying(vec![Said::Text("4".to_owned())]);
    let folder = config(&json!([model("anthropic", &server)]), json!({}));
    assert_eq!(folder.run(&["eval", "--record"]).code, 0);
    let mut renamed: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    renamed["workflows"][0]["name"] = json!("new");
    folder.write("mcp-eval.config.json", &renamed.to_string());
    let in_ci = |flags: &[&str]| {
        let before = server.requests().len();
        let mut eval = folder.command(&[&["eval"], flags].concat());
        let code = Ran::of(&eval.env("CI", "true").output().unwrap()).code;
        (code == 0, server.requests().len() - before)
    };
    assert_eq!(in_ci(&[]), (false, 0));
    assert_eq!(in_ci(&["--cassette", "auto"]), (true, 1));
}

fn text(text: &str) -> Said {
    Said::Text(text.to_owned())
}

/// Changes the config of a folder.
fn change(folder: &Folder, change: impl FnOnce(&mut Value)) {
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    change(&mut config);
    folder.write("mcp-eval.config.json", &config.to_string());
}

#[test]
fn report_says_that_it_was_a_replay() {
    let folder = recorded();
    let (_, report) = folder.eval(&[]);
    assert_eq!(cases(&report)[0]["workflow"][0]["replayed"], true, "{report:#}");
    assert!(folder.run(&["eval"]).stdout.contains("anthropic/double (replayed): 4 turns"));
    let ran = folder.run(&["eval", "--repeat", "5"]);
    assert!(ran.stdout.contains("has 5 repetitions, and its cassette 1"), "{ran:?}");
}

#[test]
fn seed_is_a_setting_of_the_model() {
    let server = ModelServer::saying(vec![text("4")]);
    let mut seeded = model("openai-compatible", &server);
    seeded["seed"] = json!(7);
    let folder = config(&json!([seeded]), json!({}));
    assert_eq!(folder.run(&["eval", "--record"]).code, 0);
    assert_eq!(folder.run(&["eval"]).code, 0);
    change(&folder, |config| config["models"][0]["seed"] = json!(8));
    let ran = folder.run(&["eval"]);
    assert!(ran.code == 1 && ran.stdout.contains("\"seed\": 8"), "{ran:?}");
}

/// The number of a repetition says what makes a pair with what; one that errored is no repetition of the recording.
#[test]
fn repetitions_keep_their_numbers() {
    let server = ModelServer::saying(vec![Said::Error(400, Vec::new(), "no".to_owned()), text("4"), text("5")]);
    let steps = json!([{"user": "Go", "expectedState": "4"}]);
    let folder = config(&json!([model("anthropic", &server)]), json!({"repeat": 3, "steps": steps}));
    folder.run(&["eval", "--record"]);
    let (_, report) = folder.eval(&[]);
    let attempts = cases(&report)[0]["attempts"].as_array().unwrap().clone();
    let told: Vec<_> = attempts.iter().map(|it| (it["repetition"].clone(), it["verdict"].clone())).collect();
    assert_eq!(told, [(json!(2), json!("passed")), (json!(3), json!("failed"))], "{report:#}");
}

#[test]
fn what_nothing_asks_for_any_more_is_told() {
    let server = ModelServer::saying(vec![text("one"), text("two")]);
    let folder = config(&json!([model("anthropic", &server)]), json!({"steps": [{"user": "A"}, {"user": "B"}]}));
    assert_eq!(folder.run(&["eval", "--record"]).code, 0);
    change(&folder, |config| drop(config["workflows"][0]["steps"].as_array_mut().unwrap().pop()));
    let (ran, report) = folder.eval(&[]);
    let warnings = cases(&report)[0]["warnings"].to_string();
    assert!(ran.code == 0 && warnings.contains("1 of the 2 answers recorded"), "{report:#}");
}

/// A difference at the end of a long text is seen where it is.
#[test]
fn difference_is_shown_where_it_is() {
    let server = ModelServer::saying(vec![text("4")]);
    let long = |end: &str| format!("{}{end}", "many words ".repeat(200));
    let folder = config(&json!([model("anthropic", &server)]), json!({"system": long("END")}));
    assert_eq!(folder.run(&["eval", "--record"]).code, 0);
    change(&folder, |config| config["workflows"][0]["system"] = json!(long("LAST")));
    let fault = cases(&folder.eval(&[]).1)[0]["fault"].to_string();
    assert!(fault.contains("END") && fault.contains("LAST"), "{fault}");
}

/// A secret that the model and a tool say is taken out of the recording, and another one may stand in its place.
#[test]
fn secrets_may_be_others_where_it_is_replayed() {
    let said = vec![calls("echo", json!({"message": "first-token-123"})), text("It is first-token-123.")];
    let judged = vec![Said::Text(json!({"reason": "fine", "score": 0.9}).to_string())];
    let (server, judge) = (ModelServer::saying(said), ModelServer::saying(judged));
    let mut named = model("openai", &judge);
    named["name"] = json!("judge");
    let state = json!({"user": "Say it", "expectedState": "${API_TOKEN}", "stateIn": "message"});
    let mut example = crate::mcpvals::zoo(&["none"]);
    example["env"] = json!({"API_TOKEN": "${API_TOKEN}"});
    let folder = Folder::with_config(&json!({
        "server": example, "models": [model("anthropic", &server), named], "llmJudge": true, "judgeModel": "judge",
        "workflows": [{"name": "w", "steps": [state]}],
    }));
    let eval = |token: &str, flag: &str| {
        let mut eval = folder.command(&["eval", "--llm-judge", "--cassette", flag]);
        Ran::of(&eval.env("API_TOKEN", token).output().unwrap())
    };
    assert_eq!(eval("first-token-123", "record").code, 0);
    assert!(!folder.read(CASSETTE).contains("first-token-123"));
    for token in ["first-token-123", "another-token-45"] {
        let ran = eval(token, "replay");
        assert_eq!(ran.code, 0, "{token}: {ran:?}");
    }
}

#[test]
fn recording_without_the_judge_says_what_it_loses() {
    let judge = ModelServer::saying(vec![Said::Text(json!({"reason": "fine", "score": 0.9}).to_string())]);
    let server = ModelServer::saying(vec![text("4")]);
    let folder = config(&json!([model("anthropic", &server)]), json!({}));
    change(&folder, |config| {
        let mut named = model("openai", &judge);
        named["name"] = json!("judge");
        config["models"].as_array_mut().unwrap().push(named);
        (config["llmJudge"], config["judgeModel"]) = (json!(true), json!("judge"));
    });
    assert_eq!(folder.run(&["eval", "--record", "--llm-judge"]).code, 0);
    let ran = folder.run(&["eval", "--record"]);
    assert!(ran.stdout.contains("is recorded without its judge"), "{ran:?}");
}
