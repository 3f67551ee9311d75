//! Flaws of the process: its start, its end, its children, and its floods.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::time::{Duration, Instant};

use mcpvals_testkit::{Family, Flaw};
use serde_json::{Value, json};

use crate::message::{call, initialize};
use crate::talk::{PATIENCE, Talk};

const SHORT: Duration = Duration::from_millis(300);

fn open(arguments: &[&str]) -> Talk {
    Talk::open(arguments, "2025-11-25", &json!({})).0
}

fn echo(id: u64) -> Value {
    call(id, "echo", &json!({"message": "hi"}))
}

fn signal(name: &str, pid: u32) {
    let status = Command::new("kill").args([name, &pid.to_string()]).status().unwrap();
    assert!(status.success(), "kill {name} {pid}");
}

/// Process group and session of a live process, from `/proc`; zombies do not count.
fn group_and_session(pid: u32) -> Option<(u32, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<_> = stat.rsplit_once(") ")?.1.split(' ').collect();
    (fields[0] != "Z").then(|| (fields[2].parse().unwrap(), fields[3].parse().unwrap()))
}

#[test]
fn exits_have_their_codes_and_words() {
    let mut talk = Talk::start(&["exits-at-start"]);
    assert!(talk.stderr_with("fatal", PATIENCE).contains("cannot read the configuration"));
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(3));

    let mut talk = Talk::start(&["exits-after-initialize"]);
    assert_eq!(talk.ask(&initialize("2025-11-25", &json!({})))["id"], 1);
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(4));

    let mut talk = open(&["exits-during-call"]);
    talk.say(&echo(2));
    assert!(talk.stderr_with("fatal", PATIENCE).contains("lost the database"));
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(5));

    let mut talk = open(&["killed-during-call"]);
    talk.say(&echo(2));
    assert_eq!(talk.end(PATIENCE).unwrap().signal(), Some(9));

    let mut talk = open(&["exits-with-code-at-end"]);
    talk.close_stdin();
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(7));
}

#[test]
fn last_words_come_after_the_end_of_stdin() {
    let mut talk = open(&["speaks-after-end"]);
    talk.close_stdin();
    assert_eq!(talk.hear()["params"]["data"], "bye");
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(0));
}

#[test]
fn the_end_of_stdin_is_ignored_and_sigterm_is_not() {
    let mut talk = open(&["ignores-eof"]);
    talk.close_stdin();
    assert_eq!(talk.end(SHORT), None);
    signal("-TERM", talk.pid());
    assert_eq!(talk.end(PATIENCE).unwrap().signal(), Some(15));
}

#[test]
fn only_sigkill_ends_what_ignores_shutdown() {
    let mut talk = open(&["ignores-shutdown"]);
    talk.close_stdin();
    signal("-TERM", talk.pid());
    assert_eq!(talk.end(SHORT), None);
    signal("-KILL", talk.pid());
    assert_eq!(talk.end(PATIENCE).unwrap().signal(), Some(9));
}

#[test]
fn children_are_left_behind() {
    for flaw in [Flaw::LeavesChild, Flaw::LeavesDetachedChild, Flaw::ChildHoldsStdout] {
        let mut talk = open(&[flaw.name()]);
        let said = talk.stderr_with("\n", PATIENCE);
        let child: u32 = said.trim().strip_prefix("child ").unwrap().parse().unwrap();
        let detached = |(_, session): (u32, u32)| session == child;
        if flaw == Flaw::LeavesDetachedChild {
            wait_until(|| group_and_session(child).is_some_and(detached));
        }
        talk.close_stdin();
        assert!(talk.end(PATIENCE).is_some(), "{flaw}");
        assert_eq!(talk.stdout_has_ended(SHORT), flaw != Flaw::ChildHoldsStdout, "{flaw}");
        let place = group_and_session(child).expect("the child lives on");
        assert_eq!(detached(place), flaw == Flaw::LeavesDetachedChild, "{flaw}");
        signal("-KILL", child);
    }
}

#[test]
fn spawn_child_starts_one_child_in_the_group_and_one_outside() {
    let mut talk = open(&["none"]);
    let pids = talk.ask(&call(2, "spawn_child", &json!({})))["result"]["structuredContent"].clone();
    let [child, detached] = ["child", "detached"].map(|name| u32::try_from(pids[name].as_u64().unwrap()).unwrap());
    let (own, _) = group_and_session(talk.pid()).unwrap();
    wait_until(|| group_and_session(detached).is_some_and(|place| place == (detached, detached)));
    assert_eq!(group_and_session(child).unwrap().0, own);
    signal("-KILL", child);
    signal("-KILL", detached);
}

#[test]
fn floods_do_not_end() {
    for (flaw, method) in [(Flaw::NotificationFlood, "notifications/message"), (Flaw::PingFlood, "ping")] {
        let mut talk = open(&[flaw.name()]);
        talk.say(&echo(2));
        for _ in 0..20_000 {
            let line = talk.hear_line(PATIENCE).unwrap();
            assert!(String::from_utf8(line).unwrap().contains(method), "{flaw}");
        }
    }
}

#[test]
fn stderr_is_flooded_and_answers_still_come() {
    let mut talk = open(&["stderr-flood"]);
    assert!(talk.stderr_with("warning number 10000\n", PATIENCE).len() > 100_000);
    assert_eq!(talk.ask(&echo(2))["id"], 2);
}

#[test]
fn stderr_garbage_comes_before_each_answer() {
    let mut talk = open(&["stderr-garbage"]);
    assert!(talk.stderr_with("\u{1b}[31m", PATIENCE).contains('\u{fffd}'));
    assert_eq!(talk.ask(&echo(2))["id"], 2);
}

#[test]
fn late_answers_ignore_a_cancellation_and_slow_ones_do_not() {
    for (flaw, answers) in [(Flaw::SlowAnswer, false), (Flaw::LateAnswer, true)] {
        let mut talk = open(&[flaw.name(), "--delay-ms", "300"]);
        let start = Instant::now();
        assert_eq!(talk.ask(&echo(2))["id"], 2);
        assert!(start.elapsed() >= SHORT, "{flaw}");
        talk.say(&echo(3));
        talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}}));
        assert_eq!(talk.hear_line(Duration::from_millis(900)).is_some(), answers, "{flaw}");
    }
}

#[test]
fn every_flaw_of_the_process_is_shown() {
    let here = [
        Flaw::ExitsAtStart,
        Flaw::ExitsAfterInitialize,
        Flaw::ExitsDuringCall,
        Flaw::KilledDuringCall,
        Flaw::StderrFlood,
        Flaw::StderrGarbage,
        Flaw::IgnoresEof,
        Flaw::IgnoresShutdown,
        Flaw::LeavesChild,
        Flaw::LeavesDetachedChild,
        Flaw::ChildHoldsStdout,
        Flaw::ExitsWithCodeAtEnd,
        Flaw::SpeaksAfterEnd,
    ];
    let all: Vec<_> = Flaw::ALL.iter().filter(|flaw| flaw.family() == Family::Process).collect();
    assert!(all.iter().all(|flaw| here.contains(flaw)), "{all:?}");
}

#[track_caller]
fn wait_until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "it never holds");
        std::thread::sleep(Duration::from_millis(5));
    }
}
