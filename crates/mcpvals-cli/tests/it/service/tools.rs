//! `POST /tools/test`, as the example of seed 003 has it.

use serde_json::json;

use super::{TestService, generous, members};

#[test]
fn a_tool_is_tested_as_in_the_example() {
    let service = TestService::start();
    let asked = json!({
        "serverPath": service.path("documents"), "toolName": "search_documents",
        "arguments": { "query": "test query", "limit": 10 }, "transport": "stdio", "timeout": 15000,
    });
    let answer = service.post("/api/v1/tools/test", &asked);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = answer.data();
    let expected = "executionTime number, result object, status text, testId text, testedAt time, toolName text, validation object";
    assert_eq!(members(&data), expected);
    assert!(data["testId"].as_str().unwrap().starts_with("test_"));
    assert_eq!((&data["toolName"], &data["status"]), (&json!("search_documents"), &json!("passed")));
    let found = json!({ "documents": [{ "id": 1, "title": "Test Document", "score": 0.95 }] });
    assert_eq!(data["result"], json!({ "success": true, "data": found }));
    let grades = json!({ "responseTime": "excellent", "errorHandling": "good", "dataFormat": "valid" });
    assert_eq!(data["validation"], grades);
    assert!(data["executionTime"].as_f64().unwrap() > 0.0);
}

#[test]
fn what_goes_wrong_is_told_apart() {
    let service = TestService::start();
    let ask = |server: &str, body: serde_json::Value| {
        let mut whole = json!({ "serverPath": service.path(server), "toolName": "search_documents" });
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        service.post("/api/v1/tools/test", &whole)
    };
    // Without arguments they are made from the tool's schema.
    assert_eq!(ask("documents", json!({})).data()["status"], "passed");
    let failed = ask("documents", json!({ "arguments": { "limit": 10 } }));
    assert_eq!((failed.status, &failed.data()["status"]), (200, &json!("failed")), "{}", failed.text());
    let unknown = ask("documents", json!({ "toolName": "--help" }));
    assert_eq!((&unknown.data()["status"], &unknown.data()["toolName"]), (&json!("failed"), &json!("--help")));
    service.folder.write("root/broken/server.py", "raise SystemExit('no, thank you')\n");
    let gone = ask("broken", json!({}));
    assert_eq!(gone.outcome(), (422, "SERVER_UNREACHABLE".to_owned()));
    let slow = ask("hanging", json!({ "timeout": 1000 }));
    assert!(slow.status == 422 || slow.data()["status"] == "failed", "{}", slow.text());
    let absent = service.post("/api/v1/tools/test", &json!({ "serverPath": service.path("absent"), "toolName": "x" }));
    assert_eq!(absent.violations(), ["serverPath: must be an existing directory"]);
}

#[test]
fn a_tool_of_a_server_that_is_described_is_tested() {
    let service = TestService::with(&["--allow-command", "python3"], &generous());
    let server = json!({ "command": "python3", "args": ["server.py"] });
    let mut placed = server.clone();
    placed["cwd"] = json!("documents");
    for mut body in [json!({ "serverPath": "documents", "server": server }), json!({ "server": placed })] {
        let listed = service.post("/api/v1/tools/list", &body);
        assert_eq!(listed.data()["tools"][0]["name"], "search_documents", "{}", listed.text());
        body["toolName"] = json!("search_documents");
        body["arguments"] = json!({ "query": "test query" });
        let tested = service.post("/api/v1/tools/test", &body);
        assert_eq!(tested.data()["status"], "passed", "{body}: {}", tested.text());
    }
    let refused = service.post("/api/v1/tools/test", &json!({ "server": { "command": "sh" }, "toolName": "x" }));
    assert_eq!(
        refused.violations(),
        ["server.command: must be a program that the operator allows (`security.allowedCommands`: python3)"]
    );
    let nobody = service.post("/api/v1/tools/list", &json!({ "timeout": 1000 }));
    assert_eq!(nobody.outcome(), (400, "VALIDATION_ERROR".to_owned()));
}

#[test]
fn a_test_without_a_place_is_told_to_come_again() {
    let mut settings = generous();
    settings["limits"]["maxConcurrentEvaluations"] = json!(1);
    let service = TestService::with(&["--sandbox", "off"], &settings);
    let body = json!({ "serverPath": service.path("hanging"), "toolName": "search_documents", "timeout": 3000 });
    let request = service.ask("POST", "/api/v1/tools/test").json(&body);
    let first = std::thread::spawn(move || request.send());
    super::eventually("the first is called", || service.root().join("hanging/pid").exists());
    let body = json!({ "serverPath": service.path("documents"), "toolName": "search_documents" });
    let second = service.post("/api/v1/tools/test", &body);
    assert_eq!(second.outcome(), (503, "CONCURRENT_LIMIT".to_owned()));
    assert!(second.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    first.join().unwrap();
    assert_eq!(service.post("/api/v1/tools/test", &body).status, 200);
}

/// `server` stands in for what the place names, whatever that is.
#[test]
fn a_server_beside_an_address_is_the_one_that_is_asked() {
    let service =
        TestService::with(&["--sandbox", "off", "--allow-command", "python3", "--allow-private"], &generous());
    let server = json!({ "command": "python3", "args": [service.path("documents") + "/server.py"] });
    let body = json!({ "serverPath": "http://127.0.0.1:1/mcp", "server": server });
    let answer = service.post("/api/v1/tools/list", &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.data()["tools"][0]["name"], "search_documents");
}
