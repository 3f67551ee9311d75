//! What is secret in the words that start a server is in no report, however it came there.

use super::calculator;
use crate::mcpvals::Folder;

const TOKEN: &str = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX";
const PASSWORD: &str = "q7Zp2LwX9vKd4";

const FORMATS: [&str; 7] = ["console", "json", "markdown", "html", "xml", "sarif", "junit"];

#[track_caller]
fn check(folder: &Folder, words: &[&str]) {
    for format in FORMATS {
        // One whole run; the other formats are of what a look at the files gives.
        let phase: &[&str] = if format == "json" { &[] } else { &["--static-only"] };
        let all: Vec<&str> = ["evaluate", "--format", format].iter().chain(phase).chain(words).copied().collect();
        let ran = folder.run(&all);
        for secret in [TOKEN, PASSWORD] {
            assert!(!ran.stdout.contains(secret) && !ran.stderr.contains(secret), "{format} {words:?}: {ran:?}");
        }
        assert!(ran.stdout.contains("redacted") || format != "json", "{format} {words:?}: {ran:?}");
    }
}

#[test]
fn a_token_among_the_words_after_the_dashes_is_masked() {
    let folder = Folder::new();
    // What the server does with them is its affair: a shell hands nothing on.
    check(&folder, &["--", "sh", "-c", "exec mcpvals example-server", TOKEN, "--db-password", PASSWORD]);
}

#[test]
fn a_token_in_a_command_line_is_masked() {
    let folder = Folder::new();
    calculator(&folder);
    let command = format!("sh ./start.sh --token={TOKEN} 'db://u:{PASSWORD}@localhost'");
    check(&folder, &[".", "--command", &command]);
}

#[test]
fn a_token_in_a_clients_configuration_is_masked() {
    let folder = Folder::new();
    calculator(&folder);
    let servers = format!(
        r#"{{"mcpServers": {{"calculator": {{"command": "sh", "args": ["./start.sh", "{TOKEN}", "--api-key", "{PASSWORD}"]}}}}}}"#
    );
    folder.write("mcp.json", &servers);
    check(&folder, &["."]);
    folder.write("mcp.json", r#"{"mcpServers": {"calculator": {"command": "sh", "args": ["./start.sh"]}}}"#);
    folder.write(".mcp.json", &servers);
    check(&folder, &["."]);
}
