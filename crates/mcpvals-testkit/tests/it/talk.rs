//! A client over stdio that hears every byte.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use mcpvals_testkit::Program;
use serde_json::{Value, json};

use crate::message::{initialize, initialized};

/// Longer than any answer takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// What the server must keep to itself: with characters that each encoding writes differently.
pub(crate) const SECRET: &str = "s3cr\"t/+\\=value";

pub(crate) struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Receiver<Vec<u8>>,
    stderr: Receiver<Vec<u8>>,
    heard: Vec<u8>,
}

impl Talk {
    /// Starts the zoo and says nothing yet.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(Program::Zoo.path());
        command.args(arguments).env("API_TOKEN", SECRET);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = listen(child.stdout.take().unwrap());
        let stderr = listen(child.stderr.take().unwrap());
        let stdin = child.stdin.take();
        Self { child, stdin, stdout, stderr, heard: Vec::new() }
    }

    /// Starts the zoo and shakes hands; nothing but the answer may come.
    pub(crate) fn open(arguments: &[&str], revision: &str, capabilities: &Value) -> (Self, Value) {
        let mut talk = Self::start(arguments);
        let answer = talk.ask(&initialize(revision, capabilities));
        talk.say(&initialized());
        (talk, answer)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.say_bytes(format!("{message}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        // The server may be dead: that is for the assertion to find.
        let _gone = self.stdin.as_mut().unwrap().write_all(bytes);
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Says `message` and hears one line.
    #[track_caller]
    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.say(message);
        self.hear()
    }

    /// The next line as JSON.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> Value {
        let line = self.hear_line(PATIENCE).unwrap_or_else(|| panic!("no line; so far {:?}", self.heard_text()));
        serde_json::from_slice(&line).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&line)))
    }

    /// The next line with its end; `None` at the end of stdout or of `patience`.
    pub(crate) fn hear_line(&mut self, patience: Duration) -> Option<Vec<u8>> {
        let end = self.hear_until(patience, |heard| heard.iter().position(|byte| *byte == b'\n'))?;
        Some(self.heard.drain(..=end).collect())
    }

    /// All bytes up to the answer to `ping` with this id, which is asked now; without that answer, what came.
    pub(crate) fn hear_up_to_ping(&mut self, id: u64, patience: Duration) -> Vec<u8> {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        let fence = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}");
        let place = |heard: &[u8]| heard.windows(fence.len()).position(|part| part == fence.as_bytes());
        match self.hear_until(patience, place) {
            Some(end) => {
                let before = self.heard.drain(..end).collect();
                self.hear_line(patience);
                before
            }
            None => std::mem::take(&mut self.heard),
        }
    }

    /// Everything to the end of stdout, or what came within `patience`; at most about 300 MB.
    pub(crate) fn hear_all(&mut self, patience: Duration) -> Vec<u8> {
        self.hear_until(patience, |heard| (heard.len() > 300 << 20).then_some(0));
        std::mem::take(&mut self.heard)
    }

    fn hear_until(&mut self, patience: Duration, found: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(at) = found(&self.heard) {
                return Some(at);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            self.heard.extend(self.stdout.recv_timeout(left).ok()?);
        }
    }

    /// Whether stdout has ended.
    pub(crate) fn stdout_has_ended(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.stdout.recv_timeout(left) {
                Ok(bytes) => self.heard.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }

    /// What is on stderr, as soon as it holds `words`.
    pub(crate) fn stderr_with(&mut self, words: &str, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        let mut said = Vec::new();
        while let Ok(bytes) = self.stderr.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            said.extend(bytes);
            if String::from_utf8_lossy(&said).contains(words) {
                break;
            }
        }
        String::from_utf8_lossy(&said).into_owned()
    }

    /// How the process ended; `None` if it lives on.
    pub(crate) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    fn heard_text(&self) -> String {
        String::from_utf8_lossy(&self.heard).into_owned()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// A few pieces ahead at most, so that a flood stops when nobody listens.
fn listen(mut source: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (heard, receiver) = mpsc::sync_channel(16);
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(read @ 1..) = source.read(&mut buffer) {
            if heard.send(buffer[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}
