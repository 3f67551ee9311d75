//! The only reader of environment variables, working directory and terminal facts.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use mcpvals_config::{Context, Scope};
use mcpvals_model::SecretValue;

use crate::Door;

/// The world around the process, read once at the start.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    /// All variables whose name and value are UTF-8.
    pub(crate) variables: BTreeMap<String, String>,
    /// The working directory.
    pub(crate) cwd: PathBuf,
    /// This very program: the guard of server processes.
    pub(crate) program: Option<PathBuf>,
    pub(crate) stdout_is_terminal: bool,
    pub(crate) stderr_is_terminal: bool,
    /// What is secret of a job of the service, whatever it is called.
    pub(crate) secrets: Vec<SecretValue>,
}

impl Environment {
    /// What a config or a client's file is read with. `is_named`: did the user say which file?
    pub(crate) fn context(&self, is_named: bool, scope: Scope) -> Context {
        Context { env: self.variables.clone(), cwd: self.cwd.clone(), named: is_named, scope }
    }

    pub(crate) fn read(door: Door) -> Self {
        let utf8 = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self {
            variables: std::env::vars_os().filter_map(utf8).collect(),
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            program: std::env::current_exe().ok().map(|program| match door {
                Door::Mcpvals => program,
                Door::McpEvaluate => neighbour(program),
            }),
            stdout_is_terminal: std::io::stdout().is_terminal(),
            stderr_is_terminal: std::io::stderr().is_terminal(),
            secrets: Vec::new(),
        }
    }

    /// A variable that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Is this a CI job? There, nothing moves on the screen.
    pub(crate) fn is_ci(&self) -> bool {
        self.variable("CI").is_some_and(|value| value != "false" && value != "0")
    }

    /// Where what may be lost is kept: `$XDG_CACHE_HOME/mcpvals` or `~/.cache/mcpvals`.
    pub(crate) fn cache(&self) -> Option<PathBuf> {
        let home = || self.variable("HOME").map(|home| PathBuf::from(home).join(".cache"));
        Some(self.variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)?.join("mcpvals"))
    }

    /// How wide the terminal is, as far as the environment says.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.variable("COLUMNS")?.parse().ok().filter(|columns| *columns >= 20)
    }
}

/// Whoever is installed as `mcp-evaluate` has `mcpvals` beside it, which a server's command may name.
fn neighbour(program: PathBuf) -> PathBuf {
    let neighbour = program.with_file_name(format!("mcpvals{}", std::env::consts::EXE_SUFFIX));
    if neighbour.is_file() { neighbour } else { program }
}
