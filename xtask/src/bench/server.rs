//! The servers that are spoken to.

use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::contender::Programs;
use super::workload::{WAIT_MS, Workload};
use crate::Result;

/// A kind of server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Server {
    /// Our own, which does as good as nothing, over stdio.
    FastStdio,
    /// The same over HTTP.
    FastHttp,
    /// The same over stdio, with a wait before each answer.
    Waiting,
    /// The protocol's reference server: this entry file.
    Everything(PathBuf),
}

/// How to reach it now.
pub(super) struct Running {
    /// Where it is a process that the client starts: program and arguments.
    pub(super) command: Option<(PathBuf, Vec<String>)>,
    /// Where it listens.
    pub(super) url: Option<String>,
    is_everything: bool,
    child: Option<Child>,
}

impl Server {
    pub(super) fn all(everything: Option<&PathBuf>) -> Vec<Self> {
        let mut all = vec![Self::FastStdio, Self::FastHttp, Self::Waiting];
        all.extend(everything.cloned().map(Self::Everything));
        all
    }

    pub(super) fn workloads(&self) -> Vec<Workload> {
        match self {
            Self::FastStdio | Self::FastHttp => {
                vec![
                    Workload::First,
                    Workload::Sequence(1000),
                    Workload::Parallel(1000),
                    Workload::Sequence(10_000),
                    Workload::Repeated(10_000),
                ]
            }
            Self::Waiting => vec![Workload::Waiting(1000)],
            Self::Everything(_) => vec![Workload::First, Workload::Sequence(1000)],
        }
    }

    /// Starts it where it must listen before a client comes.
    pub(super) fn start(&self, programs: &Programs) -> Result<Running> {
        let fast = programs.fast.clone();
        let is_everything = matches!(self, Self::Everything(_));
        let on_stdio =
            |program, args| Ok(Running { command: Some((program, args)), url: None, is_everything, child: None });
        match self {
            Self::FastStdio => on_stdio(fast, Vec::new()),
            Self::Waiting => on_stdio(fast, vec!["--delay-ms".to_owned(), WAIT_MS.to_string()]),
            Self::Everything(file) => {
                on_stdio(PathBuf::from("node"), vec![file.display().to_string(), "stdio".to_owned()])
            }
            Self::FastHttp => listen(Command::new(fast).args(["--http", "0"])),
        }
    }
}

/// The server says on stderr where it listens.
fn listen(command: &mut Command) -> Result<Running> {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("cannot start the fast server: {error}"))?;
    let mut line = String::new();
    let stderr = child.stderr.take().ok_or("the fast server has no stderr")?;
    BufReader::new(stderr).read_line(&mut line).map_err(|error| format!("the fast server: {error}"))?;
    let url = line.trim().strip_prefix("listening ").ok_or_else(|| format!("the fast server said `{line}`"))?;
    Ok(Running { command: None, url: Some(url.to_owned()), is_everything: false, child: Some(child) })
}

impl Running {
    /// The `server` of a config. The client declares as little as the floor does.
    pub(super) fn config(&self) -> Value {
        match (&self.command, &self.url) {
            (Some((program, args)), _) => {
                json!({"transport": "stdio", "command": program, "args": args, "client": "bare"})
            }
            (None, url) => json!({"transport": "shttp", "url": url, "client": "bare"}),
        }
    }

    /// What its `echo` puts before the message.
    pub(super) fn prefix(&self) -> &'static str {
        if self.is_everything { "Echo: " } else { "" }
    }

    /// What its process looks like: the word of its command line that no client has first or second.
    pub(super) fn mark(&self) -> String {
        let Some((program, args)) = &self.command else { return "-".to_owned() };
        if program.ends_with("node") {
            args.first().cloned().unwrap_or_default()
        } else {
            program.display().to_string()
        }
    }

    pub(super) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It is ours and has nothing to save.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FastStdio => "fast server over stdio",
            Self::FastHttp => "fast server over HTTP",
            Self::Waiting => "a server that takes 20 ms, over stdio",
            Self::Everything(_) => "server-everything over stdio",
        })
    }
}
