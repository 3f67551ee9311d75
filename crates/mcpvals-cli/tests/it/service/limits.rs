//! How often somebody may ask, and that everybody is told.

use serde_json::json;

use super::client::Answer;
use super::{TestService, generous};

/// The four headers of seed 003.
#[track_caller]
pub(super) fn assert_told(answer: &Answer) {
    let number = |name: &str| {
        let text = answer.header(name).unwrap_or_else(|| panic!("no `{name}`: {} {}", answer.status, answer.text()));
        text.parse::<i64>().unwrap()
    };
    let (limit, remaining) = (number("x-ratelimit-limit"), number("x-ratelimit-remaining"));
    assert!(remaining >= 0 && remaining <= limit);
    assert!(number("x-ratelimit-reset") > 1_700_000_000);
    assert_eq!(number("x-ratelimit-window"), 3600);
}

#[test]
fn the_table_of_seed_003_is_what_is_told() {
    let service = TestService::with(&["--no-worker"], &json!({}));
    let cases = [
        ("POST", "/api/v1/evaluations", "50"),
        ("GET", "/api/v1/evaluations", "1000"),
        ("GET", "/api/v1/evaluations/eval_1", "2000"),
        ("POST", "/api/v1/tools/test", "100"),
        ("GET", "/api/v1/config", "1000"),
    ];
    for (method, path, limit) in cases {
        let answer = service.ask(method, path).json(&json!({})).send();
        assert_eq!(answer.header("x-ratelimit-limit"), Some(limit), "{method} {path}");
        assert_told(&answer);
    }
    let answer = service.get("/api/v1/evaluations");
    let meta = &answer.json()["meta"]["rateLimit"];
    assert_eq!((&meta["limit"], &meta["remaining"]), (&json!(1000), &json!(998)));
    assert_eq!(answer.header("x-ratelimit-remaining"), Some("998"));
}

#[test]
fn whoever_asks_too_often_waits_and_nobody_else_does() {
    let service =
        TestService::with(&["--no-worker"], &json!({ "limits": { "requestsPerHour": { "GET /reports": 3 } } }));
    let (one, other) = (service.key(&["evaluate:read"]), service.key(&["evaluate:read"]));
    let ask = |key: &str| service.ask("GET", "/api/v1/reports").key(key).send();
    let left: Vec<String> = (0..3).map(|_| ask(&one).header("x-ratelimit-remaining").unwrap().to_owned()).collect();
    assert_eq!(left, ["2", "1", "0"]);
    let refused = ask(&one);
    assert_eq!(refused.outcome(), (429, "RATE_LIMIT_EXCEEDED".to_owned()));
    assert_told(&refused);
    let wait: i64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&wait));
    assert_eq!(ask(&other).status, 200);
    let elsewhere = service.ask("GET", "/api/v1/evaluations/x/documents").key(&service.admin).send();
    assert_eq!(elsewhere.status, 404, "another bucket");
    // Strangers are counted by their address, so that keys are not guessed for ever.
    let stranger = |number: usize| ask(&format!("mcpv_{number:012}_{number:064}")).status;
    assert_eq!((0..5).map(stranger).collect::<Vec<_>>(), [401, 401, 401, 429, 429]);
    assert_eq!(ask(&other).status, 200);

    // A restart gives nobody a fresh window.
    let folder = service.stop();
    let service =
        TestService::at(folder, &["--no-worker"], &json!({ "limits": { "requestsPerHour": { "GET /reports": 3 } } }));
    assert_eq!(service.ask("GET", "/api/v1/reports").key(&one).send().status, 429);
}

#[test]
fn every_answer_tells_how_it_stands() {
    let service = TestService::with(&["--no-worker"], &generous());
    let big = vec![b' '; (1 << 20) + 1];
    let post = || service.ask("POST", "/api/v1/evaluations").header("Content-Type", "application/json");
    let answers = [
        (200, service.get("/api/v1/evaluations")),
        (200, service.ask("GET", "/api/v1/health").bare().send()),
        (200, service.get("/metrics")),
        (400, post().bytes("{}").send()),
        (401, service.ask("GET", "/api/v1/evaluations").bare().send()),
        (401, service.ask("GET", "/metrics").bare().send()),
        (403, service.ask("GET", "/api/v1/config").key(&service.key(&["evaluate:read"])).send()),
        (403, service.ask("GET", "/api/v1/config").header("Host", "evil.example").send()),
        (404, service.get("/api/v1/evaluations/eval_1")),
        (404, service.get("/nowhere")),
        (413, post().bytes(big).send()),
        (415, service.ask("POST", "/api/v1/evaluations").header("Content-Type", "text/plain").bytes("{}").send()),
        (415, service.ask("POST", "/api/v1/evaluations").bytes("{}").send()),
        (415, post().header("Content-Encoding", "gzip").bytes("{}").send()),
        (426, service.get("/ws")),
        (401, service.ask("POST", "/session").json(&json!({ "key": "wrong" })).send()),
        (400, service.ask("POST", "/session").json(&json!({})).send()),
        (200, service.ask("DELETE", "/session").send()),
        (204, service.ask("OPTIONS", "/api/v1/evaluations").send()),
        (200, service.get("/docs")),
        (200, service.get("/api/v1/openapi.json")),
        (404, service.get("/docs/errors/NONE")),
    ];
    for (status, answer) in &answers {
        assert_eq!(answer.status, *status, "{}", answer.text());
        assert_told(answer);
        if *status >= 400 && answer.header("content-type") == Some("application/json") {
            let json = answer.json();
            assert_eq!((json["success"].as_bool(), json["meta"]["version"].as_str()), (Some(false), Some("1.0.0")));
        }
    }
}

#[test]
fn what_is_outside_of_the_table_has_a_limit_too() {
    let service = TestService::with(&["--no-worker"], &json!({ "limits": { "requestsPerHour": { "*": 3 } } }));
    let key = service.key(&["evaluate:read"]);
    let ask = |path: &str| service.ask("GET", path).key(&key).send();
    let answers = ["/metrics", "/nowhere", "/api/v1/openapi.json", "/metrics", "/api/v0/x", "/ws"].map(ask);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [200, 404, 200, 429, 429, 429]);
    answers.iter().for_each(assert_told);
    assert!(answers[3].header("retry-after").is_some());
    assert_eq!(service.ask("GET", "/metrics").send().status, 200, "another key has its own");
}
