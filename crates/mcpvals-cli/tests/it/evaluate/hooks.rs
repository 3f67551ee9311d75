//! Hooks of the user's own.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::evaluate;
use crate::mcpvals::Folder;

fn rows(settings: &Value, files: &[(&str, &str)]) -> Value {
    let folder = Folder::new();
    folder.write("README.md", "# A server\n\nA server that is here to be evaluated by its files.\n");
    folder.write("mcp-evaluator.config.json", &settings.to_string());
    for (name, text) in files {
        folder.write(name, text);
    }
    let (ran, document) = evaluate(&folder, &[".", "--static-only"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    document["results"]["static"].clone()
}

fn custom(name: &str, script: &str) -> Value {
    json!({"hooks": {"custom": [{"name": name, "command": "sh", "args": ["-c", script], "timeout": 2000}]}})
}

#[test]
fn a_hook_has_a_row_of_its_own() {
    let answer = r#"{"requirement": "House rules", "status": "warn", "score": 0.7, "evidence": ["seen"], "recommendations": ["do"]}"#;
    let rows = rows(&custom("house", &format!("cat > told.json; echo '{answer}'")), &[]);
    let row = &rows["House rules"];
    assert_eq!((&row["status"], &row["score"]), (&json!("warn"), &json!(0.7)), "{rows:#}");
    assert_eq!(row["evidence"], json!(["hook house: seen"]));
}

#[test]
fn an_old_hook_counts_for_the_requirement_that_it_is_named_after() {
    let hook = "import json\nprint('looking')\nprint(json.dumps({'requirement': 'Unique names that say what they do', 'score': 'Fail', 'evidence': ['two are the same']}, indent=2))\n";
    let settings = json!({"hooks": {"hooksPath": "my-hooks"}});
    let rows = rows(&settings, &[("my-hooks/tool-naming.py", hook), ("my-hooks/notes.txt", "no hook")]);
    let row = &rows["Tool Naming"];
    assert_eq!((&row["status"], &row["score"]), (&json!("fail"), &json!(0.0)), "{rows:#}");
    assert!(row["evidence"].to_string().contains("two are the same"));
}

#[test]
fn a_hook_that_fails_hangs_or_floods_is_told_and_spoils_nothing() {
    for (script, words) in [
        ("echo 'no luck' >&2; exit 7", "exit code 7; stderr: no luck"),
        ("sleep 600 & sleep 600", "no end within 2000 ms"),
        ("echo ready", "stdout is no JSON"),
        ("yes | head -c 3000000", "it wrote more than"),
        ("kill -9 $$", "killed by signal 9"),
    ] {
        let began = Instant::now();
        let rows = rows(&custom("house", script), &[]);
        let evidence = rows["house"]["evidence"][0].as_str().unwrap();
        assert!(evidence.starts_with("HOOK_EXECUTION_FAILED") && evidence.contains(words), "{script}: {evidence}");
        assert_eq!(rows["house"]["status"], "need-more-info");
        assert_eq!(rows.as_object().unwrap().len(), 9);
        assert!(began.elapsed() < Duration::from_secs(20), "{script}");
    }
    let rows = rows(&json!({"hooks": {"custom": [{"name": "none", "command": "./no-such-program"}]}}), &[]);
    assert!(rows["none"]["evidence"][0].as_str().unwrap().contains("does not exist"), "{rows:#}");
    let rows = super::hooks::rows(
        &json!({"hooks": {"enableAll": false, "custom": [{"name": "none", "command": "false"}]}}),
        &[],
    );
    assert!(rows.get("none").is_none());
}

#[test]
fn patterns_of_the_settings_are_looked_for() {
    let rows =
        rows(&json!({"hooks": {"customPatterns": ["buy +now"]}}), &[("docs/more.md", "Then Buy  now, please.\n")]);
    assert!(rows["Prompt Injection"]["evidence"].to_string().contains("custom-pattern"), "{rows:#}");
}

#[test]
fn every_format_shows_a_hook_that_fails_and_one_that_needs_more_information() {
    let folder = Folder::new();
    folder.write("README.md", "# A server\n\nA server that is here to be evaluated by its files.\n");
    folder.write("my-hooks/broken.sh", "exit 7\n");
    folder.write("my-hooks/tool-naming.sh", "echo '{\"score\": \"Need More Info\", \"evidence\": []}'\n");
    for format in ["console", "json", "markdown", "html", "xml", "sarif", "junit"] {
        let words = ["evaluate", ".", "--static-only", "--hooks-path", "my-hooks", "--format", format];
        let ran = folder.run(&words);
        assert_eq!(ran.code, 0, "{ran:?}");
        let said = ran.stdout.replace("<wbr>", "").replace('\\', "");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in ["HOOK_EXECUTION_FAILED", "tool-naming.sh: needs more information"] {
            assert!(said.contains(wanted), "{format} has no `{wanted}`: {said}");
        }
    }
}
