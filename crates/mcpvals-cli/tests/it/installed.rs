//! What `cargo xtask setup` has installed for the tests, and the servers that are made of it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// The folder with this name; `part` is in it where it was installed to the end.
pub(crate) fn installed(name: &str, part: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools").join(name);
    assert!(folder.join(part).exists(), "`{name}` is not installed (run `cargo xtask setup`)");
    folder.canonicalize().unwrap()
}

/// A server in `tests/servers`.
pub(crate) fn server(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name)
}

/// A server that has said where it listens.
pub(crate) struct Started {
    pub(crate) process: Child,
    /// Its stdin.
    pub(crate) told: ChildStdin,
    /// What it says from then on.
    pub(crate) said: BufReader<ChildStdout>,
    /// The JSON of its first line.
    pub(crate) places: Value,
}

/// Starts a server, and waits for its first line.
pub(crate) fn started(mut command: Command) -> Started {
    command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let told = process.stdin.take().unwrap();
    let mut said = BufReader::new(process.stdout.take().unwrap());
    let places = places(&mut said);
    Started { process, told, said, places }
}

/// The JSON of the next line.
pub(crate) fn places(said: &mut impl BufRead) -> Value {
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("no servers: {error}: {line}"))
}
