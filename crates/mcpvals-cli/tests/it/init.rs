//! What `mcpvals init` writes about real servers passes as it stands.

use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, cases};

/// The config that is written about the server.
fn written(server: &Value) -> Value {
    let folder = Folder::new();
    let env: Vec<String> = server["env"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
        .collect();
    let mut words = vec!["init", "-o", "written.json", "--timeout", "60000", "--cwd", server["cwd"].as_str().unwrap()];
    words.extend(env.iter().flat_map(|variable| ["--env", variable]));
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
    let mut config = written(&server);
    config["server"]["env"] = server["env"].clone();
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 0, "{id}: {report:#}");
    let played = cases(&report).into_iter().filter(|case| case["verdict"] != "skipped");
    let tools: Vec<Value> = played.filter_map(|case| case.get("tool").cloned()).collect();
    assert_eq!(json!(tools), json!(called), "{id}");
}

#[test]
fn arguments_that_a_server_would_refuse_are_left_to_the_author() {
    check("git", &[]);
    check("time", &[]);
    check("server-filesystem", &["list_allowed_directories"]);
}

#[test]
fn what_needs_no_guess_is_called() {
    check("server-memory", &["read_graph"]);
}

#[test]
fn skip_says_what_to_fill_in() {
    let server = corpus::stdio(&corpus::launch("time"));
    let tests = written(&server)["toolHealthSuites"][0]["tests"].clone();
    assert_eq!(tests[0]["skip"], "fill in the arguments: made up is timezone", "{tests:#}");
}
