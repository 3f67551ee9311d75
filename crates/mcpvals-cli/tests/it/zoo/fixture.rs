//! The config that every row is run with, and the server behind it.

use mcpvals_testkit::{Flaw, HttpServer, Program};
use serde_json::{Value, json};

use super::row::{Row, Via};

/// What the server has to keep to itself, and so have we.
pub(super) const SECRET: &str = "s3cr3t-token/value+1";
/// The same as some servers show it.
pub(super) const SECRET_FORMS: [&str; 3] = [SECRET, "czNjcjN0LXRva2VuL3ZhbHVlKzE", "s3cr3t-token%2Fvalue%2B1"];
/// In the environment of every process that a run starts, with a word of its own.
pub(super) const MARK: &str = "MCPVALS_ZOO_MARK";
/// How long a good call may take on a busy machine.
const GOOD_MS: u64 = 60_000;
/// How long a list may take that is read again.
const RELIST_MS: u64 = 3_000;

/// A server as a config names it, and its process where it is one of ours.
pub(super) struct Fixture {
    pub(super) server: Value,
    _process: Option<HttpServer>,
}

impl Fixture {
    /// The server of a row.
    pub(super) fn of(row: &Row, via: Via, mark: &str) -> Self {
        let mut fixture = Self::start(row.flaw, via, &row.options, mark);
        fixture.server["startupTimeout"] = json!(row.startup_ms);
        fixture
    }

    /// A server of the zoo.
    pub(super) fn start(flaw: Flaw, via: Via, options: &[&str], mark: &str) -> Self {
        let listening = |transport: &str, process: HttpServer| Self {
            server: json!({"transport": transport, "url": process.url(), "headers": {"X-Api-Token": SECRET}}),
            _process: Some(process),
        };
        match via {
            Via::Http => listening("shttp", HttpServer::zoo(flaw, options)),
            Via::Sse => {
                let mut fixture = listening("sse", HttpServer::sse(flaw, options));
                fixture.server["reconnectInterval"] = json!(200);
                fixture.server["maxReconnectAttempts"] = json!(2);
                fixture
            }
            Via::Stdio => {
                let args = [&[flaw.name()], options].concat();
                let env = json!({"API_TOKEN": SECRET, MARK: mark});
                let command = Program::Zoo.path();
                Self {
                    server: json!({"transport": "stdio", "command": command, "args": args, "env": env}),
                    _process: None,
                }
            }
        }
    }
}

/// Calls of four tools; the one or two that flaws spoil are in the middle.
pub(super) fn config(server: &Value) -> Value {
    let test = |title: &str, tool: &str, args: Value, expected: Value, timeout: u64| json!({"name": tool, "description": title, "args": args, "expectedResult": expected, "timeout": timeout});
    let tests = [
        test("before", "divide", json!({"a": 6, "b": 2}), json!(3), GOOD_MS),
        test("echo", "echo", json!({"message": "hi there"}), json!("hi there"), GOOD_MS),
        test("add", "add", json!({"a": 2, "b": 3}), json!({"result": 5}), GOOD_MS),
        test("after", "divide", json!({"a": 8, "b": 2}), json!(4), GOOD_MS),
    ];
    // The timeout of the file is for what no test has its own for: lists that are read again.
    json!({"server": server, "timeout": RELIST_MS, "toolHealthSuites": [{"name": "calls", "tests": tests}]})
}
