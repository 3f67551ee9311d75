//! The list of evaluations: every filter, every order, every page.

use serde_json::{Value, json};

use super::{TestService, members};

struct Listed {
    service: TestService,
    ids: Vec<String>,
}

impl Listed {
    /// One that completed, one that was cancelled, and three that wait.
    fn new() -> Self {
        let service = TestService::start();
        let first = service.evaluated(&json!({ "tags": ["development", "ci"], "runStatic": false }));
        let folder = service.stop();
        let service = TestService::at(folder, &["--no-worker"], &super::generous());
        let tags = [json!(["ci"]), json!(["nightly", "ci"]), json!([]), json!(["100%"])];
        let mut ids = vec![first];
        ids.extend(tags[..3].iter().map(|tags| service.accept("documents", &json!({ "tags": tags }))));
        ids.push(service.accept("hanging", &json!({ "tags": ["ci_"] })));
        service.ask("DELETE", &format!("/api/v1/evaluations/{}", ids[1])).send();
        Self { service, ids }
    }

    fn page(&self, query: &str) -> Value {
        let answer = self.service.get(&format!("/api/v1/evaluations?{query}"));
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        answer.data()
    }

    /// Those that a query finds, by their number.
    #[track_caller]
    fn check(&self, query: &str, expected: &[usize]) {
        let page = self.page(query);
        let id = |one: &Value| self.ids.iter().position(|id| one["id"] == *id).unwrap();
        let found: Vec<usize> = page["evaluations"].as_array().unwrap().iter().map(id).collect();
        assert_eq!(found, expected, "{query}: {page:#}");
    }
}

#[test]
fn every_parameter_does_what_it_says() {
    let listed = Listed::new();
    let first = listed.service.get(&format!("/api/v1/evaluations/{}", listed.ids[0])).data();
    let time = |name: &str| first[name].as_str().unwrap().to_owned();
    let path = |name: &str| listed.service.path(name).replace('/', "%2F");
    let cases: Vec<(String, &[usize])> = vec![
        (String::new(), &[4, 3, 2, 1, 0]),
        ("status=completed".into(), &[0]),
        ("status=cancelled".into(), &[1]),
        ("status=queued".into(), &[4, 3, 2]),
        ("status=running".into(), &[]),
        ("status=failed".into(), &[]),
        ("sortOrder=asc".into(), &[0, 1, 2, 3, 4]),
        ("sortBy=createdAt&sortOrder=desc".into(), &[4, 3, 2, 1, 0]),
        ("sortBy=updatedAt&sortOrder=asc".into(), &[0, 2, 3, 4, 1]),
        ("sortBy=score&sortOrder=desc&limit=1".into(), &[0]),
        ("limit=2".into(), &[4, 3]),
        ("limit=2&offset=2".into(), &[2, 1]),
        ("limit=2&offset=4".into(), &[0]),
        ("offset=10000000".into(), &[]),
        ("tags=ci".into(), &[2, 1, 0]),
        ("tags=ci,nightly".into(), &[2]),
        ("tags=ci,development".into(), &[0]),
        ("tags=c".into(), &[]),
        ("tags=ci_".into(), &[4]),
        (format!("serverPath={}", path("documents")), &[3, 2, 1, 0]),
        (format!("serverPath={}", path("hanging")), &[4]),
        (format!("serverPath={}*", path("hang")), &[4]),
        (format!("serverPath={}", path("hang")), &[]),
        (format!("dateFrom={}", time("createdAt")), &[4, 3, 2, 1, 0]),
        (format!("dateTo={}", time("createdAt")), &[0]),
        (format!("dateFrom={}&status=queued&tags=nightly&limit=1", time("completedAt")), &[2]),
        ("dateTo=2024-01-03".into(), &[]),
    ];
    for (query, expected) in cases {
        listed.check(&query, expected);
    }
    // What stands in a tag is a tag, whatever the database's patterns are.
    for query in [
        "tags=%25",
        "tags=c_",
        "serverPath=%25",
        "serverPath=%2F_*",
        "tags=ci%27%20OR%201%3D1--",
        "serverPath=%27%3B%20DROP%20TABLE%20evaluations%3B--",
    ] {
        listed.check(query, &[]);
    }
    listed.check("limit=200", &[4, 3, 2, 1, 0]);
}

#[test]
fn a_page_says_where_it_is_and_what_was_asked() {
    let listed = Listed::new();
    let page = listed.page("limit=2&offset=2");
    assert_eq!(members(&page), "evaluations list, filters object, pagination object");
    let expected = json!({ "total": 5, "limit": 2, "offset": 2, "hasNext": true, "hasPrev": true });
    assert_eq!(page["pagination"], expected);
    assert_eq!(page["filters"], json!({}));
    let page = listed.page("");
    let expected = json!({ "total": 5, "limit": 50, "offset": 0, "hasNext": false, "hasPrev": false });
    assert_eq!(page["pagination"], expected);

    let page =
        listed.page("status=completed&dateFrom=2024-01-01&dateTo=2100-01-03&tags=ci,development&serverPath=%2F*");
    let expected = json!({
        "status": "completed", "tags": ["ci", "development"], "serverPath": "/*",
        "dateRange": "2024-01-01T00:00:00Z to 2100-01-03T23:59:59.999Z",
    });
    assert_eq!(page["filters"], expected);
    let one = &page["evaluations"][0];
    let expected = "completedAt time, createdAt time, duration number, id text, score number, serverPath text, status text, tags list, updatedAt time";
    assert_eq!(members(one), expected);
    assert_eq!(one["tags"], json!(["development", "ci"]));
    assert_eq!(page["pagination"]["total"], 1);
    // From a day to one before it there is nothing.
    listed.check("dateFrom=2024-01-02&dateTo=2024-01-01", &[]);
}
