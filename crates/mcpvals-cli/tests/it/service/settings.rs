//! The file of settings: all that is wrong with it is told at once, each with its place, and nothing is served.

use serde_json::json;

use super::TestService;
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
            ("11:", "unknown field `secuirty`"),
        ] {
            let told = ran.stderr.contains(words) && ran.stderr.contains(&format!("mcp-evaluator.config.json:{place}"));
            assert!(told, "{place} {words}:\n{}", ran.stderr);
        }
        assert!(ran.stderr.contains("the settings have 8 errors"), "{}", ran.stderr);
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
