//! Workflows at the same time: how many, in which order they are told, and on whose server.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::workflows::model;

/// Counts who waits for an answer; nobody gets one before so many wait, or a while has passed.
#[derive(Default)]
struct Crowd {
    waiting: Mutex<(usize, usize)>,
    came: Condvar,
}

impl Crowd {
    fn join(&self, enough: usize) {
        let mut waiting = self.waiting.lock().unwrap();
        waiting.0 += 1;
        waiting.1 = waiting.1.max(waiting.0);
        self.came.notify_all();
        let patience = Duration::from_secs(4);
        let (mut waiting, _) = self.came.wait_timeout_while(waiting, patience, |(_, most)| *most < enough).unwrap();
        waiting.0 -= 1;
    }
}

/// Most conversations at the same time, and the report.
fn play(enough: usize, workflows: &[Value], flags: &[&str]) -> (usize, Value) {
    let crowd = Arc::new(Crowd::default());
    let seen = Arc::clone(&crowd);
    let server = ModelServer::start(move |_, _| {
        seen.join(enough);
        Said::Text("It is 4.".to_owned())
    });
    let example = json!({"transport": "stdio", "command": "mcpvals", "args": ["example-server"]});
    let config = json!({"server": example, "models": [model("openai", &server)], "workflows": workflows});
    let (_, report) = Folder::with_config(&config).eval(flags);
    let most = crowd.waiting.lock().unwrap().1;
    (most, report)
}

fn workflow(name: &str) -> Value {
    json!({"name": name, "steps": [{"user": "Go", "expectedState": "4"}]})
}

fn repeated(times: u32, fresh: bool) -> Value {
    json!({"name": "w", "repeat": times, "freshServer": fresh, "steps": [{"user": "Go", "expectedState": "4"}]})
}

#[test]
fn as_many_are_held_at_once_as_is_said_and_told_in_order() {
    let names = ["a", "b", "c", "d", "e"];
    let (most, report) = play(3, &names.map(workflow), &["--concurrency", "3"]);
    let told: Vec<Value> = cases(&report).iter().map(|case| case["title"].clone()).collect();
    assert_eq!((most, json!(told)), (3, json!(names)));
    assert_eq!(report["summary"]["passed"], 5, "{report:#}");
}

#[test]
fn one_is_held_at_a_time_where_nothing_is_said() {
    let (most, report) = play(1, &["a", "b", "c"].map(workflow), &[]);
    assert_eq!((most, &report["summary"]["passed"]), (1, &json!(3)), "{report:#}");
}

#[test]
fn repetitions_are_held_at_once_too_and_each_has_its_own_server() {
    let (most, report) = play(4, &[repeated(6, true)], &["--concurrency", "4"]);
    let attempts = cases(&report)[0]["attempts"].as_array().unwrap().clone();
    let numbers: Vec<Value> = attempts.iter().map(|one| one["repetition"].clone()).collect();
    assert_eq!((most, json!(numbers)), (4, json!([1, 2, 3, 4, 5, 6])));
    assert_eq!(report["sessions"].as_array().unwrap().len(), 6, "{report:#}");
}

#[test]
fn repetitions_on_a_server_that_is_shared_follow_each_other() {
    let (most, report) = play(1, &[repeated(3, false)], &["--concurrency", "4"]);
    assert_eq!((most, report["sessions"].as_array().unwrap().len()), (1, 1), "{report:#}");
}

#[test]
fn workflows_on_a_server_that_is_shared_follow_each_other() {
    let sharing = |name: &str| {
        let mut workflow = workflow(name);
        workflow["freshServer"] = json!(false);
        workflow
    };
    let (most, report) = play(1, &["a", "b", "c"].map(sharing), &["--concurrency", "4"]);
    assert_eq!((most, report["sessions"].as_array().unwrap().len()), (1, 1), "{report:#}");
    assert_eq!(report["summary"]["passed"], 3, "{report:#}");
}
