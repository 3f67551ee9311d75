//! A run beside an earlier one: `--baseline`, `--fail-on regression`.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::Folder;
use crate::workflows::model;

fn config(results: &[(&str, i64)]) -> Value {
    let test = |(title, result): &(&str, i64)| json!({"name": "add", "description": title, "args": {"a": 1, "b": 2}, "expectedResult": result});
    let tests: Vec<Value> = results.iter().map(test).collect();
    let server = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    json!({"server": server, "toolHealthSuites": [{"name": "s", "tests": tests}]})
}

/// A folder with the report of the first config in `base.json`, and the second as its config.
fn folder(before: &Value, now: &Value) -> Folder {
    let folder = Folder::with_config(before);
    folder.run(&["eval", "-r", "json=base.json"]);
    folder.write("mcp-eval.config.json", &now.to_string());
    folder
}

#[test]
fn what_is_another_is_named() {
    let before = config(&[("same", 3), ("worse", 3), ("better", 4), ("gone", 3)]);
    let folder = folder(&before, &config(&[("same", 3), ("worse", 4), ("better", 3), ("new", 3)]));
    let (ran, report) = folder.eval(&["--baseline", "base.json"]);
    let baseline = &report["baseline"];
    let lists = ["better", "worse", "new", "gone", "flaky", "dearer"].map(|list| baseline[list].clone());
    let expected = [json!(["s/better"]), json!(["s/worse"]), json!(["s/new"]), json!(["s/gone"]), json!([]), json!([])];
    assert_eq!((ran.code, lists), (1, expected), "{baseline:#}");
    let ran = folder.run(&["eval", "--baseline", "base.json"]);
    assert!(ran.stdout.contains("compared with base.json\n  1 better: s/better\n  1 worse: s/worse\n"), "{ran:?}");
    let ran = folder.run(&["eval", "--baseline", "base.json", "-r", "markdown"]);
    assert!(ran.stdout.contains("1 worse: s/worse"), "{ran:?}");
}

#[test]
fn only_a_regression_fails_where_that_is_asked_for() {
    let known = config(&[("same", 3), ("known", 4)]);
    let fails = |folder: &Folder| folder.run(&["eval", "--baseline", "base.json", "--fail-on", "regression"]).code;
    assert_eq!(fails(&folder(&known, &known)), 0);
    assert_eq!(folder(&known, &known).run(&["eval", "--baseline", "base.json"]).code, 1);
    assert_eq!(fails(&folder(&known, &config(&[("same", 4), ("known", 4)]))), 1);
    assert_eq!(fails(&folder(&known, &config(&[("same", 3), ("known", 3)]))), 0);
    // What is new and wrong was not known.
    assert_eq!(fails(&folder(&known, &config(&[("same", 3), ("known", 4), ("new", 3)]))), 0);
    assert_eq!(fails(&folder(&known, &config(&[("same", 3), ("known", 4), ("new", 4)]))), 1);
}

#[test]
fn flaky_and_dearer_workflows_are_named() {
    let workflow = |said: Vec<Said>, price: f64| {
        let server = ModelServer::saying(said);
        let mut own = model("openai", &server);
        own["price"] = json!({"input": price, "output": price});
        let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
        let step = json!({"user": "Go", "expectedState": "4"});
        let workflow = json!({"name": "w", "steps": [step], "repeat": 2, "minPassRate": 0.5});
        (json!({"server": example, "models": [own], "workflows": [workflow]}), server)
    };
    let text = |text: &str| Said::Text(text.to_owned());
    let (before, _first) = workflow(vec![text("4")], 1.0);
    let (now, _second) = workflow(vec![text("4"), text("5")], 2.0);
    let folder = folder(&before, &now);
    let (ran, report) = folder.eval(&["--baseline", "base.json", "--fail-on", "regression"]);
    let baseline = &report["baseline"];
    assert_eq!((ran.code, &baseline["flaky"], &baseline["worse"]), (1, &json!(["w/w"]), &json!([])), "{baseline:#}");
    let dearer = &baseline["dearer"][0];
    let to = dearer["to"].as_f64().unwrap_or_default();
    assert!(dearer["case"] == "w/w" && (to - 0.00026).abs() < 1e-9, "{dearer:#}");
}

#[test]
fn baseline_that_is_none_is_a_mistake_of_the_command_line() {
    let folder = Folder::with_config(&config(&[("same", 3)]));
    folder.write("base.json", "{}");
    for (args, words) in [
        (&["--baseline", "none.json"][..], "cannot read the baseline `none.json`"),
        (&["--baseline", "base.json"], "it is no report of `--reporter json`"),
        (&["--fail-on", "regression"], "--baseline"),
    ] {
        let ran = folder.run(&[&["eval"], args].concat());
        assert!(ran.code == 2 && ran.stderr.contains(words), "{args:?}: {ran:?}");
    }
}
