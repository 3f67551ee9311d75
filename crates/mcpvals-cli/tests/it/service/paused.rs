//! A process that is paused for longer than it may be silent: what it ran is run again, once.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;

use super::{TestService, eventually, generous};

/// The first call takes longer than the pause, so that it runs still when the pause is over; the next ones are slow enough for the
/// end of the first attempt to come while the second one runs.
const SLOW: &str = "def call(arguments):
    import time
    first = not (HERE / 'called').exists()
    (HERE / 'called').write_text('')
    time.sleep(40 if first else 2)
";
/// Longer than a lease, which is 15 s.
const PAUSE: Duration = Duration::from_secs(18);

fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn what_ran_in_a_paused_process_is_run_again_to_its_end() {
    let service = TestService::with(&["--sandbox", "off"], &generous());
    let slow = include_str!("../../servers/documents.py").replace("def call(arguments):\n", SLOW);
    service.folder.write("root/slow/server.py", &slow);
    let id = service.accept("slow", &json!({ "runStatic": false, "timeout": 60_000 }));
    eventually("its tool is called", || service.folder.path().join("root/slow/called").exists());

    signal(service.pid(), "STOP");
    std::thread::sleep(PAUSE);
    signal(service.pid(), "CONT");

    let events = service.events(&id);
    let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
    let attempts: Vec<_> = of("evaluation:started").iter().map(|event| event["data"]["attempt"].clone()).collect();
    assert_eq!(attempts, [json!(null), json!(2)]);
    assert_eq!(events.last().unwrap()["type"], "evaluation:completed", "{events:#?}");
    assert_eq!(["completed", "failed", "cancelled"].map(|end| of(&format!("evaluation:{end}")).len()), [1, 0, 0]);
}

struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A worker that is not silent for long enough to lose what it runs.
#[test]
fn what_was_cancelled_while_its_worker_was_paused_stays_so() {
    let service = TestService::with(&["--sandbox", "off", "--no-worker"], &generous());
    let slow = include_str!("../../servers/documents.py").replace("def call(arguments):\n", SLOW);
    service.folder.write("root/slow/server.py", &slow.replace("time.sleep(40", "time.sleep(3"));
    let words = ["worker", "--data-dir", "data", "--allow-root", "root", "--sandbox", "off"];
    let mut worker = Guarded(service.folder.command(&words).stderr(Stdio::null()).spawn().unwrap());
    let id = service.accept("slow", &json!({ "runStatic": false, "timeout": 60_000 }));
    eventually("its tool is called", || service.folder.path().join("root/slow/called").exists());

    let path = format!("/api/v1/evaluations/{id}");
    let answer = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(300));
        signal(worker.0.id(), "STOP");
        let answer = service.ask("DELETE", &path).send();
        // Where it was in the middle of writing, nobody else could.
        (answer.status != 500).then_some(answer).or_else(|| {
            signal(worker.0.id(), "CONT");
            None
        })
    });
    let answer = answer.take(3).flatten().next().expect("it can be asked for");
    assert_eq!((answer.status, &answer.data()["status"]), (200, &json!("cancelled")));
    assert_eq!(service.get(&path).data()["status"], "cancelled");
    signal(worker.0.id(), "CONT");
    // Longer than all of it would take.
    std::thread::sleep(Duration::from_secs(8));

    let ends: Vec<_> = service.events(&id).into_iter().filter(super::socket::is_last).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(ends[0]["type"], "evaluation:cancelled");
    assert_eq!(service.get(&path).data()["status"], "cancelled");
    assert!(worker.0.try_wait().unwrap().is_none(), "the worker goes on");
}
