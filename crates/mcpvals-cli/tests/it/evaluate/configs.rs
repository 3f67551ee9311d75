//! Client configurations in documents, started where they are of the server itself.

use serde_json::{Value, json};

use super::{evaluate, rules};
use crate::mcpvals::Folder;

/// A package `weather-mcp` whose server writes down how it was started, and wants `--mode=x` where `strict` is there.
fn weather(folder: &Folder, servers: &Value) {
    let program = env!("CARGO_BIN_EXE_mcpvals");
    folder.write(
        "bin.sh",
        &format!("echo \"$*\" \"$CITY\" >> started\n[ \"$1\" = --wrong ] && exit 7\nexec {program} example-server\n"),
    );
    folder.write("package.json", r#"{"name": "weather-mcp", "version": "1.0.0", "bin": "bin.sh"}"#);
    let config = json!({"mcpServers": servers});
    folder.write("README.md", &format!("# Weather\n\nTells the weather.\n\n## Setup\n\n```json\n{config:#}\n```\n"));
}

/// The tests of configurations, as `name: status: words`.
fn configs(document: &Value) -> Vec<String> {
    let tests = document["results"]["runtime"]["exampleTests"].as_array().unwrap();
    let word = |test: &Value, member: &str| test[member].as_str().unwrap().to_owned();
    tests
        .iter()
        .map(|test| format!("{}: {}: {}", word(test, "test"), word(test, "status"), word(test, "actual")))
        .collect()
}

#[test]
fn a_documented_configuration_of_the_server_is_started() {
    let folder = Folder::new();
    let package = json!({"command": "npx", "args": ["-y", "weather-mcp@latest", "--fast"]});
    let city = json!({"command": "sh", "args": ["/path/to/weather/bin.sh", "--here"], "env": {"CITY": "Oslo"}});
    weather(&folder, &json!({"one": package, "two": city, "again": package}));
    let (ran, document) = evaluate(&folder, &["."]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let tests = configs(&document);
    assert_eq!(tests.len(), 2, "the same is started once: {tests:?}");
    for (test, begins) in tests.iter().zip(["config:one: passed: revision 2", "config:two: passed: revision 2"]) {
        assert!(test.starts_with(begins) && test.ends_with("5 tools are listed"), "{test}");
    }
    let started = folder.read("started");
    assert_eq!(started.lines().filter(|line| line.trim() == "--fast").count(), 1, "{started}");
    assert_eq!(started.lines().filter(|line| *line == "--here Oslo").count(), 1, "{started}");
    let evidence = document["results"]["static"]["Working Examples"]["evidence"].to_string();
    assert!(evidence.contains("2 of 2 documented configurations of clients started the server"), "{evidence}");
    assert!(!rules(&document).contains(&"example-fails".to_owned()));
}

#[test]
fn what_is_anothers_or_has_gaps_is_not_started_and_it_is_said_why() {
    let folder = Folder::new();
    let servers = json!({
        "gap": {"command": "npx", "args": ["-y", "weather-mcp"], "env": {"API_KEY": "YOUR_API_KEY"}},
        "image": {"command": "docker", "args": ["run", "-i", "weather"]},
        "notes": {"command": "npx", "args": ["-y", "notes-mcp"]},
    });
    weather(&folder, &servers);
    let (_, document) = evaluate(&folder, &["."]);
    let wanted = [
        "config:gap: skipped: its variable `API_KEY` is left to the user: give it with --env",
        "config:image: skipped: it starts a container, `weather`",
        "config:notes: skipped: it starts other software, `notes-mcp`",
    ];
    assert_eq!(configs(&document), wanted);
    let evidence = document["results"]["static"]["Working Examples"]["evidence"].to_string();
    assert!(evidence.contains("not tried: the client configuration `gap` in README.md"), "{evidence}");
    let (_, document) = evaluate(&folder, &[".", "--env", "API_KEY=k"]);
    assert!(configs(&document)[0].starts_with("config:gap: passed"), "{:?}", configs(&document));
}

#[test]
fn a_configuration_that_does_not_start_the_server_is_found() {
    let folder = Folder::new();
    weather(&folder, &json!({"one": {"command": "npx", "args": ["weather-mcp", "--wrong"]}}));
    let (_, document) = evaluate(&folder, &["."]);
    assert!(configs(&document)[0].starts_with("config:one: failed: "), "{:?}", configs(&document));
    assert!(rules(&document).contains(&"example-fails".to_owned()));
}

#[test]
fn a_configuration_that_starts_a_script_that_is_not_here_is_an_example_that_fails() {
    let folder = Folder::new();
    let server = |file: &str| json!({"command": "sh", "args": [file]});
    weather(&folder, &json!({"built": server("dist/bin.sh"), "slip": server("bim.sh")}));
    let (_, document) = evaluate(&folder, &["."]);
    let wanted = [
        "config:built: skipped: what it starts has to be built first",
        "config:slip: failed: it starts `bim.sh`, which is not here (`bin.sh` is)",
    ];
    assert_eq!(configs(&document), wanted);
    assert!(rules(&document).contains(&"example-fails".to_owned()));
}

#[test]
fn nothing_is_started_by_the_static_phase_alone() {
    let folder = Folder::new();
    weather(&folder, &json!({"one": {"command": "npx", "args": ["weather-mcp"]}}));
    let (_, document) = evaluate(&folder, &[".", "--static-only"]);
    assert!(document["results"].get("runtime").is_none());
    assert!(!folder.path().join("started").exists());
}
