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
