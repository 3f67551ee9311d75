//! `mcpvals session`: requests on stdin, answers on stdout.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use mcpvals_testkit::{Flaw, Program};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran};
use crate::utilities::zoo;

/// A session that is open.
struct Open {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Open {
    fn with(folder: &Folder, words: &[&str]) -> Self {
        let words: Vec<&str> = ["session"].iter().chain(words).copied().collect();
        let mut command = folder.command(&words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn say(&mut self, request: &Value) {
        writeln!(self.stdin, "{request}").unwrap();
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.say(request);
        self.next()
    }

    fn end(self) -> Ran {
        drop(self.stdin);
        Ran::of(&self.child.wait_with_output().unwrap())
    }
}

fn example() -> Value {
    json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]})
}

/// No suites: nothing is played.
fn config(server: &Value) -> Folder {
    Folder::with_config(&json!({"server": server}))
}

fn add(id: &Value) -> Value {
    json!({"id": id, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 5, "b": 3}}})
}

#[test]
fn requests_are_answered() {
    let folder = config(&example());
    let mut session = Open::with(&folder, &[]);
    assert_eq!(session.next()["ready"]["server"]["name"], "mcpvals-example");
    let eight = json!({"content": [{"type": "text", "text": "8"}]});
    let mut answer = session.ask(&add(&json!(1)));
    assert!(answer["tookMs"].take().as_f64().is_some_and(|took| took > 0.0), "{answer}");
    assert_eq!(answer, json!({"id": 1, "result": eight, "tookMs": null}));
    let error = session.ask(&json!({"id": "two", "method": "resources/list"}));
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!("two"), &json!(-32601)), "{error}");
    assert_eq!(session.ask(&add(&json!(null)))["result"], eight);
    let ran = session.end();
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn a_request_without_an_answer_in_time_is_a_fault() {
    let folder = config(&zoo(Flaw::NewlineMissing, "legacy"));
    let mut session = Open::with(&folder, &[]);
    session.next();
    let mut request = json!({"id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {}}});
    request["timeoutMs"] = json!(200);
    let answer = session.ask(&request);
    assert!(answer["fault"].as_str().is_some_and(|fault| fault.contains("200 ms")), "{answer}");
    assert_eq!(session.end().code, 0);
}

#[test]
fn a_request_that_waits_holds_up_no_other() {
    let folder = config(&zoo(Flaw::None, "legacy"));
    let mut session = Open::with(&folder, &[]);
    session.next();
    let slow = json!({"id": "slow", "method": "tools/call", "params": {"name": "sleep", "arguments": {"ms": 2000}}});
    session.say(&slow);
    let echo = json!({"id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {}}});
    assert_eq!(session.ask(&echo)["id"], 1);
    drop(session.stdin);
    let mut last = String::new();
    session.stdout.read_line(&mut last).unwrap();
    assert!(last.contains("\"slow\""), "answered after the end of stdin: {last}");
}

#[test]
fn the_end_of_a_servers_stderr_is_told_to_programs() {
    let folder =
        config(&json!({"transport": "stdio", "command": "sh", "args": ["-c", "echo no database >&2; exit 1"]}));
    let ran = Open::with(&folder, &["--error-format", "json"]).end();
    let said: Value = serde_json::from_str(ran.stderr.lines().last().unwrap()).unwrap();
    assert_eq!((&said["error"], &said["stderr"]), (&json!("unreachable"), &json!("no database\n")), "{said}");
}

#[test]
fn what_breaks_the_protocol_is_told_with_the_answer() {
    let folder = config(&zoo(Flaw::LogLineOnStdout, "legacy"));
    let mut session = Open::with(&folder, &[]);
    session.next();
    let answer = session.ask(&json!({"id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {}}}));
    assert_eq!(answer["violations"][0]["kind"], "noise-on-stdout", "{answer}");
}

#[test]
fn what_breaks_the_protocol_beside_the_requests_is_told_at_the_end() {
    let script = r#"echo noise; exec "$0" none --era legacy"#;
    let server = json!({"transport": "stdio", "command": "sh", "args": ["-c", script, Program::Zoo.path()]});
    let folder = config(&server);
    let mut session = Open::with(&folder, &[]);
    session.next();
    drop(session.stdin);
    let mut last = String::new();
    session.stdout.read_line(&mut last).unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&last["violations"][0]["kind"], &last["id"]), (&json!("noise-on-stdout"), &json!(null)), "{last}");
}

#[test]
fn what_cannot_be_sent_is_the_fault_of_its_request_only() {
    let folder = config(&example());
    let mut session = Open::with(&folder, &[]);
    session.next();
    for value in ["1e400", r#""\ud800""#] {
        let call = format!(
            r#"{{"id": 1, "method": "tools/call", "params": {{"name": "add", "arguments": {{"a": {value}}}}}}}"#
        );
        writeln!(session.stdin, "{call}").unwrap();
        let answer = session.next();
        assert!(answer["fault"].as_str().unwrap().starts_with("not sent: its params: "), "{answer}");
    }
    for (member, value) in [("method", r#""x\ud800""#), ("method", "5"), ("timeoutMs", "-200")] {
        let rest = if member == "method" { "" } else { r#", "method": "ping""# };
        writeln!(session.stdin, r#"{{"id": 1, "{member}": {value}{rest}}}"#).unwrap();
        let answer = session.next();
        assert!(answer["fault"].as_str().unwrap().starts_with(&format!("not sent: its {member}: ")), "{answer}");
    }
    assert_eq!(session.ask(&json!({"id": 2, "method": "ping"}))["result"], json!({}));
}

#[test]
fn a_line_that_is_no_request_ends_it() {
    let folder = config(&example());
    let mut session = Open::with(&folder, &[]);
    session.next();
    writeln!(session.stdin, "{}", json!({"id": 1, "metod": "ping"})).unwrap();
    let ran = session.end();
    assert!(ran.code == 2 && ran.stderr.contains("line 1 of stdin is no request: unknown field `metod`"), "{ran:?}");
}

#[test]
fn a_server_is_chosen_by_its_name() {
    let servers = json!({"bad": {"transport": "stdio", "command": "no-such-program"}, "good": example()});
    let folder = Folder::with_config(
        &json!({"servers": servers, "toolHealthSuites": [{"name": "S", "tests": [{"name": "add"}]}]}),
    );
    assert_eq!(Open::with(&folder, &[]).end().code, 3);
    let other = Open::with(&folder, &["--server", "other"]).end();
    assert!(other.code == 2 && other.stderr.contains("there are: bad, good"), "{other:?}");
    let mut session = Open::with(&folder, &["--server", "good"]);
    session.next();
    assert_eq!(session.ask(&add(&json!(1)))["result"]["content"][0]["text"], "8");
}

#[test]
fn a_config_may_be_the_first_line_of_stdin() {
    let mut session = Open::with(&Folder::new(), &["-"]);
    session.say(&json!({"server": example()}));
    assert_eq!(session.next()["ready"]["server"]["name"], "mcpvals-example");
    assert_eq!(session.ask(&add(&json!(1)))["result"]["content"][0]["text"], "8");
    assert_eq!(session.end().code, 0);
    let mut wrong = Open::with(&Folder::new(), &["-c", "-"]);
    wrong.say(&json!({"server": {"transport": "stdio", "comand": "x", "env": {"WORD": "hidden-words"}}}));
    let ran = wrong.end();
    assert!(ran.code == 2 && ran.stderr.contains("`comand`"), "{ran:?}");
    assert!(!ran.stderr.contains("hidden-words"), "only the line that is wrong is shown: {ran:?}");
}

#[test]
fn whom_nobody_reads_ends_though_a_request_is_open() {
    let folder = config(&zoo(Flaw::None, "legacy"));
    let mut session = Open::with(&folder, &[]);
    session.next();
    session.say(&json!({"id": 1, "method": "tools/call", "params": {"name": "sleep", "arguments": {"ms": 60_000}}}));
    let Open { mut child, stdin, stdout } = session;
    drop((stdin, stdout));
    let began = std::time::Instant::now();
    assert!(child.wait().unwrap().success());
    assert!(began.elapsed().as_secs() < 10, "it does not wait for an answer that nobody wants");
}
