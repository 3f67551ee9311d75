//! Tests of resources on real servers: the example, and each expectation broken.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::{corpus, npx};

/// Titles of the cases that did not pass.
fn bad(report: &Value) -> Vec<String> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    failed.map(|case| case["title"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("resources/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 6);
    assert_eq!(report["violations"], json!([]));
}

#[test]
fn snapshot_of_a_resource_is_stored_and_compared() {
    let config = |uri: &str| {
        let server = corpus::stdio(&corpus::launch("hello-world"));
        let tests = json!([{"name": "greeting", "uri": uri, "expect": {"snapshot": true}}]);
        json!({"server": server, "resourceSuites": [{"name": "G", "tests": tests}]})
    };
    let folder = Folder::with_config(&config("greeting://Ann"));
    assert_eq!(folder.run(&["eval"]).code, 1);
    let (ran, report) = folder.eval(&["--update-snapshots"]);
    assert_eq!((ran.code, cases(&report)[0]["warnings"][0]["kind"].as_str()), (0, Some("snapshotStored")));
    assert!(folder.read("mcp-eval.config.json.snap.json").contains("\"G/greeting\""));
    assert_eq!(folder.run(&["eval"]).code, 0);
    folder.write("mcp-eval.config.json", &config("greeting://Bob").to_string());
    assert_eq!(folder.run(&["eval"]).code, 1);
}

#[test]
fn hello_world_gives_what_it_lists_and_nothing_else() {
    let suite = |count: u32, text: &str, kind: &str, uri: &str| {
        let suite = json!({
            "name": "Greetings",
            "discoveryTests": [{"name": "count", "expectedCount": count}],
            "tests": [{"name": "read", "uri": "hello://world", "expectedContent": text}],
            "templateTests": [{
                "name": "template", "template": "greeting://{name}", "arguments": {"name": "Ann B"},
                "expectedUri": uri, "expectedContent": kind,
            }],
        });
        let server = corpus::stdio(&corpus::launch("hello-world"));
        Folder::with_config(&json!({"server": server, "resourceSuites": [suite]})).eval(&[]).1
    };
    let right = suite(1, "hello", "Ann", "greeting://Ann%20B");
    assert_eq!(bad(&right), Vec::<String>::new(), "{right:#}");
    assert_eq!(bad(&suite(2, "goodbye", "Bob", "greeting://Ann%20B")), ["count", "read", "template"]);
    assert_eq!(bad(&suite(1, "hello", "Ann", "greeting://Ann B")), ["template"]);
}
