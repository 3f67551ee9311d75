//! What became of each evaluation.

use std::collections::BTreeMap;

use serde_json::Value;

use super::nodes::Nodes;

/// As the service has it.
const LOSSES_MAX: i64 = 10;

/// How many ended how; each in one way, and with all its events.
pub(super) fn ends(nodes: &Nodes, accepted: &[String]) -> BTreeMap<String, usize> {
    let mut ends = BTreeMap::new();
    for id in accepted {
        let stands = nodes.get(&format!("/evaluations/{id}")).expect("it is known");
        let status = stands["status"].as_str().unwrap().to_owned();
        check(id, &status, &nodes.events(id));
        *ends.entry(status).or_insert(0) += 1;
    }
    ends
}

fn check(id: &str, status: &str, events: &[Value]) {
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    let is_end = |kind: &&&str| matches!(**kind, "evaluation:completed" | "evaluation:failed" | "evaluation:cancelled");
    let ends: Vec<&&str> = kinds.iter().filter(is_end).collect();
    assert_eq!(ends, [&format!("evaluation:{status}").as_str()], "{id}: one end");
    assert_eq!(kinds.last(), Some(ends[0]), "{id}: nothing comes after its end");
    let numbers: Vec<i64> = events.iter().map(|event| event["eventId"].as_str().unwrap().parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{id}: in order");
    match status {
        "completed" => check_whole(id, events, &kinds),
        "failed" => check_lost(id, events),
        _ => {}
    }
}

/// The server is good: only who was lost as often as anything may be may fail.
fn check_lost(id: &str, events: &[Value]) {
    let why = events.last().expect("an end")["data"]["error"]["message"].as_str().unwrap_or_default();
    assert!(why.contains(&format!("The worker was lost {LOSSES_MAX} times")), "{id}: {events:#?}");
}

/// Of the attempt that came to its end, everything was told.
fn check_whole(id: &str, events: &[Value], kinds: &[&str]) {
    let began = kinds.iter().rposition(|kind| *kind == "evaluation:started").expect("it was begun");
    let hooks = |kind: &str| -> Vec<&Value> {
        events[began..].iter().filter(|event| event["type"] == kind).map(|event| &event["data"]["hook"]).collect()
    };
    assert_eq!(hooks("hook:running"), hooks("hook:completed"), "{id}");
    let last = events.iter().rfind(|event| event["type"] == "evaluation:progress").expect("progress was told");
    assert_eq!(last["data"]["progress"]["percentage"], 100.0, "{id}");
}
