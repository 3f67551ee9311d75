//! What `mcpvals init` writes about real servers passes as it stands.

use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, cases};

/// The config that is written about the server.
fn written(server: &Value, flags: &[&str]) -> Value {
    let folder = Folder::new();
    let env: Vec<String> = server["env"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
        .collect();
    let mut words = vec!["init", "-o", "written.json", "--timeout", "60000", "--cwd", server["cwd"].as_str().unwrap()];
    words.extend(env.iter().flat_map(|variable| ["--env", variable]));
    words.extend(flags);
    words.extend(["--", server["command"].as_str().unwrap()]);
    words.extend(server["args"].as_array().unwrap().iter().filter_map(Value::as_str));
    let made = folder.run(&words);
    assert_eq!(made.code, 0, "{made:?}");
    serde_json::from_str(&folder.read("written.json")).unwrap()
}

/// Of the tools, these are called.
#[track_caller]
fn check(id: &str, called: &[&str]) {
    let server = corpus::stdio(&corpus::launch(id));
    let mut config = written(&server, &[]);
    config["server"]["env"] = server["env"].clone();
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 0, "{id}: {report:#}");
    let played = cases(&report).into_iter().filter(|case| case["verdict"] != "skipped");
    let tools: Vec<Value> = played.filter_map(|case| case.get("tool").cloned()).collect();
    assert_eq!(json!(tools), json!(called), "{id}");
}

#[test]
fn what_a_server_refuses_is_left_to_the_author() {
    check("git", &[]);
    check("time", &[]);
    check("server-filesystem", &["read_multiple_files", "list_allowed_directories"]);
}

#[test]
fn what_only_reads_is_tried() {
    check("server-memory", &["read_graph", "search_nodes", "open_nodes"]);
    let called = [
        "echo",
        "get-annotated-message",
        "get-env",
        "get-resource-links",
        "get-resource-reference",
        "get-structured-content",
        "get-sum",
        "get-tiny-image",
        "get-roots-list",
    ];
    check("server-everything", &called);
}

#[test]
fn skip_says_what_to_fill_in() {
    let server = corpus::stdio(&corpus::launch("time"));
    let skip = |flags: &[&str]| written(&server, flags)["toolHealthSuites"][0]["tests"][0]["skip"].clone();
    let refused = skip(&[]).as_str().expect("it is skipped").to_owned();
    assert!(
        refused.starts_with("fill in the arguments: these bring \"Error executing tool get_current_time"),
        "{refused}"
    );
    assert_eq!(skip(&["--no-calls"]), "fill in the arguments: made up is timezone");
}
