//! `mcpvals evaluate` and `mcp-evaluate` as a user meets them: against good servers and ones that are broken in one way.

mod absent;
mod broken;
mod configs;
mod events;
mod golden;
mod hooks;
mod malformed;
mod papers;
mod real;
mod secrets;
mod settings;
mod verdicts;

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran};

/// Evaluates with these words after `mcpvals evaluate --json`.
fn evaluate(folder: &Folder, args: &[&str]) -> (Ran, Value) {
    let words: Vec<&str> = ["evaluate", "--json"].iter().chain(args).copied().collect();
    let ran = folder.run(&words);
    let document = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("no JSON: {error}\n{ran:?}"));
    (ran, document)
}

/// All tests of the runtime phase as `tool/test: status`, or `test: status`.
fn tests(document: &Value) -> Vec<String> {
    let runtime = &document["results"]["runtime"];
    let list = |name: &str| runtime[name].as_array().cloned().unwrap_or_default();
    let line = |of: &str, test: &Value| {
        format!("{of}{}: {}", test["test"].as_str().unwrap(), test["status"].as_str().unwrap())
    };
    let mut lines = Vec::new();
    for tool in list("toolTests") {
        let name = format!("{}/", tool["name"].as_str().unwrap());
        lines.extend(tool["tests"].as_array().unwrap().iter().map(|test| line(&name, test)));
    }
    for kind in ["resourceTests", "promptTests"] {
        lines.extend(list(kind).iter().map(|test| line(&format!("{}/", test["name"].as_str().unwrap()), test)));
    }
    for kind in ["errorTests", "exampleTests", "securityTests"] {
        lines.extend(list(kind).iter().map(|test| line("", test)));
    }
    lines
}

/// The rules that findings name, each once, in order of name.
fn rules(document: &Value) -> Vec<String> {
    let of_tools = document["tools"].as_array().unwrap().iter().flat_map(|tool| tool["findings"].as_array().unwrap());
    let all = of_tools.chain(document["findings"].as_array().unwrap());
    let mut rules: Vec<String> = all.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect();
    rules.sort();
    rules.dedup();
    rules
}

/// A project that says how it is started.
fn calculator(folder: &Folder) {
    folder.write("start.sh", concat!("exec ", env!("CARGO_BIN_EXE_mcpvals"), " example-server\n"));
    folder.write("mcp.json", r#"{"mcpServers": {"calculator": {"command": "sh", "args": ["./start.sh"]}}}"#);
}

const EXAMPLE: [&str; 3] = ["--", "mcpvals", "example-server"];

#[test]
fn a_good_server_passes_what_is_tried_and_writers_are_left_out() {
    let folder = Folder::new();
    let (ran, document) = evaluate(&folder, &["--", "mcpvals", "example-server"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let failed: Vec<String> = tests(&document).into_iter().filter(|line| !line.ends_with(": passed")).collect();
    assert_eq!(failed, [] as [&str; 0]);
    assert!(document["score"].as_f64().unwrap() >= 80.0, "{document:#}");
    for left in document["results"]["runtime"]["leftOut"].as_array().unwrap() {
        assert!(left["reason"].as_str().unwrap().contains("--allow-writes"), "{left}");
    }
    let all = evaluate(&folder, &["--allow-writes", "--", "mcpvals", "example-server"]).1;
    assert_eq!(all["results"]["runtime"]["leftOut"], json!([]));
    let performance = &document["results"]["runtime"]["performance"];
    assert_eq!(performance["count"], 10);
    let rerun = document["results"]["runtime"]["toolTests"][1]["tests"][0]["rerun"].as_str().unwrap();
    assert!(rerun.starts_with("mcpvals call ") && rerun.ends_with("-- mcpvals example-server"), "{rerun}");
}

#[test]
fn a_rerun_shows_the_same_again() {
    let folder = Folder::new();
    let (_, document) = evaluate(&folder, &EXAMPLE);
    let tests = document["results"]["runtime"]["toolTests"].as_array().unwrap().clone();
    let wrong =
        tests.iter().flat_map(|tool| tool["tests"].as_array().unwrap()).find(|test| test["test"] != "good-call");
    let wrong = wrong.unwrap();
    let command = wrong["rerun"].as_str().unwrap().strip_prefix("mcpvals ").unwrap();
    let script = format!("exec \"$0\" {command}");
    let ran = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_mcpvals")]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(wrong["actual"].as_str().unwrap().contains(said.trim()), "{wrong} {said}");
}

#[test]
fn the_rerun_of_a_document_has_all_that_was_asked_for() {
    let folder = Folder::new();
    let words = "--env MODE=quiet --timeout 4000 --retries 1 --report r.md --template submission --tags a,b --requirement tool-naming \
                 --allow-writes -- mcpvals example-server";
    let (_, document) = evaluate(&folder, &words.split_whitespace().collect::<Vec<_>>());
    assert_eq!(
        document["rerun"],
        "mcpvals evaluate --env 'MODE=…' --timeout 4000 --requirement tool-naming --allow-writes --retries 1 --tags a,b \
         --json --template submission -- mcpvals example-server"
    );
    folder.write("c.json", "{}");
    let (_, document) = evaluate(&folder, &["--static-only", "-c", "c.json", ".", "--command", "sh a.sh"]);
    assert_eq!(document["rerun"], "mcpvals evaluate . --command 'sh a.sh' --config c.json --static-only --json");
}

#[test]
fn the_shell_example_of_seed_003_works_as_written() {
    let folder = Folder::new();
    calculator(&folder);
    folder.write(
        "README.md",
        "# Calculator\n\nA calculator for models: adds, subtracts, multiplies and divides numbers.\n",
    );
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_mcp-evaluate")).parent().unwrap();
    let script = r#"
RESULT=$(mcp-evaluate "$1" --json --ci)
SCORE=$(echo "$RESULT" | jq '.score')

if (( $(echo "$SCORE >= 80" | bc -l) )); then
    echo "passed with score: $SCORE"
    exit 0
else
    echo "failed with score: $SCORE"
    exit 1
fi
"#;
    let has = |name: &str| {
        Command::new("sh").args(["-c", &format!("command -v {name}")]).stdout(Stdio::null()).status().unwrap().success()
    };
    let jq = folder
        .write("bin/jq", "#!/bin/sh\nexec python3 -c 'import json,sys; print(json.load(sys.stdin)[\"score\"])'\n");
    let bc = folder.write("bin/bc", "#!/bin/sh\nexec python3 -c 'print(int(eval(sys.stdin.read())))'\n");
    for (path, stand_in) in [(&jq, "jq"), (&bc, "bc")] {
        use std::os::unix::fs::PermissionsExt as _;
        if has(stand_in) {
            std::fs::remove_file(path).unwrap();
        } else {
            std::fs::write(path, std::fs::read_to_string(path).unwrap().replace("-c 'print", "-c 'import sys; print"))
                .unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    let path = format!("{}:{}:{}", folder.path().join("bin").display(), bin.display(), std::env::var("PATH").unwrap());
    let ran = Command::new("bash")
        .args(["-c", script, "bash"])
        .arg(folder.path())
        .env("PATH", path)
        .env("HOME", folder.path())
        .output()
        .unwrap();
    let said = Ran::of(&ran);
    assert!(said.stdout.contains("with score: ") && !said.stderr.contains("cannot be reached"), "{said:?}");
    let score: f64 = said.stdout.trim().rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(said.code, i32::from(score < 80.0), "{said:?}");
}

#[test]
fn thresholds_decide_on_the_exit_code() {
    let folder = Folder::new();
    let code = |flags: &[&str]| {
        let words: Vec<&str> =
            ["evaluate", "--json", "--runtime-only"].iter().chain(flags).chain(&EXAMPLE).copied().collect();
        folder.run(&words).code
    };
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--ci"]), 0);
    assert_eq!(code(&["--fail-under", "100"]), 0);
    assert_eq!(code(&["--fail-threshold", "101"]), 2);
    assert_eq!(code(&["--fail-under", "-1"]), 2);
    assert_eq!(code(&["--static-weight", "0.4", "--runtime-weight", "0.4"]), 2);
    assert_eq!(code(&["--static-only"]), 2);
    assert_eq!((code(&["--pass-threshold", "0.5"]), code(&["--pass-threshold", "0.6"])), (2, 0));
}

#[test]
fn a_server_that_does_not_start_is_unreachable_and_scores_nothing_at_runtime() {
    let folder = Folder::new();
    let (ran, document) = evaluate(&folder, &["--ci", "--", "sh", "-c", "echo no key >&2; exit 3"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert_eq!(document["status"], "fail");
    assert!(document["results"]["runtime"]["unreachable"].as_str().unwrap().contains("no key"), "{document:#}");
    assert!(!rules(&document).contains(&"server-does-not-start".to_owned()), "the command is the user's");
    let (ran, document) = evaluate(&folder, &["."]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(rules(&document).contains(&"server-does-not-start".to_owned()));
    assert!(document["results"]["runtime"]["unreachable"].as_str().unwrap().contains("--command"));
    let (ran, document) = evaluate(&folder, &[".", "--static-only"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(document["results"].get("runtime").is_none());
}

#[test]
fn one_tool_is_tested_in_the_shape_of_seed_003() {
    let folder = Folder::new();
    calculator(&folder);
    let ran = folder.run(&["evaluate", "test-tool", ".", "divide", "-a", r#"{"a": 10, "b": 4}"#]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let mut said: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(said["executionTime"].is_number());
    said["executionTime"] = json!(1);
    let wanted = json!({
        "toolName": "divide",
        "status": "passed",
        "executionTime": 1,
        "result": {"success": true, "data": "2.5"},
        "validation": {"responseTime": "excellent", "errorHandling": "good", "dataFormat": "valid"},
    });
    assert_eq!(said, wanted);
    let failed = folder.run(&["evaluate", "test-tool", ".", "divide", "-a", r#"{"a": 1, "b": 0}"#]);
    let said: Value = serde_json::from_str(&failed.stdout).unwrap();
    assert_eq!((failed.code, &said["status"], &said["result"]["success"]), (1, &json!("failed"), &json!(false)));
}

/// A server with one tool, `get_weather`, that answers calls of whatever name.
const OBLIGING: &str = r#"
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    given = {
        "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "x", "version": "1"}},
        "tools/list": {"tools": [{"name": "get_weather", "inputSchema": {"type": "object"}}]},
        "tools/call": {"content": [{"type": "text", "text": "fine"}]},
    }.get(asked["method"])
    answer = {"result": given} if given else {"error": {"code": -32601, "message": "unknown method"}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer}), flush=True)
"#;

#[test]
fn a_tool_that_is_not_listed_fails_whatever_the_server_answers() {
    let folder = Folder::new();
    folder.write("server.py", OBLIGING);
    let test = |tool: &str| {
        let ran = folder.run(&["evaluate", "test-tool", ".", tool, "--command", "python3 server.py"]);
        let said: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"));
        (ran.code, said)
    };
    let (code, said) = test("get_weather");
    assert_eq!((code, &said["status"], said.get("error")), (0, &json!("passed"), None));
    let (code, said) = test("get_wether");
    assert_eq!((code, &said["status"], &said["result"]["data"]), (1, &json!("failed"), &json!("fine")));
    assert_eq!(said["error"], "the server offers no tool `get_wether`; did you mean `get_weather`?");
    let (code, said) = test("nope");
    assert_eq!((code, &said["error"]), (1, &json!("the server offers no tool `nope`; it offers get_weather")));
}

#[test]
fn a_dialogue_goes_over_a_pipe() {
    use std::io::Write as _;
    let folder = Folder::new();
    let mut child = folder
        .command(&["evaluate", "interactive", "--", "mcpvals", "example-server"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"divide\n10\n4\nno_such\nlist\nquit\n").unwrap();
    let ran = Ran::of(&child.wait_with_output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("2.5") && ran.stdout.contains("passed in"), "{ran:?}");
    assert!(ran.stdout.contains("there is no tool `no_such`"), "{ran:?}");
}

#[test]
fn requirements_are_told_with_clauses_weights_and_rules() {
    let folder = Folder::new();
    let ran = folder.run(&["evaluate", "requirements", "--json"]);
    let rows: Vec<Value> = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| !row["rules"].as_array().unwrap().is_empty()), "{rows:#?}");
    let directory: f64 =
        rows.iter().filter(|row| row["directory"] == true).map(|row| row["weight"].as_f64().unwrap()).sum();
    assert!((directory - 1.0).abs() < 1e-9);
    assert!(folder.run(&["evaluate", "requirements"]).stdout.contains("ASDP-5.A"));
}

#[test]
fn reports_go_where_they_are_sent() {
    let folder = Folder::new();
    let words = ["evaluate", "--runtime-only", "-o", "out.json", "--report", "report.html", "--tags", "a,b", "--"];
    let words: Vec<&str> = words.into_iter().chain(["mcpvals", "example-server"]).collect();
    let ran = folder.run(&words);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    let document: Value = serde_json::from_str(&folder.read("out.json")).unwrap();
    assert_eq!(document["tags"], json!(["a", "b"]));
    assert!(document["rerun"].as_str().unwrap().starts_with("mcpvals evaluate"), "{}", document["rerun"]);
    assert!(folder.read("report.html").starts_with("<!"));
}
