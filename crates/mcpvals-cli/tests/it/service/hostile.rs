//! What those send who mean no good: ids, names, heads and bodies.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{connect, exchange};
use super::{TestService, generous};

/// What an id may be made of.
const IDS: [&str; 20] = [
    "..",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f",
    "%00",
    "eval_%00",
    "a%0d%0aX-Injected:%20yes",
    "%ff%fe",
    "%F0%9F%92%A3",
    "'%20OR%20'1'='1",
    "1;DROP%20TABLE%20evaluations",
    "%25",
    "_",
    "*",
    "%22",
    "%3Cscript%3E",
    "${jndi:ldap://x}",
    "{{7*7}}",
    "eval_1%27--",
    "%5c..%5c",
];

#[test]
fn an_id_is_an_id() {
    let service = TestService::with(&["--no-worker"], &generous());
    let good = service.accept("documents", &json!({}));
    let long = "x".repeat(4000);
    for id in IDS.iter().chain([&long.as_str()]) {
        for (method, path) in [
            ("GET", format!("/api/v1/evaluations/{id}")),
            ("DELETE", format!("/api/v1/evaluations/{id}")),
            ("GET", format!("/api/v1/evaluations/{id}/events")),
            ("GET", format!("/api/v1/evaluations/{id}/documents")),
            ("GET", format!("/api/v1/evaluations/{good}/documents/{id}")),
            ("GET", format!("/api/v1/reports/{id}/download")),
            ("DELETE", format!("/api/v1/webhooks/{id}")),
        ] {
            let answer = service.ask(method, &path).send();
            assert!(matches!(answer.status, 400 | 404), "{method} {path}: {} {}", answer.status, answer.text());
            assert_eq!(answer.header("x-injected"), None);
            assert!(!answer.text().contains("root:"), "{}", answer.text());
            assert!(answer.body.len() < 3000);
        }
    }
    assert_eq!(service.get("/api/v1/evaluations").data()["pagination"]["total"], 1, "nothing was lost");
    assert_eq!(service.get(&format!("/api/v1/evaluations/{good}")).data()["status"], "queued");
}

#[test]
fn what_others_call_things_does_not_leave_its_place() {
    let service = TestService::start();
    let name = "\"; x=\"y\r\nX-Injected: yes\r\n\r\n<script>alert(1)</script>";
    let refused =
        service.post("/api/v1/tools/test", &json!({ "serverPath": service.path("documents"), "toolName": name }));
    assert_eq!((refused.status, refused.header("x-injected")), (200, None), "{}", refused.text());
    assert_eq!(refused.header("content-type"), Some("application/json"));
    let folder = "documents \"><script>alert(1)</script> ; filename=x";
    service.folder.write(&format!("root/{folder}/server.py"), include_str!("../../servers/documents.py"));
    let id = service.accept(folder, &json!({ "runStatic": false }));
    assert_eq!(service.events(&id).last().unwrap()["type"], "evaluation:completed");
    let report = service.post(&format!("/api/v1/evaluations/{id}/reports"), &json!({ "format": "html" })).data();
    let page = service.get(report["downloadUrl"].as_str().unwrap());
    assert_eq!(page.header("content-disposition"), Some("attachment; filename=\"evaluation-report.html\""));
    assert!(!page.text().contains("<script>alert(1)"), "{}", page.text());
}

#[test]
fn a_host_that_is_not_ours_is_refused() {
    let mut settings = generous();
    settings["security"] = json!({ "allowedHosts": ["eval.example"] });
    let service = TestService::with(&["--no-worker"], &settings);
    for host in
        ["localhost", "localhost:3457", "127.0.0.1", "[::1]:80", "eval.example", "EVAL.example:443", "192.168.1.7:3457"]
    {
        assert_eq!(service.ask("GET", "/api/v1/evaluations").header("Host", host).send().status, 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil.example:3457",
        "127.0.0.1.nip.io",
        "eval.example.evil",
        "xlocalhost",
        "a@localhost",
    ] {
        for path in ["/api/v1/evaluations", "/api/v1/health", "/metrics", "/ws"] {
            let answer = service.ask("GET", path).header("Host", host).send();
            assert!(matches!(answer.status, 400 | 403), "{host} {path}: {}", answer.status);
        }
    }
    // What is said in links is what is safe to be said.
    let answer = service.ask("GET", "/api/v1/evaluations/x").header("Host", "localhost\"><script>").send();
    assert_eq!(answer.error()["documentation"], "http://localhost/docs/errors/INSUFFICIENT_PERMISSIONS");
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[test]
fn a_broken_head_is_an_error_and_nothing_else() {
    let service = TestService::with(&["--no-worker"], &generous());
    let heads: [&[u8]; 8] = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n",
        b"GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ];
    for head in heads {
        let answer = exchange(service.address, head);
        assert!((400..500).contains(&answer.status), "{}: {}", String::from_utf8_lossy(head), answer.status);
    }
    // A body of two lengths is one that a proxy and we would read differently (request smuggling).
    let key = &service.admin;
    let smuggled = format!(
        "POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /api/v1/health HTTP/1.1\r\n\r\n"
    );
    let mut stream = connect(service.address);
    stream.write_all(smuggled.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{text}");
    let many = (0..200).map(|number| format!("X-{number}: {}\r\n", "y".repeat(1000))).collect::<Vec<_>>().concat();
    let head = format!("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n{many}\r\n");
    assert_eq!(exchange(service.address, head.as_bytes()).status, 431);
}

#[test]
fn whoever_sends_slowly_is_not_waited_for() {
    let service = TestService::with(&["--no-worker"], &generous());
    let began = Instant::now();
    let mut slow: Vec<_> = (0..50)
        .map(|_| {
            let mut stream = connect(service.address);
            stream.write_all(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-A: ").unwrap();
            stream
        })
        .collect();
    // Meanwhile others are served.
    assert_eq!(service.get("/api/v1/health").status, 200);
    assert!(began.elapsed() < Duration::from_secs(5));
    let mut text = Vec::new();
    for stream in &mut slow {
        text.clear();
        // Whether it is told or not, it ends.
        let _ = stream.read_to_end(&mut text);
        assert!(text.is_empty() || text.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&text));
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let service = TestService::with(&["--no-worker"], &generous());
    let mut stream = connect(service.address);
    let head = format!(
        "POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{",
        service.admin
    );
    stream.write_all(head.as_bytes()).unwrap();
    // Of somebody who is not known no body is waited for at all.
    let mut stranger = connect(service.address);
    stranger.write_all(b"POST /api/v1/evaluations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{").unwrap();
    let began = Instant::now();
    let mut text = String::new();
    let _ = stranger.read_to_string(&mut text);
    assert!(text.starts_with("HTTP/1.1 401") && began.elapsed() < Duration::from_secs(5), "{text}");
    text.clear();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
    assert!(text.contains("REQUEST_TIMEOUT"), "{text}");
}
