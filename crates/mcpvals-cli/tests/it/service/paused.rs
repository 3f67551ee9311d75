//! A process that is paused for longer than it may be silent: what it ran is run again, once.

use std::process::Command;
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

fn signal(service: &TestService, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &service.pid().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn what_ran_in_a_paused_process_is_run_again_to_its_end() {
    let service = TestService::with(&["--sandbox", "off"], &generous());
    let slow = include_str!("../../servers/documents.py").replace("def call(arguments):\n", SLOW);
    service.folder.write("root/slow/server.py", &slow);
    let id = service.accept("slow", &json!({ "runStatic": false, "timeout": 60_000 }));
    eventually("its tool is called", || service.folder.path().join("root/slow/called").exists());

    signal(&service, "STOP");
    std::thread::sleep(PAUSE);
    signal(&service, "CONT");

    let events = service.events(&id);
    let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
    let attempts: Vec<_> = of("evaluation:started").iter().map(|event| event["data"]["attempt"].clone()).collect();
    assert_eq!(attempts, [json!(null), json!(2)]);
    assert_eq!(events.last().unwrap()["type"], "evaluation:completed", "{events:#?}");
    assert_eq!(["completed", "failed", "cancelled"].map(|end| of(&format!("evaluation:{end}")).len()), [1, 0, 0]);
}
