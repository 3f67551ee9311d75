//! What a `serverPath` may name: nothing outside of the allowed roots, nothing of this machine's network.

use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::{Value, json};

use super::running::{SERVE, key};
use super::{TestService, generous};
use crate::mcpvals::{Folder, Ran};

/// What is not below a root, however it is written.
const OUTSIDE: [&str; 35] = [
    "/etc",
    "/etc/passwd",
    "/etc/passwd-that-is-not-there",
    "../outside",
    "documents/../../outside",
    "./../outside",
    "link",
    "link/server.py",
    "etc/passwd",
    "etc/no-such-file",
    "loop",
    "..",
    "../",
    "/",
    "/proc/self/environ",
    "/dev/zero",
    "documents/../../root-of-another",
    "../root-of-another",
    "%2e%2e/outside",
    "..%2foutside",
    "..\\outside",
    "~",
    "~root",
    "file:///etc/passwd",
    "documents\u{202e}",
    "documents/server.py/..%00",
    "absent",
    "$HOME",
    "documents; id",
    "|id",
    "-rf",
    "npm:../x",
    "npm:-g",
    "pypi:a b",
    "pypi:git+https://x",
];

#[test]
fn nothing_outside_of_the_roots_is_looked_at() {
    let service = TestService::with(&["--no-worker"], &generous());
    let root = service.root();
    service.folder.write("outside/server.py", "");
    symlink(service.folder.path().join("outside"), root.join("link")).unwrap();
    symlink("/etc", root.join("etc")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    service.folder.write("root-of-another/server.py", "");
    let outside = service.folder.path().join("outside").display().to_string();
    let mut answers = std::collections::BTreeSet::new();
    for path in OUTSIDE.into_iter().chain([outside.as_str()]) {
        let answer = service.post("/api/v1/evaluations", &json!({ "serverPath": path }));
        assert_eq!(answer.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{path}: {}", answer.text());
        let details = answer.error()["details"].clone();
        assert_eq!((&details["field"], &details["value"]), (&json!("serverPath"), &json!(path)));
        if !path.starts_with("npm:") && !path.starts_with("pypi:") {
            answers.insert(details["constraint"].as_str().unwrap().to_owned());
        }
        let tool = service.post("/api/v1/tools/test", &json!({ "serverPath": path, "toolName": "x" }));
        assert_eq!(tool.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{path}");
    }
    // What is there and what is not there is told in the same words.
    assert_eq!(answers.into_iter().collect::<Vec<_>>(), ["must be an existing directory"]);
    for path in [
        "documents",
        "./documents",
        "hanging/../documents",
        "documents/server.py",
        &service.path("documents"),
        "documents/",
    ] {
        let answer = service.post("/api/v1/evaluations", &json!({ "serverPath": path }));
        assert_eq!((answer.status, &answer.data()["serverPath"]), (201, &json!(path)));
    }
}

/// Addresses of this machine, its network and its cloud, in every way of writing them.
const PRIVATE: [&str; 38] = [
    "http://127.0.0.1/",
    "http://127.0.0.1:1/mcp",
    "http://127.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://localhost.localdomain/",
    "http://a.localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://metadata.google.internal/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://127.0.0.1%2f@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1/@example.com/",
    "http://127.0.0.1?@example.com/",
    "http://\u{2460}\u{2461}\u{2466}.0.0.1/",
];

#[test]
fn nothing_of_this_machine_s_network_is_asked() {
    let service = TestService::with(&["--no-worker", "--allow-command", "python3"], &generous());
    for url in PRIVATE {
        let bodies = [
            json!({ "serverPath": url, "options": { "transport": "http" } }),
            json!({ "serverPath": url }),
            json!({ "server": { "url": url } }),
            json!({ "config": { "server": { "transport": "http", "url": url } } }),
            json!({ "config": { "servers": { "a": { "transport": "sse", "url": url.replace("http:", "HTTP:") } } } }),
        ];
        for body in bodies {
            let answer = service.post("/api/v1/evaluations", &body);
            assert_eq!(answer.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{body}: {}", answer.text());
        }
        let answer = service.post("/api/v1/webhooks", &json!({ "url": url }));
        assert_eq!(answer.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{url}: {}", answer.text());
    }
    for url in [
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "http://",
        "https://",
        "http:///x",
        "javascript:alert(1)",
    ] {
        let answer = service.post("/api/v1/evaluations", &json!({ "server": { "url": url } }));
        assert_eq!(answer.status, 400, "{url}: {}", answer.text());
    }
}

#[test]
fn a_public_address_leads_nobody_to_a_private_one() {
    let folder = Folder::new();
    folder.write("settings.json", &generous().to_string());
    folder.write("root/none", "");
    let script = folder.write("redirects.py", include_str!("../../servers/redirects.py"));
    let key = key(&folder, &["evaluate:admin"], &[])["key"].as_str().unwrap().to_owned();
    let program = folder.command(&[]);
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--net", "python3"]).arg(script).arg(key);
    command.arg(program.get_program()).args(SERVE).args(["--data-dir", "data", "--sandbox", "off"]);
    let ran = Ran::of(&command.current_dir(folder.path()).output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["heard"], json!(["GET /control"]), "nobody else came to the private address");
    for (status, end) in found["ends"].as_object().unwrap() {
        assert_eq!(end["status"], "failed", "{status}: {end:#}");
        let why = end["results"]["runtime"]["unreachable"].as_str().unwrap();
        let expected = if status == "401" {
            "it wants credentials"
        } else {
            "http://127.0.0.1:8001/private`, which is not followed"
        };
        assert!(why.contains(expected), "{status}: {why}");
    }
}

#[test]
fn an_address_of_this_machine_is_asked_where_that_is_allowed() {
    let server = mcpvals_testkit::HttpServer::fast(&[]);
    let service = TestService::with(&["--sandbox", "off", "--allow-private"], &generous());
    let body = json!({ "serverPath": server.url(), "options": { "transport": "http", "runStatic": false } });
    let id = service.post("/api/v1/evaluations", &body).data()["id"].as_str().unwrap().to_owned();
    assert_eq!(service.events(&id).last().unwrap()["type"], "evaluation:completed");
    assert_eq!(service.get(&format!("/api/v1/evaluations/{id}")).data()["status"], "completed");
}

#[test]
fn a_program_that_is_not_allowed_is_not_started() {
    let service = TestService::with(&["--no-worker", "--allow-command", "python3"], &generous());
    let refused = [
        json!({ "server": { "command": "sh", "args": ["-c", "id"] } }),
        json!({ "server": { "command": "/bin/sh" } }),
        json!({ "server": { "command": "./python3" } }),
        json!({ "server": { "command": "python3;id" } }),
        json!({ "config": { "server": { "transport": "stdio", "command": "sh" } } }),
        json!({ "config": { "servers": { "a": { "transport": "stdio", "command": "sh" } } } }),
        json!({ "config": { "servers": { "a": { "transport": "stdio", "command": ["sh"] } } } }),
        json!({ "config": { "deep": [[{ "command": "sh" }]] } }),
        json!({ "serverPath": "documents", "server": { "command": "node" } }),
    ];
    for body in refused {
        let answer = service.post("/api/v1/evaluations", &body);
        assert_eq!(answer.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{body}: {}", answer.text());
    }
    let answer = service.post("/api/v1/evaluations", &json!({ "server": { "command": "python3" } }));
    assert_eq!((answer.status, &answer.data()["serverPath"]), (201, &json!("python3")));
}

#[test]
fn a_config_names_folders_and_files_from_the_roots() {
    let service = TestService::with(&["--sandbox", "off", "--allow-command", "python3"], &generous());
    service.folder.write("root/documents/cases.csv", "query,_description\nx,one\ny,two\n");
    let config = |cwd: &str, file: &str| {
        json!({ "config": {
            "server": { "transport": "stdio", "command": "python3", "args": ["server.py"], "cwd": cwd },
            "toolHealthSuites": [{ "name": "s", "tests": [
                { "name": "search_documents", "args": { "query": "{{query}}" }, "cases": { "file": file } },
            ] }],
        } })
    };
    let accepted = service.post("/api/v1/evaluations", &config("documents", "documents/cases.csv"));
    assert_eq!(accepted.status, 201, "{}", accepted.text());
    let id = accepted.data()["id"].as_str().unwrap().to_owned();
    service.events(&id);
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!(view["status"], "completed", "{view:#}");
    for (cwd, file, field) in [
        ("nowhere", "documents/cases.csv", "config.server.cwd"),
        ("documents", "nowhere.csv", "config.toolHealthSuites.0.tests.0.cases.file"),
        ("documents", "../settings.json", "config.toolHealthSuites.0.tests.0.cases.file"),
    ] {
        let refused = service.post("/api/v1/evaluations", &config(cwd, file));
        assert_eq!((refused.status, &refused.error()["details"]["field"]), (400, &json!(field)), "{}", refused.text());
    }
}
