//! Files of evaluations that run have secrets in them: nobody else on the machine may read them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{TestService, eventually, generous};

/// All below a folder, and itself.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).into_iter().flatten().map_while(Result::ok) {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        found.extend(if is_folder { below(&entry.path()) } else { vec![entry.path()] });
    }
    found
}

#[test]
fn secrets_of_what_runs_are_for_their_owner_only() {
    let service = TestService::with(&["--sandbox", "off", "--allow-command", "python3"], &generous());
    let script = service.path("hanging") + "/server.py";
    let server = json!({ "command": "python3", "args": [script], "env": { "API_TOKEN": "of-the-environment" } });
    let body = json!({ "server": server, "options": { "runStatic": false } });
    let id = service.post("/api/v1/evaluations", &body).data()["id"].as_str().unwrap().to_owned();
    eventually("its tool is called", || service.root().join("hanging/pid").exists());

    let work = service.folder.path().join("data/work");
    let all = below(&work);
    let named = |name: &str| all.iter().find(|path| path.ends_with(name)).unwrap();
    assert!(fs::read_to_string(named(".mcp.json")).unwrap().contains("of-the-environment"));
    for path in named(".mcp.json").ancestors().take_while(|path| path.starts_with(&work)) {
        let rights = fs::metadata(path).unwrap().permissions().mode() & 0o077;
        assert_eq!(rights, 0, "{}", path.display());
    }

    service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
    service.events(&id);
    let folder = service.stop();
    assert_eq!(below(&folder.path().join("data/work")).len(), 2, "the folder and its gate");
}
