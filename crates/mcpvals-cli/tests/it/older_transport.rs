//! An address of which nobody says how it is spoken to: HTTP+SSE of 2024-11-05 is tried where there is no endpoint of Streamable
//! HTTP.

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::Value;

use crate::mcpvals::Folder;

#[test]
fn every_command_finds_it() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let (folder, url) = (Folder::new(), server.url());
    for args in [["call", "echo", "--args", r#"{"message":"x"}"#, "--url", url].as_slice(), &["inspect", "--url", url]]
    {
        let ran = folder.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    }
    for command in ["audit", "evaluate"] {
        let ran = folder.run(&[command, url, "--json"]);
        let document: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(document["server"]["start"]["transport"], "sse", "{document:#}");
    }
    assert_eq!(folder.run(&["init", "--url", url, "--output", "made.yaml"]).code, 0);
    assert!(folder.read("made.yaml").contains("transport: sse"), "{}", folder.read("made.yaml"));
}

#[test]
fn where_it_is_named_it_is_no_other() {
    let server = HttpServer::sse(Flaw::None, &[]);
    let ran = Folder::new().run(&["evaluate", server.url(), "--transport", "http"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("needs the transport `sse`"), "{}", ran.stderr);
}

#[test]
fn where_there_is_neither_both_are_told() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    let ran = Folder::new().run(&["call", "echo", "--url", &format!("{}-not-there", server.url())]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("status 404") && ran.stderr.contains("tried over `sse`, too"), "{}", ran.stderr);
}

#[test]
fn who_dies_dies_of_the_request_before() {
    let server = HttpServer::sse(Flaw::PromptMissingCrashes, &[]);
    let ran = Folder::new().run(&["evaluate", server.url(), "--json"]);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let deaths = document["findings"].as_array().unwrap().iter().filter(|finding| finding["rule"] == "server-dies");
    let told: Vec<&str> = deaths.map(|finding| finding["message"].as_str().unwrap()).collect();
    assert!(matches!(told[..], [told] if told.contains("without its arguments")), "{told:?}");
}
