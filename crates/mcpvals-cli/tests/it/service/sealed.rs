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
        "of-no-name-8a1c",
        "of-no-parameter-0b2e",
        "of an+answer-6f3d",
        "of-a-config-s-address-2e7a",
        "of-a-list-of-secrets-9d0c",
        "of-an-argument-s-address-3b8f",
    ];
    let [variable, header, config, inner, query, nameless, bare, echoed, outer, listed, argument] = planted;
    let echo = echoing();
    let webhook =
        service.post("/api/v1/webhooks", &json!({ "url": format!("http://127.0.0.1:1/?k={nameless}") })).data();
    assert_eq!(webhook["url"], "http://127.0.0.1:1/?***");
    let token =
        super::running::command(&service.folder, &["keys", "token", "--scope", "evaluate:read", "--subject", "x"]);
    assert_eq!(service.ask("GET", "/api/v1/evaluations").key(token.stdout.trim()).send().status, 200);
    let session = service.ask("POST", "/session").json(&json!({ "key": service.admin })).send();
    let cookie = session.header("set-cookie").unwrap().split(['=', ';']).nth(1).unwrap().to_owned();

    let args = [script.clone(), format!("--url=https://x.example/?u={argument}")];
    let server = json!({ "command": "python3", "args": args, "env": { "API_TOKEN": variable } });
    let remote = json!({ "url": "http://127.0.0.1:1/mcp", "headers": { "Authorization": format!("Bearer {header}") } });
    let suites = ["one", "three"].map(|name| {
        json!({ "name": name, "server": name, "tests": [{ "name": "search_documents", "args": { "query": "x" } }] })
    });
    let whole = json!({
        "servers": {
            "one": { "transport": "stdio", "command": "python3", "args": [script, listed], "env": { "PASSWORD": config } },
            "two": { "transport": "http", "url": "http://127.0.0.1:1/mcp", "headers": { "X-Api-Key": inner } },
            "three": { "transport": "http", "url": format!("http://{echo}/mcp?k={outer}") },
        },
        "toolHealthSuites": suites,
        "secrets": [listed],
    });
    let address = json!({ "serverPath": format!("HTTP://127.0.0.1:1/mcp?api_key={query}") });
    let coded = echoed.replace('+', "%2B").replace(' ', "%20");
    let of_echo = [format!("http://{echo}/?a=1&k={coded}"), format!("http://127.0.0.1:1/?{bare}")];
    let of_echo = of_echo.map(|url| json!({ "serverPath": url }));
    let refused = json!({ "server": { "transport": "sse", "url": format!("http://127.0.0.1:1/mcp?k={nameless}") } });
    let bodies = [json!({ "server": server }), json!({ "server": remote }), json!({ "config": whole }), address];
    let bodies = bodies.into_iter().chain(of_echo.clone()).chain([refused]).collect::<Vec<_>>();
    let ids: Vec<String> = bodies
        .iter()
        .map(|body| {
            let answer = service.post("/api/v1/evaluations", body);
            assert_eq!(answer.status, 201, "{}", answer.text());
            answer.data()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let mut told = String::new();
    for place in of_echo {
        told.push_str(&service.post("/api/v1/tools/list", &place).text());
        let test = json!({ "serverPath": place["serverPath"], "toolName": "x", "arguments": {} });
        told.push_str(&service.post("/api/v1/tools/test", &test).text());
    }
    for wrong in [format!("ftp://127.0.0.1/?k={nameless}"), format!(" http://127.0.0.1/?k={nameless}")] {
        let answer = service.post("/api/v1/evaluations", &json!({ "serverPath": wrong }));
        assert_eq!(answer.status, 400, "{}", answer.text());
        told.push_str(&answer.text());
    }
    let observer = json!({ "observability": { "endpoint": format!("http://127.0.0.1:1/?k={nameless}") } });
    for _ in 0..2 {
        told.push_str(&service.ask("PUT", "/api/v1/config").json(&observer).send().text());
    }
    told.push_str(&service.get("/api/v1/config").text());
    told.push_str(&service.get("/settings").text());
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
    assert!(told.contains("[redacted:k]") || told.contains("[redacted:k:url]"), "what was echoed is told");
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

/// A server that repeats in its answer whatever it was asked, decoded as servers do.
fn echoing() -> String {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut asked = [0; 4096];
            let read = stream.read(&mut asked).unwrap_or_default();
            let line = String::from_utf8_lossy(&asked[..read]).lines().next().unwrap_or_default().to_owned();
            let body = format!("{line} {}", line.replace("%20", " ").replace("%2B", "+"));
            let head = format!("HTTP/1.1 403 Forbidden\r\nContent-Length: {}\r\nConnection: close", body.len());
            let _ = write!(stream, "{head}\r\n\r\n{body}");
        }
    });
    place
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
