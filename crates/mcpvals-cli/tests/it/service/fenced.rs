//! What a config may open, and what its servers may see: nothing of the service's own, nothing outside of the allowed roots.

use serde_json::{Value, json};

use super::{TestService, generous};

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
    for file in [service.path("rows.csv").as_str(), "rows.csv"] {
        let mut config = cases(file);
        config["server"] = server.clone();
        assert_eq!(service.post("/api/v1/evaluations", &json!({ "config": config })).status, 201, "{file}");
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
    let env = json!({ "A": outside.path(), "HOME": folder.join("data"), "PATH": format!("{}:/usr/bin:/bin", folder.join("data").display()) });
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
