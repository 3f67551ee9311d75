//! What a workflow came to: states of all of it, misspelt expectations, answers that are spoilt, snapshots, scores, and what
//! its stored trace says of it.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};
use crate::workflows::{calculation, calls, check, config, model, trace};

fn text(text: &str) -> Said {
    Said::Text(text.to_owned())
}

#[test]
fn state_of_the_workflow_is_that_of_its_end() {
    let steps = json!([{"user": "one", "expectedState": "one"}, {"user": "two"}]);
    let said = || vec![text("one"), text("two")];
    let whole = |state: &str| json!({"steps": steps, "expectedState": state});
    check(said(), whole("two"), "passed", "");
    check(said(), whole("one"), "failed", "at the end of the workflow, text that contains \\\"one\\\"");
    check(said(), json!({"steps": steps, "desiredState": "one"}), "failed", "at the end of the workflow");
    check(said(), json!({"steps": steps, "expectedState": "tw", "wholeWord": true}), "failed", "as a whole");
}

#[test]
fn overall_score_is_the_mean_of_the_metrics() {
    let server = ModelServer::saying(calculation());
    let steps = json!([{"user": "Go", "expectedState": "4"}]);
    let folder = config(&json!([model("anthropic", &server)]), json!({"steps": steps, "expectTools": ["multiply"]}));
    let (ran, report) = folder.eval(&[]);
    let score = cases(&report)[0]["score"].as_f64().unwrap();
    assert!(ran.code == 1 && (score - 2.0 / 3.0).abs() < 1e-9, "{report:#}");
    assert!(folder.run(&["eval", "--cassette", "off"]).stdout.contains("score     66.7 %"));
}

#[test]
fn order_is_shown_in_columns() {
    let server = ModelServer::saying(calculation());
    let folder = config(&json!([model("anthropic", &server)]), json!({"expectTools": ["add", "divide"]}));
    let shown = folder.run(&["eval"]).stdout;
    let expected = "expected  add, -,        divide (exactly these calls in this order)\n  actual    add, multiply, divide; call 2 is multiply(";
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn misspelt_tool_is_no_expectation() {
    let subset = json!({"expectTools": ["ad", "add"], "mode": "subset"});
    check(vec![text("4")], subset, "errored", "`expectTools` names \\\"ad\\\"");
    check(calculation(), json!({"expectTools": ["ad"], "mode": "superset"}), "failed", "nearest: \\\"add\\\"");
}

#[test]
fn what_nearly_everything_meets_is_a_warning() {
    let server = ModelServer::saying(vec![text("99")]);
    let steps = |more: Value| {
        let mut step = json!({"user": "Go", "expectedState": {"notContains": "98"}});
        step.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"steps": [step]})
    };
    for (more, warned) in [(json!({}), true), (json!({"stateIn": "message"}), false)] {
        let (_, report) = config(&json!([model("anthropic", &server)]), steps(more)).eval(&[]);
        assert_eq!(cases(&report)[0].to_string().contains("hardlyAsserted"), warned, "{report:#}");
    }
    let ran = config(&json!([model("anthropic", &server)]), json!({"expectedState": ""})).run(&["eval"]);
    assert!(ran.code == 2 && ran.stderr.contains("an empty text is in every text"), "{ran:?}");
}

/// What no client could use is no healthy call, whatever the model makes of it.
#[test]
fn spoilt_answer_is_no_healthy_call() {
    for (flaw, words) in [("content-missing", "`content` is missing"), ("none", "")] {
        let server = ModelServer::saying(vec![calls("echo", json!({"message": "a"})), text("done")]);
        let folder = Folder::with_config(&json!({
            "server": zoo(&[flaw]), "models": [model("anthropic", &server)],
            "workflows": [{"name": "w", "steps": [{"user": "Go"}]}],
        }));
        let (ran, report) = folder.eval(&[]);
        let case = &cases(&report)[0];
        assert_eq!(ran.code == 0, words.is_empty(), "{flaw}: {case:#}");
        assert!(case["mismatches"].to_string().contains(words), "{flaw}: {case:#}");
    }
}

#[test]
fn snapshots_of_a_workflow_are_stored_and_compared() {
    let server = ModelServer::start(|body, _| {
        let is_over = body.to_string().contains("tool_result");
        if is_over { text("done") } else { calls("add", json!({"a": 1, "b": 2})) }
    });
    let tools = json!([{"name": "add", "result": {"snapshot": "sum"}}]);
    let steps = json!([{"user": "Go", "expectedState": {"snapshot": "end"}, "stateIn": "message"}]);
    let folder = config(&json!([model("anthropic", &server)]), json!({"steps": steps, "expectTools": tools}));
    assert_eq!(folder.run(&["eval"]).code, 1);
    assert_eq!(folder.run(&["eval", "--update-snapshots"]).code, 0);
    let stored = folder.read("mcp-eval.config.json.snap.json");
    assert_eq!(folder.run(&["eval"]).code, 0, "{stored}");
    folder.write("mcp-eval.config.json.snap.json", &stored.replace("done", "over"));
    assert_eq!(folder.run(&["eval"]).code, 1);
}

/// The grade of a stored trace is that of the case, not of each repetition for itself.
#[test]
fn grade_is_that_of_all_repetitions() {
    let sure = json!({"rate": 0.8, "confidence": 0.95});
    for (said, least, code) in [(["4", "4", "4", "5"], json!(0.7), 0), (["4", "4", "4", "4"], sure, 1)] {
        let server = ModelServer::saying(said.map(text).to_vec());
        let steps = json!([{"user": "Go", "expectedState": "4"}]);
        let workflow = json!({"steps": steps, "repeat": 4, "minPassRate": least});
        let folder = config(&json!([model("openai", &server)]), workflow);
        assert_eq!(folder.run(&["eval", "--trace", "out"]).code, code);
        let graded = folder.run(&["grade", "--json", &trace(&folder)]);
        let told: Value = serde_json::from_str(&graded.stdout).unwrap();
        assert_eq!(graded.code, code, "{told:#}");
        assert_eq!(told["cases"][0]["passRate"]["runs"], 4, "{told:#}");
        assert_eq!(told["attempts"][0]["metrics"][0]["name"], "End-to-End Success", "{told:#}");
    }
}
