//! Settings: flags, the environment, files.

use serde_json::{Value, json};

use super::evaluate;
use crate::mcpvals::{Folder, Ran};

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let folder = Folder::new();
    folder.write(
        "mcp-evaluator.config.json",
        r#"{"scoring": {"weights": {"static": 0.9, "runtime": 0.1}, "thresholds": {"pass": 0.95}}}"#,
    );
    let weights = |env: &[(&str, &str)], flags: &[&str]| {
        let words: Vec<&str> = ["evaluate", "--json", "--static-only", "."].iter().chain(flags).copied().collect();
        let ran = Ran::of(&folder.command(&words).envs(env.iter().copied()).output().unwrap());
        let document: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"));
        (document["formula"]["staticWeight"].clone(), document["formula"]["pass"].clone())
    };
    assert_eq!(weights(&[], &[]), (json!(0.9), json!(0.95)));
    assert_eq!(
        weights(&[("MCP_EVALUATOR_STATIC_WEIGHT", "0.5"), ("MCP_EVALUATOR_RUNTIME_WEIGHT", "0.5")], &[]).0,
        json!(0.5)
    );
    let flags = ["--static-weight", "0.25", "--runtime-weight", "0.75", "--pass-threshold", "0.7"];
    assert_eq!(weights(&[("MCP_EVALUATOR_STATIC_WEIGHT", "0.5")], &flags), (json!(0.25), json!(0.7)));
}

#[test]
fn everything_that_is_wrong_with_a_file_is_told_at_once() {
    let folder = Folder::new();
    folder.write(
        "mcp-evaluator.config.json",
        "{\n  \"inspecter\": {},\n  \"scoring\": {\"weights\": {\"static\": 2}}\n}",
    );
    let ran = folder.run(&["evaluate", "--error-format", "json", "."]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
    let line: Value = serde_json::from_str(ran.stderr.lines().last().unwrap()).unwrap();
    let places: Vec<_> = line["details"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["line"].clone(), error["pointer"].clone(), error["nearest"].clone()))
        .collect();
    assert_eq!(
        places,
        [
            (json!(2), json!("/inspecter"), json!("inspector")),
            (json!(3), json!("/scoring/weights/static"), Value::Null)
        ]
    );
}

#[test]
fn a_variable_that_cannot_be_used_is_a_usage_error() {
    let folder = Folder::new();
    let ran = Ran::of(&folder.command(&["evaluate", "."]).env("MCP_INSPECTOR_TIMEOUT", "soon").output().unwrap());
    assert!(ran.code == 2 && ran.stderr.contains("MCP_INSPECTOR_TIMEOUT"), "{ran:?}");
}

#[test]
fn evidence_and_recommendations_can_be_left_out() {
    let folder = Folder::new();
    folder.write(
        "mcp-evaluator.config.json",
        r#"{"reporting": {"includeEvidence": false, "includeRecommendations": false}}"#,
    );
    let (_, document) = evaluate(&folder, &[".", "--static-only"]);
    assert_eq!(document["recommendations"], json!([]));
    assert_eq!(document["results"]["static"]["Working Examples"]["evidence"], json!([]));
}

#[test]
fn whoever_observes_is_told_and_nobody_waits_for_one_that_is_not_there() {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/api/mcp-evaluation", listener.local_addr().unwrap());
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        while !String::from_utf8_lossy(&bytes).contains("mcpvalsVersion") {
            let count = stream.read(&mut chunk).unwrap();
            assert!(count > 0, "it ended");
            bytes.extend_from_slice(&chunk[..count]);
        }
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let folder = Folder::new();
    let ran = folder.run(&["evaluate", "--json", "--static-only", ".", "--observability-url", &url]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let heard = heard.join().unwrap();
    assert!(heard.starts_with("POST /api/mcp-evaluation") && heard.contains("\"score\""), "{heard}");
    assert!(!ran.stderr.contains("observer"), "{ran:?}");
    let ran = folder.run(&["evaluate", "--json", "--static-only", ".", "--observability-url", "http://127.0.0.1:1/x"]);
    assert!(ran.code == 0 && ran.stderr.contains("the observer was not told"), "{ran:?}");
}

#[test]
fn a_folder_of_hooks_that_is_not_there_is_an_error_wherever_it_is_named() {
    let folder = Folder::new();
    let is_told = |ran: &Ran| {
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains("there is no folder `") && ran.stderr.contains("nowhere"), "{ran:?}");
    };
    is_told(&folder.run(&["evaluate", ".", "--static-only", "--hooks-path", "nowhere"]));
    let mut by_variable = folder.command(&["evaluate", ".", "--static-only"]);
    let ran = Ran::of(&by_variable.env("MCP_EVALUATOR_HOOKS_PATH", "nowhere").output().unwrap());
    assert!(ran.stderr.contains("MCP_EVALUATOR_HOOKS_PATH"), "{ran:?}");
    is_told(&ran);
    folder.write("mcp-evaluator.config.json", "{\n  \"hooks\": {\"hooksPath\": \"nowhere\"}\n}");
    let ran = folder.run(&["evaluate", ".", "--static-only"]);
    assert!(ran.stderr.contains("mcp-evaluator.config.json:2:"), "{ran:?}");
    is_told(&ran);
    folder.write("nowhere/notes.txt", "no hook");
    assert_eq!(folder.run(&["evaluate", ".", "--static-only"]).code, 0);
}

#[test]
fn http_with_a_server_that_is_started_is_an_error_of_flags_and_settings_alike() {
    let folder = Folder::new();
    super::calculator(&folder);
    for command in ["audit", "evaluate"] {
        let ran = folder.run(&[command, ".", "-t", "http"]);
        assert!(ran.code == 2 && ran.stderr.contains("--transport http is for a server at an address"), "{ran:?}");
    }
    folder.write("mcp-evaluator.config.json", r#"{"inspector": {"transport": "sse"}}"#);
    for command in ["audit", "evaluate"] {
        let ran = folder.run(&[command, "."]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains("`inspector.transport` (`sse`) of the settings is for a server at an"), "{ran:?}");
        assert_ne!(folder.run(&[command, ".", "-t", "stdio"]).code, 2, "the flag comes first");
    }
}
