//! A disk that is full, a database that only reads: clear errors, and nothing that was accepted is lost.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_testkit::postgres::Postgres;
use serde_json::{Value, json};

use super::client::Answer;
use super::running::{SERVE, key, write_servers};
use super::{TestService, eventually, generous};
use crate::mcpvals::Folder;

/// Runs the rest of its words where a small disk of its own is mounted on `small`, with what is in `data`.
const ON_A_SMALL_DISK: &str =
    "mount -t tmpfs -o size=6m small small && cp -a data/. small/ && exec \"$0\" \"$@\" --data-dir small";
/// The same with a disk that only reads.
const ON_A_DISK_THAT_READS: &str =
    "mount --bind data data && mount -o remount,bind,ro data && exec \"$0\" \"$@\" --data-dir data";

/// In namespaces of its own, so that nobody else has the disk; needs no rights where namespaces of users are allowed.
fn mounted(folder: &Folder, script: &str) -> Command {
    let program = folder.command(&[]);
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    command.arg(program.get_program()).args(SERVE).args(["--sandbox", "off"]);
    command.env_clear().envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(folder.path());
    command
}

/// A folder with servers, settings and a key.
fn prepared(settings: &Value) -> (Arc<Folder>, String) {
    let folder = Arc::new(Folder::new());
    write_servers(&folder);
    folder.write("settings.json", &settings.to_string());
    fs::create_dir(folder.path().join("small")).unwrap();
    let admin = key(&folder, &["evaluate:admin"], &[])["key"].as_str().unwrap().to_owned();
    (folder, admin)
}

/// Writes until nothing more fits; gives the file.
fn fill(service: &TestService) -> PathBuf {
    let place = PathBuf::from(format!("/proc/{}/root{}", service.pid(), service.folder.path().display()));
    let filler = place.join("small/filler");
    let mut file = File::create(&filler).unwrap();
    for size in [1 << 16, 1 << 12, 1 << 9, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
    filler
}

fn post(service: &TestService) -> Answer {
    service.post("/api/v1/evaluations", &json!({ "serverPath": service.path("documents"), "options": {} }))
}

/// As the database is, by `GET /health`.
fn database(service: &TestService) -> Value {
    service.get("/api/v1/health").data()["services"]["database"].clone()
}

#[track_caller]
fn assert_refused(answer: &Answer, why: &str) {
    assert_eq!(answer.outcome(), (500, "INTERNAL_SERVER_ERROR".to_owned()), "{}", answer.text());
    assert!(answer.header("retry-after").is_some(), "it passes");
    assert!(answer.error()["message"].as_str().unwrap().contains(why), "{}", answer.text());
}

#[test]
fn a_full_disk_loses_nothing_that_was_accepted() {
    let mut settings = generous();
    settings["limits"]["maxConcurrentEvaluations"] = json!(1);
    let (folder, admin) = prepared(&settings);
    let service = TestService::of(Arc::clone(&folder), admin, mounted(&folder, ON_A_SMALL_DISK));
    let hanging = service.accept("hanging", &json!({ "runStatic": false }));
    eventually("it runs", || service.get(&format!("/api/v1/evaluations/{hanging}")).data()["status"] == "running");
    let waiting: Vec<String> = (0..3).map(|_| service.accept("documents", &json!({}))).collect();

    let filler = fill(&service);
    // A few more may fit into what the database has already.
    let mut accepted = Vec::new();
    let refused = loop {
        let answer = post(&service);
        if answer.status != 201 {
            break answer;
        }
        accepted.push(answer.data()["id"].as_str().unwrap().to_owned());
        assert!(accepted.len() < 5_000, "the disk is not full");
    };
    assert_refused(&refused, "full");
    let total = service.get("/api/v1/evaluations").data()["pagination"]["total"].clone();
    assert_eq!(total, json!(4 + accepted.len()), "what was accepted is there, and nothing else");
    eventually("it says that not all is well", || database(&service) == "degraded");

    fs::remove_file(filler).unwrap();
    eventually("it is well again", || database(&service) == "healthy");
    service.ask("DELETE", &format!("/api/v1/evaluations/{hanging}")).send();
    assert_eq!(service.events(&hanging).last().unwrap()["type"], "evaluation:cancelled");
    for id in waiting.iter().chain(accepted.iter().take(2)) {
        assert_eq!(service.events(id).last().unwrap()["type"], "evaluation:completed");
    }
    assert_eq!(post(&service).status, 201);
}

#[test]
fn what_runs_while_the_disk_is_full_completes_when_there_is_room() {
    let mut settings = generous();
    settings["limits"]["maxConcurrentEvaluations"] = json!(2);
    let (folder, admin) = prepared(&settings);
    let slow = include_str!("../../servers/documents.py")
        .replace("def call(arguments):\n", "def call(arguments):\n    import time\n    time.sleep(0.2)\n");
    folder.write("root/slow/server.py", &slow);
    let service = TestService::of(Arc::clone(&folder), admin, mounted(&folder, ON_A_SMALL_DISK));
    let ids: Vec<String> = (0..4).map(|_| service.accept("slow", &json!({ "runStatic": false }))).collect();
    let status = |id: &String| service.get(&format!("/api/v1/evaluations/{id}")).data()["status"].clone();
    eventually("one runs", || ids.iter().any(|id| status(id) == "running"));

    let filler = fill(&service);
    eventually("it says that there is no room", || service.log().contains("there is no room for what it found"));
    eventually("it says so again", || service.log().contains("it cannot be given back"));
    eventually("it says that not all is well", || service.get("/api/v1/health").data()["status"] == "degraded");
    assert!(ids.iter().all(|id| ["queued", "running"].iter().any(|open| status(id) == *open)), "none has ended");

    fs::remove_file(filler).unwrap();
    for id in &ids {
        let events = service.events(id);
        assert_eq!(events.last().unwrap()["type"], "evaluation:completed", "{events:#?}");
    }
    eventually("it is well again", || service.get("/api/v1/health").data()["status"] == "healthy");
}

#[test]
fn a_disk_that_only_reads_is_told_of_at_the_start() {
    let (folder, _) = prepared(&generous());
    let output = mounted(&folder, ON_A_DISK_THAT_READS).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("mcpvals.db`: Read-only file system"), "{said}");
}

#[test]
fn a_database_that_only_reads_refuses_and_loses_nothing() {
    let cluster = tempfile::tempdir().unwrap();
    let postgres = Postgres::start(cluster.path());
    let address = postgres.database("reads");
    let only_reads = |is: &str| {
        postgres.sql("postgres", &format!("ALTER DATABASE reads SET default_transaction_read_only = {is}"));
        postgres.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'reads'");
    };
    let folder = Arc::new(Folder::new());
    write_servers(&folder);
    let service = TestService::at(folder, &["--sandbox", "off", "--database", &address], &generous());
    let hanging = service.accept("hanging", &json!({ "runStatic": false }));
    eventually("it runs", || service.get(&format!("/api/v1/evaluations/{hanging}")).data()["status"] == "running");

    only_reads("on");
    eventually("it refuses", || post(&service).status != 201);
    assert_refused(&post(&service), "read-only");
    assert_eq!(service.get(&format!("/api/v1/evaluations/{hanging}")).data()["id"], json!(hanging));

    only_reads("off");
    eventually("it takes", || post(&service).status == 201);
    service.ask("DELETE", &format!("/api/v1/evaluations/{hanging}")).send();
    assert_eq!(service.events(&hanging).last().unwrap()["type"], "evaluation:cancelled");
}

#[test]
fn a_database_that_is_gone_is_told_of_soon() {
    let cluster = tempfile::tempdir().unwrap();
    let mut postgres = Postgres::start(cluster.path());
    let address = postgres.database("gone");
    let folder = Arc::new(Folder::new());
    write_servers(&folder);
    let service = TestService::at(folder, &["--no-worker", "--database", &address], &generous());
    let id = service.accept("documents", &json!({}));
    postgres.stop();
    let began = Instant::now();
    assert_eq!(database(&service), "unhealthy");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(service.get("/api/v1/evaluations").outcome(), (500, "INTERNAL_SERVER_ERROR".to_owned()));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    postgres.restart();
    eventually("it answers again", || service.get(&format!("/api/v1/evaluations/{id}")).status == 200);
}
