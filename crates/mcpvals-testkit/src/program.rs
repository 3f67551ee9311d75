//! Finds, builds and starts the programs of this crate for the tests of others.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::flaw::Flaw;

/// How long a server may take to say where it listens.
const START: Duration = Duration::from_secs(20);
/// Lines of a server's stderr that are kept.
const LINES_MAX: usize = 10_000;

/// A program of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// `mcpvals-zoo`: one flaw on any transport.
    Zoo,
    /// `mcpvals-fast`: the fastest possible server, for benchmarks.
    Fast,
}

impl Program {
    /// The name of the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zoo => "mcpvals-zoo",
            Self::Fast => "mcpvals-fast",
        }
    }

    /// Where the program is: beside the current test's executable. It is built there first if it is missing or
    /// older than this crate's sources, which `cargo test -p other-crate` does not do.
    ///
    /// # Panics
    /// If it cannot be built: no test that needs it could go on.
    pub fn path(self) -> PathBuf {
        static BUILT: OnceLock<PathBuf> = OnceLock::new();
        BUILT.get_or_init(|| build_if_stale(&target_folder())).join(self.name())
    }
}

/// `target/<profile>`, from `target/<profile>/deps/some_test-1234` or `target/<profile>/some_binary`.
fn target_folder() -> PathBuf {
    let own = env::current_exe().expect("a running test knows its executable");
    let folder = own.parent().expect("an executable is in a folder");
    let is_nested = folder.file_name().is_some_and(|name| name == "deps" || name == "examples");
    if is_nested { folder.parent().unwrap_or(folder) } else { folder }.to_owned()
}

fn build_if_stale(folder: &Path) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = [Program::Zoo, Program::Fast].map(|program| modified(&folder.join(program.name())));
    let newest = newest_under(&sources.join("src"));
    let is_stale = built.iter().any(|built| built.is_none_or(|built| newest.is_some_and(|newest| newest > built)));
    if is_stale {
        build(folder, sources);
    }
    folder.to_owned()
}

fn build(folder: &Path, sources: &Path) {
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--package", "mcpvals-testkit", "--bins", "--profile", profile]);
    command.arg("--target-dir").arg(folder.parent().unwrap_or(folder)).current_dir(sources);
    let status = command.status().expect("cargo runs");
    assert!(status.success(), "cargo cannot build mcpvals-testkit: {status}");
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

fn newest_under(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let times = entries.map(|entry| match entry.path() {
        path if path.is_dir() => newest_under(&path),
        path => modified(&path),
    });
    times.flatten().max()
}

/// A server that listens on a free port, ended when this is dropped.
#[derive(Debug)]
pub struct HttpServer {
    child: Child,
    url: String,
    lines: Arc<Mutex<Vec<String>>>,
}

impl HttpServer {
    /// The zoo with `flaw` over Streamable HTTP; `options` as on its command line.
    ///
    /// # Panics
    /// If the server does not say where it listens within 20 s.
    pub fn zoo(flaw: Flaw, options: &[&str]) -> Self {
        Self::start(Program::Zoo, &[&[flaw.name(), "--http", "0"], options].concat())
    }

    /// The zoo with `flaw` over HTTP+SSE of 2024-11-05.
    ///
    /// # Panics
    /// As [`zoo`](Self::zoo).
    pub fn sse(flaw: Flaw, options: &[&str]) -> Self {
        Self::start(Program::Zoo, &[&[flaw.name(), "--sse", "0"], options].concat())
    }

    /// The fast server over HTTP.
    ///
    /// # Panics
    /// As [`zoo`](Self::zoo).
    pub fn fast(options: &[&str]) -> Self {
        Self::start(Program::Fast, &[&["--http", "0"], options].concat())
    }

    fn start(program: Program, arguments: &[&str]) -> Self {
        let mut command = Command::new(program.path());
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program was just built");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let said = drain(child.stderr.take().expect("stderr is piped"), lines.clone());
        let url = said.recv_timeout(START).unwrap_or_else(|_| {
            let _gone = child.kill();
            panic!("{} {arguments:?} does not listen: {lines:?}", program.name())
        });
        Self { child, url, lines }
    }

    /// The address of the endpoint, such as `http://127.0.0.1:4711/mcp`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What the server has said on stderr so far (with `--log`, a line for each request), at most 10,000 lines.
    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // It may have ended itself: that is what some flaws are about.
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// Reads stderr to its end in a thread; gives the address it names.
fn drain(stderr: ChildStderr, lines: Arc<Mutex<Vec<String>>>) -> Receiver<String> {
    let (found, said) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut reader = BufReader::new(stderr);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if let Some(url) = text.strip_prefix("listening ") {
                let _nobody_waits = found.try_send(url.to_owned());
            }
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() < LINES_MAX {
                lines.push(text);
            }
            line.clear();
        }
    });
    said
}
