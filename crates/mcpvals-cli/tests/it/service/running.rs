//! A service that runs: the real program, with a folder of its own, ended in good order.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Request};
use crate::mcpvals::{Folder, Ran};

const PATIENCE: Duration = Duration::from_secs(30);

/// All scopes, in the order of seed 003.
pub(crate) const SCOPES: [&str; 4] = ["evaluate:read", "evaluate:write", "evaluate:admin", "evaluate:export"];

/// How a service of a test is started, in its folder.
pub(crate) const SERVE: [&str; 9] =
    ["serve", "--port", "0", "-c", "settings.json", "--allow-root", "root", "--drain", "0"];

/// A service that runs. Dropping it ends it.
pub(crate) struct TestService {
    pub(crate) folder: Arc<Folder>,
    pub(crate) address: SocketAddr,
    /// A key that may do everything.
    pub(crate) admin: String,
    /// The words that name its database, where that is not in its data folder.
    database: Vec<String>,
    child: Child,
    said: Arc<Mutex<String>>,
}

/// Settings under which nobody is refused for asking too often.
pub(crate) fn generous() -> Value {
    let buckets = ["*", "POST /evaluations", "GET /evaluations", "GET /evaluations/{id}", "POST /tools/test"];
    let limits: serde_json::Map<String, Value> =
        buckets.map(|bucket| (bucket.to_owned(), json!(1_000_000_000))).into_iter().collect();
    json!({ "limits": { "requestsPerHour": limits } })
}

/// Below the allowed root: a good server, and one whose tool never answers.
pub(crate) fn write_servers(folder: &Folder) {
    for name in ["documents", "hanging"] {
        folder.write(&format!("root/{name}/server.py"), include_str!("../../servers/documents.py"));
        folder.write(&format!("root/{name}/README.md"), "# Documents\n\nSearches documents: `search_documents`.\n");
    }
    folder.write("root/hanging/hangs", "");
}

/// Of these words, those that name another database than the one in the data folder.
fn database<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let at = words.iter().position(|word| *word == "--database");
    at.map_or(&[], |at| &words[at..at + 2])
}

impl TestService {
    /// With generous limits and without a sandbox, which most tests are not about.
    pub(crate) fn start() -> Self {
        Self::with(&["--sandbox", "off"], &generous())
    }

    /// With these words, besides where it is and what it may run, and these settings.
    pub(crate) fn with(words: &[&str], settings: &Value) -> Self {
        let folder = Folder::new();
        write_servers(&folder);
        Self::at(Arc::new(folder), words, settings)
    }

    /// In a folder that may be another service's, too.
    pub(crate) fn at(folder: Arc<Folder>, words: &[&str], settings: &Value) -> Self {
        folder.write("settings.json", &settings.to_string());
        let admin = key(&folder, &["evaluate:admin"], database(words))["key"].as_str().unwrap().to_owned();
        let mut command = folder.command(&SERVE);
        command.args(["--data-dir", "data"]).args(words);
        let mut service = Self::of(folder, admin, command);
        service.database = database(words).iter().map(|word| (*word).to_owned()).collect();
        service
    }

    /// By this command, which ends in [`SERVE`] and what is particular.
    pub(crate) fn of(folder: Arc<Folder>, admin: String, mut command: Command) -> Self {
        command.env("MCPVALS_LOG", "debug,sqlx=warn,hyper=warn");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let found = gather(child.stderr.take().unwrap(), Arc::clone(&said));
        let Ok(address) = found.recv_timeout(PATIENCE) else {
            let _ = child.kill();
            panic!("the service does not say where it is: {:?} {}", child.wait(), said.lock().unwrap());
        };
        Self { folder, address, admin, database: Vec::new(), child, said }
    }

    /// With all rights.
    pub(crate) fn ask(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path).key(&self.admin)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path).json(body).send()
    }

    /// A key with these scopes.
    pub(crate) fn key(&self, scopes: &[&str]) -> String {
        let database: Vec<&str> = self.database.iter().map(String::as_str).collect();
        key(&self.folder, scopes, &database)["key"].as_str().unwrap().to_owned()
    }

    /// A folder below the allowed root, as a whole path.
    pub(crate) fn path(&self, name: &str) -> String {
        self.root().join(name).display().to_string()
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("root").canonicalize().unwrap()
    }

    /// Accepts an evaluation of a server below the root; gives its id.
    #[track_caller]
    pub(crate) fn accept(&self, name: &str, options: &Value) -> String {
        let answer = self.post("/api/v1/evaluations", &json!({ "serverPath": self.path(name), "options": options }));
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.data()["id"].as_str().unwrap().to_owned()
    }

    /// Waits until an evaluation has ended; gives all its events.
    #[track_caller]
    pub(crate) fn events(&self, id: &str) -> Vec<Value> {
        let stream = self.ask("GET", &format!("/api/v1/evaluations/{id}/events")).stream();
        assert_eq!(stream.status, 200);
        stream.collect()
    }

    /// Evaluates the good server to its end; gives its id.
    pub(crate) fn evaluated(&self, options: &Value) -> String {
        let id = self.accept("documents", options);
        assert_eq!(self.events(&id).last().unwrap()["type"], "evaluation:completed");
        id
    }

    /// What it logged up to now.
    pub(crate) fn log(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it in good order.
    pub(crate) fn stop(mut self) -> Arc<Folder> {
        let status = self.end();
        assert_eq!(status.code(), Some(0), "{}", self.log());
        Arc::clone(&self.folder)
    }

    fn end(&mut self) -> ExitStatus {
        if let Some(status) = self.child.try_wait().unwrap() {
            return status;
        }
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let began = Instant::now();
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return status,
                None if began.elapsed() > PATIENCE => break,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        let _ = self.child.kill();
        self.child.wait().unwrap()
    }
}

#[expect(clippy::print_stderr, reason = "what a test that failed has to say")]
impl Drop for TestService {
    fn drop(&mut self) {
        let status = self.end();
        if std::thread::panicking() {
            eprintln!("the service said:\n{}", self.log());
            return;
        }
        assert_eq!(status.code(), Some(0), "it did not end in good order:\n{}", self.log());
        assert!(!self.log().contains("panic"), "{}", self.log());
    }
}

/// Makes a key, with these words beside its scopes; gives what is told of it.
pub(crate) fn key(folder: &Folder, scopes: &[&str], words: &[&str]) -> Value {
    let scopes = scopes.join(",");
    let command = ["keys", "create", "--json", "--data-dir", "data", "--scope", &scopes];
    let ran = folder.run(&[&command[..], words].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

/// Runs a command of the service in its data folder.
pub(crate) fn command(folder: &Folder, words: &[&str]) -> Ran {
    let ran = folder.run(&[words, &["--data-dir", "data"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

/// Reads what it says to the end; tells the address once it is known.
fn gather(stderr: ChildStderr, said: Arc<Mutex<String>>) -> Receiver<SocketAddr> {
    let (sender, receiver): (SyncSender<SocketAddr>, _) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let address = line.strip_prefix("mcpvals serves on http://").and_then(|rest| rest.split_once(','));
            if let Some((address, _)) = address {
                let _ = sender.try_send(address.parse().unwrap());
            }
            let mut said = said.lock().unwrap();
            said.push_str(&line);
            said.push('\n');
        }
    });
    receiver
}

/// Waits for something that nobody tells.
#[track_caller]
pub(crate) fn eventually(what: &str, is: impl Fn() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Is there such a process?
pub(crate) fn lives(pid: &str) -> bool {
    Path::new("/proc").join(pid.trim()).join("exe").exists()
}
