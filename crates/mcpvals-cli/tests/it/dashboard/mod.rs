//! The dashboard of `mcpvals serve`: every page answers, needs its scope, and shows what the API says.

mod browser;
mod service;
mod shown;

use serde_json::json;
use service::Service;

/// Every page that needs no evaluation, and the scope that it needs.
const PAGES: [(&str, &str); 8] = [
    ("/", "evaluate:read"),
    ("/compare", "evaluate:read"),
    ("/history", "evaluate:read"),
    ("/matrix", "evaluate:read"),
    ("/playground", "evaluate:write"),
    ("/reports", "evaluate:export"),
    ("/settings", "evaluate:admin"),
    ("/keys", "evaluate:admin"),
];

#[test]
fn without_a_session_every_page_leads_to_signing_in() {
    let service = Service::start(&["--no-worker"]);
    for (path, _) in PAGES {
        let answer = service.get(path);
        let next = format!("/signin?next={}", path.replace('/', "%2F"));
        assert_eq!((answer.status, answer.header("location")), (303, next.as_str()), "{path}");
    }
    let page = service.get("/signin?next=%2Fkeys");
    assert!(page.status == 200 && page.body.contains("data-then=\"/keys\""), "{}", page.body);
    let page = service.get("/signin?next=%2F%2Fevil.example");
    assert!(page.body.contains("data-then=\"/\"") && !page.body.contains("evil.example"), "{}", page.body);
}

#[test]
fn pages_come_with_a_strict_policy_and_are_kept_nowhere() {
    let service = Service::start(&["--no-worker", "--no-auth"]);
    for path in ["/", "/settings", "/signin", "/docs", "/evaluations/none"] {
        let answer = service.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(!answer.body.contains(" style=\"") && !answer.body.contains("<style"), "{path} has a style within");
        assert!(!answer.body.contains("<script>") && !answer.body.contains(" onclick="), "{path} has a script within");
    }
    assert_eq!(service.get("/").header("cache-control"), "no-store");
}

#[test]
fn style_and_scripts_are_asked_for_once() {
    let service = Service::start(&["--no-worker"]);
    let kit = ["style.css", "theme.js", "page.js", "replay.js"];
    for name in kit.into_iter().chain(["dashboard.css", "dashboard.js", "json.js", "live.js", "playground.js"]) {
        let first = service.get(&format!("/static/{name}"));
        assert!(first.status == 200 && !first.body.is_empty(), "{name}");
        let tag = first.header("etag").to_owned();
        let again = service.ask("GET", &format!("/static/{name}"), &[("If-None-Match", &tag)], None);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{name}");
    }
    assert_eq!(service.get("/static/..%2Fhead.html").status, 404);
}

#[test]
fn the_cookie_is_for_our_own_pages_only() {
    let service = Service::start(&["--no-worker"]);
    let key = service.key("evaluate:read");
    let answer = service.ask("POST", "/session", &[], Some(&json!({ "key": key })));
    let cookie = answer.header("set-cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains(&key), "the key is not in the cookie");
    let wrong = service.ask("POST", "/session", &[], Some(&json!({ "key": format!("{key}0") })));
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, ""));
    let other = [("Origin", "https://evil.example")];
    assert_eq!(service.ask("POST", "/session", &other, Some(&json!({ "key": key }))).status, 403);
}

#[test]
fn a_page_says_which_scope_is_missing() {
    let service = Service::start(&["--no-worker"]);
    let reader = service.visitor("evaluate:read");
    for (path, scope) in PAGES {
        let answer = reader.get(path);
        if scope == "evaluate:read" {
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        } else {
            assert!(answer.status == 403 && answer.body.contains(scope), "{path}: {}", answer.body);
        }
    }
    let menu = reader.get("/").body;
    assert!(menu.contains("href=\"/history\"") && !menu.contains("href=\"/keys\"") && !menu.contains("New evaluation"));
    let admin = service.visitor("evaluate:admin");
    assert!(PAGES.iter().all(|(path, _)| admin.get(path).status == 200));
}

#[test]
fn a_cookie_alone_changes_nothing() {
    let service = Service::start(&["--no-worker"]);
    let admin = service.visitor("evaluate:admin");
    let request = json!({ "serverPath": "plain" });
    let by_cookie = [("Cookie", admin.cookie.as_str())];
    for (method, path) in [("POST", "/api/v1/evaluations"), ("PUT", "/api/v1/config"), ("POST", "/api/v1/keys")] {
        let answer = service.ask(method, path, &by_cookie, Some(&request));
        assert!(answer.status == 403 && answer.body.contains("X-CSRF-Token"), "{path}: {}", answer.body);
    }
    let wrong = [("Cookie", admin.cookie.as_str()), ("X-CSRF-Token", "0")];
    assert_eq!(service.ask("POST", "/api/v1/evaluations", &wrong, Some(&request)).status, 403);
    assert_eq!(admin.send("POST", "/api/v1/evaluations", Some(&request)).status, 201);
    assert!(admin.get("/").body.contains(&format!("<meta name=\"csrf\" content=\"{}\">", admin.csrf)));
}

#[test]
fn a_key_is_shown_once_and_not_taken_when_it_is_revoked() {
    let service = Service::start(&["--no-worker"]);
    let admin = service.visitor("evaluate:admin");
    let request = json!({ "name": "ci <b>", "scopes": ["evaluate:read"], "expiresInDays": 1 });
    let made = admin.send("POST", "/api/v1/keys", Some(&request)).json()["data"].clone();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let bearer = format!("Bearer {key}");
    let by_key = || service.ask("GET", "/api/v1/evaluations", &[("Authorization", &bearer)], None).status;
    assert_eq!(by_key(), 200);
    let page = admin.get("/keys").body;
    assert!(page.contains(id) && page.contains("ci &lt;b&gt;") && !page.contains(key) && !page.contains("ci <b>"));
    assert!(!admin.get("/api/v1/keys").body.contains(key.rsplit('_').next().unwrap()));
    assert_eq!(admin.send("DELETE", &format!("/api/v1/keys/{id}"), None).status, 200);
    assert_eq!((by_key(), admin.send("DELETE", &format!("/api/v1/keys/{id}"), None).status), (401, 404));
    let wrong = json!({ "name": "x", "scopes": ["root"] });
    assert_eq!(admin.send("POST", "/api/v1/keys", Some(&wrong)).status, 400);
    let reader = service.visitor("evaluate:read");
    assert_eq!(reader.send("POST", "/api/v1/keys", Some(&request)).status, 403);
}

#[test]
fn what_was_changed_is_shown_with_who_changed_it() {
    let service = Service::start(&["--no-worker"]);
    let admin = service.visitor("evaluate:admin");
    let change = json!({ "limits": { "maxQueued": 7 } });
    assert_eq!(admin.send("PUT", "/api/v1/config", Some(&change)).status, 200);
    let page = admin.get("/settings").body;
    assert!(page.contains("name=\"limits.maxQueued\"") && page.contains("value=\"7\""), "{page}");
    assert!(page.contains("limits.maxQueued: 1000 → 7") && page.contains("<code>key_"), "{page}");
}
