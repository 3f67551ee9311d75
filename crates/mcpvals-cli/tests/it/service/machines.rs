//! Several nodes and workers on one PostgreSQL, as on several machines: they are one service.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_testkit::postgres::Postgres;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::running::write_servers;
use super::socket::{Socket, is_last};
use super::webhooks::listen;
use super::{TestService, eventually, generous};
use crate::mcpvals::Folder;

/// A database, and two nodes that only answer.
struct Machines {
    a: TestService,
    b: TestService,
    folder: Arc<Folder>,
    address: String,
    postgres: Postgres,
    _cluster: TempDir,
}

/// A process that runs evaluations. Dropping it ends it.
struct Worker(Child);

impl Machines {
    fn start(settings: &Value) -> Self {
        let cluster = tempfile::tempdir().unwrap();
        let postgres = Postgres::start(cluster.path());
        let address = postgres.database("machines");
        let folder = Arc::new(Folder::new());
        write_servers(&folder);
        let node = || TestService::at(Arc::clone(&folder), &["--no-worker", "--database", &address], settings);
        Self { a: node(), b: node(), folder: Arc::clone(&folder), address, postgres, _cluster: cluster }
    }

    fn worker(&self) -> Worker {
        let mut command = self.folder.command(&["worker", "--database", &self.address, "--data-dir", "data"]);
        command.args(["-c", "settings.json", "--allow-root", "root", "--sandbox", "off", "--drain", "0"]);
        Worker(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

/// Events until each of these evaluations has ended.
fn events_of(socket: &mut Socket, ids: &[&String]) -> Vec<Value> {
    let (mut events, mut left) = (Vec::new(), ids.len());
    while left > 0 {
        let event = socket.message();
        left -= usize::from(is_last(&event));
        events.push(event);
    }
    events
}

fn is_of(event: &Value, id: &str) -> bool {
    event["data"]["id"] == id || event["data"]["evaluationId"] == id
}

#[test]
fn a_client_of_one_node_sees_what_workers_of_another_do() {
    let mut settings = generous();
    settings["limits"]["maxConcurrentEvaluations"] = json!(1);
    let machines = Machines::start(&settings);
    let Machines { a, b, postgres, .. } = &machines;
    let mut socket = Socket::known(a);
    assert_eq!(socket.command("subscribe", &json!({ "events": ["*"] }))["type"], "subscribed");
    let _workers = [machines.worker(), machines.worker()];

    // One worker has all that it may have: the other takes what comes next.
    let hanging = [b, b].map(|node| node.accept("hanging", &json!({ "runStatic": false })));
    let status = |id: &str| a.get(&format!("/api/v1/evaluations/{id}")).data()["status"].clone();
    eventually("both run", || hanging.iter().all(|id| status(id) == "running"));
    let workers = "SELECT count(DISTINCT worker) FROM evaluations WHERE status = 'running'";
    assert_eq!(postgres.sql("machines", workers), "2");
    let good = b.accept("documents", &json!({}));
    assert_eq!(status(&good), "queued");

    // What was asked of one node, the worker of another ends: within a second (issue M6, 6.2), and what telling it takes.
    for id in &hanging {
        let began = Instant::now();
        a.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
        assert_eq!(b.events(id).last().unwrap()["type"], "evaluation:cancelled");
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
        assert_eq!(status(id), "cancelled");
    }
    let [first, second] = &hanging;
    let seen = events_of(&mut socket, &[first, second, &good]);
    for id in [first, second, &good] {
        let of_one: Vec<&Value> = seen.iter().filter(|event| is_of(event, id)).collect();
        assert!(of_one.into_iter().eq(&b.events(id)), "both nodes tell the same of {id}");
    }
    assert_eq!(seen.last().unwrap()["type"], "evaluation:completed");
}

#[test]
fn limits_hold_over_all_nodes() {
    let machines = Machines::start(&json!({ "limits": { "requestsPerHour": { "GET /reports": 40 } } }));
    let key = machines.a.key(&["evaluate:read"]);
    let ask = |node: &TestService| node.ask("GET", "/api/v1/reports").key(&key).send().status;
    let taken: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..6)
            .map(|number| {
                let node = if number % 2 == 0 { &machines.a } else { &machines.b };
                scope.spawn(move || (0..15).filter(|_| ask(node) == 200).count())
            })
            .collect();
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    });
    assert_eq!(taken, 40, "of 90 requests to two nodes");
    assert_eq!((ask(&machines.a), ask(&machines.b)), (429, 429));
    assert_eq!(machines.b.get("/api/v1/reports").status, 200, "somebody else may ask");
}

#[test]
fn a_key_has_ten_connections_on_all_nodes_together() {
    let machines = Machines::start(&generous());
    let key = format!("Bearer {}", machines.a.key(&["evaluate:read"]));
    let open = |node: &TestService| Socket::open(node.address, &[("Authorization", &key)]).unwrap();
    // Whoever is refused hears so before anything else.
    let is_open = |socket: &mut Socket| {
        socket.try_say(&json!({ "type": "ping" }));
        socket.message()["type"] == "pong"
    };
    let mut sockets: Vec<Socket> = [&machines.a, &machines.b].into_iter().cycle().take(10).map(open).collect();
    assert!(sockets.iter_mut().all(is_open));
    assert!(!is_open(&mut open(&machines.a)) && !is_open(&mut open(&machines.b)), "each has five");
    sockets.pop();
    let began = Instant::now();
    while !is_open(&mut open(&machines.a)) {
        assert!(began.elapsed() < Duration::from_secs(10), "one was closed on the other node");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// `observability.endpoint`: of several nodes one tells.
#[test]
fn the_observer_is_told_once() {
    let machines = Machines::start(&generous());
    let (observer, posted) = listen(vec![200]);
    let settings = json!({ "observability": { "enabled": true, "endpoint": format!("http://{observer}/") } });
    assert_eq!(machines.a.ask("PUT", "/api/v1/config").json(&settings).send().status, 200);
    let is_known = || machines.b.get("/api/v1/config").data()["observability"]["enabled"] == true;
    eventually("the other node knows it, too", is_known);
    let _worker = machines.worker();
    let id = machines.a.accept("documents", &json!({ "runStatic": false }));
    let events = machines.b.events(&id);
    let mut told: Vec<Value> = Vec::new();
    while told.last() != events.last() {
        told.push(posted.recv_timeout(Duration::from_secs(20)).unwrap().json());
    }
    let more = posted.recv_timeout(Duration::from_secs(1)).ok().map(|posted| posted.json());
    assert_eq!((told, more), (events, None));
}
