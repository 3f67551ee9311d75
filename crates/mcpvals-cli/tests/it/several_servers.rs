//! Workflows that use several servers: names, calls at the same time, traces, coverage, and what is wrong with whom.

use mcpvals_testkit::{Flaw, ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::utilities::zoo;
use crate::workflows::model;

fn example() -> Value {
    json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]})
}

fn call(tool: &str, a: i64, b: i64) -> (String, Value) {
    (tool.to_owned(), json!({"a": a, "b": b}))
}

/// Adds on the one, multiplies on the other.
pub(crate) fn calculation() -> Vec<Said> {
    vec![
        Said::Calls(vec![call("one__add", 5, 3), call("two__multiply", 8, 2)]),
        Said::Calls(vec![call("two__divide", 16, 4)]),
        Said::Text("It is 4.".to_owned()),
    ]
}

pub(crate) fn config(server: &ModelServer, workflow: &Value) -> Folder {
    let mut workflow = workflow.clone();
    workflow["name"] = json!("w");
    workflow["steps"] = json!([{"user": "Go", "expectedState": "4"}]);
    let servers = json!({"one": example(), "two": example()});
    Folder::with_config(&json!({"servers": servers, "models": [model("openai", server)], "workflows": [workflow]}))
}

#[test]
fn each_call_goes_to_its_server_and_the_trace_has_both() {
    let server = ModelServer::saying(calculation());
    let folder = config(
        &server,
        &json!({
            "servers": ["one", "two"], "expectTools": ["one__add", "two__multiply", "two__divide"],
        }),
    );
    let (ran, report) = folder.eval(&["--trace", "traces", "--coverage"]);
    assert_eq!((ran.code, &cases(&report)[0]["verdict"]), (0, &json!("passed")), "{report:#}");
    assert_eq!(report["sessions"].as_array().unwrap().len(), 2);
    let tools = server.requests()[0].body["tools"].as_array().unwrap().clone();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"one__add") && names.contains(&"two__add") && !names.contains(&"add"), "{names:?}");
    let exercised: Vec<Value> =
        report["coverage"]["servers"].as_array().unwrap().iter().map(|of| of["tools"].clone()).collect();
    let has = |of: &Value, tool: &str| of.to_string().contains(tool);
    assert!(has(&exercised[1], "multiply"), "{exercised:?}");
    let graded = folder.run(&["grade", "traces/w.jsonl"]);
    assert!(graded.code == 0 && graded.stdout.contains("PASS  w/w"), "{graded:?}");
    let shown = folder.run(&["replay", "traces/w.jsonl"]).stdout;
    assert!(shown.contains("two: tools/call multiply") && shown.contains("result of #"), "{shown}");
}

#[test]
fn what_is_wrong_with_a_further_server_fails_and_names_it() {
    let said = vec![Said::Calls(vec![("echo".to_owned(), json!({"text": "4"}))]), Said::Text("4".to_owned())];
    let server = ModelServer::saying(said);
    let servers = json!({"good": example(), "bad": zoo(Flaw::LogLineOnStdout, "legacy")});
    let workflow = json!({"name": "w", "servers": ["good", "bad"], "steps": [{"user": "Go", "expectedState": "4"}]});
    let folder = Folder::with_config(&json!({
        "servers": servers, "models": [model("openai", &server)], "workflows": [workflow],
    }));
    let (_, report) = folder.eval(&[]);
    let of_bad = |violation: &&Value| violation["server"] == "bad";
    let violations = report["violations"].as_array().unwrap();
    assert!(violations.iter().filter(of_bad).count() > 0 && violations.iter().all(|one| of_bad(&one)), "{report:#}");
}

#[test]
fn server_that_cannot_be_reached_leaves_the_workflow_errored() {
    let model_server = ModelServer::saying(calculation());
    let gone = json!({"transport": "stdio", "command": "no-such-program"});
    let workflow = json!({"name": "w", "servers": ["one", "gone"], "steps": [{"user": "Go"}]});
    let folder = Folder::with_config(&json!({
        "servers": {"one": example(), "gone": gone}, "models": [model("openai", &model_server)], "workflows": [workflow],
    }));
    let (_, report) = folder.eval(&[]);
    assert_eq!(cases(&report)[0]["verdict"], "errored", "{report:#}");
    assert_eq!(model_server.requests().len(), 0, "no model is asked for nothing");
}

#[test]
fn servers_are_named_once_and_known() {
    let check = |workflow: Value, words: &str| {
        let server = ModelServer::saying(calculation());
        let ran = config(&server, &workflow).run(&["eval"]);
        assert!(ran.code == 2 && ran.stderr.contains(words), "{ran:?}");
    };
    check(json!({"servers": ["one", "tow"]}), "no server is called `tow`");
    check(json!({"servers": ["one", "one"]}), "\"one\" is named twice");
    check(json!({"server": "one", "servers": ["one", "two"]}), "`server` or `servers`, not both");
}
