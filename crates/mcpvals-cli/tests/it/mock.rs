//! A server from a recording: the same verdicts as with the real one, and an error for what was never asked.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use mcpvals_testkit::{Flaw, ModelServer};
use serde_json::{Value, json};
use std::path::Path;

use crate::mcpvals::{Folder, Ran, cases};
use crate::subscriptions::{WAYS, at_once, with_server};
use crate::{corpus, golden, several_servers, tasks};

fn example() -> Value {
    json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]})
}

fn mock(words: &[&str]) -> Value {
    let args = [&["mock", "recording"], words].concat();
    json!({"transport": "stdio", "command": "mcpvals", "args": args})
}

/// Verdicts with what was wrong, by case, but for the numbers of frames; and how the run ended.
fn verdicts(ran: &Ran, report: &Value) -> (i32, Vec<Value>) {
    let told = |mut case: Value| {
        for mismatch in case["mismatches"].as_array_mut().into_iter().flatten() {
            mismatch.as_object_mut().unwrap().remove("frame");
        }
        json!([case["id"], case["verdict"], case["mismatches"], case["fault"], case["skipped"]])
    };
    (ran.code, cases(report).into_iter().map(told).collect())
}

/// The suites on the server and on what was recorded of it: the same verdicts. The report of the latter.
fn check(server: &Value, suites: &Value) -> Value {
    let with = |server: &Value| {
        let mut config = suites.clone();
        config["server"] = server.clone();
        config.to_string()
    };
    let folder = Folder::new();
    folder.write("mcp-eval.config.json", &with(server));
    let (ran, real) = folder.eval(&["--record-server", "recording"]);
    let listening = Listening::start(&folder);
    for mock in [mock(&[]), json!({"transport": "shttp", "url": listening.url})] {
        folder.write("mcp-eval.config.json", &with(&mock));
        let (again, mocked) = folder.eval(&["--trace", "again"]);
        assert_eq!(verdicts(&again, &mocked), verdicts(&ran, &real), "{mock}: {mocked:#}\n{}", again.stderr);
        assert_eq!(mocked["sessions"][0]["facts"], real["sessions"][0]["facts"]);
        assert_eq!(mocked["violations"], real["violations"], "{mock}");
    }
    real
}

/// A mock of the folder's recording that listens. Dropping it ends it.
struct Listening {
    process: Child,
    url: String,
}

impl Listening {
    fn start(folder: &Folder) -> Self {
        let mut command = folder.command(&["mock", "recording", "--http", "0", "--strict"]);
        let mut process = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(process.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let url = said.split(' ').find(|word| word.starts_with("http://")).expect(&said).to_owned();
        Self { process, url }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn calculator() -> Value {
    json!({"toolHealthSuites": [{"name": "math", "tests": [
        {"name": "add", "args": {"a": 5, "b": 3}, "expectedResult": 8},
        {"name": "divide", "args": {"a": 10, "b": 0}, "expectedError": "division by zero"},
        {"name": "multiply", "description": "wrong on purpose", "args": {"a": 2, "b": 3}, "expectedResult": 7},
        {"name": "nothing", "args": {}, "expect": {"isError": true}, "invalidArgs": true},
    ]}]})
}

/// A folder with a recording of the calculator.
fn recorded() -> Folder {
    let mut config = calculator();
    config["server"] = example();
    let folder = Folder::with_config(&config);
    folder.eval(&["--record-server", "recording"]);
    folder
}

/// Sends these lines to the mock, closes its stdin, and reads what it says.
fn talk(folder: &Folder, args: &[&str], lines: &[Value]) -> (Ran, Vec<Value>) {
    let mut command = folder.command(&[&["mock"], args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in lines {
        // One that cannot serve does not listen.
        let _ = writeln!(stdin, "{line}");
    }
    drop(stdin);
    let ran = Ran::of(&child.wait_with_output().unwrap());
    let said = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (ran, said)
}

fn add(id: &str, b: i32) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "add", "arguments": {"b": b, "a": 5.0}}})
}

#[test]
fn example_server_is_replaced_by_its_recording() {
    check(&example(), &calculator());
}

#[test]
fn golden_calls_are_answered_from_the_recording() {
    for id in ["server-everything", "time"] {
        let tests: Vec<Value> = golden::calls(id)
            .iter()
            .map(|call| {
                let mut expect = call["expect"].as_object().unwrap().clone();
                expect.remove("volatile");
                json!({"name": call["tool"], "args": call["args"], "expect": expect, "invalidArgs": true})
            })
            .collect();
        let suites = json!({"toolHealthSuites": [{"name": "golden", "tests": tests}]});
        check(&corpus::stdio(&corpus::launch(id)), &suites);
    }
}

#[test]
fn mock_that_listens_ends_at_a_signal_and_says_what_was_missed() {
    let folder = recorded();
    let missed = |calls: &[&str]| {
        let mut listening = Listening::start(&folder);
        for call in calls {
            folder.run(&["call", "add", "--args", call, "--url", &listening.url]);
        }
        let pid = listening.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        listening.process.wait().unwrap().code()
    };
    assert_eq!(missed(&[r#"{"a": 5, "b": 3}"#]), Some(0));
    assert_eq!(missed(&[r#"{"a": 5, "b": 4}"#]), Some(1));
    let taken = Listening::start(&folder);
    let port = taken.url.split([':', '/']).nth(4).unwrap();
    assert_eq!(folder.run(&["mock", "recording", "--http", port]).code, 2);
}

#[test]
fn page_of_another_origin_is_refused() {
    let listening = Listening::start(&recorded());
    let answer_to = |origin: &str| {
        let address = listening.url.split('/').nth(2).unwrap();
        let mut connection = TcpStream::connect(address).unwrap();
        write!(connection, "POST /mcp HTTP/1.1\r\nOrigin: {origin}\r\nContent-Length: 2\r\n\r\n{{}}").unwrap();
        let mut said = String::new();
        connection.read_to_string(&mut said).unwrap();
        said.lines().next().unwrap().to_owned()
    };
    assert_eq!(answer_to("http://localhost.example:80"), "HTTP/1.1 403 Forbidden");
    assert_eq!(answer_to("http://localhost:6274"), "HTTP/1.1 202 Accepted");
}

/// The official TypeScript SDK as a client of the mock, over either transport.
#[test]
fn client_of_the_official_sdk_is_answered() {
    let launch = corpus::launch("server-everything");
    let folder = recorded();
    let listening = Listening::start(&folder);
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/sdk-client.cjs");
    for way in [vec![listening.url.as_str()], vec![env!("CARGO_BIN_EXE_mcpvals"), "mock", "recording"]] {
        let mut command = Command::new("node");
        let near = launch["command"][1].as_str().unwrap();
        let ran = command.arg(&client).arg(near).args(&way).current_dir(folder.path()).output().unwrap();
        let said: Value = serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
        assert_eq!(said["tools"], json!(["add", "subtract", "multiply", "divide", "describe"]), "{way:?}");
        assert_eq!((&said["server"], &said["sum"]), (&json!("mcpvals-example"), &json!("8")), "{way:?}");
        assert!(said["error"].as_str().unwrap().contains("`arguments.b`: 3 instead of 4"), "{way:?}: {said:#}");
    }
}

/// Resources, prompts, completion, progress, pages, and what the server asks: all of it with the official server.
#[test]
fn everything_is_replaced_by_its_recording() {
    let slow = json!({"tool": "trigger-long-running-operation", "args": {"duration": 1, "steps": 4}});
    let suites = json!({
        "resourceSuites": [{"name": "R", "discoveryTests": [{"name": "all"}]}],
        "promptSuites": [{"name": "P", "promptTests": [{"name": "simple-prompt"}]}],
        "utilitySuites": [{
            "name": "U", "pingTests": [{}],
            "paginationTests": [{"list": "tools"}, {"list": "prompts"}],
            "loggingTests": [{"name": "levels", "invalidLevel": true}],
            "progressTests": [{"name": "progress", "trigger": slow, "notifications": 4}],
        }],
        "samplingSuites": [{
            "name": "S", "trigger": {"tool": "trigger-sampling-request", "args": {"prompt": "hello"}},
            "requestTests": [{"name": "asks", "answers": ["hi"]}],
        }],
    });
    check(&corpus::stdio(&corpus::launch("server-everything")), &suites);
}

/// Answers that change, questions to the client, updates and progress.
#[test]
fn server_of_either_era_and_transport_is_replaced_by_its_recording() {
    let asks = json!({"tool": "ask_sampling", "args": {"prompt": "hello"}});
    let counted = |n: u32| json!({"name": "counter", "description": format!("{n}"), "expectedResult": n});
    let suites = json!({
        "toolHealthSuites": [{"name": "T", "tests": [counted(1), counted(2), counted(3)]}],
        "samplingSuites": [{"name": "S", "requestTests": [
            {"name": "asks", "trigger": asks, "answers": ["hi"], "expectedResult": "hi"},
        ]}],
        "resourceSuites": [{"name": "R", "subscriptionTests": [
            {"name": "note", "uri": "note://1", "updates": 1, "expectChange": true,
             "trigger": {"tool": "save_note", "args": {"text": "one", "updates": 1}}},
        ]}],
        "utilitySuites": [{"name": "U", "progressTests": [
            {"name": "progress", "trigger": {"tool": "progress", "args": {"steps": 3}}, "notifications": 3},
        ]}],
    });
    check_all_ways(&suites);
}

/// A result that comes once the task has ended, statuses that change, and a question on the way.
#[test]
fn tasks_are_replaced_by_their_recording() {
    check_all_ways(&json!({"utilitySuites": [{"name": "U", "timeout": 1500, "taskTests": tasks::tests()}]}));
}

/// All pass on a good server, and on the recordings of it.
fn check_all_ways(suites: &Value) {
    at_once(&WAYS, |via| {
        let report = with_server(Flaw::None, via, &[], |server| check(&server, suites));
        assert!(cases(&report).iter().all(|case| case["verdict"] == "passed"), "{via:?}: {report:#}");
    });
}

#[test]
fn request_that_was_not_recorded_is_an_error_that_names_the_nearest() {
    let folder = recorded();
    let asked = [add("a", 3), add("b", 4), json!({"jsonrpc": "2.0", "id": "c", "method": "resources/list"})];
    let (ran, said) = talk(&folder, &["recording"], &asked);
    assert_eq!(said[0]["result"]["content"][0]["text"], "8");
    let error = |index: usize| (&said[index]["id"], &said[index]["error"]["code"]);
    assert_eq!([error(1), error(2)], [(&json!("b"), &json!(-32602)), (&json!("c"), &json!(-32601))], "{said:#?}");
    let words = |index: usize| said[index]["error"]["message"].as_str().unwrap();
    assert!(words(1).ends_with("the nearest that is has `arguments.b`: 3 instead of 4"), "{}", words(1));
    assert!(words(2).starts_with("`resources/list` is not in the recording; what is: `initialize`"), "{}", words(2));
    assert_eq!((ran.code, ran.stderr.contains("not in it: 2")), (0, true), "{}", ran.stderr);
    assert_eq!(talk(&folder, &["recording", "--strict"], &asked).0.code, 1);
    assert_eq!(talk(&folder, &["recording", "--strict"], &asked[..1]).0.code, 0);
}

#[test]
fn what_is_no_recording_is_a_usage_error() {
    let folder = recorded();
    let check = |trace: &str, words: &str| {
        let ran = folder.run(&["mock", trace]);
        assert_eq!(ran.code, 2, "{trace}: {ran:?}");
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    };
    folder.write("empty/readme.txt", "");
    folder.write("foreign/a.jsonl", "{\"hello\": 1}\n");
    folder.write("nothing.jsonl", "");
    let session = folder.read("recording/session-1.jsonl");
    folder.write("bare.jsonl", session.lines().next().unwrap());
    folder.write("broken.jsonl", &session.replacen("\"type\":\"frame\"", "\"type\":\"frome\"", 1));
    check("missing", "cannot read `missing`");
    check("empty", "there is no trace (*.jsonl) in it; `mcpvals eval --record-server DIR` writes them");
    check("foreign", "its first line is not a header");
    check("nothing.jsonl", "this is no trace file");
    check("bare.jsonl", "there is no exchange with a server in it");
    check("broken.jsonl", "line 6");
}

#[test]
fn recording_removes_earlier_traces_and_nothing_else() {
    let folder = recorded();
    let header = folder.read("recording/session-1.jsonl").lines().next().unwrap().to_owned();
    folder.write("recording/session-7.jsonl", &header);
    folder.write("recording/rows.jsonl", "{\"hello\": 1}\n");
    folder.write("recording/notes.txt", &header);
    folder.eval(&["--record-server", "recording"]);
    let is_there = |name: &str| folder.path().join("recording").join(name).exists();
    assert_eq!(
        ["session-7.jsonl", "rows.jsonl", "notes.txt", "session-1.jsonl"].map(is_there),
        [false, true, true, true]
    );
}

#[test]
fn one_of_several_servers_is_chosen() {
    let suite = |name: &str, b: u32| json!({"name": name, "server": name, "tests": [{"name": "add", "args": {"a": 5, "b": b}, "expectedResult": 5 + b}]});
    let folder = Folder::with_config(&json!({
        "servers": {"one": example(), "two": example()}, "toolHealthSuites": [suite("one", 1), suite("two", 2)],
    }));
    assert_eq!(folder.eval(&["--record-server", "recording"]).0.code, 0);
    let ran = folder.run(&["mock", "recording"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("choose one with --server (one, two)"), "{}", ran.stderr);
    let strict = |server: &str| talk(&folder, &["recording", "--strict", "--server", server], &[add("a", 2)]).0.code;
    assert_eq!(["one", "two", "three"].map(strict), [1, 0, 2]);
}

#[test]
fn workflow_is_replayed_without_its_model_and_without_its_servers() {
    let server = ModelServer::saying(several_servers::calculation());
    let folder = several_servers::config(&server, &json!({"servers": ["one", "two"]}));
    let (ran, real) = folder.eval(&["--record", "--record-server", "recording"]);
    assert_eq!(ran.code, 0, "{real:#}");
    let mut config: Value = serde_json::from_str(&folder.read("mcp-eval.config.json")).unwrap();
    config["servers"] = json!({"one": mock(&["--server", "one"]), "two": mock(&["--server", "two"])});
    folder.write("mcp-eval.config.json", &config.to_string());
    let (again, mocked) = folder.eval(&["--cassette", "replay"]);
    assert_eq!(verdicts(&again, &mocked), verdicts(&ran, &real), "{mocked:#}");
}
