//! What is asked, subscribed to and completed on a server made of the official TypeScript SDK, whose own code speaks
//! 2026-07-28: each suite passes on it over stdio and over stateless HTTP, and fails with its expectation broken.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::installed::{installed, server};
use crate::mcpvals::{Folder, cases};
use crate::served::Served;

fn sdk() -> PathBuf {
    installed("ts-sdk", "node_modules")
}

fn program() -> PathBuf {
    server("ts-sdk/server.cjs")
}

fn over_stdio() -> Value {
    json!({"transport": "stdio", "command": "node", "args": [program()], "env": {"TS_SDK": sdk()}})
}

fn over_http() -> Served {
    let port = "40321";
    Served::start(&json!({
        "command": ["node", program(), "--http", port], "url": format!("http://127.0.0.1:{port}/mcp"),
        "env": {"TS_SDK": sdk(), "PATH": std::env::var("PATH").unwrap()}, "cwd": sdk(), "headers": {},
    }))
}

/// Something of every suite, met by the server.
fn good() -> Value {
    json!({
        "samplingSuites": [{
            "name": "Sampling", "trigger": {"tool": "ask_sampling"}, "parallel": true,
            "capabilityTests": [{"name": "asks"}, {"name": "bare", "expectedCapability": false}],
            "requestTests": [
                {"name": "request", "messages": [{"role": "user", "content": "say hello"}], "systemPrompt": "Be brief.",
                 "maxTokens": 100, "answers": ["hello"], "expectedResult": "hello"},
            ],
            "performanceTests": [{"name": "at once", "concurrentRequests": 20}],
        }],
        "elicitationSuites": [{
            "name": "Forms", "trigger": {"tool": "ask_elicitation"}, "parallel": true,
            "tests": [
                {"name": "form", "message": "your name", "answer": {"content": {"name": "Ada"}}, "expectedResult": "Ada"},
                {"name": "declined", "answer": "decline", "expectedError": "the user said decline"},
                {"name": "invalid", "invalidContent": {"name": 7}},
            ],
        }],
        "rootsSuites": [{
            "name": "Roots", "trigger": {"tool": "ask_roots"},
            "tests": [{"name": "roots", "roots": ["/work"], "expectedResult": "file:///work"}],
        }],
        "resourceSuites": [{
            "name": "Resources",
            "subscriptionTests": [{"name": "counted", "uri": "counter://now", "trigger": {"tool": "count"},
                                   "updates": 1, "expectChange": true, "quiet": 200}],
            "templateTests": [{"name": "template", "templateUri": "note://{name}", "parameters": {"name": "one"},
                               "expectedContent": "note one"}],
        }],
        "completionSuites": [{
            "name": "Completion",
            "tests": [{"name": "completed", "ref": {"resource": "note://{name}"},
                       "argument": {"name": "name", "value": "t"}, "expectedValues": ["two", "three"]}],
        }],
        "promptSuites": [{
            "name": "Prompts",
            "promptTests": [{"name": "ask", "arguments": {"topic": "rain"},
                                "expectedContent": "What about rain?"}],
        }],
    })
}

/// The same, each expecting something else.
fn broken() -> Value {
    json!({
        "samplingSuites": [{
            "name": "Sampling", "trigger": {"tool": "ask_sampling"}, "parallel": true,
            "requestTests": [
                {"name": "request", "maxTokens": 99},
                {"name": "prompt", "systemPrompt": "Be long."},
                {"name": "answer", "answers": ["hello"], "expectedResult": "goodbye"},
            ],
        }],
        "elicitationSuites": [{
            "name": "Forms", "trigger": {"tool": "ask_elicitation"}, "parallel": true,
            "tests": [
                {"name": "form", "answer": {"content": {"name": "Ada"}}, "expectedResult": "Bob"},
                {"name": "declined", "answer": "decline", "expectedResult": "hello"},
            ],
        }],
        "rootsSuites": [{
            "name": "Roots", "trigger": {"tool": "ask_roots"},
            "tests": [{"name": "roots", "roots": ["/work"], "expectedResult": "file:///home"}],
        }],
        "resourceSuites": [{
            "name": "Resources",
            "subscriptionTests": [{"name": "counted", "uri": "counter://now", "trigger": {"tool": "count"},
                                   "updates": 2, "within": 500}],
            "templateTests": [{"name": "template", "templateUri": "note://{name}", "parameters": {"name": "one"},
                               "expectedContent": "note two"}],
        }],
        "completionSuites": [{
            "name": "Completion",
            "tests": [{"name": "completed", "ref": {"resource": "note://{name}"},
                       "argument": {"name": "name", "value": "t"}, "expectedValues": ["one"]}],
        }],
        "promptSuites": [{
            "name": "Prompts",
            "promptTests": [{"name": "ask", "arguments": {"topic": "rain"},
                                "expectedContent": "What about snow?"}],
        }],
    })
}

/// Runs these suites; the report's cases.
fn eval(server: &Value, revision: &str, suites: Value) -> Vec<Value> {
    let mut config = suites;
    config["server"] = server.clone();
    config["server"]["protocolVersion"] = json!(revision);
    config["server"]["startupTimeout"] = json!(60_000);
    let (_, report) = Folder::with_config(&config).eval(&[]);
    for session in report["sessions"].as_array().unwrap() {
        assert_eq!(session["facts"]["protocolVersion"], revision, "{session:#}");
    }
    assert_eq!(report["violations"], json!([]));
    cases(&report)
}

fn check(server: &Value, revision: &str) {
    let other_than = |verdict: &str, cases: Vec<Value>| -> Vec<Value> {
        assert!(cases.len() >= 10, "{} cases", cases.len());
        cases.into_iter().filter(|case| case["verdict"] != verdict).collect()
    };
    assert_eq!(other_than("passed", eval(server, revision, good())), Vec::<Value>::new());
    assert_eq!(other_than("failed", eval(server, revision, broken())), Vec::<Value>::new());
}

#[test]
fn newest_revision_over_stdio() {
    check(&over_stdio(), "2026-07-28");
}

#[test]
fn newest_revision_over_stateless_http() {
    check(&over_http().config(), "2026-07-28");
}

#[test]
fn previous_revision_over_stdio() {
    check(&over_stdio(), "2025-11-25");
}
