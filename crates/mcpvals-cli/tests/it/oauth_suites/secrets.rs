//! Whatever the suites do with tokens, codes, verifiers and secrets, none of them is in anything that is written.

use std::path::Path;

use serde_json::json;

use super::parts;
use super::place::Place;
use crate::mcpvals::Folder;

/// Everything in a folder, with what was printed.
fn all_files(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let written = entries.filter(|path| path.file_name().unwrap() != "mcp-eval.config.json");
    let text = |path: std::path::PathBuf| {
        if path.is_dir() {
            all_files(&path)
        } else {
            String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned()
        }
    };
    written.map(text).collect()
}

#[test]
fn nobody_sees_them() {
    let place = Place::start(&json!({"jwt": true, "signingKey": parts::SIGNING_KEY, "tell": true}));
    let suites =
        [parts::code(), parts::pkce(), parts::refresh(), parts::tampering(), parts::machine(), parts::tenants()];
    let folder = Folder::with_config(&place.config(&suites));
    let words = ["eval", "-vv", "--debug", "--no-browser", "--trace", "traces", "--reporter", "console"];
    let more = ["--reporter", "json=r.json", "--reporter", "junit=r.xml", "--reporter", "markdown=r.md"];
    let ran = folder.run(&[&words[..], &more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let written = [ran.stdout, ran.stderr, all_files(folder.path())].concat();
    let fixed =
        ["secret-of-conf", "secret-of-basic", "secret-of-acme", "a-password-of-ann", "Y29uZjpzZWNyZXQtb2YtY29uZg"];
    let key = parts::SIGNING_KEY.lines().nth(3).unwrap();
    for secret in fixed.into_iter().chain([key]) {
        assert!(!written.contains(secret), "{secret}");
    }
    let secrets = place.secrets();
    assert!(secrets.len() > 50, "{}", secrets.len());
    let shown: Vec<String> = secrets.into_iter().filter(|secret| written.contains(secret.as_str())).collect();
    assert_eq!(shown, Vec::<String>::new());
}
