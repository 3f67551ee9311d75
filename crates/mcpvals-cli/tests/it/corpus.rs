//! The corpus of real servers: `../shared/corpus` beside the project's root, installed by `cargo xtask test`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

thread_local! {
    /// Held from a test's first server to the test's end: each server has one work folder. Other tests, also those of
    /// other processes, wait.
    static TURN: File = turn();
}

fn turn() -> File {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus.lock");
    let file = File::create(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.lock().unwrap();
    file
}

/// What `cargo xtask setup` installs.
const INSTALLED: &str = include_str!("../../../../xtask/src/check/corpus.list");

/// How to start a server of the corpus, with a fresh work folder.
pub(crate) fn launch(id: &str) -> Value {
    TURN.with(|_| ());
    corpus(&["launch", id])
}

/// How to start a server of the corpus that listens on HTTP.
pub(crate) fn launch_http(id: &str) -> Value {
    TURN.with(|_| ());
    corpus(&["launch", id, "--http"])
}

/// The known-good calls of a server.
pub(crate) fn golden(id: &str) -> Value {
    corpus(&["golden", id])
}

/// The server as a config names it.
pub(crate) fn stdio(launch: &Value) -> Value {
    let words = launch["command"].as_array().unwrap();
    serde_json::json!({
        "transport": "stdio", "command": words[0], "args": &words[1..], "env": launch["env"], "cwd": launch["cwd"],
        "startupTimeout": 60_000,
    })
}

fn corpus(words: &[&str]) -> Value {
    let is_installed = INSTALLED.lines().any(|line| line.split_once(' ').is_some_and(|(_, id)| id == words[1]));
    assert!(is_installed, "no setup installs the server {}: add it to xtask/src/check/corpus.list", words[1]);
    let script = root().join("../shared/corpus/corpus.py");
    assert!(script.exists(), "the corpus of real servers is missing: {} is not there", script.display());
    let ran = Command::new("python3").arg(&script).args(words).output().expect("python3 runs");
    assert!(ran.status.success(), "corpus.py {words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    let value: Value = serde_json::from_slice(&ran.stdout).unwrap();
    if let Some(program) = value["command"].as_array().and_then(|words| words.iter().find_map(installed)) {
        assert!(
            program.exists(),
            "a server of the corpus is not installed: {} (run `cargo xtask setup`)",
            program.display()
        );
    }
    value
}

/// The first word of a command that is a file of the corpus.
fn installed(word: &Value) -> Option<PathBuf> {
    word.as_str().filter(|word| word.starts_with('/') && word.contains("/mcpvals-corpus/")).map(PathBuf::from)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
