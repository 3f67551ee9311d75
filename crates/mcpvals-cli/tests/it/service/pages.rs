//! What is not one of the routes: documents, the version that is gone, and what is nowhere.

use serde_json::json;

use super::{TestService, members};

#[test]
fn an_error_stands_in_its_envelope() {
    let service = TestService::start();
    let answer = service.post("/api/v1/evaluations", &json!({ "serverPath": "/invalid/path" }));
    assert_eq!(answer.status, 400);
    let json = answer.json();
    assert_eq!(members(&json), "error object, meta object, success truth");
    assert_eq!(members(&json["error"]), "code text, details object, documentation text, message text");
    let details =
        json!({ "field": "serverPath", "value": "/invalid/path", "constraint": "must be an existing directory" });
    assert_eq!(json["error"]["code"], "VALIDATION_ERROR");
    assert_eq!(
        (&json["error"]["message"], &json["error"]["details"]),
        (&json!("Invalid server path provided"), &details)
    );
    assert_eq!(json["success"], false);
    let place = json["error"]["documentation"].as_str().unwrap();
    let path = place.strip_prefix(&format!("http://{}", service.address)).unwrap();
    assert_eq!(path, "/docs/errors/VALIDATION_ERROR");
    let page = service.ask("GET", path).bare().send();
    assert_eq!(page.status, 200);
    assert!(page.text().contains("VALIDATION_ERROR") && page.header("content-security-policy").is_some());
}

#[test]
fn every_code_of_seed_003_has_its_page() {
    let service = TestService::start();
    let codes = [
        "VALIDATION_ERROR",
        "AUTHENTICATION_REQUIRED",
        "INSUFFICIENT_PERMISSIONS",
        "RESOURCE_NOT_FOUND",
        "RATE_LIMIT_EXCEEDED",
        "SERVER_UNREACHABLE",
        "EVALUATION_TIMEOUT",
        "CONCURRENT_LIMIT",
        "INTERNAL_SERVER_ERROR",
    ];
    for code in codes {
        assert_eq!(service.ask("GET", &format!("/docs/errors/{code}")).bare().send().status, 200, "{code}");
    }
    assert_eq!(service.ask("GET", "/docs/errors/%3Cscript%3E").bare().send().status, 404);
    for path in ["/docs", "/docs/migration", "/api/v1/openapi.json", "/api/v1/asyncapi.json"] {
        assert_eq!(service.ask("GET", path).bare().send().status, 200, "{path}");
    }
}

#[test]
fn v0_is_gone() {
    let service = TestService::start();
    for (method, path) in
        [("GET", "/api/v0"), ("POST", "/api/v0/evaluate"), ("DELETE", "/api/v0/a/b?c=d"), ("GET", "/api/v0/")]
    {
        let answer = service.ask(method, path).bare().send();
        assert_eq!(answer.outcome(), (410, "VERSION_GONE".to_owned()), "{method} {path}");
        let link = answer.error()["details"]["migration"].as_str().unwrap().to_owned();
        assert_eq!(link, format!("http://{}/docs/migration", service.address));
        assert!(answer.header("link").unwrap().contains("successor-version"));
        super::limits::assert_told(&answer);
    }
}

#[test]
fn what_is_nowhere_is_told_in_the_envelope() {
    let service = TestService::start();
    for (method, path) in [
        ("GET", "/api/v1/evaluation"),
        ("GET", "/api/v2/evaluations"),
        ("POST", "/nowhere"),
        ("GET", "/api/v1/evaluations/"),
        ("GET", "/.env"),
    ] {
        let answer = service.ask(method, path).send();
        assert_eq!(answer.outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()), "{method} {path}");
        super::limits::assert_told(&answer);
    }
}

#[test]
fn a_browser_that_is_nowhere_gets_a_page() {
    let service = TestService::start();
    let asked = |path: &str| service.ask("GET", path).bare().header("accept", "text/html,*/*;q=0.8").send();
    let page = asked("/nowhere/%3Cb%3E");
    assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").is_some());
    assert!(page.text().contains("/nowhere/%3Cb%3E") && page.text().contains("href=\"/\""), "{}", page.text());
    super::limits::assert_told(&page);
    // The API answers as an API, whoever asks.
    assert_eq!(asked("/api/v1/nowhere").outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
}

#[test]
fn a_method_that_a_path_lacks_is_told_with_those_it_has() {
    let service = TestService::start();
    let cases = [
        ("PATCH", "/api/v1/evaluations", "POST, GET, OPTIONS"),
        ("PUT", "/api/v1/evaluations/eval_1", "GET, DELETE, OPTIONS"),
        ("POST", "/api/v1/config", "GET, PUT, OPTIONS"),
        ("DELETE", "/api/v1/health", "GET, OPTIONS"),
        ("GET", "/api/v1/tools/test", "POST, OPTIONS"),
        ("BREW", "/api/v1/reports", "GET, OPTIONS"),
        ("POST", "/metrics", "GET"),
        ("POST", "/api/v1/openapi.json", "GET"),
        ("PUT", "/session", "POST, DELETE"),
        ("DELETE", "/ws", "GET"),
        ("POST", "/docs", "GET"),
    ];
    for (method, path, allowed) in cases {
        let answer = service.ask(method, path).send();
        assert_eq!(answer.outcome(), (405, "METHOD_NOT_ALLOWED".to_owned()), "{method} {path}");
        let words = |text: &str| {
            text.split(',')
                .map(|word| word.trim().to_owned())
                .filter(|word| word != "HEAD")
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(words(answer.header("allow").unwrap()), words(allowed), "{method} {path}");
        super::limits::assert_told(&answer);
    }
    let options = service.ask("OPTIONS", "/api/v1/evaluations").bare().send();
    assert_eq!((options.status, options.header("allow")), (204, Some("POST, GET, OPTIONS")));
}
