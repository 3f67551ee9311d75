//! Nodes of a service, as processes that may be killed.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What a node does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Api,
    Worker,
    Both,
}

/// Nodes on one database.
pub(super) struct Nodes {
    folder: PathBuf,
    database: String,
    key: String,
    all: Vec<Node>,
}

struct Node {
    kind: Kind,
    port: u16,
    child: Option<Child>,
}

const BINARY: &str = env!("CARGO_BIN_EXE_mcpvals");
const SECRET: &str = "a secret of forty characters, for a test!";
/// So many may wait before more is asked for.
const QUEUED_MAX: i64 = 20;
/// All that waits is really run, on a machine that may have other work.
const PATIENCE: Duration = Duration::from_mins(4);

/// Do few evaluations wait, as far as this node says? One that is down says nothing, and is not waited for.
fn has_room(port: u16, key: &str) -> bool {
    let queued = ask(port, key, "GET", "/evaluations?status=queued&limit=1", None);
    queued.is_none_or(|queued| queued["data"]["pagination"]["total"].as_i64().expect("a number") < QUEUED_MAX)
}

impl Nodes {
    pub(super) fn start_all(folder: &Path, database: &str, kinds: &[Kind]) -> Self {
        std::fs::create_dir_all(folder.join("srv")).unwrap();
        std::fs::write(folder.join("srv/server.py"), include_str!("../../servers/documents.py")).unwrap();
        let many = 100_000_000;
        let limits = json!({ "limits": { "maxConcurrentEvaluations": 2, "requestsPerHour": {
            "*": many, "POST /evaluations": many, "GET /evaluations": many, "GET /evaluations/{id}": many,
        } } });
        std::fs::write(folder.join("settings.json"), limits.to_string()).unwrap();
        let mut nodes =
            Self { folder: folder.to_owned(), database: database.to_owned(), key: String::new(), all: Vec::new() };
        nodes.key = nodes.made_key();
        for kind in kinds {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            nodes.all.push(Node { kind: *kind, port, child: None });
        }
        (0..kinds.len()).for_each(|which| nodes.start(which));
        nodes.wait_for(|nodes| nodes.get("/evaluations?limit=1").is_some(), "an answer");
        nodes
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command
            .args(words)
            .current_dir(&self.folder)
            .env("MCPVALS_DATABASE", &self.database)
            .env("MCPVALS_SECRET", SECRET);
        command.env_remove("MCPVALS_DATA_DIR").stdin(Stdio::null());
        command
    }

    fn made_key(&self) -> String {
        let made =
            self.command(&["keys", "create", "--scope", "evaluate:admin", "--data-dir", "keys"]).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).unwrap().trim().to_owned()
    }

    pub(super) fn number(&self) -> u64 {
        self.all.len() as u64
    }

    pub(super) fn start(&mut self, which: usize) {
        let (name, port) = (format!("node{which}"), self.all[which].port.to_string());
        let mut words = match self.all[which].kind {
            Kind::Api => vec!["serve", "--no-worker", "--port", &port],
            Kind::Both => vec!["serve", "--port", &port],
            Kind::Worker => vec!["worker"],
        };
        words.extend([
            "--data-dir",
            &name,
            "--allow-root",
            ".",
            "-c",
            "settings.json",
            "--sandbox",
            "off",
            "--drain",
            "1",
        ]);
        let log =
            std::fs::File::options().create(true).append(true).open(self.folder.join(format!("{name}.log"))).unwrap();
        self.all[which].child = Some(self.command(&words).stdout(Stdio::null()).stderr(log).spawn().unwrap());
    }

    pub(super) fn kill(&mut self, which: usize, signal: &str) {
        let Some(mut child) = self.all[which].child.take() else { return };
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let until = Instant::now() + PATIENCE;
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "node {which} does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn ports(&self) -> Vec<u16> {
        self.all.iter().filter(|node| node.kind != Kind::Worker).map(|node| node.port).collect()
    }

    /// Accepts evaluations one after the other until it is ended, as long as few wait; every seventh is cancelled.
    pub(super) fn load(&self) -> Load {
        let (ports, key, stop) = (self.ports(), self.key.clone(), Arc::new(AtomicBool::new(false)));
        let (stopped, number_accepted) = (Arc::clone(&stop), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&number_accepted);
        let task = std::thread::spawn(move || {
            let mut accepted = Vec::new();
            for (number, port) in ports.iter().cycle().enumerate() {
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                let body = json!({ "serverPath": "srv", "options": { "runStatic": number % 2 == 0 } });
                if let Some(id) = ask(*port, &key, "POST", "/evaluations", Some(&body))
                    .and_then(|answer| Some(answer["id"].as_str()?.to_owned()))
                {
                    if number % 7 == 0 {
                        ask(*port, &key, "DELETE", &format!("/evaluations/{id}"), None);
                    }
                    accepted.push(id);
                    counted.store(accepted.len(), Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(200));
                // As many as can be run in bearable time, however long this goes on.
                while !stopped.load(Ordering::Relaxed) && !has_room(*port, &key) {
                    std::thread::sleep(Duration::from_millis(200));
                }
            }
            accepted
        });
        Load { stop, number_accepted, task }
    }

    pub(super) fn get(&self, path: &str) -> Option<Value> {
        self.ports().into_iter().find_map(|port| ask(port, &self.key, "GET", path, None))
    }

    /// The events of an evaluation that has ended, in the order in which they are told.
    pub(super) fn events(&self, id: &str) -> Vec<Value> {
        let text = self
            .ports()
            .into_iter()
            .find_map(|port| send(port, &self.key, "GET", &format!("/evaluations/{id}/events"), None));
        let text = text.expect("events are told");
        text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect()
    }

    /// Until all have ended: what has ended stays so, while what runs may wait again between two looks.
    pub(super) fn wait_until_idle(&self) {
        let total = |nodes: &Self, filter: &str| {
            nodes
                .get(&format!("/evaluations?limit=1{filter}"))
                .and_then(|page| page["data"]["pagination"]["total"].as_u64())
        };
        let ended = |nodes: &Self| -> Option<u64> {
            ["completed", "failed", "cancelled"].iter().map(|status| total(nodes, &format!("&status={status}"))).sum()
        };
        self.wait_for(|nodes| total(nodes, "").is_some_and(|all| ended(nodes) == Some(all)), "an idle service");
    }

    fn wait_for(&self, is_so: impl Fn(&Self) -> bool, what: &str) {
        let until = Instant::now() + PATIENCE;
        while !is_so(self) {
            assert!(Instant::now() < until, "{what} does not come about: {}", self.logs());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn logs(&self) -> String {
        let logs = std::fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path());
        let logs = logs.filter(|path| path.extension().is_some_and(|ending| ending == "log"));
        logs.map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    /// Ends all; nothing that they started is left, and none of its files.
    pub(super) fn end(mut self) {
        (0..self.all.len()).for_each(|which| self.kill(which, "TERM"));
        let is_ours = |process: std::fs::DirEntry| {
            let line = std::fs::read_to_string(process.path().join("cmdline")).unwrap_or_default();
            let cwd = std::fs::read_link(process.path().join("cwd")).unwrap_or_default();
            line.starts_with(BINARY) && cwd.starts_with(&self.folder)
        };
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let left = std::fs::read_dir("/proc")
                .unwrap()
                .filter_map(Result::ok)
                .filter(|process| process.file_name().to_string_lossy().parse::<u32>().is_ok());
            let left = left.filter(|process| process.path().join("cwd").exists()).any(is_ours);
            if !left {
                break;
            }
            assert!(Instant::now() < until, "a process is left");
            std::thread::sleep(Duration::from_millis(100));
        }
        self.check_work();
    }

    /// Of what was killed, whoever came after it has removed the files.
    fn check_work(&self) {
        for which in 0..self.all.len() {
            let work = self.folder.join(format!("node{which}/work"));
            let left = std::fs::read_dir(work).unwrap().map(|entry| entry.unwrap().file_name());
            let left: Vec<_> = left.filter(|name| name != ".lock").collect();
            assert!(left.is_empty(), "node {which}: {left:?}");
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for child in self.all.iter_mut().filter_map(|node| node.child.as_mut()) {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// What is asked for meanwhile.
pub(super) struct Load {
    stop: Arc<AtomicBool>,
    number_accepted: Arc<AtomicUsize>,
    task: std::thread::JoinHandle<Vec<String>>,
}

impl Load {
    /// So many so far.
    pub(super) fn accepted(&self) -> usize {
        self.number_accepted.load(Ordering::Relaxed)
    }

    pub(super) fn end(self) -> Vec<String> {
        self.stop.store(true, Ordering::Relaxed);
        self.task.join().unwrap()
    }
}

/// A good answer, or nothing: nodes are killed while they answer.
fn ask(port: u16, key: &str, method: &str, path: &str, body: Option<&Value>) -> Option<Value> {
    let answer: Value = serde_json::from_str(&send(port, key, method, path, body)?).ok()?;
    (answer["success"] == true).then_some(answer)
}

fn send(port: u16, key: &str, method: &str, path: &str, body: Option<&Value>) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(15))).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} /api/v1{path} HTTP/1.0\r\nhost: localhost\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8(answer).ok()?;
    Some(text.split_once("\r\n\r\n")?.1.to_owned())
}
