//! What is refused of a request, all of it at once, at both sides of each bound.

use serde_json::{Value, json};

use super::TestService;

/// Holds a body against a schema's own words: each of these is taken (or fails for another field), each of those refused.
struct Bound {
    field: &'static str,
    good: Vec<Value>,
    bad: Vec<Value>,
}

fn bound(field: &'static str, good: impl IntoIterator<Item = Value>, bad: impl IntoIterator<Item = Value>) -> Bound {
    Bound { field, good: good.into_iter().collect(), bad: bad.into_iter().collect() }
}

/// The body with one member put in, by its dotted name.
fn put(body: &Value, field: &str, value: &Value) -> Value {
    let mut whole = body.clone();
    let mut place = &mut whole;
    for part in field.split('.') {
        place = &mut place[part];
    }
    *place = value.clone();
    whole
}

/// The fields that an answer complains about.
#[track_caller]
fn fields(answer: &super::client::Answer) -> Vec<String> {
    if answer.status != 400 {
        return Vec::new();
    }
    let mut fields: Vec<String> =
        answer.violations().iter().map(|one| one.split(": ").next().unwrap().to_owned()).collect();
    fields.dedup();
    fields
}

#[track_caller]
fn check(service: &TestService, method: &str, path: &str, body: &Value, bounds: &[Bound]) {
    let ask = |value: &Value| service.ask(method, path).json(value).send();
    for Bound { field, good, bad } in bounds {
        for value in good {
            let answer = ask(&put(body, field, value));
            let complaints = fields(&answer);
            assert!(!complaints.iter().any(|one| one == field), "`{field}` = {value}: {}", answer.text());
            assert!(answer.status < 500 || answer.status == 503, "{}", answer.text());
        }
        for value in bad {
            let answer = ask(&put(body, field, value));
            let complaints = fields(&answer);
            assert!(
                complaints.iter().any(|one| one == field || one.starts_with(&format!("{field}."))),
                "`{field}` = {value}: {}",
                answer.text()
            );
        }
    }
}

/// So many members.
fn many(number: usize) -> Value {
    (0..number).map(|index| (format!("N{index}"), json!("x"))).collect::<serde_json::Map<_, _>>().into()
}

fn text(length: usize) -> Value {
    json!("x".repeat(length))
}

/// Of no schema are they text.
fn no_texts() -> [Value; 5] {
    [json!(null), json!(1), json!(true), json!([]), json!({})]
}

#[test]
fn each_bound_of_an_evaluation_holds_on_both_sides() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let body = json!({ "serverPath": service.path("documents"), "options": {} });
    let tags = |number: usize| Value::from((0..number).map(|index| json!(format!("t{index}"))).collect::<Vec<_>>());
    let bounds = [
        bound("serverPath", [], [json!(""), text(501), json!("a\u{0}b")].into_iter().chain(no_texts())),
        bound(
            "options.transport",
            [json!("stdio")],
            [json!("telnet"), json!("STDIO"), json!("")].into_iter().chain(no_texts()),
        ),
        bound(
            "options.timeout",
            [json!(1000), json!(300_000), json!(1000.0)],
            [json!(999), json!(300_001), json!(1000.5), json!("1000"), json!(null), json!(-1), json!(1e300)],
        ),
        bound("options.retries", [json!(0), json!(10)], [json!(-1), json!(11), json!("1"), json!(0.5), json!(null)]),
        bound("options.runStatic", [json!(true), json!(false)], [json!("true"), json!(1), json!(null)]),
        bound("options.runRuntime", [json!(true), json!(false)], [json!("true"), json!(0), json!(null)]),
        bound("options.tags", [tags(0), tags(10)], [tags(11), json!("ci"), json!(null), json!({})]),
        bound("options.tags.0", [], []),
        bound("options.unknown", [], [json!(1)]),
        bound("unknown", [], [json!(1)]),
        bound("options", [json!({})], [json!([]), json!(null), json!("x")]),
        bound("config", [], [json!([]), json!(null), json!("x")]),
        bound("server", [], [json!([]), json!(null), json!("x")]),
    ];
    check(&service, "POST", "/api/v1/evaluations", &body, &bounds);
    for (tag, is_good) in [
        ("a".repeat(50), true),
        ("a".repeat(51), false),
        (String::new(), false),
        ("a b".into(), false),
        ("a,b".into(), false),
        ("A.b_-9".into(), true),
        ("ä".into(), false),
        ("a\n".into(), false),
    ] {
        let answer = service.post("/api/v1/evaluations", &put(&body, "options.tags", &json!([tag])));
        assert_eq!(answer.status == 201, is_good, "{tag:?}: {}", answer.text());
    }
    let longest = "/".repeat(500 - service.path("documents").len()) + &service.path("documents");
    assert_eq!(service.post("/api/v1/evaluations", &json!({ "serverPath": longest })).status, 201);
}

#[test]
fn each_bound_of_a_server_holds_on_both_sides() {
    let service =
        TestService::with(&["--no-worker", "--allow-command", "python3", "--allow-private"], &super::generous());
    let body = json!({ "server": { "command": "python3" } });
    let bounds = [
        bound(
            "server.command",
            [json!("python3")],
            [json!(""), text(501), json!("a\u{0}"), json!("sh"), json!("/usr/bin/python3"), json!("python3 ")]
                .into_iter()
                .chain(no_texts()),
        ),
        bound(
            "server.args",
            [json!([]), json!(["a"])],
            [json!("a"), json!([1]), json!(["\u{0}"]), json!([text(10_001)]), Value::from(vec![json!("a"); 201])],
        ),
        bound(
            "server.env",
            [many(200), json!({})],
            [
                many(201),
                json!({ "1A": "x" }),
                json!({ "A=B": "x" }),
                json!({ "A": 1 }),
                json!({ "A": "a\u{0}" }),
                json!({ "A": text(32_769) }),
            ],
        ),
        bound("server.transport", [json!("stdio")], [json!("http"), json!("x")]),
        bound("server.unknown", [], [json!(1)]),
    ];
    check(&service, "POST", "/api/v1/evaluations", &body, &bounds);
}

#[test]
fn each_bound_of_an_address_holds_on_both_sides() {
    let service =
        TestService::with(&["--no-worker", "--allow-command", "python3", "--allow-private"], &super::generous());
    let body = json!({ "server": { "url": "http://127.0.0.1:1/mcp" } });
    let bounds = [
        bound(
            "server.url",
            [json!("http://127.0.0.1:1/mcp")],
            [
                json!("ftp://127.0.0.1"),
                json!("http:// a"),
                json!(format!("http://{}", "a".repeat(2000))),
                json!("http://me:pw@127.0.0.1/"),
            ]
            .into_iter()
            .chain(no_texts()),
        ),
        bound(
            "server.headers",
            [many(50), json!({ "X-A": "b" })],
            [
                many(51),
                json!({ "a b": "x" }),
                json!({ "a": "x\r\ny: z" }),
                json!({ "a": text(8193) }),
                json!({ "": "x" }),
            ],
        ),
    ];
    check(&service, "POST", "/api/v1/evaluations", &body, &bounds);
    let both = service
        .post("/api/v1/evaluations", &json!({ "server": { "command": "python3", "url": "http://127.0.0.1:1/" } }));
    assert_eq!(both.status, 400, "{}", both.text());
    let none = service.post("/api/v1/evaluations", &json!({ "server": {} }));
    assert_eq!(none.status, 400);
}

#[test]
fn each_bound_of_the_other_bodies_holds_on_both_sides() {
    let service = TestService::with(&["--sandbox", "off"], &super::generous());
    let id = service.evaluated(&json!({ "runStatic": false }));
    let bounds = [
        bound(
            "format",
            ["json", "markdown", "html", "xml", "sarif", "junit"].map(|name| json!(name)),
            [json!("pdf"), json!("")].into_iter().chain(no_texts()),
        ),
        bound(
            "template",
            ["submission", "summary", "ci"].map(|name| json!(name)),
            [json!("x")].into_iter().chain(no_texts()),
        ),
        bound("includeEvidence", [json!(true), json!(false)], [json!("x"), json!(null), json!(1)]),
        bound("includeRecommendations", [json!(true), json!(false)], [json!("x"), json!(null), json!(1)]),
        bound("unknown", [], [json!(1)]),
    ];
    check(&service, "POST", &format!("/api/v1/evaluations/{id}/reports"), &json!({}), &bounds);

    let tool = json!({ "serverPath": service.path("documents"), "toolName": "x" });
    let bounds = [
        bound("serverPath", [], [json!(""), text(501), json!("\u{0}")].into_iter().chain(no_texts())),
        bound("toolName", [], [json!(""), text(501), json!("\u{0}")].into_iter().chain(no_texts())),
        bound("arguments", [], [json!([]), json!(null), json!("x")]),
        bound("timeout", [], [json!(999), json!(300_001), json!("1000"), json!(null)]),
        bound("transport", [], [json!("x"), json!(null)]),
        bound("unknown", [], [json!(1)]),
    ];
    check(&service, "POST", "/api/v1/tools/test", &tool, &bounds);

    let bounds = [
        bound(
            "limits.maxConcurrentEvaluations",
            [json!(1), json!(1000)],
            [json!(0), json!(1001), json!("1"), json!(null)],
        ),
        bound("limits.maxConcurrentPerKey", [json!(0), json!(1000)], [json!(-1), json!(1001)]),
        bound("limits.maxConcurrentPerTarget", [json!(0), json!(1000)], [json!(-1), json!(1001)]),
        bound("limits.maxQueued", [json!(1), json!(1_000_000)], [json!(0), json!(1_000_001)]),
        bound("limits.maxFileSize", [json!(1024), json!(1 << 30)], [json!(1023), json!((1 << 30) + 1)]),
        bound("limits.evaluationTimeout", [json!(1000), json!(3_600_000)], [json!(999), json!(3_600_001)]),
        bound("limits.retentionDays", [json!(0), json!(36_500)], [json!(-1), json!(36_501)]),
        bound("limits.reportHours", [json!(1), json!(87_600)], [json!(0), json!(87_601)]),
        bound(
            "limits.requestsPerHour",
            [json!({ "GET /reports": 1_000_000_000 })],
            [json!({ "GET /reports": 0 }), json!({ "GET /reports": 1_000_000_001_i64 }), json!({ "x": 1 }), json!([])],
        ),
        bound("limits.unknown", [], [json!(1)]),
        bound("observability.enabled", [json!(false)], [json!("x"), json!(null)]),
        bound(
            "observability.endpoint",
            [json!("http://127.0.0.1:1")],
            [json!("x"), json!("ftp://x"), json!("http://a b"), json!(format!("http://{}", "a".repeat(2000)))],
        ),
        bound("security", [], [json!({})]),
        bound("limits", [json!({})], [json!([]), json!(null)]),
    ];
    check(&service, "PUT", "/api/v1/config", &json!({}), &bounds);
}

#[test]
fn each_bound_of_a_webhook_holds_on_both_sides() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let bounds = [
        bound(
            "url",
            [],
            [json!("x"), json!("ftp://x"), json!("http://a b"), json!("http://me@example.com/")]
                .into_iter()
                .chain(no_texts()),
        ),
        bound("events", [], [json!("x"), json!(["nothing"]), json!([1]), Value::from(vec![json!("progress"); 31])]),
        bound("unknown", [], [json!(1)]),
    ];
    check(&service, "POST", "/api/v1/webhooks", &json!({ "url": "https://example.com/" }), &bounds);
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let body = json!({ "serverPath": "", "options": { "timeout": 1, "retries": 11, "transport": "x", "tags": ["a b"], "extra": 1 }, "more": 1 });
    let answer = service.post("/api/v1/evaluations", &body);
    let mut fields = fields(&answer);
    fields.sort();
    let expected = [
        "more",
        "options.extra",
        "options.retries",
        "options.tags.0",
        "options.timeout",
        "options.transport",
        "serverPath",
    ];
    assert_eq!(fields, expected, "{}", answer.text());
    let first = answer.error()["details"].clone();
    assert_eq!(first["violations"][0]["field"], first["field"]);

    let answer = service.get("/api/v1/evaluations?limit=0&offset=-1&status=done&sortBy=name&sortOrder=up&dateFrom=now&dateTo=&tags=&x=1&limit=3");
    let fields: std::collections::BTreeSet<String> = fields_of(&answer);
    let expected = ["dateFrom", "dateTo", "limit", "offset", "sortBy", "sortOrder", "status", "tags", "x"];
    assert_eq!(fields.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

fn fields_of(answer: &super::client::Answer) -> std::collections::BTreeSet<String> {
    fields(answer).into_iter().collect()
}

#[test]
fn unknown_parameters_are_refused_everywhere() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let paths = [
        "/api/v1/evaluations",
        "/api/v1/evaluations/x",
        "/api/v1/reports",
        "/api/v1/config",
        "/api/v1/health",
        "/api/v1/metrics",
        "/api/v1/events",
        "/api/v1/webhooks",
    ];
    for path in paths {
        let answer = service.get(&format!("{path}?nonsense=1"));
        assert_eq!(fields(&answer), ["nonsense"], "{path}: {}", answer.text());
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let post = |body: &[u8]| {
        service
            .ask("POST", "/api/v1/evaluations")
            .header("Content-Type", "application/json; charset=utf-8")
            .bytes(body)
            .send()
    };
    let path = service.path("documents");
    let twice = format!(r#"{{"serverPath":"/etc","serverPath":"{path}"}}"#);
    let bodies: [&[u8]; 11] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\"x\"",
        b"1",
        b"{\"serverPath\":\"\xff\"}",
        b"\xef\xbb\xbf{}",
        b"{} {}",
        b"{\"serverPath\":\"\\ud800\"}",
        b"NaN",
    ];
    for body in bodies {
        assert_eq!(post(body).outcome(), (400, "VALIDATION_ERROR".to_owned()), "{}", String::from_utf8_lossy(body));
    }
    // The last of two members of one name counts, for the check and for what is done alike.
    let answer = post(twice.as_bytes());
    assert_eq!((answer.status, &answer.data()["serverPath"]), (201, &json!(path)));
}

#[test]
fn bombs_do_not_go_off() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let post = |body: String| {
        service.ask("POST", "/api/v1/evaluations").header("Content-Type", "application/json").bytes(body).send()
    };
    let keys = (0..60_000).map(|number| format!(",\"k{number}\":0")).collect::<Vec<_>>().concat();
    let bombs = [
        "[".repeat(500_000),
        format!("{}{}", "[".repeat(127), "]".repeat(127)),
        format!("{{\"config\":{}1{}}}", "{\"a\":".repeat(100), "}".repeat(100)),
        format!("{{\"serverPath\":\"x\"{keys}}}"),
        format!("{{\"serverPath\":\"{}\"}}", "x".repeat(1_000_000)),
        format!("{{\"options\":{{\"tags\":[{}\"a\"]}}}}", "\"a\",".repeat(200_000)),
        format!("{{\"options\":{{\"timeout\":1{}}}}}", "0".repeat(1_000_000)),
    ];
    for bomb in bombs {
        let began = std::time::Instant::now();
        let answer = post(bomb.clone());
        assert_eq!(answer.status, 400, "{}…: {}", &bomb[..60], answer.text());
        assert!(answer.body.len() < 100_000, "{}…: {} bytes", &bomb[..60], answer.body.len());
        assert!(began.elapsed().as_secs() < 10, "{}…: {:?}", &bomb[..60], began.elapsed());
    }
    assert_eq!(post(" ".repeat((1 << 20) + 1)).outcome(), (413, "PAYLOAD_TOO_LARGE".to_owned()));
}

#[test]
fn what_is_wrong_with_the_place_is_told_with_the_rest() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let server = json!({ "command": "bash", "cwd": "/usr", "env": { "LD_PRELOAD": "x" } });
    let body = json!({ "serverPath": "/nowhere", "options": { "timeout": 1 }, "server": server });
    let refused = service.post("/api/v1/evaluations", &body);
    assert_eq!(refused.outcome(), (400, "VALIDATION_ERROR".to_owned()));
    let violations = refused.error()["details"]["violations"].clone();
    let fields: Vec<&str> = violations.as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    let places = ["serverPath", "server.command", "server.env.LD_PRELOAD", "server.cwd"];
    assert_eq!(fields, [&["options.timeout"][..], &places].concat());
}
