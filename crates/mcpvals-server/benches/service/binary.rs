//! What needs the program itself: its memory when nobody asks for anything, and how well workers share the work.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::load::{self, Connection};

/// The `mcpvals` that is measured; without it these figures are left out, and that is said.
const BINARY: &str = "BENCH_MCPVALS";
/// A server that waits before each answer: `mcpvals-fast`.
const SERVER: &str = "BENCH_SERVER";
const EVALUATIONS: usize = 200;
const WORKERS: usize = 4;
/// Of the server, in milliseconds: with the four answers that an evaluation waits for, it takes a second.
const DELAY: u32 = 250;
const ALONE: usize = 5;
/// Evaluations that are not over by then never will be.
const PATIENCE: Duration = Duration::from_mins(5);
const SECRET: &str = "a secret of more than thirty-two characters";

/// The program, with a database of its own.
struct Ground {
    binary: PathBuf,
    server: PathBuf,
    folder: TempDir,
}

/// A process of it. Dropping it ends it.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) async fn measure() {
    let (Some(binary), Some(server)) = (std::env::var_os(BINARY), std::env::var_os(SERVER)) else {
        println!("idle memory and workers: not measured ({BINARY} and {SERVER} name the programs)");
        return;
    };
    let ground =
        Ground { binary: binary.into(), server: server.into(), folder: tempfile::tempdir().expect("a folder") };
    let settings = json!({ "limits": { "maxConcurrentEvaluations": 1, "requestsPerHour": {
        "*": 1_000_000, "POST /evaluations": 1_000_000, "GET /evaluations": 1_000_000, "GET /evaluations/{id}": 1_000_000
    } } });
    std::fs::write(ground.folder.path().join("mcp-evaluator.config.json"), settings.to_string()).unwrap();
    let key = ground.key();
    idle(&ground, &key).await;
    workers(&ground, &key).await;
}

impl Ground {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(words).args(["--data-dir", "data"]).current_dir(self.folder.path());
        command.env("MCPVALS_SECRET", SECRET).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn key(&self) -> String {
        let mut command = self.command(&["keys", "create", "--scope", "evaluate:admin"]);
        let output = command.stdout(Stdio::piped()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn serve(&self, words: &[&str]) -> (Process, SocketAddr) {
        let mut command = self.command(&["serve", "--port", "0"]);
        command.arg("--allow-command").arg(&self.server).args(words);
        let mut process = Process(command.stderr(Stdio::piped()).spawn().unwrap());
        let mut lines = BufReader::new(process.0.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it says where it is").unwrap();
            let place = line.split_once("serves on http://").and_then(|(_, rest)| rest.split_once(','));
            if let Some((address, _)) = place {
                break address.parse().unwrap();
            }
        };
        std::thread::spawn(move || lines.for_each(drop));
        (process, address)
    }
}

/// The service alone, a while after its start, after it has answered each kind of request once.
async fn idle(ground: &Ground, key: &str) {
    let (process, address) = ground.serve(&[]);
    let mut connection = Connection::open(address).await;
    for path in ["/api/v1/evaluations", "/api/v1/health", "/api/v1/metrics", "/api/v1/config"] {
        connection.get(path, key).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    println!("idle memory of `mcpvals serve`: {:.1} MB (goal: under 40)", resident(process.0.id()));
}

/// What a process has in memory, in megabytes.
fn resident(pid: u32) -> f64 {
    let status = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// Many evaluations by several workers, beside what one takes alone.
async fn workers(ground: &Ground, key: &str) {
    let (_service, address) = ground.serve(&["--no-worker"]);
    let mut connection = Connection::open(address).await;
    let server = json!({ "command": ground.server, "args": ["--delay-ms", DELAY.to_string()] });
    let body = json!({ "server": server, "options": { "runStatic": false } });
    let _first = ground.worker();
    run(&mut connection, key, &body, ALONE).await;
    let one = load::median(&mut durations(&mut connection, key).await);
    let _others: Vec<Process> = (1..WORKERS).map(|_| ground.worker()).collect();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let all = run(&mut connection, key, &body, EVALUATIONS).await;
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let ideal = one * EVALUATIONS as f64 / WORKERS as f64;
    println!(
        "{EVALUATIONS} evaluations of a server that takes 1 s, {one:.2} s each alone, by {WORKERS} workers: {all:.1} s, {:.2} of the ideal {ideal:.1} s (goal: at most 1.15)",
        all / ideal
    );
}

impl Ground {
    fn worker(&self) -> Process {
        let mut command = self.command(&["worker"]);
        // Of a worker that ends something is to be seen.
        Process(command.arg("--allow-command").arg(&self.server).stderr(Stdio::inherit()).spawn().unwrap())
    }
}

/// Seconds until so many evaluations have ended, all of them well.
async fn run(connection: &mut Connection, key: &str, body: &Value, number: usize) -> f64 {
    let before = ended(connection, key).await;
    let began = Instant::now();
    for _ in 0..number {
        connection.post("/api/v1/evaluations", key, body).await;
    }
    while ended(connection, key).await < before + number as u64 {
        assert!(began.elapsed() < PATIENCE, "{number} evaluations do not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    began.elapsed().as_secs_f64()
}

async fn ended(connection: &mut Connection, key: &str) -> u64 {
    completed(connection, key, 1).await["pagination"]["total"].as_u64().unwrap()
}

/// Seconds that each took from its begin to its end, without its time in the queue.
async fn durations(connection: &mut Connection, key: &str) -> Vec<f64> {
    let page = completed(connection, key, ALONE).await;
    let evaluations = page["evaluations"].as_array().unwrap().iter();
    evaluations.map(|evaluation| evaluation["duration"].as_f64().unwrap() / 1000.0).collect()
}

/// A page of those that have ended well.
async fn completed(connection: &mut Connection, key: &str, limit: usize) -> Value {
    let path = format!("/api/v1/evaluations?status=completed&limit={limit}");
    let page: Value = serde_json::from_slice(connection.get(&path, key).await).unwrap();
    page["data"].clone()
}
