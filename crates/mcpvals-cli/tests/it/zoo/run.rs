//! Runs rows, several at once, and holds each against what its row says.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::fixture::{Fixture, MARK, SECRET_FORMS, config};
use super::row::{Outcome, Row, Via, Why};
use crate::mcpvals::{Folder, cases};

/// Runs at once in one test. They mostly wait.
const AT_ONCE: usize = 4;
/// No flaw may keep us longer, even on a busy machine.
const WALL_MAX: Duration = Duration::from_secs(90);
/// A good run needs a quarter of it in a debug build.
const RESIDENT_KIB_MAX: u64 = 150 << 10;
/// How long the system may take to clear processes away.
const CLEARING: Duration = Duration::from_secs(10);

/// Everything that was seen of one run.
pub(super) struct Seen {
    pub(super) code: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) report: Value,
    resident_kib: u64,
    left: Vec<String>,
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

// Running.

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

// Judging.

fn wrong_with(row: &Row, seen: &Seen) -> Vec<String> {
    let mut wrong = seen.indecent();
    match &row.outcome {
        Outcome::AllPass => wrong.extend(verdicts(row, seen, 0, |_| Expected::Passed)),
        Outcome::Fails { case, why } => {
            wrong.extend(verdicts(row, seen, 1, |title| {
                if title == *case { Expected::Failed(*why) } else { Expected::Passed }
            }));
        }
        Outcome::Ends { case, why } => wrong.extend(verdicts(row, seen, 1, |title| match title {
            "before" => Expected::Passed,
            title if title == *case => Expected::Failed(*why),
            _ => Expected::NotPassed,
        })),
        Outcome::AllFail(why) => wrong.extend(verdicts(row, seen, 1, |_| Expected::Failed(*why))),
        Outcome::Breaks => wrong.extend(broken(seen)),
        Outcome::Unreachable(words) => {
            wrong.extend(verdicts(row, seen, 3, |_| Expected::Unreachable(words)));
            wrong.extend(
                words
                    .iter()
                    .filter(|word| !seen.stderr.contains(**word))
                    .map(|word| format!("stderr does not say {word:?}")),
            );
        }
    }
    if !matches!(row.outcome, Outcome::Breaks) {
        wrong.extend(differ("violations", &row.violations, &seen.violations()));
    }
    wrong
}

/// What is expected of one case.
enum Expected {
    Passed,
    Failed(Why),
    NotPassed,
    Unreachable(&'static [&'static str]),
}

/// When the server went is a matter of luck, but the last case finds none.
fn broken(seen: &Seen) -> Option<String> {
    let last = cases(&seen.report).pop()?;
    let is_told = matches!(seen.code, 1 | 3) && matches!(last["verdict"].as_str(), Some("failed" | "errored"));
    (!is_told).then(|| format!("exit code {}, and the last case {}", seen.code, last["verdict"]))
}

fn verdicts(row: &Row, seen: &Seen, code: i32, expected: impl Fn(&str) -> Expected) -> Vec<String> {
    let mut wrong: Vec<String> = differ("exit code", &code, &seen.code).into_iter().collect();
    let cases = cases(&seen.report);
    wrong.extend(differ("number of cases", &4, &cases.len()));
    for case in &cases {
        let title = case["title"].as_str().unwrap_or_default();
        let expected = expected(title);
        let is_spoilt = matches!(expected, Expected::Failed(_)) || title == "echo" && code == 0;
        let warned = |kind: &&str| list(&case["warnings"]).iter().any(|warning| warning["kind"] == **kind);
        if let Some(kind) = row.warning.filter(|kind| is_spoilt && !warned(kind)) {
            wrong.push(format!("`{title}` has no warning {kind}"));
        }
        wrong.extend(expected.wrong_with(case).map(|problem| format!("`{title}` {problem}")));
    }
    wrong
}

impl Expected {
    fn wrong_with(&self, case: &Value) -> Option<String> {
        let verdict = case["verdict"].as_str().unwrap_or_default();
        match self {
            Self::Passed => (verdict != "passed").then(|| format!("{verdict}, and is to pass")),
            Self::NotPassed => (verdict == "passed").then(|| "passed without a server".to_owned()),
            Self::Failed(_) if verdict != "failed" => Some(format!("{verdict}, and is to fail")),
            Self::Failed(why) => {
                let fits = |mismatch: &Value| mismatch["kind"] == why.kind && holds(mismatch, why.words);
                let none = !list(&case["mismatches"]).iter().any(fits);
                none.then(|| format!("has no mismatch {} with {:?}", why.kind, why.words))
            }
            Self::Unreachable(_) if verdict != "errored" => Some(format!("{verdict}, and is to be errored")),
            Self::Unreachable(words) => {
                let fits = case["fault"]["kind"] == "unreachable" && holds(&case["fault"], words);
                (!fits).then(|| format!("is not unreachable with {words:?}"))
            }
        }
    }
}

/// Are all words in the texts of this object?
fn holds(object: &Value, words: &[&str]) -> bool {
    let texts: Vec<&str> = object.as_object().into_iter().flatten().filter_map(|(_, value)| value.as_str()).collect();
    words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
}

fn differ<A: std::fmt::Debug + PartialEq<B>, B: std::fmt::Debug>(what: &str, want: &A, got: &B) -> Option<String> {
    (want != got).then(|| format!("{what}: want {want:?}, got {got:?}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

impl Seen {
    /// The kinds of violations, each once.
    pub(super) fn violations(&self) -> Vec<&str> {
        let kinds = list(&self.report["violations"]).iter().filter_map(|violation| violation["kind"].as_str());
        kinds.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// What no run may do, whatever the server did.
    fn indecent(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let texts =
            [("stdout", self.stdout.clone()), ("stderr", self.stderr.clone()), ("report", self.report.to_string())];
        for (name, text) in &texts {
            let told = SECRET_FORMS.iter().filter(|form| text.contains(**form));
            wrong.extend(told.map(|form| format!("the secret is in {name}: {form}")));
            if text.contains('\u{1b}') {
                wrong.push(format!("{name} has terminal escapes"));
            }
        }
        if self.stderr.contains("panicked at") {
            wrong.push("a panic".to_owned());
        }
        if self.resident_kib > RESIDENT_KIB_MAX {
            wrong.push(format!("{} KiB of memory", self.resident_kib));
        }
        wrong.extend(self.left.iter().map(|process| format!("a process is left: {process}")));
        wrong
    }

    /// For the reader of a failed test.
    fn shown(&self) -> String {
        let violations: Vec<String> = list(&self.report["violations"])
            .iter()
            .map(|violation| format!("{}: {}", violation["kind"], violation["message"]))
            .collect();
        format!("{}\n{}\nviolations: {}", self.stdout, self.stderr, violations.join("\n            "))
    }
}
