//! A service with a good and a hostile server, and a visitor of it who keeps cookies as he is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcpvals::Folder;
use crate::service::client::{self, Request};
use crate::service::running::TestService;

/// The longest evaluation of a test.
const PATIENCE: Duration = Duration::from_mins(2);
/// The folder of the hostile server: its name is hostile, too.
pub(super) const EVIL: &str = "evil\"><img src=x onerror=globalThis.canary=1>";

/// A service that runs, with a good and a hostile server below its allowed root.
pub(super) struct Service(TestService);

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    came: client::Answer,
    pub(super) status: u16,
    pub(super) body: String,
}

impl Answer {
    /// Empty where there is none.
    pub(super) fn header(&self, name: &str) -> &str {
        self.came.header(name).unwrap_or_default()
    }

    #[track_caller]
    pub(super) fn json(&self) -> Value {
        self.came.json()
    }
}

/// Somebody who is signed in.
pub(super) struct Visitor<'a> {
    pub(super) service: &'a Service,
    pub(super) cookie: String,
    pub(super) csrf: String,
}

impl Service {
    /// With these words, besides where it is and what it may run.
    pub(super) fn start(words: &[&str]) -> Self {
        let folder = Folder::new();
        folder.write(&format!("root/{EVIL}/server.py"), include_str!("../../servers/canary/server.py"));
        folder.write(&format!("root/{EVIL}/pyproject.toml"), "[project]\nname = \"evil\"\nversion = \"0.1.0\"\n");
        folder.write("root/plain/README.md", "# Plain\n\nAn MCP server.\n");
        folder.write("root/plain/package.json", r#"{ "name": "plain", "version": "1.0.0" }"#);
        Self(TestService::at(Arc::new(folder), words, &json!({})))
    }

    /// One more file below the allowed root.
    pub(super) fn write(&self, name: &str, text: &str) {
        self.0.folder.write(&format!("root/{name}"), text);
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// A folder below the allowed root, as a whole path.
    pub(super) fn path(&self, name: &str) -> String {
        self.0.path(name)
    }

    /// A key with these scopes.
    pub(super) fn key(&self, scopes: &str) -> String {
        self.0.key(&[scopes])
    }

    /// One request, on a connection of its own.
    pub(super) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let request = Request::new(self.0.address, method, path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, value));
        let answer = body.map_or_else(|| request.clone(), |body| request.clone().json(body)).send();
        Answer { status: answer.status, body: answer.text(), came: answer }
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
