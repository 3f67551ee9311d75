//! Nothing outlives a sandbox; and where there is none to be had, nothing is started in a weaker one in silence.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Home;
use crate::mcpvals::{Folder, Ran};

/// Processes whose command line holds this word.
fn alive(word: &str) -> usize {
    let listed = Command::new("ps").args(["-eo", "stat,args"]).output().expect("ps runs (Debian package procps)");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    text.lines().filter(|line| line.contains(word) && !line.starts_with('Z')).count()
}

#[track_caller]
fn eventually(what: &str, is: impl Fn() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn kill_9_leaves_no_process_and_no_folder() {
    for level in ["l1", "l2", "l3"] {
        let word = format!("{}{}", std::process::id(), &level[1..]);
        let script = format!("sleep 3000.{word} & setsid sleep 4000.{word} & exec sleep 5000.{word}");
        let folder = Folder::new();
        folder.write("tmp/keep", "");
        let mut command = folder.command(&["inspect", "--sandbox", level, "--", "sh", "-c", &script]);
        let mut client = command
            .env("TMPDIR", folder.path().join("tmp"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        eventually("the server's children never came", || alive(&format!("000.{word}")) >= 3);
        client.kill().unwrap();
        client.wait().unwrap();
        eventually("processes are left", || alive(&word) == 0);
        let left = || std::fs::read_dir(folder.path().join("tmp")).unwrap().count();
        eventually("the sandbox's folder is left", || left() == 1);
    }
}

#[test]
fn a_run_leaves_no_folder() {
    let home = Home::new();
    home.folder.write("tmp/keep", "");
    let mut command = home.folder.command(&["call", "list_deeds", "--sandbox", "l3", "--"]);
    command.args(home.server(&["call=project,scratch"])).current_dir(home.project());
    let ran = Ran::of(&command.env("TMPDIR", home.folder.path().join("tmp")).output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(std::fs::read_dir(home.folder.path().join("tmp")).unwrap().count(), 1, "nothing is left");
}

/// Runs `mcpvals` where no further user namespace can be made, as in most containers.
fn without_namespaces(home: &Home, words: &[&str], options: &[&str]) -> Ran {
    let mcpvals = home.folder.command(&[]);
    let mut command = Command::new("unshare");
    command.args(["-Ur", "sh", "-c", "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"", "sh"]);
    command.arg(mcpvals.get_program()).args(words).arg("--").args(home.server(options));
    command.current_dir(home.project()).env("HOME", home.folder.path()).stdin(Stdio::null());
    Ran::of(&command.output().expect("unshare runs (Debian package util-linux)"))
}

#[test]
fn what_cannot_be_had_is_told_and_what_is_required_is_refused() {
    let home = Home::new();
    let ran = without_namespaces(&home, &["call", "list_deeds", "--sandbox"], &["call=real-key"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("refused") && ran.stderr.contains("of level L2"), "{ran:?}");
    let started = format!("started={}", home.project().join("started").display());
    for flags in [["--require-sandbox", "l3"], ["--sandbox", "l3"]] {
        let words = [&["evaluate", "--json"][..], &flags].concat();
        let ran = without_namespaces(&home, &words, &[&started]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
        let why = "error: no server is started: a sandbox of level L3 is not to be had here: L3: ";
        assert!(ran.stderr.contains(why) && ran.stderr.contains("a user namespace"), "{ran:?}");
        assert!(!home.project().join("started").exists(), "nothing is started");
    }
    let ran = home.run(&["call", "list_deeds"], &[&started]);
    assert!(ran.code == 0 && home.project().join("started").exists(), "it says that it started: {ran:?}");
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    let home = Home::new();
    for (flags, words) in [
        (["--sandbox", "off", "--require-sandbox", "l1"], "exclude each other"),
        (["--sandbox", "l1", "--require-sandbox", "l2"], "is weaker than"),
    ] {
        let ran = home.run(&[&["call", "list_deeds"][..], &flags].concat(), &[]);
        assert!(ran.code == 2 && ran.stderr.contains(words), "{ran:?}");
    }
}

#[test]
fn a_config_is_played_in_it_and_the_server_ends_as_it_would_without() {
    let config = json!({
        "server": {"transport": "stdio", "command": "mcpvals", "args": ["example-server"]},
        "toolHealthSuites": [{"name": "sums", "tests": [
            {"name": "add", "args": {"a": 2, "b": 3}},
        ]}],
    });
    for flags in [&[][..], &["--sandbox"], &["--sandbox", "l2"], &["--sandbox", "l1"]] {
        let folder = Folder::with_config(&config);
        let (ran, report) = folder.eval(flags);
        assert_eq!(ran.code, 0, "{flags:?}: {ran:?}\n{report:#}");
    }
}
