//! `evaluate --events` and `--trace`: what is told while it goes on, and what was said on the wire.

use std::collections::BTreeMap;
use std::process::Stdio;

use mcpvals_testkit::Program;
use serde_json::{Value, json};

use super::broken::SERVER;
use super::golden;
use crate::mcpvals::{Folder, Ran};

/// What `--events -` tells with these words after it.
#[track_caller]
fn told(folder: &Folder, words: &[&str]) -> (Ran, Vec<Value>) {
    let all: Vec<&str> =
        ["evaluate", "--json", "--output", "report.json", "--events", "-"].iter().chain(words).copied().collect();
    let ran = folder.run(&all);
    let events: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    check_order(&events);
    (ran, events)
}

/// A server whose answers are spoilt by a line of Python.
fn spoilt(spoil: &str, words: &[&str]) -> (Folder, Vec<Value>) {
    let folder = Folder::new();
    folder.write("server.py", &SERVER.replace("#SPOIL#", spoil));
    let words: Vec<&str> = words.iter().chain(&["--", "python3", "server.py"]).copied().collect();
    let (_, events) = told(&folder, &words);
    (folder, events)
}

fn kind(event: &Value) -> &str {
    event["type"].as_str().unwrap()
}

fn of_kind<'a>(events: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| kind(event) == wanted).map(|event| &event["data"]).collect()
}

/// What holds whatever happens: each beginning has one end, each end is followed by progress, and the counts are right.
#[track_caller]
fn check_order(events: &[Value]) {
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    for (at, event) in events.iter().enumerate() {
        let data = &event["data"];
        let name = ["hook", "toolName", "name"].map(|member| data[member].as_str().unwrap_or_default()).concat();
        let key = format!("{} {name}", kind(event).split(':').next().unwrap());
        let is_end = matches!(kind(event), "hook:completed" | "tool:result" | "test:completed");
        match kind(event) {
            "hook:running" | "tool:testing" | "test:started" => *open.entry(key).or_default() += 1,
            _ if is_end => match open.get_mut(&key).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => assert!(data["status"] == "skipped" || data["group"] == "examples", "{event}"),
            },
            "progress" => {
                for phase in ["static", "runtime"] {
                    let count = |member: &str| data[phase][member].as_u64().unwrap();
                    assert!(count("passed") + count("failed") <= count("completed"), "{event}");
                    assert!(count("completed") <= count("total"), "{event}");
                }
            }
            _ => {}
        }
        assert_eq!(is_end, events.get(at + 1).is_some_and(|next| kind(next) == "progress"), "{event}");
    }
    assert!(open.values().all(|count| *count == 0), "{open:#?}");
    let last = of_kind(events, "progress").last().copied().cloned().unwrap_or_default();
    for phase in ["static", "runtime"] {
        assert_eq!(last[phase]["completed"], last[phase]["total"], "{last}");
    }
}

/// Without what another run or machine has otherwise.
fn line(event: &Value, folder: &Folder) -> String {
    let mut event = event.clone();
    for time in ["duration", "responseTime"] {
        if let Some(member) = event["data"].get_mut(time) {
            *member = json!("TIME");
        }
    }
    let place = folder.path().canonicalize().unwrap();
    let text = event.to_string().replace(place.to_str().unwrap(), "FOLDER");
    text.replace(env!("CARGO_BIN_EXE_mcpvals"), "MCPVALS")
}

#[test]
fn the_events_of_a_good_run_are_as_they_were() {
    let folder = golden::project();
    let answer = r#"{"requirement": "House rules", "status": "pass", "score": 0.9, "evidence": ["seen"]}"#;
    let hook = json!({"name": "house", "command": "sh", "args": ["-c", format!("echo '{answer}'")]});
    folder.write("settings.json", &json!({"hooks": {"custom": [hook]}}).to_string());
    let (ran, events) = told(&folder, &["-c", "settings.json", "."]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let lines: Vec<String> = events.iter().map(|event| line(event, &folder)).collect();
    insta::assert_snapshot!("events", lines.join("\n"));
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let tools = report["results"]["runtime"]["toolTests"].as_array().unwrap();
    let results = of_kind(&events, "tool:result");
    let pairs = tools.iter().map(|tool| (&tool["name"], &tool["status"], &tool["result"]));
    assert!(pairs.eq(results.iter().map(|data| (&data["toolName"], &data["status"], &data["result"]))), "{report:#}");
}

#[test]
fn resources_prompts_and_tools_that_are_left_out_are_told() {
    let folder = Folder::new();
    let server = Program::Zoo.path();
    let (_, events) = told(&folder, &["--runtime-only", "--", server.to_str().unwrap(), "none"]);
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let ended = |group: &str| of_kind(&events, "test:completed").iter().filter(|data| data["group"] == group).count();
    for group in ["resources", "prompts", "errors", "performance", "security"] {
        assert!(ended(group) > 0, "{group}");
    }
    let skipped = |data: &&&Value| data["status"] == "skipped";
    let results = of_kind(&events, "tool:result");
    let tools = report["results"]["runtime"]["toolTests"].as_array().unwrap();
    assert_eq!(results.len(), tools.len());
    assert!(results.iter().filter(skipped).count() > 0);
    assert_eq!(
        of_kind(&events, "tool:testing").len(),
        results.iter().filter(|data| data["status"] != "skipped").count()
    );
    assert!(of_kind(&events, "hook:running").is_empty());
}

#[test]
fn a_server_that_dies_half_way_leaves_nothing_open() {
    let dying = "CALLS = [0]\ngood = call\ndef call(a):\n    CALLS[0] += 1\n    if CALLS[0] > 2: os._exit(3)\n    return good(a)";
    let (folder, events) = spoilt(dying, &["--trace", "traces"]);
    assert_eq!(of_kind(&events, "tool:result")[0]["status"], "failed");
    let sessions = std::fs::read_dir(folder.path().join("traces")).unwrap().count();
    assert!(sessions > 1, "it was started again");
    let replayed = folder.run(&["replay", "traces/session-1.jsonl"]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    assert!(replayed.stdout.contains("tools/call") && !replayed.stderr.contains("not whole"), "{replayed:?}");
    let gone = "def tools(): os._exit(3)";
    let (_, events) = spoilt(gone, &["--runtime-only", "--timeout", "2000"]);
    assert!(!events.is_empty());
    let once = "good = call\ndef call(a):\n    open('dead', 'w').close()\n    os._exit(3)\nif os.path.exists('dead'): os._exit(4)";
    let (_, events) = spoilt(once, &["--runtime-only", "--timeout", "2000"]);
    assert!(of_kind(&events, "test:completed").iter().any(|data| data["status"] == "skipped"), "{events:#?}");
}

#[test]
fn a_server_that_cannot_be_started_is_told() {
    let folder = Folder::new();
    let words = ["--trace", "traces", "--", "sh", "-c", "echo 'no key' >&2; exit 3"];
    let (ran, events) = told(&folder, &words);
    assert_eq!(ran.code, 3, "{ran:?}");
    let error = of_kind(&events, "error:occurred")[0];
    assert_eq!(error["code"], "SERVER_UNREACHABLE");
    assert!(error["details"].as_str().unwrap().contains("no key"), "{error}");
    assert!(of_kind(&events, "phase:started").iter().all(|data| data["phase"] == "static"));
    assert_eq!(folder.run(&["replay", "traces/session-1.jsonl"]).code, 0);
}

#[test]
fn a_hook_that_fails_is_told_with_what_it_says() {
    let folder = Folder::new();
    folder.write("README.md", "# A server\n\nA server that is here to be evaluated by its files.\n");
    let hook = json!({"name": "house", "command": "sh", "args": ["-c", "echo 'no luck' >&2; exit 1"]});
    folder.write("mcp-evaluator.config.json", &json!({"hooks": {"custom": [hook]}}).to_string());
    let (_, events) = told(&folder, &[".", "--static-only"]);
    let expected =
        json!({"code": "HOOK_EXECUTION_FAILED", "message": "Hook house failed with exit code 1", "details": "no luck"});
    assert_eq!(of_kind(&events, "error:occurred"), [&expected]);
    let house: Vec<&str> = events.iter().filter(|event| event["data"]["hook"] == "house").map(kind).collect();
    assert_eq!(house, ["hook:running", "hook:completed"]);
    assert_eq!(of_kind(&events, "progress").last().unwrap()["static"]["total"], 9);
}

#[test]
fn secrets_are_in_no_event_and_no_trace() {
    const KEY: &str = "q7Zp2LwX9vKd4";
    const TOKEN: &str = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX";
    let telling = format!("def call(a): return text('key ' + os.environ['API_KEY'] + ' and ' + '{TOKEN}')");
    let key = format!("API_KEY={KEY}");
    let (folder, events) = spoilt(&telling, &["--env", &key, "--trace", "traces"]);
    let result = of_kind(&events, "tool:result")[0].to_string();
    assert!(result.contains("redacted"), "{result}");
    let trace = folder.read("traces/session-1.jsonl");
    assert!(trace.contains("redacted") && trace.contains("tools/call"));
    let told = events.iter().map(Value::to_string).collect::<String>();
    for secret in [KEY, TOKEN] {
        assert!(!told.contains(secret) && !trace.contains(secret), "{secret}");
    }
}

#[test]
fn ten_megabytes_make_no_long_line() {
    let (_, events) = spoilt("def call(a): return text('x' * 10_000_000)", &["--runtime-only"]);
    let longest = events.iter().map(|event| event.to_string().len()).max().unwrap();
    assert!(longest < 5_000, "{longest}");
}

#[test]
fn a_reader_that_goes_away_does_not_end_the_evaluation() {
    let folder = Folder::new();
    let words = ["evaluate", "--json", "--output", "r.json", "--events", "-", "--", "mcpvals", "example-server"];
    let mut child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let report: Value = serde_json::from_str(&folder.read("r.json")).unwrap();
    assert!(report["score"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_file_gets_the_same_and_stdout_stays_the_reports() {
    let folder = Folder::new();
    let ran = folder.run(&["evaluate", "--json", "--static-only", "--events", "e.jsonl", "."]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let events: Vec<Value> = folder.read("e.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    check_order(&events);
    let judged = |event: &&Value| event["data"]["hook"] == "tool-naming" && kind(event) == "hook:completed";
    assert_eq!(
        events.iter().find(judged).unwrap()["data"]["score"],
        report["results"]["static"]["Tool Naming"]["score"]
    );
}

#[test]
fn what_cannot_be_written_is_a_usage_error_before_anything_runs() {
    let folder = Folder::new();
    for (words, said) in [
        (["--events", "-", "--json", "."].as_slice(), "--output"),
        (&["--events", "no/such/folder/e.jsonl", "."], "cannot write"),
        (&["--events", "x.json", "--output", "x.json", "."], "the report goes to"),
        (&["--trace", "t", "--static-only", "."], "--static-only"),
    ] {
        let ran = folder.run(&["evaluate"].iter().chain(words).copied().collect::<Vec<_>>());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words:?} {ran:?}");
        assert!(ran.stderr.contains(said), "{words:?} {ran:?}");
    }
}
