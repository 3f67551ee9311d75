//! schemathesis, which makes requests of the OpenAPI document, good ones and broken ones, finds nothing to complain about.

use std::process::Command;

use super::running::generous;
use super::{TestService, client};
use crate::installed::{installed, server};

/// Requests for each operation and phase.
const EXAMPLES: &str = "10";

/// All checks and phases, on these operations.
#[track_caller]
fn check(service: &TestService, key: Option<&str>, selection: &[&str]) -> String {
    let program = installed("schemathesis", "requirements.txt").join("bin/schemathesis");
    let own = server("schemathesis");
    // The server that the document's examples name.
    service.folder.write("root/my-mcp-server/README.md", "Nothing that could be started.");
    let mut command = Command::new(program);
    command.env("SCHEMATHESIS_HOOKS", "hooks").env("PYTHONPATH", &own).env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg("--config-file").arg(own.join("schemathesis.toml")).arg("run");
    command.arg(format!("http://{}/api/v1/openapi.json", service.address));
    command.args(["--checks", "all", "--seed", "1", "--no-color", "--max-examples", EXAMPLES]).args(selection);
    if let Some(key) = key {
        command.args(["--header", &format!("Authorization: Bearer {key}")]);
    }
    // What it remembers of failures it puts beside.
    let ran = command.current_dir(service.folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("No issues found"), "{said}");
    said.into_owned()
}

/// Everything but what would change how the rest is answered; then that.
#[track_caller]
fn check_all(service: &TestService, key: Option<&str>) {
    let said = check(service, key, &["--exclude-operation-id", "updateConfig"]);
    // What was made is asked for, too: its links were followed.
    let listed = service.get("/api/v1/evaluations?limit=1").data();
    assert!(listed["pagination"]["total"].as_i64().is_some_and(|total| total > 0), "{said}");
    check(service, key, &["--include-operation-id", "updateConfig"]);
    let health = client::Request::new(service.address, "GET", "/api/v1/health").send();
    // Among what was changed is how often somebody may ask.
    assert!(matches!(health.status, 200 | 429), "{}", health.text());
}

#[test]
fn nothing_is_found_with_a_key() {
    let service = TestService::with(&["--sandbox", "off"], &generous());
    check_all(&service, Some(&service.admin));
}

#[test]
fn nothing_is_found_without_keys() {
    let service = TestService::with(&["--sandbox", "off", "--no-auth"], &generous());
    check_all(&service, None);
}

#[test]
fn the_document_is_openapi_3_1() {
    let service = TestService::with(&["--no-worker"], &generous());
    let text = service.get("/api/v1/openapi.json").text();
    let path = service.folder.write("openapi.json", &text);
    let program = installed("schemathesis", "requirements.txt").join("bin/openapi-spec-validator");
    let ran = Command::new(program).args(["--schema", "3.1"]).arg(path).output().unwrap();
    assert!(ran.status.success(), "{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    // What is committed is what is served.
    let committed =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas/openapi.json")).unwrap();
    let committed: serde_json::Value = serde_json::from_str(&committed).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), committed);
}
