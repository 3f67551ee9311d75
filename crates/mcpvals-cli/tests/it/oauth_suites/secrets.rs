//! Whatever the suites do with tokens, codes, verifiers and secrets, none of them is in anything that is written.

use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};

use serde_json::json;

use super::parts;
use super::place::Place;
use crate::mcpvals::Folder;

/// Aborts a run that waits for its server with a token in hand; was an image of its memory left?
fn leaves_a_core(keeps: bool) -> bool {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", server.local_addr().unwrap());
    let auth = json!({"type": "bearer", "token": "a-token-that-nobody-may-see"});
    let folder = Folder::with_config(&json!({
        "server": {"transport": "shttp", "url": url, "auth": auth},
        "toolHealthSuites": [{"name": "T", "tests": [{"name": "hello", "args": {}}]}],
    }));
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -c unlimited; exec \"$0\" eval --quiet", env!("CARGO_BIN_EXE_mcpvals")]);
    shell.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    if keeps {
        shell.env("MCPVALS_COREDUMP", "1");
    }
    let mut process = shell.spawn().unwrap();
    // It has come, and nobody answers it.
    let waiting = server.accept().unwrap();
    assert!(Command::new("kill").args(["-ABRT", &process.id().to_string()]).status().unwrap().success());
    let end = process.wait().unwrap();
    drop(waiting);
    assert_eq!(end.signal(), Some(6));
    end.core_dumped()
}

#[test]
fn crash_leaves_no_image_of_its_memory() {
    assert!(
        leaves_a_core(true),
        "where it is let, it leaves one, so that this shows anything (is `core_pattern` empty?)"
    );
    assert!(!leaves_a_core(false));
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
    let written = [ran.stdout, ran.stderr, folder.written()].concat();
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
