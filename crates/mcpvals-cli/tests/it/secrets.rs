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
            {"name": "env", "description": "left out", "args": {"name": "x"}, "skip": "until ${API_TOKEN} is renewed"},
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

/// A config whose names and arguments hold the value of `API_TOKEN`, and what `eval` makes of it.
fn named_after_a_secret(args: &[&str]) -> (Folder, crate::mcpvals::Ran) {
    let folder = Folder::with_config(&json!({
        "server": zoo(&["none"]),
        "toolHealthSuites": [
            {"name": "${API_TOKEN} suite", "tests": [
                {"name": "echo", "description": "one ${API_TOKEN}", "args": {"message": "a"}, "expectedResult": "a"},
                {"name": "echo", "description": "two", "args": {"message": "a"}, "expectedResult": "b"},
            ]},
            {"name": "long", "tests": [{
                "name": "echo",
                "args": {"message": format!("{}${{API_TOKEN}}", "x".repeat(210))},
                "expectedResult": format!("{}${{API_TOKEN}}!", "y".repeat(210)),
            }]},
        ],
    }));
    let output = folder.command(args).env("API_TOKEN", LONG_SECRET).output().unwrap();
    let ran = crate::mcpvals::Ran::of(&output);
    (folder, ran)
}

const LONG_SECRET: &str = "SUPERSECRETVALUE0123456789abcdefghijklmnop";

#[test]
fn cases_named_after_a_secret_keep_their_verdicts() {
    let (folder, ran) = named_after_a_secret(&["eval", "-r", "json=report.json", "-r", "console"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let report: serde_json::Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(report["summary"]["total"], 3, "{report:#}");
    assert_eq!(report["summary"]["passed"], 1, "{report:#}");
    assert_eq!(report["suites"][0]["cases"][0]["id"], "[redacted:API_TOKEN] suite/one [redacted:API_TOKEN]");
}

#[test]
fn texts_are_cut_after_their_secrets_are_gone() {
    let words =
        ["eval", "-r", "json=r.json", "-r", "junit=r.xml", "-r", "markdown=r.md", "-r", "tap=r.tap", "--trace", "t"];
    let (folder, ran) = named_after_a_secret(&words);
    let shown = format!("{}{}", ran.stdout, ran.stderr);
    let files = everything(folder.path());
    let written = files.iter().filter(|(name, _)| !name.ends_with("config.json"));
    let texts = written.map(|(name, bytes)| (name.as_str(), String::from_utf8_lossy(bytes)));
    for (name, text) in texts.chain([("the screen", shown.as_str().into())]) {
        assert!(!text.contains(&LONG_SECRET[..8]), "{name}: {text}");
    }
}

#[test]
fn mistakes_in_a_config_quote_no_secret() {
    for (field, value) in [
        ("expect", json!({"matches": "(${API_TOKEN}"})),
        ("capture", json!({"x": "$[${API_TOKEN}"})),
        ("cases", json!({"file": "${API_TOKEN}.csv"})),
    ] {
        let mut test = json!({"name": "echo", "args": {"message": "a"}});
        test[field] = value;
        let folder = Folder::with_config(&json!({
            "server": zoo(&["none"]), "toolHealthSuites": [{"name": "s", "tests": [test]}],
        }));
        for format in ["human", "json"] {
            let words = ["eval", "--error-format", format];
            let ran = crate::mcpvals::Ran::of(&folder.command(&words).env("API_TOKEN", LONG_SECRET).output().unwrap());
            assert_eq!(ran.code, 2, "{ran:?}");
            assert!(!ran.stderr.contains(&LONG_SECRET[..8]), "{field}: {}", ran.stderr);
        }
    }
    let (_, listed) = named_after_a_secret(&["list"]);
    assert!(!listed.stdout.contains(&LONG_SECRET[..8]), "{}", listed.stdout);
}

/// One test of the tool `env`, which answers with the secret, and what it expects.
fn asked_for_the_secret(expect: &serde_json::Value) -> Folder {
    let mut server = zoo(&["none"]);
    server["env"] = json!({"API_TOKEN": "${API_TOKEN}"});
    Folder::with_config(&json!({
        "server": server,
        "toolHealthSuites": [{"name": "s", "tests": [{"name": "env", "args": {"name": "API_TOKEN"}, "expect": expect}]}],
    }))
}

fn run_with_secret(folder: &Folder, words: &[&str]) -> crate::mcpvals::Ran {
    crate::mcpvals::Ran::of(&folder.command(words).env("API_TOKEN", LONG_SECRET).output().unwrap())
}

#[test]
fn a_snapshot_of_a_secret_holds_the_next_time() {
    let folder = asked_for_the_secret(&json!({"snapshot": true}));
    assert_eq!(run_with_secret(&folder, &["eval"]).code, 1);
    assert_eq!(run_with_secret(&folder, &["eval", "--update-snapshots"]).code, 0);
    let again = run_with_secret(&folder, &["eval", "--trace", "t"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(folder.run(&["grade", "t/s.jsonl"]).code, 0);
}

#[test]
fn a_verdict_that_rests_on_a_part_of_a_secret_is_kept() {
    for (expect, code) in [
        (json!({"contains": &LONG_SECRET[..9]}), 0),
        (json!({"notContains": &LONG_SECRET[..9]}), 1),
        (json!({"matches": "^[A-Z]+[0-9]+[a-z]+$"}), 0),
    ] {
        let folder = asked_for_the_secret(&expect);
        assert_eq!(run_with_secret(&folder, &["eval", "--trace", "t"]).code, code, "{expect}");
        let graded = folder.run(&["grade", "t/s.jsonl"]);
        assert_eq!(graded.code, code, "{expect} {graded:?}");
        assert!(graded.stdout.contains("rests on what was redacted"), "{expect} {graded:?}");
    }
}
