//! A secret reaches the server and nothing else: not stdout, not stderr, not a report, not a trace.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::mcpvals::{Folder, zoo};

const SECRET: &str = "s3cr3t+/&\"ü value";

/// Every file below a folder, read whole.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() { everything(&path) } else { vec![(path.display().to_string(), fs::read(&path).unwrap())] }
        })
        .collect()
}

/// The secret in the codings in which a server may echo it.
fn forms() -> Vec<Vec<u8>> {
    let json = serde_json::to_string(SECRET).unwrap();
    let url = "s3cr3t%2B%2F%26%22%C3%BC%20value";
    let base64 = "czNjcjN0Ky8mIsO8IHZhbHVl";
    [SECRET, json.trim_matches('"'), url, base64].iter().map(|form| form.as_bytes().to_vec()).collect()
}

fn check(flaw: &str) {
    let mut server = zoo(&[flaw]);
    server["env"] = json!({"API_TOKEN": "${API_TOKEN}"});
    let folder = Folder::with_config(&json!({
        "server": server,
        "toolHealthSuites": [{"name": "calls", "tests": [
            {"name": "echo", "args": {"message": "hi"}, "expectedResult": "no such text"},
            {"name": "env", "args": {"name": "API_TOKEN"}, "expectedResult": "no such text"},
            {"name": "env", "description": "as it is", "args": {"name": "API_TOKEN"}, "expect": {"contains": "${API_TOKEN}"}},
        ]}],
    }));
    let words = [
        "eval",
        "-vv",
        "-r",
        "console",
        "-r",
        "json=out/r.json",
        "-r",
        "junit=out/r.xml",
        "-r",
        "markdown=out/r.md",
        "-r",
        "github=out/r.txt",
        "-r",
        "tap=out/r.tap",
        "--trace",
        "out/trace",
    ];
    let ran = folder.command(&words).env("API_TOKEN", SECRET).output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{flaw}: {ran:?}");
    let mut outputs = everything(&folder.path().join("out"));
    assert!(outputs.len() > 6, "{flaw}: {:?}", outputs.iter().map(|(name, _)| name).collect::<Vec<_>>());
    outputs.push(("stdout".to_owned(), ran.stdout));
    outputs.push(("stderr".to_owned(), ran.stderr));
    for (name, bytes) in outputs {
        for form in forms() {
            let found = bytes.windows(form.len()).any(|window| window == form);
            assert!(!found, "{flaw}: {name} holds the secret as {}", String::from_utf8_lossy(&form));
        }
    }
}

#[test]
fn no_output_holds_a_secret_that_the_server_echoes() {
    for flaw in [
        "none",
        "echoes-secret",
        "echoes-secret-base64",
        "echoes-secret-url-encoded",
        "echoes-secret-in-json",
        "echoes-secret-escaped",
    ] {
        check(flaw);
    }
}

#[test]
fn a_stored_trace_keeps_its_verdict_though_secrets_are_redacted() {
    let mut server = zoo(&["none"]);
    server["env"] = json!({"API_TOKEN": "${API_TOKEN}"});
    let folder = Folder::with_config(&json!({
        "server": server,
        "toolHealthSuites": [{"name": "calls", "tests": [
            {"name": "env", "args": {"name": "API_TOKEN"}, "expect": {"equals": "${API_TOKEN}"}},
        ]}],
    }));
    let ran = folder.command(&["eval", "--trace", "out"]).env("API_TOKEN", SECRET).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    let graded = folder.run(&["grade", "out/calls.jsonl"]);
    assert_eq!(graded.code, 0, "{graded:?}");
}
