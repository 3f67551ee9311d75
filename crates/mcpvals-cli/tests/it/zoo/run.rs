//! Runs rows, several at once, and keeps what is seen of each run.

use std::fs;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::fixture::{Fixture, MARK, config};
use super::judge::wrong_with;
use super::row::{Row, Via};
use crate::mcpvals::Folder;

/// Runs at once in one test. They mostly wait.
const AT_ONCE: usize = 4;
/// No flaw may keep us longer, even on a busy machine.
const WALL_MAX: Duration = Duration::from_secs(90);
/// How long the system may take to clear processes away.
const CLEARING: Duration = Duration::from_secs(10);

/// Everything that was seen of one run.
pub(super) struct Seen {
    pub(super) code: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) report: Value,
    /// The most memory that it had.
    pub(super) resident_kib: u64,
    /// Processes that it left.
    pub(super) left: Vec<String>,
}

/// Runs the rows that are shown over this transport.
pub(super) fn play(rows: &[Row], via: Via) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.via.contains(&via)).collect();
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(why) = play_one(row, via) {
                failures.lock().unwrap().push(format!("{}\n  {why}\n", row.name(via)));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {} are wrong:\n\n{}", failures.len(), rows.len(), failures.join("\n"));
}

fn play_one(row: &Row, via: Via) -> Result<(), String> {
    let mark = mark();
    let fixture = Fixture::of(row, via, &mark);
    let mut config = config(&fixture.server);
    config["toolHealthSuites"][0]["tests"][1]["timeout"] = row.echo_ms.into();
    let seen = watch(&config, &mark)?;
    let wrong = wrong_with(row, &seen);
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}\n{}", wrong.join("\n  "), seen.shown())) }
}

/// A word that no other run has.
pub(super) fn mark() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Runs `mcpvals eval` with this config to its end, or to ours.
pub(super) fn watch(config: &Value, mark: &str) -> Result<Seen, String> {
    let folder = Folder::with_config(config);
    let file = |name: &str| Stdio::from(fs::File::create(folder.path().join(name)).unwrap());
    let mut command = folder.command(&["eval", "-r", "console", "-r", "json=report.json"]);
    // To files: a pipe that nobody reads would hold the run up.
    command.env(MARK, mark).stdout(file("stdout")).stderr(file("stderr"));
    let mut child = command.spawn().unwrap();
    let (code, resident_kib) = watch_child(&mut child)?;
    let text = |name: &str| String::from_utf8_lossy(&fs::read(folder.path().join(name)).unwrap()).into_owned();
    let (stdout, stderr) = (text("stdout"), text("stderr"));
    let report = fs::read(folder.path().join("report.json")).unwrap_or_default();
    let report = serde_json::from_slice(&report)
        .map_err(|error| format!("exit code {code} and no report ({error})\n{stdout}\n{stderr}"))?;
    Ok(Seen { code, stdout, stderr, report, resident_kib, left: left(mark) })
}

fn watch_child(child: &mut Child) -> Result<(i32, u64), String> {
    let began = Instant::now();
    let mut resident_kib = 0;
    loop {
        resident_kib = peak_resident_kib(child.id()).unwrap_or_default().max(resident_kib);
        if let Some(status) = child.try_wait().unwrap() {
            return Ok((status.code().unwrap_or(-1), resident_kib));
        }
        if began.elapsed() > WALL_MAX {
            child.kill().unwrap();
            child.wait().unwrap();
            return Err(format!("still running after {WALL_MAX:?}, with {resident_kib} KiB"));
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// The most memory that a process has had so far.
fn peak_resident_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Processes that are still there though their run is over.
fn left(mark: &str) -> Vec<String> {
    let began = Instant::now();
    loop {
        let left = marked(mark);
        if left.is_empty() || began.elapsed() > CLEARING {
            return left;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Processes with this mark in their environment; one that has ended has none any more.
fn marked(mark: &str) -> Vec<String> {
    let needle = format!("{MARK}={mark}\0");
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let is_marked = |process: &std::path::PathBuf| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        environment.windows(needle.len()).any(|window| window == needle.as_bytes())
    };
    let words = |process: std::path::PathBuf| {
        fs::read_to_string(process.join("cmdline")).unwrap_or_default().replace('\0', " ")
    };
    processes.filter(is_marked).map(words).collect()
}
