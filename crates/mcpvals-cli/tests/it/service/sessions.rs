//! Signing in by cookie, pages of other origins, and what browsers send unasked.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Request};
use super::socket::{Heard, Socket};
use super::{TestService, generous};

/// The cookie as a browser sends it back.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

#[test]
fn a_cookie_changes_nothing_without_what_only_our_pages_know() {
    let service = TestService::with(&["--no-worker"], &generous());
    let signed = service.ask("POST", "/session").bare().json(&json!({ "key": service.admin })).send();
    assert_eq!(signed.status, 200, "{}", signed.text());
    let whole = signed.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(whole.contains(word), "{whole}");
    }
    let (cookie, csrf) = (cookie(&signed), signed.data()["csrf"].as_str().unwrap().to_owned());
    let ask = |method: &str, path: &str| service.ask(method, path).bare().header("Cookie", &cookie);
    assert_eq!(ask("GET", "/api/v1/config").send().status, 200);
    let body = json!({ "serverPath": service.path("documents") });
    let post = || ask("POST", "/api/v1/evaluations").json(&body);
    assert_eq!(post().send().outcome(), (403, "INSUFFICIENT_PERMISSIONS".to_owned()));
    assert_eq!(post().header("X-CSRF-Token", "").send().status, 403);
    assert_eq!(post().header("X-CSRF-Token", &csrf[1..]).send().status, 403);
    let id = post().header("X-CSRF-Token", &csrf).send().data()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/evaluations/{id}");
    assert_eq!(ask("DELETE", &path).send().status, 403);
    let strange = post().header("X-CSRF-Token", &csrf).header("Origin", "https://evil.example").send();
    assert_eq!(strange.status, 403);
    assert_eq!(ask("DELETE", &path).header("X-CSRF-Token", &csrf).send().status, 200);
    // A form can send this, and no more.
    let form = ask("POST", "/api/v1/evaluations").header("Content-Type", "text/plain").header("X-CSRF-Token", &csrf);
    assert_eq!(form.bytes(body.to_string()).send().status, 415);

    assert_eq!(ask("DELETE", "/session").send().status, 403, "nobody else signs them out");
    assert_eq!(ask("GET", "/api/v1/config").send().status, 200);
    let out = ask("DELETE", "/session").header("X-CSRF-Token", &csrf).send();
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"), "{out:?}");
    assert_eq!(ask("GET", "/api/v1/config").send().status, 401, "whoever kept the cookie");
    assert_eq!(ask("DELETE", "/session").send().status, 200, "is signed out already");
    for other in ["mcpvals_session=", "mcpvals_session=AAAA", &format!("{cookie}A"), &cookie[..cookie.len() - 4]] {
        assert_eq!(service.ask("GET", "/api/v1/config").bare().header("Cookie", other).send().status, 401, "{other}");
    }
}

#[test]
fn only_keys_sign_in_and_not_too_often() {
    let service =
        TestService::with(&["--no-worker"], &json!({ "limits": { "requestsPerHour": { "POST /session": 8 } } }));
    let sign_in = |key: &str| service.ask("POST", "/session").bare().json(&json!({ "key": key })).send();
    let token =
        super::running::command(&service.folder, &["keys", "token", "--scope", "evaluate:read", "--subject", "x"]);
    assert_eq!(sign_in(token.stdout.trim()).status, 400);
    let strange = service
        .ask("POST", "/session")
        .bare()
        .header("Origin", "https://evil.example")
        .json(&json!({ "key": service.admin }))
        .send();
    assert_eq!((strange.status, strange.header("access-control-allow-origin")), (403, None));
    let rebound = service
        .ask("POST", "/session")
        .bare()
        .header("Host", "evil.example")
        .json(&json!({ "key": service.admin }))
        .send();
    assert_eq!(rebound.status, 403);
    let statuses: Vec<u16> = (0..9).map(|_| sign_in("mcpv_wrong").status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 7, "{statuses:?}");
    assert_eq!(statuses[8], 429);
}

#[test]
fn a_page_of_an_allowed_origin_may_read_and_no_other() {
    let mut settings = generous();
    settings["security"] = json!({ "allowedOrigins": ["http://localhost:3000"] });
    let service = TestService::with(&["--no-worker"], &settings);
    let with = |request: Request, origin: &str| request.header("Origin", origin);
    for (origin, is_allowed) in [
        ("http://localhost:3000", true),
        ("http://localhost:3001", false),
        ("https://localhost:3000", false),
        ("null", false),
        ("http://localhost:3000.evil.example", false),
    ] {
        let allowed = is_allowed.then_some(origin);
        let answer = with(service.ask("GET", "/api/v1/evaluations"), origin).send();
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, allowed), "{origin}");
        assert_eq!(answer.header("access-control-allow-credentials"), None, "no cookie goes to others");
        assert!(answer.headers.iter().any(|(name, value)| name == "vary" && value.contains("Origin")));
        let flight = with(service.ask("OPTIONS", "/api/v1/evaluations").bare(), origin);
        let flight = flight
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,content-type")
            .send();
        assert_eq!((flight.status, flight.header("access-control-allow-origin")), (204, allowed), "{origin}");
        let methods = flight.header("access-control-allow-methods").unwrap_or_default();
        assert!(
            !is_allowed
                || (methods.contains("POST")
                    && flight.header("access-control-allow-headers").unwrap().contains("Authorization"))
        );
        let body = json!({ "serverPath": service.path("documents") });
        let posted = with(service.ask("POST", "/api/v1/evaluations"), origin).json(&body).send();
        assert_eq!(posted.status, if is_allowed { 201 } else { 403 }, "{origin}");
        let exposed = answer.header("access-control-expose-headers").unwrap_or_default();
        assert!(!is_allowed || exposed.contains("X-RateLimit-Remaining"));
    }
}

#[test]
fn whoever_is_not_let_in_any_more_hears_no_more() {
    let service = TestService::with(&["--no-worker"], &generous());
    let made = service.post("/api/v1/keys", &json!({ "name": "x", "scopes": ["evaluate:read"] })).data();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let mut socket = Socket::open(service.address, &[("Authorization", &format!("Bearer {key}"))]).unwrap();
    assert_eq!(socket.command("subscribe", &json!({}))["type"], "subscribed");
    let stream = service.ask("GET", "/api/v1/events").key(key).stream();
    assert_eq!(stream.status, 200);
    let began = Instant::now();
    assert_eq!(service.ask("DELETE", &format!("/api/v1/keys/{id}")).send().status, 200);
    assert_eq!(socket.message()["data"]["error"]["code"], "AUTHENTICATION_REQUIRED");
    assert!(matches!(socket.hear(), Heard::Closed(1008, _)));
    assert_eq!(stream.collect::<Vec<Value>>(), Vec::<Value>::new(), "the stream ends");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}
