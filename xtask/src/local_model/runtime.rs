//! What runs the weights: llama.cpp in a small server on Node, `xtask/local-model`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::cache::Cache;
use crate::Result;
use crate::check::tools::{self, create, read};
use crate::project::Project;
use crate::say::say;

/// The server's files in the project.
const FOLDER: &str = "xtask/local-model";
const LISTS: [&str; 2] = ["package.json", "package-lock.json"];
const MODULES: [&str; 4] = ["main.mjs", "server.mjs", "llama.mjs", "grammar.mjs"];
/// It gives itself half of that.
const END_MAX: Duration = Duration::from_secs(10);

/// The server with what it needs, installed.
#[derive(Debug)]
pub(super) struct Runtime {
    folder: PathBuf,
}

/// A server that listens; it ends where this is dropped, also where this process dies: then its stdin ends.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    url: String,
}

impl Runtime {
    /// Installs it where it is another than the project's.
    pub(super) fn install(project: &Project, cache: &Cache) -> Result<Self> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err("the runtime is pinned for Linux on x86-64 only; any server of Chat Completions does instead"
                .to_owned());
        }
        let folder = cache.path("runtime");
        create(&folder)?;
        let lists = project.path(FOLDER);
        for name in LISTS.iter().chain(&MODULES) {
            copy(&lists.join(name), &folder.join(name))?;
        }
        // What was installed to the end; the lock is what decides.
        let (lock, installed) = (read(&folder.join(LISTS[1]))?, folder.join("installed.json"));
        if read(&installed).is_ok_and(|there| there == lock) {
            return Ok(Self { folder });
        }
        say("installing the runtime (120 MB)");
        let prefix = folder.to_string_lossy().into_owned();
        // Not `npm ci`: that wants packages for other systems in the lock, too, and not all of these are published.
        let args = [
            "install",
            "--no-save",
            "--omit=optional",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefix",
            &prefix,
        ];
        tools::run(project.command("npm", &args))?;
        fs::write(&installed, lock).map_err(|error| format!("cannot write `{}`: {error}", installed.display()))?;
        Ok(Self { folder })
    }

    /// The entry file of the file server that it brings.
    pub(super) fn filesystem_server(&self) -> PathBuf {
        self.folder.join("node_modules/@modelcontextprotocol/server-filesystem/dist/index.js")
    }

    /// Starts it with these weights, and waits until it listens; port 0 is any that is free.
    pub(super) fn start(&self, weights: &Path, port: u16) -> Result<Running> {
        let mut command = Command::new("node");
        command.arg(self.folder.join("main.mjs")).arg("--model").arg(weights).args(["--port", &port.to_string()]);
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("cannot start node: {error}"))?;
        let stdout = child.stdout.take().ok_or("node has no stdout")?;
        let mut running = Running { child, url: String::new() };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).map_err(|error| format!("the model's server: {error}"))?;
        let url =
            line.trim().strip_prefix("listening ").ok_or("the model's server did not come up; it says why above")?;
        url.clone_into(&mut running.url);
        Ok(running)
    }
}

impl Running {
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Until somebody ends it.
    pub(super) fn wait(mut self) -> Result {
        // Its stdin stays open meanwhile: waiting for a child closes it.
        let stdin = self.child.stdin.take();
        let status = self.child.wait().map_err(|error| format!("cannot wait for the model's server: {error}"))?;
        drop(stdin);
        if status.success() { Ok(()) } else { Err(format!("the model's server ended with {status}")) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let begin = Instant::now();
        while begin.elapsed() < END_MAX && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        // Nothing is lost with it.
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("cannot copy `{}`: {error}", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a model that says what it is told to: no weights, no network.
    #[test]
    fn the_server_speaks_chat_completions() {
        let ran = Project::find()
            .command("node", &["--test", "xtask/local-model/server.test.mjs"])
            .output()
            .expect("node is installed (`cargo xtask setup`)");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    }
}
