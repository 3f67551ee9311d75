//! `--coverage` and `--min-coverage`: what was exercised, and the gate on it.

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, zoo};

/// Six of the zoo's tools: an answer, a refusal, setup and teardown, a verifying call, and one that never answers.
fn suites() -> Value {
    json!([{
        "name": "Zoo", "timeout": 300,
        "setup": [{"name": "put", "args": {"key": "k", "value": 1}}],
        "teardown": [{"name": "counter"}],
        "tests": [
            {"name": "echo", "args": {"message": "hello"}, "repeat": 3, "verify": [{"name": "get", "args": {"key": "k"}}]},
            {"name": "fail", "args": {"kind": "rpc"}, "expectedError": "fail"},
            {"name": "sleep", "args": {"ms": 60_000}},
        ],
    }])
}

fn config(server: &Value) -> Value {
    json!({"server": server, "toolHealthSuites": suites()})
}

/// Names of the tools that were exercised.
fn exercised(coverage: &Value) -> Vec<&str> {
    let tools = coverage["servers"][0]["tools"].as_array().unwrap();
    tools.iter().filter(|tool| tool["exercised"] == true).map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn what_was_answered_is_covered_on_every_transport() {
    let over_http = HttpServer::zoo(Flaw::None, &["--era", "legacy"]);
    let servers = [
        zoo(&["none", "--era", "legacy"]),
        zoo(&["none", "--era", "modern"]),
        json!({"transport": "shttp", "url": over_http.url()}),
    ];
    for server in servers {
        let folder = Folder::with_config(&config(&server));
        let (ran, report) = folder.eval(&["--coverage"]);
        let coverage = &report["coverage"];
        assert_eq!((ran.code, exercised(coverage)), (1, vec!["echo", "fail", "counter", "put", "get"]), "{coverage:#}");
        let fail = coverage["servers"][0]["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "fail");
        let values = json!([{"value": "isError", "exercised": false}, {"value": "rpc", "exercised": true}]);
        assert_eq!(fail.unwrap()["parameters"][0]["values"], values);
        // Five tools, with five parameters, and one value of a choice.
        assert_eq!(coverage["covered"], 11, "{coverage:#}");
    }
}

#[test]
fn nobody_asks_and_nothing_is_said() {
    let folder = Folder::with_config(&config(&zoo(&["none"])));
    assert!(folder.eval(&[]).1.get("coverage").is_none());
    assert!(!folder.run(&["eval"]).stdout.contains("coverage"));
}

#[test]
fn console_has_a_table_below_the_summary() {
    let ran = Folder::with_config(&config(&zoo(&["none"]))).run(&["eval", "--coverage"]);
    let (_, table) = ran.stdout.split_once("\ncoverage of server: ").unwrap();
    let row = |name: &str| table.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    assert_eq!(row("fail ").split_whitespace().collect::<Vec<_>>(), ["fail", "1/1", "1/2", "kind", "=", "\"isError\""]);
    assert!(row("sleep ").ends_with("not called"), "{table}");
}

#[test]
fn share_is_a_gate_also_where_everything_passes() {
    let tests = json!([{"name": "echo", "args": {"message": "a"}}]);
    let suites = json!([{"name": "Z", "tests": tests}]);
    let folder = Folder::with_config(&json!({"server": zoo(&["none"]), "toolHealthSuites": suites}));
    assert_eq!(folder.run(&["eval", "--min-coverage", "0.01"]).code, 0);
    assert_eq!(folder.run(&["eval", "--min-coverage", "1%"]).code, 0);
    let ran = folder.run(&["eval", "--min-coverage", "80%"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("1 passed"), "{ran:?}");
    let last = ran.stderr.lines().last().unwrap();
    assert!(last.starts_with("error: coverage is ") && last.ends_with("less than --min-coverage asks for"), "{last}");
    for share in ["80", "101%", "-1", "much"] {
        assert_eq!(folder.run(&["eval", &format!("--min-coverage={share}")]).code, 2, "{share}");
    }
}

#[test]
fn session_of_its_own_for_each_test_makes_no_difference() {
    let mut isolated = config(&zoo(&["none"]));
    isolated["isolate"] = json!("test");
    let (shared, alone) = (config(&zoo(&["none"])), isolated);
    let coverage = |config| Folder::with_config(config).eval(&["--coverage"]).1["coverage"].clone();
    assert_eq!(coverage(&alone), coverage(&shared));
}

#[test]
fn names_show_no_secret() {
    let mut config = config(&zoo(&["none"]));
    config["server"]["env"] = json!({"TOKEN": "${TOKEN}"});
    config["secrets"] = json!(["TOKEN"]);
    let folder = Folder::with_config(&config);
    let eval =
        |token: &str| folder.command(&["eval", "-r", "json", "--coverage"]).env("TOKEN", token).output().unwrap();
    let report: Value = serde_json::from_slice(&eval("emergency").stdout).unwrap();
    let coverage = report["coverage"].to_string();
    assert!(coverage.contains("[redacted:TOKEN]") && !coverage.contains("emergency"), "{coverage}");
    assert_eq!(exercised(&report["coverage"]), ["echo", "fail", "counter", "put", "get"]);
}

#[test]
fn share_of_what_nobody_could_read_is_not_met() {
    let tests = json!([{"name": "list", "expectedPrompts": []}]);
    let server = zoo(&["never-answers-list", "--on", "tools/list"]);
    let suites = json!([{"name": "P", "discoveryTests": tests}]);
    let folder = Folder::with_config(&json!({"server": server, "promptSuites": suites, "timeout": 1500}));
    let ran = folder.run(&["eval", "--min-coverage", "1%"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("a list was not read to its end"), "{}", ran.stderr);
}

#[test]
fn real_server_is_covered_with_resources_and_templates() {
    let suites = json!([{
        "name": "R",
        "tests": [{"name": "first", "uri": "demo://resource/static/document/architecture.md"}],
        "templateTests": [{
            "name": "text", "template": "demo://resource/dynamic/text/{resourceId}", "arguments": {"resourceId": "1"},
        }],
    }]);
    let tools = json!([{"name": "T", "tests": [{"name": "echo", "args": {"message": "a"}}]}]);
    let server = corpus::stdio(&corpus::launch("server-everything"));
    let folder = Folder::with_config(&json!({"server": server, "toolHealthSuites": tools, "resourceSuites": suites}));
    let (ran, report) = folder.eval(&["--min-coverage", "0.01"]);
    assert_eq!(ran.code, 0, "{report:#}");
    let server = &report["coverage"]["servers"][0];
    let done = |list: &str, key: &str| -> Vec<Value> {
        let items = server[list].as_array().unwrap().iter();
        items.filter(|item| item["exercised"] == true).map(|item| item[key].clone()).collect()
    };
    assert_eq!(done("tools", "name"), ["echo"]);
    assert_eq!(done("resources", "uri"), ["demo://resource/static/document/architecture.md"]);
    assert_eq!(done("resourceTemplates", "uriTemplate"), ["demo://resource/dynamic/text/{resourceId}"]);
    assert!(
        server["prompts"].as_array().unwrap().iter().any(|prompt| !prompt["arguments"].as_array().unwrap().is_empty())
    );
}
