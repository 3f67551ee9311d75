//! A real server that listens: started before a test, ended after it.

use std::fs::File;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest start: Python needs seconds on a busy machine.
const START_MAX: Duration = Duration::from_mins(1);

/// A server that listens. Dropping it ends it.
pub(crate) struct Served {
    process: Child,
    url: String,
    headers: Value,
    transport: &'static str,
    logs: TempDir,
}

impl Served {
    /// A server of the corpus, as [`crate::corpus::launch_http`] says, but for the port.
    pub(crate) fn start(launch: &Value) -> Self {
        let launch = elsewhere(launch);
        Self::start_at(&launch, launch["url"].as_str().unwrap(), "http")
    }

    /// `server-everything` in the way of 2024-11-05.
    pub(crate) fn start_sse(launch: &Value) -> Self {
        let mut launch = elsewhere(launch);
        *launch["command"].as_array_mut().unwrap().last_mut().unwrap() = json!("sse");
        let url = launch["url"].as_str().unwrap().replace("/mcp", "/sse");
        Self::start_at(&launch, &url, "sse")
    }

    fn start_at(launch: &Value, url: &str, transport: &'static str) -> Self {
        let address = url.split('/').nth(2).unwrap();
        let logs = tempfile::tempdir().unwrap();
        let process = spawn(launch, &logs);
        let mut served = Self { process, url: url.to_owned(), headers: launch["headers"].clone(), transport, logs };
        served.wait_for(address);
        served
    }

    /// Nobody tells us when a foreign program listens: one has to try.
    fn wait_for(&mut self, address: &str) {
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = self.process.try_wait().unwrap();
            assert!(ended.is_none(), "the server ended ({ended:?}) instead of listening:\n{}", self.log());
            assert!(began.elapsed() < START_MAX, "the server does not listen at {address}:\n{}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.logs.path().join("log")).unwrap_or_default()
    }

    /// As a config names it.
    pub(crate) fn config(&self) -> Value {
        json!({"transport": self.transport, "url": self.url, "headers": self.headers, "startupTimeout": 60_000})
    }

    /// The words of a command line that name it.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut flags = ["--url", self.url.as_str(), "--transport", self.transport].map(str::to_owned).to_vec();
        for (name, value) in self.headers.as_object().into_iter().flatten() {
            flags.extend(["--header".to_owned(), format!("{name}: {}", value.as_str().unwrap())]);
        }
        flags
    }
}

/// The same on a port that is free. Those of the corpus are among the ones that the system gives to outgoing connections,
/// and other tests make many of these.
fn elsewhere(launch: &Value) -> Value {
    let url = launch["url"].as_str().unwrap();
    let port = url.split(['/', ':']).nth(4).unwrap();
    // The number stands in the command, in a variable or in a header, too; nothing else in there has five digits.
    serde_json::from_str(&launch.to_string().replace(port, &free_port().to_string())).unwrap()
}

/// A free port below those that the system gives away.
fn free_port() -> u16 {
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).unwrap();
    let is_free = |port: &u16| TcpListener::bind(("0.0.0.0", *port)).is_ok();
    (first..32_000).find(is_free).expect("one of thousands of ports is free")
}

/// What it writes goes to a file: a pipe that nobody reads would stop it.
fn spawn(launch: &Value, logs: &TempDir) -> Child {
    let words: Vec<&str> = launch["command"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let env = launch["env"].as_object().unwrap().iter().map(|(name, value)| (name, value.as_str().unwrap()));
    let log = File::create(logs.path().join("log")).unwrap();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env_clear().envs(env).current_dir(launch["cwd"].as_str().unwrap());
    command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().unwrap_or_else(|error| panic!("{words:?}: {error}"))
}

impl Drop for Served {
    fn drop(&mut self) {
        // Each of them is one process, so nothing of it is left.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
