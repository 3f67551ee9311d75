//! Server-Sent Events: the same as the WebSocket tells.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::TestService;

#[test]
fn a_stream_goes_on_after_any_event() {
    let service = TestService::start();
    let id = service.evaluated(&json!({ "runStatic": false }));
    let path = format!("/api/v1/evaluations/{id}/events");
    let all = service.events(&id);
    assert!(all.len() > 5);
    for cut in 0..all.len() {
        let last = all[cut]["eventId"].as_str().unwrap();
        let by_header: Vec<Value> = service.ask("GET", &path).header("Last-Event-ID", last).stream().collect();
        assert_eq!(by_header, all[cut + 1..], "{cut}");
        if cut % 10 == 0 {
            let by_query: Vec<Value> = service.ask("GET", &format!("{path}?lastEventId={last}")).stream().collect();
            assert_eq!(by_query, all[cut + 1..], "{cut}");
        }
    }
    for strange in ["abc", "-1"] {
        let refused = service.ask("GET", &path).header("Last-Event-ID", strange).send();
        assert_eq!(refused.violations(), ["Last-Event-ID: must be the `eventId` of an event"]);
    }
    let some: Vec<Value> = service.ask("GET", &format!("{path}?events=tool:*,evaluation:completed")).stream().collect();
    let expected: Vec<Value> = all
        .iter()
        .filter(|event| event["type"].as_str().unwrap().starts_with("tool:") || event["type"] == "evaluation:completed")
        .cloned()
        .collect();
    assert_eq!(some, expected);
}

#[test]
fn events_of_all_evaluations_are_told_as_they_happen() {
    let service = TestService::start();
    let mut stream = service.ask("GET", "/api/v1/events").stream();
    assert_eq!(stream.status, 200);
    let first = service.evaluated(&json!({ "runStatic": false }));
    let told: Vec<Value> = stream.by_ref().take(service.events(&first).len()).collect();
    assert_eq!(told, service.events(&first));
    let second = service.evaluated(&json!({ "runStatic": false }));
    let both = [service.events(&first), service.events(&second)].concat();
    let last = both[3]["eventId"].as_str().unwrap();
    let again: Vec<Value> =
        service.ask("GET", "/api/v1/events").header("Last-Event-ID", last).stream().take(both.len() - 4).collect();
    assert_eq!(again, both[4..]);
}

#[test]
fn a_number_that_never_was_hides_nothing() {
    let service = TestService::start();
    let mut all = service.ask("GET", "/api/v1/events").header("Last-Event-ID", "1000000000").stream();
    let id = service.accept("documents", &json!({ "runStatic": false }));
    let path = format!("/api/v1/evaluations/{id}/events?lastEventId=1000000000");
    let last = service.ask("GET", &path).stream().last().unwrap();
    assert_eq!(last["type"], "evaluation:completed");
    assert_eq!(all.next().unwrap()["data"]["id"], id.as_str());
}

#[test]
fn who_only_listens_does_not_hold_up_the_end() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let mut stream = service.ask("GET", "/api/v1/events").stream();
    let began = Instant::now();
    service.stop();
    assert_eq!(stream.next(), None);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn a_stream_of_nothing_is_refused() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    assert_eq!(service.get("/api/v1/evaluations/eval_0/events").outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
    let id = service.accept("documents", &json!({}));
    for query in ["events=nothing", "lastEventId=x", "lastEventId=-1", "events="] {
        assert_eq!(service.get(&format!("/api/v1/evaluations/{id}/events?{query}")).status, 400, "{query}");
    }
    // Told from its begin, and ended with its end.
    service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
    assert_eq!(service.events(&id).len(), 1);
}

#[test]
fn how_the_system_stands_is_told_where_it_is_asked_for() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let status = service.ask("GET", "/api/v1/events?events=system:*").stream().next().unwrap();
    assert_eq!(status["type"], "system:status");
    assert!(status["data"]["queueLength"].is_u64() && status.get("eventId").is_none(), "{status}");
}
