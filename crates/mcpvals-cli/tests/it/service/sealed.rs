//! Secrets: none stands in the database, in a log, in an event, a report or a trace.

use std::path::Path;

use serde_json::json;

use super::{TestService, generous};

#[test]
fn no_secret_is_found_anywhere() {
    let service =
        TestService::with(&["--sandbox", "off", "--allow-command", "python3", "--allow-private"], &generous());
    let script = service.path("documents") + "/server.py";
    let planted = [
        "of-the-environment-5e1f",
        "of-a-header-90ab",
        "of-a-config-77c2",
        "of-a-header-of-a-config-1d3e",
        "of-an-address-4c1d",
    ];
    let [variable, header, config, inner, query] = planted;
    let webhook = service.post("/api/v1/webhooks", &json!({ "url": "http://127.0.0.1:1/" })).data();
    let token =
        super::running::command(&service.folder, &["keys", "token", "--scope", "evaluate:read", "--subject", "x"]);
    assert_eq!(service.ask("GET", "/api/v1/evaluations").key(token.stdout.trim()).send().status, 200);
    let session = service.ask("POST", "/session").json(&json!({ "key": service.admin })).send();
    let cookie = session.header("set-cookie").unwrap().split(['=', ';']).nth(1).unwrap().to_owned();

    let server = json!({ "command": "python3", "args": [script], "env": { "API_TOKEN": variable } });
    let remote = json!({ "url": "http://127.0.0.1:1/mcp", "headers": { "Authorization": format!("Bearer {header}") } });
    let whole = json!({
        "servers": {
            "one": { "transport": "stdio", "command": "python3", "args": [script], "env": { "PASSWORD": config } },
            "two": { "transport": "http", "url": "http://127.0.0.1:1/mcp", "headers": { "X-Api-Key": inner } },
        },
        "toolHealthSuites": [{ "name": "x", "server": "one", "tests": [{ "name": "search_documents", "args": { "query": "x" } }] }],
    });
    let address = json!({ "serverPath": format!("HTTP://127.0.0.1:1/mcp?api_key={query}") });
    let bodies = [json!({ "server": server }), json!({ "server": remote }), json!({ "config": whole }), address];
    let ids: Vec<String> = bodies
        .iter()
        .map(|body| {
            let answer = service.post("/api/v1/evaluations", body);
            assert_eq!(answer.status, 201, "{}", answer.text());
            answer.data()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let mut told = String::new();
    for id in &ids {
        let events = service.events(id);
        told.push_str(&json!(events).to_string());
        told.push_str(&service.get(&format!("/api/v1/evaluations/{id}")).text());
        let documents = service.get(&format!("/api/v1/evaluations/{id}/documents")).data();
        for document in documents["documents"].as_array().unwrap() {
            told.push_str(&service.get(document["url"].as_str().unwrap()).text());
        }
        for format in ["json", "markdown", "html"] {
            let report = service.post(&format!("/api/v1/evaluations/{id}/reports"), &json!({ "format": format }));
            if report.status == 200 {
                told.push_str(&service.get(report.data()["downloadUrl"].as_str().unwrap()).text());
            }
        }
    }
    assert!(told.contains("search_documents"), "something was told at all");
    let last = &service.get(&format!("/api/v1/evaluations/{}", ids[3])).data();
    assert_eq!(last["serverPath"], "http://127.0.0.1:1/mcp");
    let first = &service.get(&format!("/api/v1/evaluations/{}", ids[0])).data();
    assert_eq!(first["status"], "completed", "{first:#}");
    told.push_str(&service.log());
    let (admin, secret) = (service.admin.clone(), webhook["secret"].as_str().unwrap().to_owned());
    let key = admin.rsplit('_').next().unwrap();
    let folder = service.stop();
    let kept = bytes(&folder.path().join("data"), &["secret.key"]);
    assert!(contains(&kept, b"evaluations"), "the database is looked at");
    for secret in
        planted.into_iter().chain([key, token.stdout.trim(), &cookie, &secret, secret.strip_prefix("whsec_").unwrap()])
    {
        assert!(!told.contains(secret), "`{secret}` is told: {}", around(&told, secret));
        assert!(!contains(&kept, secret.as_bytes()), "`{secret}` is kept");
    }
    let key = std::fs::metadata(folder.path().join("data/secret.key")).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&key.permissions()) & 0o077, 0);
}

fn around<'a>(text: &'a str, secret: &str) -> &'a str {
    let at = text.find(secret).unwrap_or_default();
    let begin = (0..=at.saturating_sub(200)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    &text[begin..at]
}

/// All files below a folder, but those of these names.
fn bytes(folder: &Path, without: &[&str]) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            all.extend(bytes(&path, without));
        } else if !without.iter().any(|name| path.ends_with(name)) {
            all.extend(std::fs::read(&path).unwrap());
        }
    }
    all
}

fn contains(bytes: &[u8], secret: &[u8]) -> bool {
    bytes.windows(secret.len()).any(|part| part == secret)
}
