//! A service of our own, and a client of it that keeps cookies as it is told.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcpvals::Folder;

/// The longest evaluation of a test.
const PATIENCE: Duration = Duration::from_mins(2);
const SECRET: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const LOG: &str = "service.log";
/// The folder of the hostile server: its name is hostile, too.
pub(super) const EVIL: &str = "evil\"><img src=x onerror=globalThis.canary=1>";

/// A service that runs. Dropping it ends it.
pub(super) struct Service {
    process: Child,
    address: String,
    folder: Folder,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// In lower case, as `name: value`.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Somebody who is signed in.
pub(super) struct Visitor<'a> {
    pub(super) service: &'a Service,
    pub(super) cookie: String,
    pub(super) csrf: String,
}

impl Service {
    /// With a good and a hostile server below its allowed root.
    pub(super) fn start(flags: &[&str]) -> Self {
        let folder = Folder::new();
        folder.write(&format!("servers/{EVIL}/server.py"), include_str!("../../servers/canary/server.py"));
        folder.write(&format!("servers/{EVIL}/pyproject.toml"), "[project]\nname = \"evil\"\nversion = \"0.1.0\"\n");
        folder.write("servers/plain/README.md", "# Plain\n\nAn MCP server.\n");
        folder.write("servers/plain/package.json", r#"{ "name": "plain", "version": "1.0.0" }"#);
        let mut words = vec!["serve", "--port", "0", "--database", "db.sqlite", "--data-dir", "data"];
        words.extend(["--allow-root", "servers"]);
        words.extend(flags);
        let log = File::create(folder.path().join(LOG)).unwrap();
        let mut command = folder.command(&words);
        command.env("MCPVALS_SECRET", SECRET).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let mut service = Self { process: command.spawn().unwrap(), address: String::new(), folder };
        service.address = service.listens();
        service
    }

    /// Where it listens, once it does.
    fn listens(&mut self) -> String {
        loop {
            let log = self.folder.read(LOG);
            if let Some((address, _)) =
                log.split_once("serves on http://").and_then(|(_, rest)| rest.split_once([',', ' ']))
            {
                return address.to_owned();
            }
            let ended = self.process.try_wait().unwrap();
            assert!(ended.is_none(), "the service ended ({ended:?}) instead of listening:\n{log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// A key with these scopes.
    pub(super) fn key(&self, scopes: &str) -> String {
        let words = ["keys", "create", "--database", "db.sqlite", "--data-dir", "data", "--scope", scopes];
        let output = self.folder.command(&words).env("MCPVALS_SECRET", SECRET).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// One request, on a connection of its own.
    pub(super) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len().to_string();
        let json = [("Content-Type", "application/json"), ("Content-Length", length.as_str())];
        let json = if body.is_empty() { &[][..] } else { &json[..] };
        let own = [("Host", self.address.as_str()), ("Connection", "close")];
        let lines = own.iter().chain(json).chain(headers).map(|(name, value)| format!("{name}: {value}\r\n"));
        let head = format!("{method} {path} HTTP/1.1\r\n{}", lines.collect::<String>());
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut text = String::new();
        let read = stream.read_to_string(&mut text);
        assert!(read.is_ok(), "{method} {path}: {read:?}\n{}", self.folder.read(LOG));
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        Answer { status, headers: lines.filter_map(header).collect(), body: body.to_owned() }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], None)
    }

    /// Signs in.
    pub(super) fn visitor(&self, scopes: &str) -> Visitor<'_> {
        let answer = self.ask("POST", "/session", &[], Some(&json!({ "key": self.key(scopes) })));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        let csrf = answer.json()["data"]["csrf"].as_str().unwrap().to_owned();
        Visitor { service: self, cookie, csrf }
    }
}

impl Visitor<'_> {
    pub(super) fn get(&self, path: &str) -> Answer {
        self.service.ask("GET", path, &[("Cookie", &self.cookie)], None)
    }

    /// As a script of our own pages does.
    pub(super) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let headers = [("Cookie", self.cookie.as_str()), ("X-CSRF-Token", self.csrf.as_str())];
        self.service.ask(method, path, &headers, body)
    }

    /// Evaluates a server, and waits for the end; its id.
    pub(super) fn evaluated(&self, request: &Value) -> String {
        let accepted = self.send("POST", "/api/v1/evaluations", Some(request));
        assert_eq!(accepted.status, 201, "{}", accepted.body);
        let id = accepted.json()["data"]["id"].as_str().unwrap().to_owned();
        let began = Instant::now();
        loop {
            let stands = self.get(&format!("/api/v1/evaluations/{id}")).json()["data"].clone();
            if ["completed", "failed", "cancelled"].contains(&stands["status"].as_str().unwrap()) {
                return id;
            }
            assert!(began.elapsed() < PATIENCE, "{stands}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Its children end with it: they hold the other end of a pipe of its.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
