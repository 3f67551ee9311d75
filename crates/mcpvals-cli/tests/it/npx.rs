//! Examples that start their server with `npx`: here that is a script which starts the one that is installed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

use crate::corpus;
use crate::mcpvals::{Folder, Ran};

/// Runs an example on `server-everything`; how it ended, and its report.
pub(crate) fn eval_example(example: &str) -> (Ran, Value) {
    let launch = corpus::launch("server-everything");
    let words: Vec<&str> = launch["command"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let folder = Folder::new();
    let npx = folder.write("bin/npx", &format!("#!/bin/sh\nexec {} stdio\n", words[..2].join(" ")));
    fs::set_permissions(&npx, Permissions::from_mode(0o755)).unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example);
    folder.write("mcp-eval.config.yaml", &fs::read_to_string(example).unwrap());
    let path = std::env::var("PATH").unwrap();
    let bin = npx.parent().unwrap().display().to_string();
    let ran = folder.command(&["eval", "-r", "json"]).env("PATH", format!("{bin}:{path}")).output().unwrap();
    let report = serde_json::from_slice(&ran.stdout).unwrap();
    (Ran::of(&ran), report)
}
