//! Starts the binary in a folder of its own and keeps what it printed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with config files in which `mcpvals` is run.
pub(crate) struct Folder {
    dir: TempDir,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    /// A folder with this config.
    pub(crate) fn with_config(config: &Value) -> Self {
        let folder = Self::new();
        folder.write("mcp-eval.config.json", &config.to_string());
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// What stands in all files that were written, the config aside.
    pub(crate) fn written(&self) -> String {
        all_files(self.path())
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The command, not started yet, in a clean environment of its own.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpvals"));
        command.args(args).current_dir(self.path()).env_clear();
        command.env("HOME", self.path()).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    }

    /// Runs `mcpvals` with these words.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        Ran::of(&self.command(args).output().unwrap())
    }

    /// Runs `mcpvals eval` with a JSON report.
    pub(crate) fn eval(&self, args: &[&str]) -> (Ran, Value) {
        let words: Vec<&str> = ["eval", "--reporter", "json"].iter().chain(args).copied().collect();
        let ran = self.run(&words);
        let report = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("no JSON on stdout: {e}\n{ran:?}"));
        (ran, report)
    }
}

fn all_files(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let written = entries.filter(|path| path.file_name().unwrap() != "mcp-eval.config.json");
    let text = |path: PathBuf| {
        if path.is_dir() {
            all_files(&path)
        } else {
            String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned()
        }
    };
    written.map(text).collect()
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The cases of a JSON report.
pub(crate) fn cases(report: &Value) -> Vec<Value> {
    let suites = report["suites"].as_array().unwrap();
    suites.iter().flat_map(|suite| suite["cases"].as_array().unwrap().clone()).collect()
}

/// A server of the testkit as a config names it.
pub(crate) fn zoo(words: &[&str]) -> Value {
    serde_json::json!({"transport": "stdio", "command": mcpvals_testkit::Program::Zoo.path(), "args": words})
}
