//! `--from-client`: servers that a user has set up, as their client's own file has them.

use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};

/// What stands in a client's file of the example server.
fn example() -> Value {
    json!({"command": "mcpvals", "args": ["example-server"]})
}

fn cursor(servers: &Value) -> Folder {
    let folder = Folder::new();
    folder.write(".cursor/mcp.json", &json!({"mcpServers": servers}).to_string());
    folder
}

/// The verdict of each case.
fn verdicts(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    cases(report).iter().map(|case| (text(&case["id"]), text(&case["verdict"]))).collect()
}

#[test]
fn every_server_is_tested_by_what_it_offers() {
    let folder = cursor(&json!({"one": example(), "two": example(), "off": {"command": "x", "disabled": true}}));
    let (ran, report) = folder.eval(&["--from-client", "cursor"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let verdicts = verdicts(&report);
    for server in ["one", "two"] {
        let id = format!("{server} tools/add");
        assert!(verdicts.contains(&(id.clone(), "passed".to_owned())), "{id}: {verdicts:?}");
    }
    assert!(ran.stderr.contains("off is switched off in cursor"), "{ran:?}");
    assert!(!report.to_string().contains("\"off"), "{report:#}");
}

#[test]
fn nothing_secret_of_a_file_that_is_wrong_is_shown() {
    let cases = [
        (
            "cursor",
            ".cursor/mcp.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\n\"API_KEY\": \"s-12345\"\n\"A\": \"1\"}}}}",
        ),
        (
            "vscode",
            ".vscode/mcp.json",
            "{\"servers\": {\"a\": {\"command\": \"x\", \"env\": {\n\"API_KEY\": \"s-12345\n}}}}",
        ),
        (
            "cursor",
            ".cursor/mcp.json",
            "{\"mcpServers\": {\"a\": {\n\"apiKey\": \"s-12345\", \"apiKey\": \"s-12345\"}}}",
        ),
        ("codex", ".codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.a.env]\nAPI_KEY = s-12345\n"),
        ("cursor", ".cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "x", "env": "s-12345"}}}"#),
        (
            "cursor",
            ".cursor/mcp.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"--token\", \"s-12345\"] \"env\": {}}}}",
        ),
        ("cursor", ".cursor/mcp.json", "{\"mcpServers\": {\"a\": {\"env\": {\"ANY\" \"s-12345\"}}}}"),
        ("cursor", ".cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "./nowhere --api-key=s-12345"}}}"#),
    ];
    for (client, file, text) in cases {
        let folder = Folder::new();
        folder.write(file, text);
        let ran = folder.run(&["eval", "--from-client", client, "--reporter", "console", "--reporter", "json=r.json"]);
        let said = [ran.stdout, ran.stderr, folder.written()].concat().replace(text, "");
        assert!(ran.code != 0 && !said.contains("s-12345"), "{text}\n{said}");
    }
}

#[test]
fn where_no_server_can_be_used_it_is_said_why() {
    let folder = cursor(&json!({"asks": {"command": "x", "args": ["${input:token}"]}}));
    let ran = folder.run(&["eval", "--from-client", "cursor"]);
    assert!(ran.code == 4 && ran.stderr.contains("a value that the editor asks its user for"), "{ran:?}");
}

#[test]
fn what_cannot_be_reached_fails_and_what_cannot_be_used_is_told() {
    let folder = cursor(&json!({
        "good": example(), "gone": {"command": "./nowhere"}, "asks": {"command": "x", "args": ["${input:token}"]},
    }));
    let (ran, report) = folder.eval(&["--from-client", "cursor"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let verdicts = verdicts(&report);
    let of = |server: &str| verdicts.iter().find(|(id, _)| id.starts_with(server)).map(|(_, verdict)| verdict.as_str());
    assert_eq!(
        (of("gone"), of("asks"), of("good")),
        (Some("errored"), Some("skipped"), Some("passed")),
        "{verdicts:?}"
    );
    assert!(report.to_string().contains("--from-client cursor --filter 'gone utilities/answers'"), "{report:#}");
    let ran = folder.run(&["eval", "--from-client", "cursor", "--server", "asks"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("a value that the editor asks its user for"), "{ran:?}");
}

#[test]
fn a_failure_is_shown_again_by_its_command() {
    let folder = cursor(&json!({"good": example(), "gone": {"command": "./nowhere"}}));
    let ran = folder.run(&["eval", "--from-client", "cursor", "--filter", "gone utilities/answers"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(!ran.stdout.contains("good"), "{ran:?}");
}

#[test]
fn a_config_tests_the_server_of_the_client_in_place_of_its_own() {
    let config = json!({
        "server": {"transport": "stdio", "command": "${NOT_SET_ANYWHERE}"},
        "toolHealthSuites": [{"name": "math", "tests": [{"name": "add", "args": {"a": 1, "b": 2}, "expectedResult": "3"}]}],
    });
    let folder = cursor(&json!({"here": example(), "other": {"command": "./nowhere"}}));
    folder.write("c.json", &config.to_string());
    let (ran, report) = folder.eval(&["c.json", "--from-client", "cursor", "--server", "here"]);
    assert_eq!((ran.code, verdicts(&report)), (0, vec![("math/add".to_owned(), "passed".to_owned())]), "{ran:?}");
    let ran = folder.run(&["eval", "c.json", "--from-client", "cursor", "--server", "other"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.stdout.contains("mcpvals eval c.json --from-client cursor --server other --filter math/add"),
        "{ran:?}"
    );
    let ran = folder.run(&["eval", "c.json", "--from-client", "cursor"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("say with --server which"), "{ran:?}");
}

#[test]
fn a_secret_of_the_client_s_file_is_in_no_output() {
    let secret = "tok-4f9a8b7c6d5e";
    let server = json!({"command": "mcpvals", "args": ["example-server"], "env": {"API_TOKEN": secret}});
    let folder = cursor(&json!({"good": server, "bad": {"command": "./nowhere", "env": {"API_TOKEN": secret}}}));
    let (ran, report) = folder.eval(&["--from-client", "cursor", "-d", "--trace", "traces"]);
    assert!(!format!("{ran:?}{report}").contains(secret), "{ran:?}");
}

#[test]
fn no_server_is_nothing_to_run() {
    let folder = cursor(&json!({}));
    for client in ["claude", "cursor", "vscode", "codex"] {
        let ran = folder.run(&["eval", "--from-client", client]);
        assert_eq!(ran.code, 4, "{client}: {ran:?}");
        assert!(ran.stderr.contains(&format!("{client} has no servers")), "{ran:?}");
    }
    let ran = folder.run(&["eval", "--from-client", "cursor", "--server", "x"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(folder.run(&["eval", "--server", "x"]).code, 2);
}
