//! Commands of a page, one after the other in its folder, as its reader types them.

use std::fs::{self, Permissions};
use std::io::{BufRead as _, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::corpus;
use crate::mcpvals::{Folder, Ran};

/// How long a command may take, in seconds.
const PATIENCE: u64 = 60;
/// What fetches or builds: no test does, so a page must say that such a command is not run.
const FETCHERS: [&str; 12] =
    ["brew", "cargo", "docker", "npm", "npx", "pip", "pipx", "pnpm", "rustup", "uv", "uvx", "yarn"];
/// Where pages have the service listen; each test has a port of its own.
const PORT: &str = "3457";

/// A folder with the examples, in which variables and the working directory outlast a command.
pub(super) struct Shell {
    folder: Folder,
    /// What the reader's shell would know; not in the folder, which the page may list.
    state: Folder,
    port: String,
    running: Vec<Child>,
}

/// A command that goes on for ever is ended with its page.
impl Drop for Shell {
    fn drop(&mut self) {
        for child in &mut self.running {
            let _gone = child.kill();
            let _reaped = child.wait();
        }
    }
}

impl Shell {
    pub(super) fn new() -> Self {
        let (folder, state) = (Folder::new(), Folder::new());
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        for name in ["examples", "schemas"] {
            copy(&tests.join("../../..").join(name), &folder.path().join(name));
        }
        // A server of the reader's own: Python without dependencies, that is what a directory asks for.
        copy(&tests.join("it/documents/my-server"), &folder.path().join("my-server"));
        fs::copy(tests.join("servers/documents.py"), folder.path().join("my-server/server.py")).unwrap();
        state.write("state", "");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
        let shell = Self { folder, state, port, running: Vec::new() };
        for name in FETCHERS {
            shell.program(name, &format!("echo '{name} fetches or builds: say `not run`' >&2; exit 1"));
        }
        shell
    }

    /// Puts an `npx` in front that starts the installed server-everything: nothing is fetched.
    pub(super) fn with_npx(self) -> Self {
        let launch = corpus::launch("server-everything");
        let words: Vec<&str> = launch["command"].as_array().unwrap().iter().filter_map(|word| word.as_str()).collect();
        let script = format!("case \"$*\" in *server-everything*) exec {} stdio;; esac; exit 1", words[..2].join(" "));
        self.program("npx", &script);
        self
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.state.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }

    pub(super) fn write(&self, name: &str, text: &str) -> PathBuf {
        self.folder.write(name, &self.with_port(text))
    }

    /// Runs a command to its end.
    pub(super) fn run(&self, line: &str) -> Ran {
        let state = self.state.path().join("state");
        let state = state.display();
        // What a command sets, the next one knows, as in a terminal.
        let keep = format!("export -p > {state}; echo \"cd \\\"$PWD\\\"\" >> {state}");
        let script = format!("trap 'code=$?; {keep}; exit $code' EXIT\n. {state}\nset -a\n{line}\n");
        let patience = PATIENCE.to_string();
        let output =
            self.command("timeout", &["-k", "5", &patience, "bash", "-o", "pipefail", "-c", &script]).output().unwrap();
        let ran = Ran::of(&output);
        assert!(ran.code != 124, "`{line}` did not end within {PATIENCE} s: {ran:?}");
        self.without_port(ran)
    }

    /// Starts a command that goes on, and waits until it has said these words.
    pub(super) fn start(&mut self, line: &str, ready: &str) {
        let script = format!(". {}\nexec 2>&1\nexec {line}\n", self.state.path().join("state").display());
        let mut child = self.command("bash", &["-c", &script]).stdout(Stdio::piped()).spawn().unwrap();
        let said = child.stdout.take().unwrap();
        self.running.push(child);
        wait_for(said, &self.with_port(ready))
            .unwrap_or_else(|said| panic!("`{line}` never said `{ready}`, but: {said}"));
    }

    fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words.iter().map(|word| self.with_port(word))).current_dir(self.folder.path()).env_clear();
        let built = Path::new(env!("CARGO_BIN_EXE_mcpvals")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}/bin:{}:{path}", self.state.path().display(), built.display());
        command.env("PATH", path).env("HOME", self.folder.path()).env("MCPVALS_PORT", &self.port);
        // A browser that opens nothing.
        command.env("BROWSER", "true").stdin(Stdio::null());
        command
    }

    fn with_port(&self, text: &str) -> String {
        text.replace(PORT, &self.port)
    }

    fn without_port(&self, ran: Ran) -> Ran {
        let back = |text: String| text.replace(&self.port, PORT);
        Ran { code: ran.code, stdout: back(ran.stdout), stderr: back(ran.stderr) }
    }
}

/// Reads until the words come, and goes on reading so that the program is never held up. `Err` has what was said instead.
fn wait_for(said: impl Read + Send + 'static, words: &str) -> Result<(), String> {
    let (send, lines) = mpsc::sync_channel(1000);
    std::thread::spawn(move || {
        for line in BufReader::new(said).lines().map_while(Result::ok) {
            // Nobody listens any more once the program is ready.
            let _ = send.try_send(line);
        }
    });
    let (deadline, mut heard) = (Instant::now() + Duration::from_secs(PATIENCE), String::new());
    while let Ok(line) = lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        if line.contains(words) {
            return Ok(());
        }
        heard.extend([&line, "\n"]);
    }
    Err(heard)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
