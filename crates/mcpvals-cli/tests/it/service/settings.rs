//! The file of settings: all that is wrong with it is told at once, each with its place, and nothing is served.

use std::sync::Arc;

use serde_json::json;

use super::TestService;
use super::client::Request;
use crate::mcpvals::Folder;

#[test]
fn a_file_that_cannot_be_gone_by_is_refused() {
    let folder = Folder::new();
    let text = r#"{
  // Comments may stand here.
  "limits": {
    "maxConcurrentEvaluations": 0,
    "requestsPerHour": { "GET /evaluation": 5, "GET /evaluations": 0, "POST /session": 9, "GET pages": 9 }
  },
  "security": {
    "sandbox": "l9", "requireSandbox": "auto", "sandboxNetwork": "some",
    "alowedRoots": ["x"]
  },
  "service": { "host": "nowhere host", "port": 70000, "dataDir": "" },
  "secuirty": {}
}"#;
    folder.write("mcp-evaluator.config.json", text);
    for command in ["serve", "worker"] {
        let ran = folder.run(&[command, "--data-dir", "data"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        for (place, words) in [
            ("4:", "must be from 1 to 1000, got 0"),
            ("5:", "no route is counted as `GET /evaluation`"),
            ("5:", "must be from 1 to 1000000000, got 0"),
            ("8:", "`l9` is not known here"),
            ("8:", "`auto` is not known here"),
            ("8:", "`some` is not known here"),
            ("9:", "unknown field `alowedRoots`"),
            ("11:", "`nowhere host` is no address of IP"),
            ("11:", "got 70000"),
            ("11:", "must not be empty"),
            ("12:", "unknown field `secuirty`"),
        ] {
            let told = ran.stderr.contains(words) && ran.stderr.contains(&format!("mcp-evaluator.config.json:{place}"));
            assert!(told, "{place} {words}:\n{}", ran.stderr);
        }
        assert!(ran.stderr.contains("the settings have 11 errors"), "{}", ran.stderr);
        assert!(!folder.path().join("data").exists(), "nothing was begun");
    }
}

#[test]
fn a_limit_of_no_route_is_not_taken_later_either() {
    let service = TestService::with(&["--no-worker"], &json!({}));
    let put = |name: &str| {
        let body = json!({ "limits": { "requestsPerHour": { name: 5 } } });
        service.ask("PUT", "/api/v1/config").json(&body).send()
    };
    let refused = put("GET /evaluation");
    assert_eq!(refused.outcome(), (400, "VALIDATION_ERROR".to_owned()));
    assert_eq!(refused.error()["details"]["field"], "limits.requestsPerHour");
    for name in ["GET /reports", "GET pages", "POST /session", "*"] {
        assert_eq!(put(name).status, 200, "{name}");
    }
}

/// What flags say, the file may say, too; flags and variables go first.
#[test]
fn a_service_is_where_its_file_says() {
    let folder = Arc::new(Folder::new());
    let file =
        json!({ "service": { "port": 0, "database": "kept/own.db", "dataDir": "state", "worker": false, "drain": 0 } });
    folder.write("mcp-evaluator.config.json", &file.to_string());
    folder.write("kept/x", "");
    let admin = folder.run(&["keys", "create", "--scope", "evaluate:admin"]).stdout.trim().to_owned();
    let service = TestService::of(Arc::clone(&folder), admin, folder.command(&["serve"]));
    assert_ne!(service.address.port(), 3457);
    assert_eq!(service.get("/api/v1/evaluations").status, 200, "the key is in the same database");
    let folder = service.stop();
    assert!(folder.path().join("kept/own.db").is_file() && folder.path().join("state").is_dir());
    let mut command = folder.command(&["serve"]);
    command.env("MCPVALS_NO_AUTH", "true").env("MCPVALS_NO_WORKER", "true").env("MCPVALS_DRAIN", "0");
    let service = TestService::of(folder, String::new(), command);
    let asked = Request::new(service.address, "GET", "/api/v1/evaluations").send();
    assert_eq!(asked.status, 200, "nobody is asked for a key");
}

#[test]
fn a_database_that_is_not_there_is_not_copied() {
    let folder = Folder::new();
    for words in [&["db", "backup", "copy.db"][..], &["db", "vacuum"], &["keys", "list"], &["keys", "revoke", "key_1"]]
    {
        let ran = folder.run(&[words, &["--data-dir", "nosuch"]].concat());
        assert!(ran.code == 2 && ran.stderr.contains("there is no database `"), "{ran:?}");
    }
    assert!(!folder.path().join("nosuch").exists() && !folder.path().join("copy.db").exists());
}
