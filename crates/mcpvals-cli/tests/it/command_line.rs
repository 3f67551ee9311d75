//! Flags, exit codes, and the words that go with them.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, Ran, cases, zoo};

/// The bundled example server.
fn example() -> Value {
    json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]})
}

fn calculator() -> Value {
    json!({
        "server": example(),
        "toolHealthSuites": [{"name": "math", "tests": [
            {"name": "add", "args": {"a": 5, "b": 3}, "expectedResult": 8, "tags": ["quick"]},
            {"name": "divide", "args": {"a": 10, "b": 0}, "expectedError": "division by zero"},
            {"name": "multiply", "description": "wrong on purpose", "args": {"a": 2, "b": 3}, "expectedResult": 7},
        ]}],
    })
}

#[test]
fn bare_shows_the_help() {
    let ran = Folder::new().run(&[]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("Usage: mcpvals"), "{}", ran.stdout);
}

#[test]
fn a_failure_is_exit_1_and_says_how_to_see_it_again() {
    let folder = Folder::with_config(&calculator());
    let ran = folder.run(&["eval"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("--filter 'math/wrong on purpose'"), "{}", ran.stdout);
    assert!(ran.stdout.contains("3 cases: 2 passed, 1 failed"), "{}", ran.stdout);
    let again = folder.run(&["eval", "mcp-eval.config.json", "--filter", "math/wrong on purpose"]);
    assert_eq!(again.code, 1);
    assert!(again.stdout.contains("1 case: 0 passed, 1 failed"), "{}", again.stdout);
}

#[test]
fn the_config_is_found_in_a_parent_folder() {
    let folder = Folder::with_config(&calculator());
    std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
    let ran =
        folder.command(&["eval", "--filter", "math/add"]).current_dir(folder.path().join("a/b")).output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
}

/// The server of a config that is found starts in its folder, so the config must be found again.
#[test]
fn what_failed_in_a_folder_below_is_shown_again_there() {
    let mut config = calculator();
    config["server"] = json!({"transport": "stdio", "command": "sh", "args": ["start.sh"]});
    let folder = Folder::with_config(&config);
    folder.write("start.sh", concat!("exec ", env!("CARGO_BIN_EXE_mcpvals"), " example-server\n"));
    folder.write("a/b/c.txt", "");
    let rerun = |words: &[&str]| {
        let ran = folder.command(words).current_dir(folder.path().join("a/b")).output().unwrap();
        let shown = String::from_utf8(ran.stdout).unwrap();
        let line = shown.lines().find_map(|line| line.trim().strip_prefix("rerun")).map(str::trim);
        (ran.status.code(), line.map(str::to_owned))
    };
    let line = "mcpvals eval --filter 'math/wrong on purpose'".to_owned();
    assert_eq!(rerun(&["eval"]), (Some(1), Some(line.clone())));
    assert_eq!(rerun(&["eval", "--filter", "math/wrong on purpose"]), (Some(1), Some(line)));
}

/// What is not filled in yet is no secret.
#[test]
fn unset_variable_is_shown_as_it_is_written() {
    let mut config = calculator();
    config["server"]["env"] = json!({"API_TOKEN": "${NOT_SET_HERE}"});
    let ran = Folder::with_config(&config).run(&["eval"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("\"API_TOKEN\":\"${NOT_SET_HERE}\""), "{}", ran.stderr);
}

#[test]
fn nothing_to_run_is_exit_4() {
    let folder = Folder::with_config(&calculator());
    for words in [&["eval", "--filter", "nonsense"][..], &["eval", "--tag", "none"], &["eval", "--workflows-only"]] {
        let ran = folder.run(words);
        assert_eq!(ran.code, 4, "{words:?} {ran:?}");
        assert!(ran.stderr.contains("nothing to run"), "{}", ran.stderr);
    }
}

#[test]
fn usage_errors_are_exit_2_and_can_be_json() {
    let folder = Folder::with_config(&calculator());
    for words in [
        &["eval", "--no-such-flag"][..],
        &["eval", "no-such-file.json"],
        &["eval", "-r", "xml"],
        &["eval", "-r", "json", "-r", "junit"],
        &["eval", "--fail-under", "2"],
        &["eval", "--llm-judge"],
        &["inspect"],
        &["call", "add", "--args", "[1]", "--", "mcpvals", "example-server"],
    ] {
        assert_eq!(folder.run(words).code, 2, "{words:?}");
        let words: Vec<&str> =
            words.iter().take_while(|w| **w != "--").copied().chain(["--error-format", "json"]).collect();
        let ran = folder.run(&words);
        let line: Value = serde_json::from_str(ran.stderr.lines().last().unwrap_or_default())
            .unwrap_or_else(|error| panic!("{words:?}: {error} {ran:?}"));
        assert_eq!(line["exit"], 2, "{words:?}");
    }
}

#[test]
fn a_server_that_does_not_start_is_exit_3() {
    for server in [
        json!({"transport": "stdio", "command": "no-such-command-xyz"}),
        zoo(&["exits-at-start"]),
        json!({"transport": "http", "url": "http://127.0.0.1:1/mcp"}),
    ] {
        let mut config = calculator();
        config["server"] = server.clone();
        let ran = Folder::with_config(&config).run(&["eval"]);
        assert_eq!(ran.code, 3, "{server}: {ran:?}");
        assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{}", ran.stderr);
    }
}

#[test]
fn the_score_can_be_the_gate() {
    let folder = Folder::with_config(&calculator());
    assert_eq!(folder.run(&["eval", "--fail-under", "0.6"]).code, 0);
    assert_eq!(folder.run(&["eval", "--fail-under", "0.7"]).code, 1);
}

#[test]
fn last_failed_runs_only_what_failed() {
    let folder = Folder::with_config(&calculator());
    assert_eq!(folder.run(&["eval"]).code, 1);
    let (ran, report) = folder.eval(&["--last-failed"]);
    assert_eq!((ran.code, cases(&report).len()), (1, 1));
}

#[test]
fn fail_fast_skips_the_rest_and_says_so() {
    let mut config = calculator();
    config["toolHealthSuites"][0]["tests"].as_array_mut().unwrap().rotate_right(1);
    let (ran, report) = Folder::with_config(&config).eval(&["--fail-fast"]);
    let words: Vec<Value> = cases(&report).iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!(words, ["failed", "skipped", "skipped"]);
    assert_eq!(ran.code, 1);
}

#[test]
fn several_reporters_write_their_files() {
    let folder = Folder::with_config(&calculator());
    let ran = folder.run(&["eval", "-r", "console", "-r", "junit=out/junit.xml", "-r", "json=report.json"]);
    assert_eq!(ran.code, 1);
    assert!(folder.read("out/junit.xml").contains("<testcase name=\"wrong on purpose\" classname=\"math\""));
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(
        report["summary"],
        json!({"total": 3, "passed": 2, "failed": 1, "errored": 0, "skipped": 0, "flaky": 0})
    );
}

#[test]
fn strict_protocol_fails_a_run_that_noise_did_not() {
    let folder = Folder::with_config(&json!({
        "server": zoo(&["banner-line"]),
        "toolHealthSuites": [{"name": "calls", "tests": [{"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"}]}],
    }));
    let (ran, report) = folder.eval(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(report["violations"][0]["kind"], "noise-on-stdout", "{report:#}");
    assert_eq!(folder.run(&["eval", "--strict-protocol"]).code, 1);
}

#[test]
fn a_second_answer_belongs_to_its_case_however_late_it_comes() {
    let message = |body: &str| format!("echo '{{\"jsonrpc\":\"2.0\",{body}}}';");
    let shaken = message(
        "\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\
         \"serverInfo\":{\"name\":\"twice\",\"version\":\"1\"}}",
    );
    let list = message("\"id\":2,\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}");
    let answer = message("\"id\":'$id',\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}");
    let tests = json!([{"name": "t", "description": "one"}, {"name": "t", "description": "two"}]);
    let violations = |pause: &str| {
        let script = format!(
            "read -r l; {shaken} read -r l; read -r l; {list} \
             for id in 3 4; do read -r l; {answer} {pause} {answer} done; read -r l"
        );
        let server =
            json!({"transport": "stdio", "command": "sh", "args": ["-c", script], "protocolVersion": "2025-11-25"});
        let (ran, report) =
            Folder::with_config(&json!({"server": server, "toolHealthSuites": [{"name": "s", "tests": tests}]}))
                .eval(&[]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let of = |violations: &Value| {
            let violations = violations.as_array().unwrap().iter();
            violations.map(|v| format!("{} {} {}", v["kind"], v["case"], v["message"])).collect::<Vec<_>>()
        };
        let cases = report["suites"][0]["cases"].as_array().unwrap();
        (of(&report["violations"]), of(&cases[0]["violations"]), of(&cases[1]["violations"]))
    };
    let at_once = violations("");
    assert_eq!(at_once.0.len(), 2, "{at_once:?}");
    assert_eq!((&at_once.0[..1], &at_once.0[1..]), (&at_once.1[..], &at_once.2[..]));
    assert!(at_once.1[0].starts_with("\"duplicate-answer\" \"s/one\""), "{at_once:?}");
    assert_eq!(at_once, violations("[ $id = 4 ] || sleep 0.2;"));
}

/// A server that plays well and then ends like this; the notes of the report and what the console shows.
fn ends_with(script: &str) -> (Value, String) {
    let script = format!("\"$0\" none; {script}");
    let zoo = zoo(&["none"])["command"].clone();
    let server = json!({"transport": "stdio", "command": "sh", "args": ["-c", script, zoo]});
    let folder = Folder::with_config(&json!({
        "server": server,
        "toolHealthSuites": [{"name": "calls", "tests": [{"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"}]}],
    }));
    let (ran, report) = folder.eval(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    (report["notes"].clone(), folder.run(&["eval"]).stdout)
}

#[test]
fn a_server_that_ends_badly_after_its_last_answer_is_told_and_changes_no_verdict() {
    let (notes, shown) = ends_with("echo CRASH >&2; exit 42");
    let words = "server (session 1): the server's process exited with code 42";
    assert!(notes[0].as_str().is_some_and(|note| note.starts_with(words) && note.contains("CRASH")), "{notes}");
    assert!(shown.contains("exited with code 42") && shown.contains("CRASH"), "{shown}");
    let (notes, _) = ends_with("kill -SEGV $$");
    assert!(notes[0].as_str().is_some_and(|note| note.contains("SIGSEGV")), "{notes}");
    let (notes, _) = ends_with("exit 0");
    assert_eq!(notes, Value::Null);
}

/// Answers the handshake, the list and one call, with 22,000 lines of progress and one more line before the last.
fn chatty(line: &str) -> Value {
    let message = |body: &str| format!("echo '{{\"jsonrpc\":\"2.0\",{body}}}';");
    let shaken = message(
        "\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\
         \"serverInfo\":{\"name\":\"chatty\",\"version\":\"1\"}}",
    );
    let list = message("\"id\":2,\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}");
    let progress = message("\"method\":\"notifications/progress\",\"params\":{\"progressToken\":3,\"progress\":'$n'}");
    let answer = message("\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}");
    let script = format!(
        "read -r l; {shaken} read -r l; read -r l; {list} read -r l; n=0; \
         while [ $n -lt 22000 ]; do n=$((n+1)); {progress} done; {line} {answer} read -r l"
    );
    let server =
        json!({"transport": "stdio", "command": "sh", "args": ["-c", script], "protocolVersion": "2025-11-25"});
    json!({"server": server, "toolHealthSuites": [{"name": "s", "tests": [{"name": "t", "expectedResult": "hi"}]}]})
}

#[test]
fn violations_beyond_the_limit_of_a_trace_are_seen_and_strict_protocol_wants_all_checked() {
    let folder = Folder::with_config(&chatty("echo noise;"));
    let (ran, report) = folder.eval(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(report["violations"][0]["kind"], "noise-on-stdout", "{report:#}");
    let shown = folder.run(&["eval"]).stdout;
    assert!(shown.contains("1 case with an incomplete trace"), "{shown}");
    let folder = Folder::with_config(&chatty(""));
    assert_eq!(folder.run(&["eval"]).code, 0);
    let ran = folder.run(&["eval", "--strict-protocol"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("messages came after their traces were full"), "{}", ran.stderr);
}

#[test]
fn list_needs_no_server_and_no_variable() {
    let mut config = calculator();
    config["server"] = json!({"transport": "stdio", "command": "${NOT_SET}"});
    let ran = Folder::with_config(&config).run(&["list"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("wrong on purpose"), "{}", ran.stdout);
}

#[test]
fn call_prints_what_the_tool_says() {
    let folder = Folder::new();
    let words = ["call", "add", "--args", "{\"a\": 5, \"b\": 3}", "--", "mcpvals", "example-server"];
    let ran = folder.run(&words);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "8\n"), "{ran:?}");
    let failed = folder.run(&["call", "divide", "--args", "{\"a\": 5, \"b\": 0}", "--", "mcpvals", "example-server"]);
    assert_eq!((failed.code, failed.stdout.as_str()), (1, "division by zero\n"), "{failed:?}");
}

#[test]
fn init_writes_a_config_that_runs() {
    for file in ["mcp-eval.config.yaml", "mcp-eval.config.json", "mcp-eval.config.ts"] {
        let folder = Folder::new();
        let made = folder.run(&["init", "-o", file, "--", "mcpvals", "example-server"]);
        assert_eq!(made.code, 0, "{made:?}");
        let (ran, report) = folder.eval(&[]);
        assert_eq!(ran.code, 0, "{file}: {ran:?}");
        assert_eq!(cases(&report).len(), 7, "{file}");
    }
}

#[test]
fn a_server_is_found_by_name_in_a_clients_file() {
    let folder = Folder::new();
    folder.write(".mcp.json", r#"{"mcpServers": {"calc": {"command": "mcpvals", "args": ["example-server"]}}}"#);
    let ran = folder.run(&["inspect", "--server", "calc"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("multiply"), "{}", ran.stdout);
}

#[test]
fn completions_and_the_manual_are_printed() {
    for words in
        [&["completions", "bash"][..], &["man"], &["schema"], &["schema", "typescript"], &["schema", "--defaults"]]
    {
        let ran = Folder::new().run(words);
        assert!(ran.code == 0 && ran.stdout.len() > 200, "{words:?} {ran:?}");
    }
}

#[test]
fn a_tool_that_is_not_there_is_called_only_to_see_its_error() {
    let folder = Folder::with_config(&json!({
        "server": example(),
        "toolHealthSuites": [{"name": "names", "tests": [
            {"name": "divde", "args": {"a": 1, "b": 2}, "expectedResult": 0.5},
            {"name": "nonexistent_tool", "args": {}, "expectedError": "Unknown tool"},
            {"name": "other_tool", "args": {}, "expectedError": "division by zero"},
        ]}],
    }));
    let (ran, report) = folder.eval(&[]);
    let words: Vec<Value> = cases(&report).iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!((ran.code, words), (1, vec![json!("failed"), json!("passed"), json!("failed")]));
    assert_eq!(cases(&report)[0]["mismatches"][0]["kind"], "unknownTool");
}

#[test]
fn a_full_disk_is_no_bug_of_ours() {
    let folder = Folder::with_config(&calculator());
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = folder.command(&["eval"]).stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(String::from_utf8_lossy(&ended.stderr).contains("cannot write to stdout"), "{ended:?}");
}

#[test]
fn the_last_line_on_stderr_is_the_reason() {
    for words in [&["eval", "-r", "foo"][..], &["evil"], &["eval", "--no-such-flag"]] {
        let ran = Folder::new().run(words);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.lines().last().unwrap().starts_with("error: "), "{}", ran.stderr);
    }
}

#[test]
fn flags_with_nothing_to_act_on_are_refused() {
    let example = ["--", "mcpvals", "example-server"];
    for flags in [&["--header", "X: y"][..], &["--transport", "sse"]] {
        let ran = Folder::new().run(&[&["inspect"], flags, &example].concat());
        assert_eq!(ran.code, 2, "{flags:?} {ran:?}");
    }
    for flags in [&["--env", "A=b"][..], &["--cwd", "/"]] {
        let ran = Folder::new().run(&[&["inspect", "--url", "http://127.0.0.1:9/mcp"], flags].concat());
        assert_eq!(ran.code, 2, "{flags:?} {ran:?}");
    }
}

#[test]
fn call_tells_what_spoils_an_answer() {
    let call = |flaw: &str| {
        let server = zoo(&[flaw]);
        let command: Vec<String> = serde_json::from_value(server["args"].clone()).unwrap();
        let mut words =
            vec!["call", "echo", "--args", r#"{"message": "hi"}"#, "--", server["command"].as_str().unwrap()];
        words.extend(command.iter().map(String::as_str));
        Folder::new().run(&words)
    };
    let good = call("none");
    assert_eq!((good.code, good.stderr.as_str()), (0, ""), "{good:?}");
    let spoilt = call("id-as-string");
    assert_eq!(spoilt.code, 1, "{spoilt:?}");
    assert!(spoilt.stdout.contains("hi") && spoilt.stderr.contains("warning: "), "{spoilt:?}");
}

#[test]
fn a_clients_env_file_is_read() {
    let folder = Folder::new();
    folder.write("vars", "# a comment\nexport FOO=\"from the file\"\nBAR=1\n");
    let mut entry = zoo(&["none"]);
    entry["envFile"] = json!("vars");
    entry["env"] = json!({"BAR": "2"});
    folder.write(".mcp.json", &json!({"mcpServers": {"mine": entry}}).to_string());
    for (name, value) in [("FOO", "from the file"), ("BAR", "2")] {
        let ran = folder.run(&["call", "env", "--args", &json!({"name": name}).to_string(), "--server", "mine"]);
        assert!(ran.stdout.contains(value), "{ran:?}");
    }
}

#[test]
fn two_reports_do_not_overwrite_each_other() {
    let folder = Folder::with_config(&calculator());
    let ran = folder.run(&["eval", "-r", "json=same.x", "-r", "junit=./same.x"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("same.x"), "{ran:?}");
}

/// What `-d` says on stderr, and that it changes nothing on stdout.
#[track_caller]
fn check_debug(words: &[&str], method: &str) {
    let server =
        ["--", "sh", "-c", "echo said on stderr >&2; exec \"$0\" example-server", env!("CARGO_BIN_EXE_mcpvals")];
    let run = |debug: &[&str]| Folder::new().run(&[words, debug, &server].concat());
    let (plain, debug) = (run(&[]), run(&["-d"]));
    assert_eq!((plain.code, debug.code), (0, 0), "{plain:?} {debug:?}");
    assert_eq!(plain.stdout.lines().count(), debug.stdout.lines().count(), "{debug:?}");
    for said in ["initialize", method, "said on stderr"] {
        assert!(debug.stderr.contains(said) && !plain.stderr.contains(said), "{said}: {debug:?}");
    }
}

#[test]
fn debug_shows_frames_and_stderr_of_commands_without_a_config() {
    check_debug(&["call", "add", "--args", r#"{"a": 1, "b": 2}"#], "tools/call");
    check_debug(&["inspect"], "tools/list");
    check_debug(&["init", "--output", "c.yaml"], "tools/list");
}

#[test]
fn debug_shows_the_frames_of_a_handshake_that_failed() {
    let ran = Folder::new().run(&["inspect", "-d", "--timeout", "3000", "--", "sh", "-c", "read line; exit 3"]);
    assert!(ran.code == 3 && ran.stderr.contains("->") | ran.stderr.contains('→'), "{ran:?}");
}

/// Runs with this on stdin.
fn with_stdin(folder: &Folder, words: &[&str], text: &str) -> Ran {
    use std::io::Write as _;
    let mut command = folder.command(words);
    command.stdin(std::process::Stdio::piped());
    let mut child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    Ran::of(&child.wait_with_output().unwrap())
}

#[test]
fn a_config_may_come_from_stdin() {
    let config = |wanted: &str| {
        let test = json!({"name": "add", "args": {"a": 1, "b": 2}, "expectedResult": wanted});
        let server = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
        json!({"server": server, "toolHealthSuites": [{"name": "math", "tests": [test]}]})
    };
    let folder = Folder::new();
    let ran = with_stdin(&folder, &["eval", "-"], &config("3").to_string());
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = with_stdin(&folder, &["eval", "-c", "-"], &config("4").to_string());
    assert!(
        ran.code == 1 && ran.stdout.contains("mcpvals eval - --filter math/add  # with the same config on stdin"),
        "{ran:?}"
    );
    let ran = with_stdin(&folder, &["list", "-"], "server: {transport: stdio, command: x}\nworkflows:\n- name: w\n");
    assert!(ran.code == 2 && ran.stderr.contains("<stdin>:3:3"), "{ran:?}");
    for flag in ["--watch", "--last-failed"] {
        let ran = with_stdin(&folder, &["eval", "-", flag], "");
        assert!(ran.code == 2 && ran.stderr.contains("came from stdin"), "{flag}: {ran:?}");
    }
}

#[test]
fn every_command_of_both_programs_has_a_manual_page() {
    let folder = Folder::new();
    let ran = folder.run(&["man", "--dir", "man"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for page in ["mcpvals", "mcpvals-eval", "mcpvals-judge-score", "mcp-evaluate", "mcp-evaluate-list-tools"] {
        assert!(folder.read(&format!("man/{page}.1")).contains(".SH SYNOPSIS"), "{page}");
    }
    let page = folder.run(&["man", "judge", "score"]);
    assert!(page.stdout.contains("mcpvals judge score"), "{page:?}");
    assert_eq!(folder.run(&["man", "judge", "nothing"]).code, 2);
    let script = folder.run(&["completions", "zsh", "--program", "mcp-evaluate"]);
    assert!(script.stdout.starts_with("#compdef mcp-evaluate"), "{script:?}");
}
