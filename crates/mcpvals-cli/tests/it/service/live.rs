//! The WebSocket: who may speak, what is told, and what becomes of those who break its rules.

use std::collections::BTreeSet;

use mcpvals_store::{Claim, Limits, Location, NewEvent, Snapshot, Store};
use serde_json::{Value, json};
use tungstenite::Message;

use super::socket::{Heard, Socket};
use super::{TestService, eventually, generous, members};

fn bearer(key: &str) -> String {
    format!("Bearer {key}")
}

#[test]
fn whoever_says_who_they_are_is_let_in_and_nobody_else() {
    let service = TestService::with(&["--no-worker"], &generous());
    let (reads, writes) = (service.key(&["evaluate:read"]), service.key(&["evaluate:write"]));
    let token =
        super::running::command(&service.folder, &["keys", "token", "--scope", "evaluate:read", "--subject", "x"]);
    for good in [reads.as_str(), token.stdout.trim()] {
        let mut socket = Socket::open(service.address, &[]).unwrap();
        socket.say(&json!({ "type": "auth", "token": good, "id": 7 }));
        let expected = json!({ "type": "auth:success", "id": 7, "data": { "scopes": ["evaluate:read"] } });
        assert_eq!(socket.message(), expected);
        assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
        let mut socket = Socket::open(service.address, &[("Authorization", &bearer(good))]).unwrap();
        assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
    }
    let closed = Heard::Closed(1008, "authentication required".to_owned());
    let first = [
        json!({ "type": "auth", "id": "a", "token": "wrong" }),
        json!({ "type": "auth", "id": "a" }),
        json!({ "type": "subscribe", "id": "a", "data": {} }),
        json!({ "type": "getStatus", "id": "a", "data": { "evaluationId": "eval_1" } }),
    ];
    for first in first {
        let mut socket = Socket::open(service.address, &[]).unwrap();
        socket.say(&first);
        let error = socket.message();
        assert_eq!((&error["type"], &error["id"]), (&json!("error"), &json!("a")), "{error:#}");
        assert_eq!(error["data"]["error"]["code"], "AUTHENTICATION_REQUIRED");
        assert_eq!(socket.hear(), closed, "{first}");
    }
    let mut socket = Socket::open(service.address, &[]).unwrap();
    socket.inner.send(Message::binary(vec![1])).unwrap();
    assert_eq!(socket.message()["data"]["error"]["code"], "AUTHENTICATION_REQUIRED");
    assert!(matches!(socket.hear(), Heard::Closed(1008, _)));

    for bad in [bearer("wrong"), bearer(&format!("{reads}0")), "Basic YTpi".to_owned()] {
        assert_eq!(Socket::open(service.address, &[("Authorization", &bad)]).err(), Some(401), "{bad}");
    }
    let mut socket = Socket::open(service.address, &[("Authorization", &bearer(&writes))]).unwrap();
    assert_eq!(socket.message()["data"]["error"]["code"], "INSUFFICIENT_PERMISSIONS");
    assert!(matches!(socket.hear(), Heard::Closed(1008, _)));
}

#[test]
fn pages_of_others_do_not_connect() {
    let mut settings = generous();
    settings["security"] = json!({ "allowedOrigins": ["https://friend.example"] });
    let service = TestService::with(&["--no-worker"], &settings);
    let own = format!("http://{}", service.address);
    for (origin, is_let_in) in [
        (own.as_str(), true),
        ("https://friend.example", true),
        ("https://evil.example", false),
        ("null", false),
        ("https://friend.example.evil.example", false),
    ] {
        let opened = Socket::open(service.address, &[("Authorization", &bearer(&service.admin)), ("Origin", origin)]);
        assert_eq!(opened.err(), (!is_let_in).then_some(403), "{origin}");
    }
    let rebound =
        Socket::open(service.address, &[("Authorization", &bearer(&service.admin)), ("Host", "evil.example")]);
    assert_eq!(rebound.err(), Some(403));
}

/// Each event of seed 003, and the members of its data; each may lack what stands after the bar.
const SHAPES: [(&str, &str); 7] = [
    ("evaluation:started", "id text, serverPath text, timestamp time"),
    ("evaluation:progress", "currentTask text, estimatedCompletion time, id text, phase text, progress object"),
    ("evaluation:completed", "completedAt time, duration number, id text, score number, status text, summary object"),
    ("hook:running", "evaluationId text, hook text, requirement text, startedAt time"),
    (
        "hook:completed",
        "duration number, evaluationId text, evidence list, hook text, recommendations list, score number, status text",
    ),
    ("tool:testing", "arguments object, evaluationId text, startedAt time, toolName text"),
    ("tool:result", "evaluationId text, responseTime number, result object, status text, toolName text"),
];

#[test]
fn all_events_of_an_evaluation_are_told_in_order() {
    let service = TestService::start();
    let mut socket = Socket::known(&service);
    assert_eq!(socket.command("subscribe", &json!({}))["type"], "subscribed");
    let id = service.accept("documents", &json!({}));
    let events = socket.events();
    let mut seen = BTreeSet::new();
    let mut last = 0;
    for event in &events {
        assert_eq!(members(event), "data object, eventId text, type text");
        let (kind, data) = (event["type"].as_str().unwrap(), &event["data"]);
        let (_, shape) = SHAPES.iter().find(|(known, _)| *known == kind).unwrap_or_else(|| panic!("{event:#}"));
        // No task goes on before the first, and a hook that judged nothing has no score.
        let got = members(data).replace("score null", "score number").replace("phase null", "phase text");
        assert!(got == *shape || got == shape.replace("currentTask text, ", ""), "{kind}: {got}");
        assert_eq!(data.get("id").or(data.get("evaluationId")), Some(&json!(id)));
        seen.insert(kind);
        let number: u64 = event["eventId"].as_str().unwrap().parse().unwrap();
        assert!(number > last, "{event:#}");
        last = number;
    }
    assert_eq!(seen.len(), SHAPES.len(), "{seen:?}");
    assert_eq!(
        (&events[0]["type"], &events.last().unwrap()["type"]),
        (&json!("evaluation:started"), &json!("evaluation:completed"))
    );
    check_pairs(&events);
    check_progress(&events);
    // The other way to hear them tells the same.
    assert_eq!(service.events(&id), events);

    let status = socket.command("getStatus", &json!({ "evaluationId": id }));
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!((&status["type"], &status["data"]), (&json!("status"), &view));
    let end = &events.last().unwrap()["data"];
    assert_eq!((&end["score"], &end["status"]), (&view["score"], &view["status"]));
    // The event is made a moment before it is stored.
    assert!(view["duration"].as_i64().unwrap().abs_diff(end["duration"].as_i64().unwrap()) < 1000);
    for part in ["passed", "warned", "failed"] {
        assert!(end["summary"][part].is_u64(), "{end:#}");
    }
}

/// What begins ends, once.
fn check_pairs(events: &[Value]) {
    for (begin, end, name) in [("hook:running", "hook:completed", "hook"), ("tool:testing", "tool:result", "toolName")]
    {
        let of = |kind: &str| {
            events
                .iter()
                .filter(|event| event["type"] == kind)
                .map(|event| event["data"][name].as_str().unwrap())
                .collect::<Vec<_>>()
        };
        let (mut begun, mut ended) = (of(begin), of(end));
        begun.sort_unstable();
        ended.sort_unstable();
        assert_eq!(begun, ended);
        assert!(!begun.is_empty());
    }
}

/// It goes forwards.
fn check_progress(events: &[Value]) {
    let mut before = (String::new(), 0);
    for event in events.iter().filter(|event| event["type"] == "evaluation:progress") {
        let progress = &event["data"]["progress"];
        assert_eq!(members(progress), "current number, percentage number, total number");
        let number = |name: &str| u32::try_from(progress[name].as_u64().unwrap()).unwrap();
        let (current, total) = (number("current"), number("total"));
        assert!(current <= total);
        let percentage = if total == 0 { 0.0 } else { f64::from(current) * 100.0 / f64::from(total) };
        assert!((progress["percentage"].as_f64().unwrap() - percentage).abs() < 0.051, "{progress}");
        let phase = event["data"]["phase"].as_str().unwrap_or_default().to_owned();
        assert!(phase != before.0 || current >= before.1, "{event:#}");
        before = (phase, current);
    }
}

/// Of every evaluation, in the order of the alphabet.
const ALL_KINDS: [&str; 7] = [
    "evaluation:completed",
    "evaluation:progress",
    "evaluation:started",
    "hook:completed",
    "hook:running",
    "tool:result",
    "tool:testing",
];

#[test]
fn only_what_is_asked_for_is_told() {
    let service = TestService::start();
    let cases: [(Value, &[&str]); 7] = [
        (json!(["completed", "running"]), &["evaluation:completed", "hook:running"]),
        (json!(["evaluation:completed", "evaluation:started"]), &["evaluation:completed", "evaluation:started"]),
        (json!(["tool:*", "evaluation:completed"]), &["evaluation:completed", "tool:result", "tool:testing"]),
        (json!(["progress", "completed", "error"]), &["evaluation:completed", "evaluation:progress"]),
        (json!(["*"]), &ALL_KINDS),
        (json!([]), &ALL_KINDS),
        (json!(["evaluation:*"]), &["evaluation:completed", "evaluation:progress", "evaluation:started"]),
    ];
    let mut sockets: Vec<Socket> = cases.iter().map(|_| Socket::known(&service)).collect();
    let mut silent = Socket::known(&service);
    for (socket, (events, _)) in sockets.iter_mut().zip(&cases) {
        let answer = socket.command("subscribe", &json!({ "events": events }));
        assert_eq!((&answer["type"], &answer["data"]["events"]), (&json!("subscribed"), events));
    }
    service.evaluated(&json!({}));
    for (socket, (asked, expected)) in sockets.iter_mut().zip(&cases) {
        let kinds: BTreeSet<String> =
            socket.events().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect();
        assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), *expected, "{asked}");
    }
    // Whoever has not subscribed hears of the system only.
    silent.say(&json!({ "type": "ping" }));
    assert_eq!(silent.message()["type"], "pong");
    let Heard::Said(status) = silent.hear() else { panic!("nothing") };
    assert_eq!(status["type"], "system:status");
    assert_eq!(
        members(&status["data"]),
        "activeEvaluations number, queueLength number, systemLoad number, timestamp time"
    );
}

#[test]
fn one_evaluation_can_be_subscribed_to_and_left() {
    let service = TestService::with(&["--no-worker"], &generous());
    let (one, other) = (service.accept("documents", &json!({})), service.accept("documents", &json!({})));
    let cancel = |id: &str| service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
    let mut socket = Socket::known(&service);
    let answer =
        socket.command("subscribe", &json!({ "evaluationId": one, "events": ["progress", "cancelled", "error"] }));
    let told = json!({ "evaluationId": one, "events": ["progress", "cancelled", "error"], "lastEventId": null });
    assert_eq!(answer["data"], told);
    cancel(&other);
    cancel(&one);
    let event = socket.message();
    assert_eq!((&event["type"], &event["data"]["id"]), (&json!("evaluation:cancelled"), &json!(one)));

    let third = service.accept("documents", &json!({}));
    socket.command("subscribe", &json!({ "evaluationId": third }));
    let answer = socket.command("unsubscribe", &json!({ "evaluationId": third }));
    assert_eq!(
        (&answer["type"], &answer["data"]),
        (&json!("unsubscribed"), &json!({ "evaluationId": third, "wasSubscribed": true }))
    );
    let answer = socket.command("unsubscribe", &json!({ "evaluationId": third }));
    assert_eq!(answer["data"]["wasSubscribed"], false);
    cancel(&third);
    // What is asked after an event is answered after it.
    let fourth = service.accept("documents", &json!({}));
    socket.command("subscribe", &json!({ "evaluationId": fourth }));
    cancel(&fourth);
    assert_eq!(socket.message()["data"]["id"], json!(fourth), "and nothing of the third");
}

#[test]
fn what_is_wrong_is_told_with_the_command_s_id() {
    let service = TestService::with(&["--no-worker"], &generous());
    let mut socket = Socket::known(&service);
    let id = service.accept("documents", &json!({}));
    let wrong = [
        (json!({ "type": "explode" }), "VALIDATION_ERROR"),
        (json!({}), "VALIDATION_ERROR"),
        (json!({ "type": 1 }), "VALIDATION_ERROR"),
        (json!({ "type": "getStatus" }), "VALIDATION_ERROR"),
        (json!({ "type": "getStatus", "data": { "evaluationId": "eval_none" } }), "RESOURCE_NOT_FOUND"),
        (json!({ "type": "getStatus", "data": { "evaluationId": 1 } }), "VALIDATION_ERROR"),
        (json!({ "type": "subscribe", "data": { "evaluationId": "eval_none" } }), "RESOURCE_NOT_FOUND"),
        (json!({ "type": "subscribe", "data": { "evaluationId": id, "events": ["progres"] } }), "VALIDATION_ERROR"),
        (json!({ "type": "subscribe", "data": { "events": "progress" } }), "VALIDATION_ERROR"),
        (json!({ "type": "subscribe", "data": { "lastEventId": "x" } }), "VALIDATION_ERROR"),
        (json!({ "type": "subscribe", "data": { "lastEventId": -1 } }), "VALIDATION_ERROR"),
        (json!({ "type": "subscribe", "data": [] }), "VALIDATION_ERROR"),
        (json!({ "type": "auth", "token": "wrong" }), "AUTHENTICATION_REQUIRED"),
    ];
    for (number, (mut command, code)) in wrong.into_iter().enumerate() {
        command["id"] = json!(number);
        socket.say(&command);
        let answer = socket.message();
        assert_eq!((&answer["type"], &answer["id"]), (&json!("error"), &json!(number)), "{command}: {answer:#}");
        assert_eq!(answer["data"]["error"]["code"], code, "{command}");
        assert_eq!(members(&answer["data"]), "error object, timestamp time");
        assert_eq!(members(&answer["data"]["error"]), "code text, details object, message text");
    }
    for text in ["", "{", "null", "[]", "\"subscribe\""] {
        socket.inner.send(Message::text(text)).unwrap();
        let answer = socket.message();
        assert_eq!((&answer["type"], answer.get("id")), (&json!("error"), None), "{text}");
    }
    socket.inner.send(Message::binary(vec![0; 10])).unwrap();
    assert_eq!(socket.message()["data"]["error"]["details"]["constraint"], "must be a text frame");
    assert_eq!(socket.command("ping", &json!({}))["type"], "pong", "and it goes on");
}

#[test]
fn a_message_that_is_too_long_ends_the_connection_and_says_so() {
    let service = TestService::with(&["--no-worker"], &generous());
    let long = |bytes: usize| json!({ "type": "ping", "id": "x", "data": { "evaluationId": "y".repeat(bytes) } });
    let mut socket = Socket::known(&service);
    socket.say(&long(65_000));
    assert_eq!(socket.message()["type"], "pong");
    for bytes in [66_000, 1_000_000] {
        let mut socket = Socket::known(&service);
        // Before it is written whole, the other side may have gone.
        let _ = socket.inner.send(Message::text(long(bytes).to_string()));
        let end = socket.hear();
        assert!(matches!(end, Heard::Closed(1009, _)) || (bytes > 100_000 && end == Heard::Gone), "{bytes}: {end:?}");
    }
}

#[test]
fn after_a_cut_nothing_is_missed_and_nothing_told_twice() {
    let service = TestService::start();
    let id = service.accept("documents", &json!({}));
    let mut told: Vec<Value> = Vec::new();
    // As it happens: a few events, a cut, and again.
    while !told.last().is_some_and(super::socket::is_last) {
        let mut socket = Socket::known(&service);
        let last = told.last().map_or(json!("0"), |event| event["eventId"].clone());
        socket.command("subscribe", &json!({ "evaluationId": id, "lastEventId": last }));
        while told.len() % 5 != 4 && !told.last().is_some_and(super::socket::is_last) {
            told.push(socket.message());
        }
        if !told.last().is_some_and(super::socket::is_last) {
            told.push(socket.message());
        }
    }
    let all = service.events(&id);
    assert_eq!(told, all);
    // Afterwards, at every place.
    let mut socket = Socket::known(&service);
    for cut in 0..=all.len() {
        let last = cut.checked_sub(1).map_or(json!(0), |index| all[index]["eventId"].clone());
        socket.say(&json!({ "type": "subscribe", "id": cut, "data": { "evaluationId": id, "lastEventId": last } }));
        socket.say(&json!({ "type": "ping", "id": "end" }));
        assert_eq!(socket.message()["type"], "subscribed");
        let mut rest = Vec::new();
        loop {
            let message = socket.message();
            if message["id"] == "end" {
                break;
            }
            rest.push(message);
        }
        assert_eq!(rest, all[cut..], "cut after {cut}");
    }
}

#[test]
fn a_key_has_ten_connections() {
    let service = TestService::with(&["--no-worker"], &generous());
    let other = service.key(&["evaluate:read"]);
    let mut sockets: Vec<Socket> = (0..10).map(|_| Socket::known(&service)).collect();
    for socket in &mut sockets {
        assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
    }
    let mut eleventh = Socket::known(&service);
    assert_eq!(eleventh.message()["data"]["error"]["code"], "RATE_LIMIT_EXCEEDED");
    assert_eq!(eleventh.hear(), Heard::Closed(1008, "More than 10 connections".to_owned()));
    let mut strange = Socket::open(service.address, &[("Authorization", &bearer(&other))]).unwrap();
    assert_eq!(strange.command("ping", &json!({}))["type"], "pong", "another key has its own");
    drop(sockets.pop());
    eventually("the place is free again", || {
        let mut socket = Socket::known(&service);
        socket.say(&json!({ "type": "ping" }));
        socket.message()["type"] == "pong"
    });
}

/// How many connections there are.
fn connections(service: &TestService) -> String {
    let page = service.get("/metrics").text();
    page.lines()
        .find(|line| line.starts_with("mcpvals_websocket"))
        .unwrap_or_else(|| panic!("{page}"))
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn whoever_does_not_listen_is_dropped_and_holds_nobody_up() {
    let service = TestService::start();
    service.evaluated(&json!({}));
    let mut deaf = Socket::known(&service);
    // The answers to these are many megabytes, and nobody takes them.
    let ask = json!({ "type": "subscribe", "data": { "lastEventId": 0 } }).to_string();
    for _ in 0..2000 {
        if deaf.inner.send(Message::text(ask.clone())).is_err() {
            break;
        }
    }
    let mut socket = Socket::known(&service);
    assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
    eventually("the deaf one is dropped", || connections(&service) == "1");
    assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
}

#[test]
fn hearts_beat() {
    let service = TestService::with(&["--no-worker"], &generous());
    let mut socket = Socket::known(&service);
    loop {
        match socket.inner.read().unwrap() {
            Message::Ping(_) => break,
            Message::Text(text) => assert!(text.contains("system:status")),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
}

#[test]
fn the_end_of_the_service_is_told() {
    let service = TestService::with(&["--no-worker"], &generous());
    let mut socket = Socket::known(&service);
    assert_eq!(socket.command("ping", &json!({}))["type"], "pong");
    let waits = std::thread::spawn(move || socket.hear());
    service.stop();
    let Heard::Closed(code, reason) = waits.join().unwrap() else { panic!("not told") };
    assert_eq!((code, reason.as_str()), (1001, "the service ends"));
}

#[test]
fn however_much_was_missed_all_of_it_is_told() {
    const MISSED: usize = 21_000;
    let service = TestService::with(&["--no-worker"], &generous());
    let id = service.accept("documents", &json!({}));
    let file = Location::File(service.folder.path().join("data/mcpvals.db"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(&file).await.unwrap();
        let claim = Claim { worker: "worker_1".to_owned(), lease: 60_000, limits: Limits::default() };
        let (_, held) = store.claim(&claim).await.unwrap().unwrap();
        let event = |number| NewEvent { kind: "tool:result".to_owned(), data: json!({ "number": number }).to_string() };
        let events: Vec<NewEvent> = (0..MISSED).map(event).collect();
        store.advance(&held, &events, &Snapshot::default()).await.unwrap();
    });
    let mut socket = Socket::known(&service);
    assert_eq!(socket.command("subscribe", &json!({ "evaluationId": id, "lastEventId": "0" }))["type"], "subscribed");
    for number in 0..MISSED {
        assert_eq!(socket.message()["data"]["number"], number);
    }
}
