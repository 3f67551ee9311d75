//! Resources and prompts that a model is given as tools.

use mcpvals_testkit::{Flaw, ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::utilities::zoo;
use crate::workflows::model;

fn play(said: Vec<Said>, workflow: &Value) -> (Value, ModelServer) {
    let server = ModelServer::saying(said);
    let mut workflow = workflow.clone();
    workflow["name"] = json!("w");
    let config =
        json!({"server": zoo(Flaw::None, "legacy"), "models": [model("openai", &server)], "workflows": [workflow]});
    let (_, report) = Folder::with_config(&config).eval(&["--coverage"]);
    (report, server)
}

fn call(tool: &str, args: Value) -> Said {
    Said::Calls(vec![(tool.to_owned(), args)])
}

fn names(server: &ModelServer) -> Vec<String> {
    let tools = server.requests()[0].body["tools"].as_array().unwrap().clone();
    tools.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
}

#[test]
fn model_lists_and_reads_resources() {
    let said = vec![
        call("list_resources", json!({})),
        call("read_resource", json!({"uri": "note://1"})),
        Said::Text("I have read it.".to_owned()),
    ];
    let (report, server) = play(
        said,
        &json!({
            "resourcesAsTools": true, "expectTools": ["list_resources", "read_resource"],
            "steps": [{"user": "Read", "expectedState": {"matches": "."}}],
        }),
    );
    assert_eq!(cases(&report)[0]["verdict"], "passed", "{report:#}");
    let told = server.requests()[2].body["input"].to_string();
    assert!(told.contains("[resource note://1]"), "{told}");
    assert!(!names(&server).contains(&"get_prompt".to_owned()));
    let covered = report["coverage"].to_string();
    assert!(covered.contains("note://1"), "{covered}");
}

#[test]
fn resource_that_is_not_there_fails_the_health() {
    let said = vec![call("read_resource", json!({"uri": "note://none"})), Said::Text("No.".to_owned())];
    let (report, _) = play(said, &json!({"resourcesAsTools": true, "steps": [{"user": "Read"}]}));
    let mismatch = &cases(&report)[0]["mismatches"][0];
    assert_eq!(mismatch["kind"], "toolHealth", "{report:#}");
}

#[test]
fn model_lists_and_gets_prompts() {
    let list = call("list_prompts", json!({}));
    let (report, server) = play(
        vec![list, Said::Text("Done.".to_owned())],
        &json!({
            "promptsAsTools": true, "expectTools": ["list_prompts"], "steps": [{"user": "List"}],
        }),
    );
    assert_eq!(cases(&report)[0]["verdict"], "passed", "{report:#}");
    let offered = names(&server);
    assert!(offered.contains(&"get_prompt".to_owned()) && !offered.contains(&"read_resource".to_owned()));
}

#[test]
fn nothing_is_handed_over_unasked() {
    let (_, server) = play(vec![Said::Text("Done.".to_owned())], &json!({"steps": [{"user": "Go"}]}));
    assert!(!names(&server).iter().any(|name| name == "read_resource" || name == "get_prompt"));
}
