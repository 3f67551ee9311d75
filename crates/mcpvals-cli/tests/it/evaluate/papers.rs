//! Where reports go, how they look by the names of their files, and templates.

use crate::mcpvals::{Folder, Ran};

/// Looks at nothing but an empty folder, with these words.
fn looked(folder: &Folder, command: &str, words: &[&str]) -> Ran {
    let phase = if command == "evaluate" { ["--static-only"].as_slice() } else { &[] };
    let all: Vec<&str> = [command, "."].iter().chain(phase).chain(words).copied().collect();
    folder.run(&all)
}

#[test]
fn the_name_of_a_file_says_how_the_report_looks_in_whichever_case() {
    for (name, begins) in [
        ("R1.HTML", "<!doctype html>"),
        ("r1.junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"),
        ("r1.junit.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"),
        ("r1.Md", "#"),
        ("r1.SARIF", "{\n  \"$schema\""),
    ] {
        for command in ["audit", "evaluate"] {
            let folder = Folder::new();
            let ran = looked(&folder, command, &["--report", name]);
            assert_ne!(ran.code, 2, "{ran:?}");
            let text = folder.read(name);
            assert!(text.to_lowercase().starts_with(&begins.to_lowercase()), "{name}: {}", &text[..80]);
        }
    }
}

#[test]
fn a_name_that_says_nothing_is_refused_before_anything_runs() {
    let folder = Folder::new();
    for words in [["--report", "r.foo"], ["-o", "r.foo"], ["-o", "report"]] {
        let words: Vec<&str> =
            ["evaluate"].iter().chain(&words).chain(&["--", "sh", "-c", "touch ran"]).copied().collect();
        let ran = folder.run(&words);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(".json, .md") && ran.stderr.contains("--format"), "{ran:?}");
        assert!(!folder.path().join("ran").exists() && !folder.path().join("r.foo").exists());
    }
    let ran = looked(&folder, "audit", &["--report", "r.foo", "--format", "html"]);
    assert_ne!(ran.code, 2, "{ran:?}");
    assert!(folder.read("r.foo").starts_with("<!"));
}

#[test]
fn a_template_implies_markdown_unless_the_file_has_it() {
    let folder = Folder::new();
    for command in ["audit", "evaluate"] {
        let ran = looked(&folder, command, &["--template", "ci"]);
        assert!(ran.code != 2 && ran.stdout.starts_with("<!-- mcpvals evaluation -->"), "{ran:?}");
        let ran = looked(&folder, command, &["--template", "ci", "--report", "r.json"]);
        assert!(ran.stdout.starts_with("<!-- mcpvals evaluation -->") && folder.read("r.json").starts_with('{'));
        let ran = looked(&folder, command, &["--template", "ci", "--report", "r.md", "--json"]);
        assert!(ran.stdout.starts_with('{') && folder.read("r.md").starts_with("<!-- mcpvals evaluation -->"));
        let ran = looked(&folder, command, &["--template", "submission", "--format", "xml"]);
        assert!(ran.stdout.contains("<submission"), "{ran:?}");
    }
    let ran = looked(&folder, "evaluate", &["--template", "ci", "--report", "r.html"]);
    assert!(!ran.stdout.starts_with('<') && folder.read("r.html").starts_with("<!"), "{ran:?}");
}

#[test]
fn a_template_is_refused_where_no_document_has_one() {
    let folder = Folder::new();
    let ran = looked(&folder, "audit", &["--template", "summary", "--format", "console"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
    assert!(ran.stderr.contains("`console` has no templates (formats that have: json, markdown"), "{ran:?}");
    for format in ["json", "sarif", "junit", "xml"] {
        let ran = looked(&folder, "audit", &["--template", "ci", "--format", format]);
        assert!(ran.code != 2 && !ran.stdout.is_empty(), "{ran:?}");
    }
}

/// A template may be that of `--report` only: the command that is shown must not be refused in its turn.
#[test]
fn the_rerun_of_a_template_is_a_command_that_runs() {
    let folder = Folder::new();
    for (template, format) in [("ci", "xml"), ("submission", "xml"), ("summary", "sarif"), ("submission", "console")] {
        let ran = looked(&folder, "evaluate", &["--template", template, "--format", format, "--report", "r.md"]);
        let document = if format == "console" { folder.read("r.md") } else { ran.stdout };
        let (_, shown) = document.split_once("mcpvals evaluate").expect("the document shows the command");
        let shown = format!("evaluate{shown}");
        let shown = shown.split(['<', '"', '`']).next().unwrap_or_default();
        assert!(shown.starts_with("evaluate . --static-only") && shown.contains(template), "{shown}");
        let again = folder.run(&shown.split_whitespace().collect::<Vec<_>>());
        assert_ne!(again.code, 2, "{shown}: {again:?}");
    }
}
