//! Who may do what: every route of the OpenAPI document, with every scope, and with everything that is no key.

use serde_json::{Value, json};

use super::running::{command, key};
use super::{SCOPES, TestService, generous};

/// A route as the document has it.
struct Route {
    method: String,
    path: String,
    /// What it asks for; nothing is for everybody.
    scope: Option<String>,
    has_body: bool,
}

fn routes(service: &TestService) -> Vec<Route> {
    let document = service.get("/api/v1/openapi.json").json();
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let scope = operation["security"][0]["bearer"][0].as_str().map(str::to_owned);
            assert_eq!(scope.is_none(), operation["security"] == json!([]), "{method} {path}");
            let has_body = operation["requestBody"].is_object();
            // Nothing has these ids; names stand in for gaps of other names.
            let path = path.replace("{id}", "none").replace("{name}", "none");
            routes.push(Route { method: method.to_uppercase(), path, scope, has_body });
        }
    }
    // What seed 003 says of scopes, by the beginning of a route.
    assert_eq!(routes.len(), 24, "a new route needs a line in `scope_of`");
    routes
}

/// The scope of a route, by decision 16: said here once more, so that the document is not held against itself.
fn scope_of(method: &str, path: &str) -> Option<&'static str> {
    match (method, path) {
        (_, "/api/v1/health") => None,
        (_, "/api/v1/config") => Some("evaluate:admin"),
        (_, path) if path.starts_with("/api/v1/keys") => Some("evaluate:admin"),
        ("POST", path) if path.ends_with("/reports") => Some("evaluate:export"),
        (_, path) if path.ends_with("/download") => Some("evaluate:export"),
        ("POST" | "DELETE", _) => Some("evaluate:write"),
        _ => Some("evaluate:read"),
    }
}

#[test]
fn each_route_asks_for_its_scope() {
    let service = TestService::with(&["--no-worker"], &generous());
    let keys: Vec<(&str, String)> = SCOPES.iter().map(|scope| (*scope, service.key(&[scope]))).collect();
    let expired = expired(&service);
    for route in routes(&service) {
        let Route { method, path, scope, has_body } = &route;
        assert_eq!(scope.as_deref(), scope_of(method, path), "{method} {path}");
        let ask = |credentials: Option<&str>| {
            let request = service.ask(method, path).bare();
            let request = if *has_body { request.json(&json!({ "nonsense": 1 })) } else { request };
            match credentials {
                Some(value) => request.header("Authorization", value),
                None => request,
            }
        };
        let status = |credentials: Option<&str>| {
            // A stream that is let in does not end.
            if path == "/api/v1/events" { ask(credentials).stream().status } else { ask(credentials).send().status }
        };
        for (held, key) in &keys {
            let got = status(Some(&format!("Bearer {key}")));
            let may = scope.as_deref().is_none_or(|asked| asked == *held || *held == "evaluate:admin");
            assert_eq!(got != 403, may, "{method} {path} with {held}: {got}");
            assert!(matches!(got, 200 | 400 | 403 | 404), "{method} {path} with {held}: {got}");
        }
        for credentials in bad(&expired) {
            let got = status(credentials.as_deref());
            let expected = if scope.is_some() { 401 } else { 200 };
            assert_eq!(got, expected, "{method} {path} with {credentials:?}");
        }
    }
}

/// Keys that are not taken: one that was revoked, one that has expired.
fn expired(service: &TestService) -> Vec<String> {
    let revoked = key(&service.folder, &["evaluate:admin"], &[]);
    command(&service.folder, &["keys", "revoke", revoked["id"].as_str().unwrap()]);
    let short = key(&service.folder, &["evaluate:admin"], &["--expires", "1s"]);
    let text = |key: &Value| key["key"].as_str().unwrap().to_owned();
    let request = service.ask("GET", "/api/v1/config").key(&text(&short));
    super::eventually("the key expires", || request.send().status == 401);
    vec![text(&revoked), text(&short)]
}

fn bad(expired: &[String]) -> Vec<Option<String>> {
    let whole = |key: &String| Some(format!("Bearer {key}"));
    let mut all: Vec<Option<String>> = expired.iter().map(whole).collect();
    let unknown = format!("Bearer mcpv_{}_{}", "0".repeat(12), "0".repeat(64));
    let garbage = [
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic YTpi",
        "mcpv_x",
        "Bearer mcpv_",
        "Bearer a.b.c",
        "Bearer \u{e4}",
        unknown.as_str(),
    ];
    all.push(None);
    all.extend(garbage.map(|text| Some(text.to_owned())));
    all
}

#[test]
fn a_key_is_taken_whole_or_not_at_all() {
    let service = TestService::with(&["--no-worker"], &generous());
    let key = service.admin.clone();
    let status = |key: &str| service.ask("GET", "/api/v1/config").key(key).send().status;
    assert_eq!(status(&key), 200);
    let last = if key.ends_with('0') { "1" } else { "0" };
    let others = [
        key[..key.len() - 1].to_owned(),
        format!("{key}0"),
        format!("{}{last}", &key[..key.len() - 1]),
        key.to_uppercase(),
        key.replace("mcpv_", "mcpv_0"),
        format!("{key},{key}"),
    ];
    for other in others {
        assert_eq!(status(&other), 401, "{other}");
    }
    // Two headers are one too many: which of them counts would be a matter of taste.
    let both = format!(
        "GET /api/v1/config HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(super::client::exchange(service.address, both.as_bytes()).status, 401);
    let answer = service.ask("GET", "/api/v1/config").bare().send();
    assert!(answer.header("www-authenticate").unwrap().starts_with("Bearer"));
}

#[test]
fn a_key_that_is_revoked_is_not_taken_any_more() {
    let service = TestService::with(&["--no-worker"], &generous());
    let made = key(&service.folder, &["evaluate:read"], &[]);
    let request = service.ask("GET", "/api/v1/evaluations").key(made["key"].as_str().unwrap());
    assert_eq!(request.send().status, 200);
    command(&service.folder, &["keys", "revoke", made["id"].as_str().unwrap()]);
    let began = std::time::Instant::now();
    super::eventually("the key is not taken any more", || request.send().status == 401);
    assert!(began.elapsed().as_secs_f64() < 6.0, "{:?}", began.elapsed());
}

#[test]
fn without_keys_it_binds_to_this_machine_only_unless_told_twice() {
    let folder = crate::mcpvals::Folder::new();
    folder.write("open.json", &json!({ "security": { "requireAuth": false } }).to_string());
    for words in [&["--no-auth"][..], &["-c", "open.json"]] {
        let all = [&["serve", "--port", "0", "--data-dir", "data", "--host", "0.0.0.0"], words].concat();
        let ran = folder.run(&all);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains("give --no-auth twice"), "{}", ran.stderr);
    }
    for words in [&["--no-auth"][..], &["--no-auth", "--no-auth", "--host", "0.0.0.0"]] {
        let service = TestService::with(words, &generous());
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], service.address.port()));
        let request = super::client::Request::new(address, "GET", "/api/v1/config");
        assert_eq!(request.send().status, 200);
        // A key that is wrong is not no key.
        assert_eq!(request.key("mcpv_wrong").send().status, 401);
    }
}
