//! What a config may open, and what its servers may see: nothing of the service's own, nothing outside of the allowed roots.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::sync::Arc;

use serde_json::{Value, json};

use super::running::SERVE;
use super::{TestService, generous};
use crate::mcpvals::Folder;

/// A server with one tool, which tells what is in a file.
const PEEK: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, result = message["method"], {}
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "peek", "version": "1"}}
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
        result = {"tools": [{"name": "peek", "inputSchema": schema}]}
    elif method == "tools/call":
        try:
            text = open(message["params"]["arguments"]["path"]).read()
        except Exception as problem:
            text = f"refused: {problem}"
        result = {"content": [{"type": "text", "text": text}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"#;

fn suite(kind: &str, test: &Value) -> Value {
    let tests = match kind {
        "resourceSuites" => "subscriptionTests",
        _ => "tests",
    };
    json!({ kind: [{ "name": "s", tests: [test] }] })
}

#[test]
fn a_config_names_no_file_of_the_operator_s() {
    let service = TestService::with(&["--no-worker", "--allow-private", "--allow-command", "python3"], &generous());
    let data = service.folder.path().join("data/secret.key").display().to_string();
    service.folder.write("outside/rows.csv", "a\n1\n");
    let outside = service.folder.path().join("outside/rows.csv").display().to_string();
    let server = json!({ "transport": "http", "url": "http://127.0.0.1:1/mcp" });
    let started = |cwd: &str| json!({ "transport": "stdio", "command": "python3", "cwd": cwd });
    let cases = |file: &str| suite("toolHealthSuites", &json!({ "name": "t", "cases": { "file": file } }));
    let refused = [
        (server.clone(), suite("resourceSuites", &json!({ "uri": "a://b", "touch": outside, "append": "x" }))),
        (server.clone(), suite("resourceSuites", &json!({ "uri": "a://b", "touch": "../x" }))),
        (server.clone(), suite("resourceSuites", &json!({ "uri": "a://b", "touch": "${HOME}/x" }))),
        (server.clone(), cases(&outside)),
        (server.clone(), cases(&data)),
        (server.clone(), cases("../../outside/rows.csv")),
        (started(service.folder.path().to_str().unwrap()), json!({})),
        (started("/etc"), json!({})),
        (started(&service.folder.path().join("data").display().to_string()), json!({})),
        (server.clone(), json!({ "auth": { "type": "bearer", "store": "keyring" } })),
        (server.clone(), json!({ "auth": { "type": "bearer", "store": { "file": outside } } })),
        (server.clone(), suite("workflows", &json!({ "cassette": data }))),
        (server.clone(), suite("samplingSuites", &json!({ "canaries": { "files": ["/etc/motd"] } }))),
    ];
    for (server, mut config) in refused {
        config["server"] = server;
        let answer = service.post("/api/v1/evaluations", &json!({ "config": config }));
        assert_eq!(answer.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{config}: {}", answer.text());
    }
    service.folder.write("root/rows.csv", "a\n1\n");
    for (file, status) in [(service.path("rows.csv").as_str(), 201), ("rows.csv", 201), ("other.csv", 400)] {
        let mut config = cases(file);
        config["server"] = server.clone();
        assert_eq!(service.post("/api/v1/evaluations", &json!({ "config": config })).status, status, "{file}");
    }
}

#[test]
fn a_server_sees_what_is_below_the_roots_and_nothing_of_the_service_s() {
    // The data folder lies below an allowed root.
    let service = TestService::with(&["--allow-root", ".", "--allow-command", "python3"], &generous());
    service.folder.write("root/peek/server.py", PEEK);
    service.folder.write("root/beside.txt", "BESIDE-THE-SERVER");
    let folder = service.folder.path().canonicalize().unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("file.txt"), "OUTSIDE-OF-ALL").unwrap();
    assert_eq!(service.get("/api/v1/health").status, 200, "it has begun, and its key is there");
    let secret = service.folder.read("data/secret.key");
    let paths = [
        folder.join("data/secret.key"),
        folder.join("data/mcpvals.db"),
        outside.path().join("file.txt"),
        folder.join("root/beside.txt"),
    ];
    let paths = paths.map(|path| path.display().to_string());
    let named = [&service.path("peek/server.py"), &folder.join("data").display().to_string()];
    let args = named.into_iter().chain(&paths).collect::<Vec<_>>();
    let env = json!({ "A": outside.path(), "HOME": folder.join("data") });
    let tests: Vec<Value> = paths.iter().map(|path| json!({ "name": "peek", "args": { "path": path } })).collect();
    let config = json!({
        "server": { "transport": "stdio", "command": "python3", "args": args, "env": env },
        "toolHealthSuites": [{ "name": "s", "tests": tests }],
    });
    let answer = service.post("/api/v1/evaluations", &json!({ "config": config }));
    assert_eq!(answer.status, 201, "{}", answer.text());
    let id = answer.data()["id"].as_str().unwrap().to_owned();
    let last = service.events(&id).last().unwrap().clone();
    assert_eq!(last["type"], "evaluation:completed", "{last:#}");
    let mut told = service.get(&format!("/api/v1/evaluations/{id}")).text();
    let documents = service.get(&format!("/api/v1/evaluations/{id}/documents")).data();
    for document in documents["documents"].as_array().unwrap() {
        told.push_str(&service.get(document["url"].as_str().unwrap()).text());
    }
    let level =
        service.get(&format!("/api/v1/evaluations/{id}")).data()["results"]["report"]["sandbox"]["level"].clone();
    assert_eq!(level, "L3", "the fence does not weaken the sandbox");
    assert!(told.contains("BESIDE-THE-SERVER"), "it ran, and saw what it may: {told}");
    assert!(
        !told.contains("OUTSIDE-OF-ALL") && !told.contains("SQLite format") && !told.contains(secret.trim()),
        "{told}"
    );
    for private in ["data", "."] {
        let refused = service.post("/api/v1/evaluations", &json!({ "serverPath": folder.join(private) }));
        assert_eq!(refused.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{private}");
    }
}

/// Runs the script that its first argument names.
const RUN: &str = "import runpy, sys\ndel sys.argv[0]\nrunpy.run_path(sys.argv[0], run_name='__main__')\n";

/// Where Python itself is, whatever chooses among several.
fn interpreter() -> String {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    String::from_utf8(asked.stdout).unwrap().trim().to_owned()
}

/// The folder of a program that the operator allows has the data folder in it.
#[test]
fn what_is_granted_around_the_service_s_own_does_not_open_it() {
    for level in ["l3", "l2"] {
        let folder = Arc::new(Folder::new());
        folder.write("run-python", &format!("#!{}\n{RUN}", interpreter()));
        folder.write("root/peek/server.py", PEEK);
        let program = folder.path().canonicalize().unwrap().join("run-python");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let linked = program.with_file_name("linked/run-python");
        let allowed = [&program, &linked].map(|program| program.to_str().unwrap());
        let mut words = vec!["--sandbox", level, "--allow-command", "python3"];
        words.extend(allowed.iter().flat_map(|program| ["--allow-command", program]));
        let service = TestService::at(folder, &words, &generous());
        assert_eq!(service.get("/api/v1/health").status, 200, "it has begun, and its key is there");
        let data = program.with_file_name("data");
        // Through a link to its folder, too.
        let linked = program.with_file_name("linked");
        std::os::unix::fs::symlink(program.with_file_name(""), &linked).unwrap();
        let servers = [
            json!({ "command": program, "args": ["server.py"], "cwd": "peek" }),
            json!({ "command": linked.join("run-python"), "args": ["server.py"], "cwd": "peek" }),
        ];
        for server in servers {
            for file in ["secret.key", "mcpvals.db"].map(|name| data.join(name)) {
                assert!(file.is_file(), "{}", file.display());
                let body = json!({ "server": server, "toolName": "peek", "arguments": { "path": file } });
                let told = service.post("/api/v1/tools/test", &body).text();
                let is_refused = told.contains("No such file") || told.contains("Permission denied");
                assert!(is_refused, "{level}: {server}: {told}");
            }
        }
    }
}

/// Whatever a server repeats of what it was given: in its names, its descriptions and its answers.
#[test]
fn a_secret_that_a_server_repeats_is_in_no_document() {
    const ECHO: &str = r#"
import base64, json, os, sys
token = os.environ["API_TOKEN"]
words = " ".join([token, base64.b64encode(token.encode()).decode(), *sys.argv])
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, result = message["method"], {}
    if method == "initialize":
        info = {"name": words, "title": words, "version": token}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "prompts": {}}, "serverInfo": info, "instructions": words}
    elif method == "tools/list":
        tool = {"name": "t-" + token, "title": words, "description": words, "inputSchema": {"type": "object", "description": words}}
        result = {"tools": [tool]}
    elif method == "prompts/list":
        result = {"prompts": [{"name": "p-" + token, "description": words}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": words}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"#;
    let service = TestService::with(&["--allow-command", "python3"], &generous());
    service.folder.write("root/echo/server.py", ECHO);
    let server = json!({
        "command": "python3", "cwd": "echo", "env": { "API_TOKEN": "ENVTOK-s3cr3t-1" },
        "args": ["server.py", "--token", "ARGTOK-s3cr3t-2", "--db", "postgres://u:DBPASS-s3cr3t-3@h/db"],
    });
    let answer = service.post("/api/v1/evaluations", &json!({ "server": server }));
    let id = answer.data()["id"].as_str().unwrap().to_owned();
    let events = service.events(&id);
    assert_eq!(events.last().unwrap()["type"], "evaluation:completed", "{events:#?}");
    let mut told = format!("{events:?}{}", service.get(&format!("/api/v1/evaluations/{id}")).text());
    let documents = service.get(&format!("/api/v1/evaluations/{id}/documents")).data();
    for document in documents["documents"].as_array().unwrap() {
        told.push_str(&service.get(document["url"].as_str().unwrap()).text());
    }
    for format in ["json", "markdown", "html", "xml", "sarif", "junit"] {
        let made = service.post(&format!("/api/v1/evaluations/{id}/reports"), &json!({ "format": format }));
        let path = format!("/api/v1/reports/{}/download", made.data()["reportId"].as_str().unwrap());
        told.push_str(&service.get(&path).text());
    }
    told.push_str(&service.get(&format!("/evaluations/{id}")).text());
    told.push_str(&service.get("/api/v1/evaluations").text());
    told.push_str(&service.log());
    for secret in ["ENVTOK-s3cr3t-1", "RU5WVE9LLXMzY3IzdC0x", "ARGTOK-s3cr3t-2", "DBPASS-s3cr3t-3"] {
        let at = told.find(secret).map(|at| &told[at.saturating_sub(300)..(at + 100).min(told.len())]);
        assert_eq!(at, None, "{secret}");
    }
}

/// The data folder lies in the project that a server belongs to, as in many a checkout.
#[test]
fn a_project_around_the_service_s_own_is_seen_without_it() {
    for level in ["l3", "l2"] {
        let folder = Arc::new(Folder::new());
        folder.write("root/package.json", "{}");
        folder.write("root/lib/words.txt", "OF-THE-PROJECT");
        folder.write("root/peek/server.py", PEEK);
        folder.write("settings.json", &generous().to_string());
        let words = ["keys", "create", "--json", "--scope", "evaluate:admin", "--data-dir", "root/.mcpvals"];
        let made: Value = serde_json::from_str(&folder.run(&words).stdout).unwrap();
        let mut command = folder.command(&SERVE);
        command.args(["--data-dir", "root/.mcpvals", "--sandbox", level]);
        let service = TestService::of(folder, made["key"].as_str().unwrap().to_owned(), command);
        assert_eq!(service.get("/api/v1/health").status, 200, "it has begun, and its key is there");
        let peek = |name: &str| {
            let arguments = json!({ "path": service.path(name) });
            let body = json!({ "serverPath": "peek", "toolName": "peek", "arguments": arguments });
            service.post("/api/v1/tools/test", &body).text()
        };
        assert!(peek("lib/words.txt").contains("OF-THE-PROJECT"), "{level}: {}", peek("lib/words.txt"));
        for private in [".mcpvals/secret.key", ".mcpvals/mcpvals.db", ".mcpvals/mcpvals.db-wal"] {
            let told = peek(private);
            assert!(told.contains("No such file") || told.contains("Permission denied"), "{level}: {told}");
        }
    }
}
