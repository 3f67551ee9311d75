//! Every config in `examples/` does what its comments say.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `mcpvals` in the project's root, where the examples' comments say that it is run.
fn command(args: &[&str]) -> Command {
    let home = std::env::temp_dir();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcpvals"));
    command.args(args).current_dir(root()).env_clear();
    command.env("HOME", home).env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

fn eval(mut command: Command) -> (Ran, Value) {
    let ran = Ran::of(&command.args(["--reporter", "json"]).output().unwrap());
    let report = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("no JSON: {error}\n{ran:?}"));
    (ran, report)
}

/// The example is green with so many cases, breaks no rule of the protocol, and nothing else needs to be said.
#[track_caller]
fn check(config: &str, count: usize) -> Value {
    check_command(command(&["eval", &format!("examples/{config}")]), count)
}

#[track_caller]
fn check_command(command: Command, count: usize) -> Value {
    let (ran, report) = eval(command);
    let bad: Vec<Value> = cases(&report)
        .into_iter()
        .filter(|case| case["verdict"] == "failed" || case["verdict"] == "errored" || !case["warnings"].is_null())
        .collect();
    assert!(bad.is_empty(), "{bad:#?}\n{}", ran.stderr);
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(0), "{report:#}");
    assert_eq!((ran.code, cases(&report).len()), (0, count), "{}", ran.stderr);
    report
}

#[test]
fn quickstart_needs_nothing_but_the_binary() {
    check("quickstart/mcp-eval.config.yaml", 4);
}

#[test]
fn wrong_expectations_fail() {
    let (ran, report) = eval(command(&["eval", "examples/failing/mcp-eval.config.yaml"]));
    let words: Vec<Value> = cases(&report).iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!((ran.code, words), (1, vec!["passed".into(), "failed".into(), "failed".into()]));
}

#[test]
fn json_and_toml_say_the_same_as_yaml() {
    check("json/mcp-eval.config.json", 2);
    check("toml/mcp-eval.config.toml", 2);
}

#[test]
fn typescript_makes_tests_in_a_loop() {
    let report = check("typescript/mcp-eval.config.ts", 6);
    assert_eq!(cases(&report)[2]["title"], "1000000 + 1 = 1000001");
}

#[test]
fn every_matcher_holds() {
    check("matchers/mcp-eval.config.yaml", 13);
}

#[test]
fn captured_values_reach_later_calls() {
    check("captures/mcp-eval.config.yaml", 2);
}

#[test]
fn rows_become_tests() {
    let report = check("data-driven/mcp-eval.config.yaml", 7);
    assert_eq!(cases(&report)[3]["title"], "1 by 4");
}

#[test]
fn suites_share_or_do_not_share_a_server() {
    check("parallel/mcp-eval.config.yaml", 12);
}

#[test]
fn setup_comes_first_and_skips_have_a_reason() {
    let report = check("setup-teardown/mcp-eval.config.yaml", 3);
    assert_eq!(cases(&report)[2]["skipped"]["reason"], "the server does not sort yet");
}

#[test]
fn profiles_show_different_servers() {
    check("client-profiles/mcp-eval.config.yaml", 3);
}

#[test]
fn a_list_of_tools_may_change() {
    check("list-changes/mcp-eval.config.yaml", 2);
}

#[test]
fn a_server_that_listens_is_reached_with_its_headers() {
    let server = Notes::listen("a-token-for-the-test");
    let mut command = command(&["eval", "examples/http/mcp-eval.config.yaml"]);
    command.env("NOTES_PORT", &server.port).env("API_TOKEN", "a-token-for-the-test");
    check_command(command, 2);
}

#[test]
fn a_secret_stays_out_of_every_output() {
    for reporter in ["console", "json", "junit", "markdown", "github", "tap"] {
        let ran =
            command(&["eval", "examples/secrets/mcp-eval.config.yaml", "-v", "-v", "--reporter", reporter]).output();
        let ran = Ran::of(&ran.unwrap());
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!ran.stdout.contains("correct-horse") && !ran.stderr.contains("correct-horse"), "{reporter}: {ran:?}");
    }
}

#[test]
fn snapshots_are_compared_with_what_is_stored() {
    check("snapshots/mcp-eval.config.yaml", 2);
}

#[test]
fn the_usage_guide_works_as_it_is_written() {
    let seed = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(root().join("examples/seed"));
        command
    };
    check_command(seed(&["eval", "mcp-eval.config.ts", "--tool-health-only"]), 2);
    check_command(seed(&["run", "--config", "./mcp-eval.config.ts", "--tool-health-only"]), 2);
    let list = Ran::of(&seed(&["list", "mcp-eval.config.ts"]).output().unwrap());
    assert!(list.code == 0 && list.stdout.contains("Multi-step Calculation"), "{list:?}");
}

/// The first config of the usage guide with both its suites and its judge, as it is recorded in its cassette: without a key
/// and without a network.
#[test]
fn the_usage_guides_workflow_and_judge_are_replayed() {
    let mut replayed = command(&["eval", "mcp-eval.config.ts", "--llm-judge"]);
    replayed.current_dir(root().join("examples/seed"));
    let report = check_command(replayed, 3);
    let facts = &cases(&report)[2]["workflow"][0];
    assert_eq!((&facts["turns"], &facts["calls"]), (&json!(4), &json!(3)), "{facts:#}");
    assert_eq!((&facts["judgement"]["score"], &facts["judgement"]["model"]), (&json!(1.0), &json!("openai/gpt-4o")));
}

#[test]
fn two_models_stand_side_by_side() {
    let report = check("matrix/mcp-eval.config.yaml", 3);
    let (matrix, found) = (&report["matrix"], &report["matrix"]["comparisons"][0]);
    assert_eq!((&matrix["models"], &matrix["workflows"]), (&json!(["sonnet", "gpt"]), &json!(["calculation"])));
    assert_eq!((&found["pairs"], &found["difference"]), (&json!(1), &json!("notShown")), "{found:#}");
}

/// Recorded anew with `UPDATE_CASSETTES=1`.
#[test]
fn cassette_of_the_matrix_is_as_it_was_recorded() {
    let said = |body: &Value, _| {
        let answered =
            body.to_string().matches("tool_result").count() + body.to_string().matches("function_call_output").count();
        let greets = body.to_string().contains("Say hello");
        if greets { Said::Text("Hello!".to_owned()) } else { crate::workflows::calculation().swap_remove(answered) }
    };
    let (anthropic, openai) = (ModelServer::start(said), ModelServer::start(said));
    let (example, folder) = (root().join("examples/matrix"), Folder::new());
    std::fs::copy(example.join("mcp-eval.config.yaml"), folder.path().join("mcp-eval.config.yaml")).unwrap();
    let mut recording = folder.command(&["eval", "--record"]);
    recording.env("ANTHROPIC_API_KEY", "a-key-of-nobody").env("ANTHROPIC_BASE_URL", anthropic.url());
    recording.env("OPENAI_API_KEY", "another-of-nobody").env("OPENAI_BASE_URL", format!("{}/v1", openai.url()));
    check_command(recording, 3);
    let name = "mcp-eval.config.yaml.cassette.json";
    let recorded = folder.read(name);
    if std::env::var_os("UPDATE_CASSETTES").is_some() {
        std::fs::write(example.join(name), &recorded).unwrap();
    }
    assert_eq!(std::fs::read_to_string(example.join(name)).unwrap_or_default(), recorded);
}

/// The cassette is what a model gives that says what was written for it. `UPDATE_CASSETTES=1` records it anew.
#[test]
fn the_usage_guides_cassette_is_as_it_was_recorded() {
    let calls = |tool: &str, args: Value| Said::Calls(vec![(tool.to_owned(), args)]);
    let model = ModelServer::saying(vec![
        calls("add", json!({"a": 5, "b": 3})),
        calls("multiply", json!({"a": 8, "b": 2})),
        calls("divide", json!({"a": 16, "b": 4})),
        Said::Text("The result is 4.".to_owned()),
    ]);
    let reason = "The three calls are those that the task needs, and the answer is the result of the last.";
    let judge = ModelServer::saying(vec![Said::Text(json!({"reason": reason, "score": 1}).to_string())]);
    let (seed, folder) = (root().join("examples/seed"), Folder::new());
    std::fs::create_dir(folder.path().join("example")).unwrap();
    for name in ["mcp-eval.config.ts", "example/simple-mcp-server.js"] {
        std::fs::copy(seed.join(name), folder.path().join(name)).unwrap();
    }
    let mut recording = folder.command(&["eval", "mcp-eval.config.ts", "--llm-judge", "--record"]);
    recording.env("ANTHROPIC_API_KEY", "a-key-of-nobody").env("ANTHROPIC_BASE_URL", model.url());
    recording.env("OPENAI_API_KEY", "another-of-nobody").env("OPENAI_BASE_URL", format!("{}/v1", judge.url()));
    check_command(recording, 3);
    let name = "mcp-eval.config.ts.cassette.json";
    let recorded = folder.read(name);
    if std::env::var_os("UPDATE_CASSETTES").is_some() {
        std::fs::write(seed.join(name), &recorded).unwrap();
    }
    assert_eq!(std::fs::read_to_string(seed.join(name)).unwrap_or_default(), recorded);
}

#[test]
fn no_example_is_left_out() {
    let read = |name: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let files = ["examples.rs", "resources.rs", "prompts.rs", "peers.rs", "subscriptions.rs", "utilities.rs"];
    let here: String = files.iter().map(|file| read(&format!("tests/it/{file}"))).collect();
    let folders = std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path());
    let with_config = folders.filter(|folder| {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.file_name()).any(|name| name.to_string_lossy().starts_with("mcp-eval.config."))
    });
    let names: BTreeSet<String> =
        with_config.map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let missing: Vec<&String> =
        names.iter().filter(|name| !here.contains(&format!("{name}/")) && *name != "seed").collect();
    assert!(missing.is_empty() && names.len() > 10, "no test runs {missing:?} of {names:?}");
}

/// The examples' server over HTTP, ended when this is dropped.
struct Notes {
    child: Child,
    port: String,
}

impl Notes {
    fn listen(token: &str) -> Self {
        let mut child = Command::new("node")
            .args(["examples/servers/notes.mjs", "--http", "0"])
            .current_dir(root())
            .env("API_TOKEN", token)
            .stderr(Stdio::piped())
            .spawn()
            .expect("node is installed (`cargo xtask setup`)");
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches("/mcp").rsplit(':').next().unwrap_or_default().to_owned();
        Self { child, port }
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
