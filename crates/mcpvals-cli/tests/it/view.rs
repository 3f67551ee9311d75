//! `mcpvals view` and pages of `eval`: what is given is found out, and what is none of ours is refused.

use serde_json::json;

use crate::mcpvals::{Folder, zoo};

fn traced() -> Folder {
    let folder = Folder::with_config(&json!({
        "server": zoo(&["wrong-text"]), "timeout": 1000,
        "toolHealthSuites": [{"name": "calls", "tests": [
            {"name": "echo", "args": {"message": "hi"}, "expectedResult": "hi"},
            {"name": "divide", "args": {"a": 1, "b": 0}, "expectedError": "division by zero"},
        ]}],
    }));
    folder.run(&["eval", "--trace", "out", "-r", "json=report.json", "-r", "html=report.html"]);
    folder
}

fn read(folder: &Folder, name: &str) -> String {
    folder.read(name)
}

#[test]
fn page_of_a_run_has_its_frames() {
    let page = read(&traced(), "report.html");
    assert!(
        page.contains("Timeline: 2 frames") && page.contains("expected") && page.contains("mcpvals eval"),
        "{page}"
    );
}

#[test]
fn report_and_traces_are_shown() {
    let folder = traced();
    for (files, words) in [
        (&["report.json"][..], "did not pass"),
        (&["report.json", "out"], "Timeline: 2 frames"),
        (&["out"], "<mcpvals-replay>"),
        (&["out/calls.jsonl"], "As test case"),
    ] {
        let ran = folder.run(&[&["view"], files, &["-o", "page.html"]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.ends_with("page.html\n"), "{ran:?}");
        let page = read(&folder, "page.html");
        assert!(page.contains(words), "{words} is not in {page}");
    }
}

#[test]
fn page_in_a_folder_of_its_own_is_private() {
    let ran = traced().run(&["view", "out", "--no-browser"]);
    let path = std::path::PathBuf::from(ran.stdout.trim_end());
    assert!(path.is_file(), "{ran:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = path.parent().unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn what_is_none_of_ours_is_refused() {
    let folder = traced();
    std::fs::write(folder.path().join("other.json"), "{\"a\": 1}").unwrap();
    std::fs::write(folder.path().join("other.txt"), "text").unwrap();
    for (files, words) in [
        (&["missing.json"][..], "cannot view `missing.json`"),
        (&["other.json"], "it is no JSON report of `eval`"),
        (&["other.txt"], "it is no JSON report of `eval`"),
        (&["report.json", "report.json"], "one page shows one report"),
        (&["."], "there is no trace in the folder"),
    ] {
        let ran = folder.run(&[&["view"], files, &["-o", "page.html"]].concat());
        assert_eq!(ran.code, 2, "{files:?}: {ran:?}");
        assert!(ran.stderr.contains(words), "{files:?}: {ran:?}");
    }
}
