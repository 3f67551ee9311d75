//! No process is left, whatever ends us or the server.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcpvals::{Folder, zoo};

/// Processes whose command line holds this word, which no other process has.
fn alive(word: &str) -> Vec<String> {
    let listed = Command::new("ps").args(["-eo", "pid,stat,args"]).output().expect("ps runs (Debian package procps)");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    text.lines().filter(|line| line.contains(word) && !line.contains(" Z")).map(str::to_owned).collect()
}

#[track_caller]
fn nothing_is_left(word: &str) {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(10) {
        if alive(word).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("processes are left: {:#?}", alive(word));
}

/// A config whose test starts two children, one of them in a session of its own, and then calls something slow.
fn config(word: &str, calls: &[Value]) -> Folder {
    Folder::with_config(&json!({
        "server": {
            "transport": "stdio", "command": "sh",
            // The word stands in the shell's and the children's command lines.
            "args": ["-c", format!("sleep 1000.{word} & setsid sleep 2000.{word} & exec \"$0\" none"),
                     mcpvals_testkit::Program::Zoo.path()],
        },
        "toolHealthSuites": [{"name": "calls", "tests": calls}],
    }))
}

/// Digits that no other run uses.
fn word(test: u32) -> String {
    format!("{}{}{test}", std::process::id(), Instant::now().elapsed().subsec_nanos())
}

fn start(folder: &Folder) -> Child {
    folder.command(&["eval", "-v"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[track_caller]
fn wait_until_alive(word: &str) {
    let began = Instant::now();
    while alive(word).len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(20), "the server's children never came");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_finished_run_leaves_nothing() {
    let word = word(1);
    let ran =
        config(&word, &[json!({"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"})]).run(&["eval"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    nothing_is_left(&word);
}

#[test]
fn kill_9_leaves_nothing() {
    let word = word(2);
    let folder = config(&word, &[json!({"name": "sleep", "args": {"ms": 60_000}})]);
    let mut child = start(&folder);
    wait_until_alive(&word);
    child.kill().unwrap();
    child.wait().unwrap();
    nothing_is_left(&word);
}

#[test]
fn ctrl_c_ends_with_130_and_leaves_nothing() {
    let word = word(3);
    let folder = config(&word, &[json!({"name": "sleep", "args": {"ms": 60_000}})]);
    let mut child = start(&folder);
    wait_until_alive(&word);
    std::thread::sleep(Duration::from_millis(300));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let status = child.wait().unwrap();
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(status.code(), Some(130), "{stderr}");
    assert!(stderr.lines().last().unwrap_or_default().contains("interrupted"), "{stderr}");
    nothing_is_left(&word);
}

/// The engine of a script has its own deadline, which nobody needs to wait for.
#[test]
fn ctrl_c_ends_a_config_that_computes() {
    for words in [&["eval", "loop.ts"][..], &["list", "loop.ts"], &["eval", "--watch", "loop.ts"]] {
        let folder = Folder::new();
        folder.write("loop.ts", "while (true) {}\nexport default {};\n");
        let mut child = folder.command(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let began = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let status = child.wait().unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((status.code(), stderr.as_str()), (Some(130), "error: stopped by the user\n"), "{words:?}");
        assert!(began.elapsed() < Duration::from_secs(2), "{words:?}");
    }
}

#[test]
fn a_server_that_ignores_every_request_to_end_is_ended() {
    let folder = Folder::with_config(&json!({
        "server": zoo(&["ignores-shutdown"]),
        "toolHealthSuites": [{"name": "calls", "tests": [{"name": "echo", "args": {"message": "hi"}}]}],
    }));
    let began = Instant::now();
    let ran = folder.run(&["eval"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(began.elapsed() < Duration::from_secs(15));
}
