//! The servers, and what a run of a suite against them says.

use std::collections::BTreeSet;
use std::io::{BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use serde_json::{Value, json};

use crate::installed::{Started, installed, places, server, started};
use crate::mcpvals::{Folder, Ran, cases};

/// Both servers. Dropping it ends them.
pub(super) struct Place {
    process: Child,
    told: ChildStdin,
    said: BufReader<ChildStdout>,
    pub(super) mcp: String,
    /// Another resource of the same authorization server.
    pub(super) other_resource: Option<String>,
}

/// What came of a suite.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) ran: Ran,
    /// The rules that are broken, whether they fail or warn.
    pub(super) broken: BTreeSet<String>,
    /// Why rules were not tried.
    pub(super) not_tried: Vec<String>,
    /// Cases without a verdict on the server.
    pub(super) errored: Vec<Value>,
    pub(super) cases: Vec<Value>,
}

impl Place {
    /// With these options of the server; a rule named in `flaw` is broken.
    pub(super) fn start(options: &Value) -> Self {
        let mut command = Command::new("node");
        command.arg(server("oauth-suite/server.mjs")).arg(options.to_string());
        command.env("OAUTH_PACKAGES", installed("oauth", "node_modules").join("node_modules"));
        Self::of(command)
    }

    /// Another make of both: Authlib, and the Python SDK.
    pub(super) fn of_another_make() -> Self {
        let mut command = Command::new(installed("authlib", "bin/python").join("bin/python"));
        command.arg(server("authlib/server.py"));
        Self::of(command)
    }

    fn of(command: Command) -> Self {
        let Started { process, told, said, places } = started(command);
        let (mcp, other_resource) = addresses(&places);
        Self { process, told, said, mcp, other_resource }
    }

    /// Goes on with another pair of servers that the same process makes: its start takes longer than most tests.
    pub(super) fn change(&mut self, options: &Value) {
        writeln!(self.told, "{options}").unwrap();
        (self.mcp, self.other_resource) = addresses(&places(&mut self.said));
    }

    /// The config with these suites.
    pub(super) fn config(&self, suites: &[Value]) -> Value {
        let of_place = |suite: &Value| match (&self.other_resource, suite["otherResource"].as_str()) {
            (Some(other), Some("here")) => {
                let mut suite = suite.clone();
                suite["otherResource"] = json!(other);
                suite
            }
            _ => suite.clone(),
        };
        let suites: Vec<Value> = suites.iter().map(of_place).collect();
        json!({"server": {"transport": "shttp", "url": self.mcp}, "oauth2Suites": suites})
    }

    /// Everything secret that the authorization server was sent and gave, where it was told to `tell`. Ends the servers.
    pub(super) fn secrets(mut self) -> Vec<String> {
        self.process.kill().unwrap();
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        let told = rest.lines().filter_map(|line| serde_json::from_str::<Vec<String>>(line).ok());
        told.flatten().collect()
    }

    pub(super) fn run(&self, suites: &[Value]) -> Outcome {
        let folder = Folder::with_config(&self.config(suites));
        let (ran, report) = folder.eval(&["--no-browser"]);
        Outcome::of(ran, &report)
    }
}

fn addresses(places: &Value) -> (String, Option<String>) {
    let text = |name: &str| places[name].as_str().map(str::to_owned);
    (text("mcp").unwrap(), text("otherResource"))
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Outcome {
    fn of(ran: Ran, report: &Value) -> Self {
        let cases = cases(report);
        let list = |case: &Value, name: &str| case[name].as_array().cloned().unwrap_or_default();
        let failing = cases.iter().flat_map(|case| list(case, "mismatches"));
        let failing = failing.map(|it| it["rule"].as_str().unwrap_or("a mismatch without a rule").to_owned());
        let warnings: Vec<Value> = cases.iter().flat_map(|case| list(case, "warnings")).collect();
        let of_kind = |kind: &'static str| {
            let messages = warnings.iter().filter(move |it| it["kind"] == kind);
            messages.map(|it| it["message"].as_str().unwrap().to_owned())
        };
        // `code-replay-revokes: when a code comes again, …`
        let warned = of_kind("oauthRule").map(|words| words.split(':').next().unwrap().to_owned());
        let broken = failing.chain(warned).collect();
        let not_tried = of_kind("notTried").collect();
        let errored = cases.iter().filter(|case| case["verdict"] == "errored").cloned().collect();
        Self { ran, broken, not_tried, errored, cases }
    }
}
