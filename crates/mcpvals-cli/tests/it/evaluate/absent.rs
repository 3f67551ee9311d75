//! Paths that are not there, and folders without a server.

use serde_json::Value;

use super::evaluate;
use crate::mcpvals::Folder;

#[test]
fn a_path_that_is_not_there_is_told_by_its_name() {
    let folder = Folder::new();
    for command in ["audit", "evaluate"] {
        for path in ["./absent", "absent/deeper", "/no/such/folder"] {
            let ran = folder.run(&[command, "--json", path]);
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{command} {path}: {ran:?}");
            assert!(ran.stderr.contains(path), "{command} {path}: {ran:?}");
        }
    }
}

#[test]
fn a_relative_path_goes_by_the_folder_in_which_it_is_typed() {
    let folder = Folder::new();
    folder.write("server/README.md", "# Notes\n\nA server for notes.\n");
    let (ran, document) = evaluate(&folder, &["--static-only", "./server"]);
    assert_eq!((ran.code, &document["server"]["path"]), (0, &"./server".into()), "{ran:?}");
}

#[test]
fn a_folder_without_a_server_is_no_pass() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    folder.write("notes/notes.txt", "milk, eggs");
    for path in ["empty", "notes"] {
        let path = format!("./{path}");
        let (ran, document) = evaluate(&folder, &[&path]);
        assert_eq!((ran.code, &document["status"]), (3, &"fail".into()), "{path}: {ran:?}");
        let audited = folder.run(&["audit", "--json", &path]);
        let document: Value = serde_json::from_str(&audited.stdout).unwrap();
        assert!(audited.code <= 1 && document["status"] != "pass", "{path}: {audited:?}");
        assert!(document["certification"].is_null(), "{document:#}");
    }
}

#[test]
fn what_could_not_be_looked_at_is_not_judged_and_never_passes() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let row = |path: &str, title: &str| {
        let (_, document) = evaluate(&folder, &["--static-only", path]);
        document["results"]["static"][title].clone()
    };
    for title in ["Supply Chain", "Privacy", "Security of Code"] {
        assert_eq!(row("./empty", title)["status"], "need-more-info", "{title}");
    }
    folder.write("bundled/index.js", "import './dist/server.js';\n");
    folder.write("bundled/dist/server.js", &format!("const a='{}';\n", "x".repeat(60_000)));
    let code = row("./bundled", "Security of Code");
    assert_eq!((&code["status"], &code["score"]), (&"need-more-info".into(), &Value::Null), "{code:#}");
    assert!(code["evidence"].to_string().contains("0 % of its code"), "{code:#}");
    folder.write("bundled/dist/server.js", "const a = 1;\n");
    assert_eq!(row("./bundled", "Security of Code")["status"], "pass");
}

#[test]
fn the_running_server_alone_gives_no_pass_and_no_certification() {
    let folder = Folder::new();
    let (_, document) = evaluate(&folder, &["--runtime-only", "--", "mcpvals", "example-server"]);
    assert_eq!((&document["status"], &document["certification"]), (&"warn".into(), &Value::Null));
    assert!(document["leftOut"].to_string().contains("the directory's five requirements"), "{:#}", document["leftOut"]);
}

#[test]
fn a_submission_names_by_what_a_requirement_fails_and_what_was_not_compared() {
    let folder = Folder::new();
    let tool = r#"{"name": "purge_notes", "description": "Purges the notes.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}"#;
    folder.write("tools.json", &format!("[{tool}]"));
    let words = ["audit", "--tools", "tools.json", "--template", "submission", "--format", "markdown"];
    let page = folder.run(&words).stdout;
    let part = page.split("## Functionality Match").nth(1).unwrap().split("### What was seen").next().unwrap();
    let clause = part.lines().find(|line| line.starts_with("| 5E ")).unwrap_or_default();
    assert!(clause.contains("**FAIL**") && clause.contains("`read-only-but-writes`"), "{part}");
    assert!(part.contains("there was nothing to compare them with"), "{part}");
    assert!(page.contains("(/name, characters 1 to 11)") && !page.contains("characters 0 to"), "{page}");
}
