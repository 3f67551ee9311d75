//! Files of clients, as they write them.

use std::collections::BTreeMap;

use mcpvals_model::{Secret, Target};

use super::{ClientError, find, names, servers};
use crate::load::{Context, Scope};

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        std::fs::create_dir_all(folder.path().join("project/src")).unwrap();
        Self { folder }
    }

    fn context(&self) -> Context {
        let home = self.folder.path().join("home").display().to_string();
        let env = [("HOME", home.as_str()), ("GITHUB_TOKEN", "ghp-123456")];
        let env: BTreeMap<String, String> = env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Context { env, cwd: self.folder.path().join("project/src"), named: true, scope: Scope::RUN }
    }
}

#[test]
fn claude_code_project_file_is_found_upwards() {
    let world = World::with(&[(
        "project/.mcp.json",
        r#"{"mcpServers": {"gh": {"command": "npx", "args": ["-y", "gh-mcp"], "env": {"T": "${GITHUB_TOKEN}", "N": 1}}}}"#,
    )]);
    let server = find("gh", &world.context()).unwrap();
    let Target::Stdio { command, args, env, .. } = &server.spec.target else { panic!("stdio") };
    assert_eq!((command.as_str(), args.len()), ("npx", 2));
    assert_eq!(env["T"], Secret::new("ghp-123456"));
    assert_eq!(env["N"], Secret::new("1"));
    assert_eq!(server.secrets[0].name, "GITHUB_TOKEN");
}

#[test]
fn vs_code_has_types_and_its_own_variables() {
    let text = r#"{"servers": {"web": {"type": "http", "url": "http://localhost:1/mcp",
        "headers": {"Authorization": "Bearer ${env:GITHUB_TOKEN}"}},
        "here": {"type": "stdio", "command": "${workspaceFolder}/bin/server"}}, "inputs": [],}"#;
    let world = World::with(&[("project/.vscode/mcp.json", text)]);
    let web = find("web", &world.context()).unwrap();
    let Target::Http { headers, .. } = &web.spec.target else { panic!("http") };
    assert_eq!(headers[0].1.reveal(), "Bearer ghp-123456");
    let here = find("here", &world.context()).unwrap();
    let Target::Stdio { command, .. } = &here.spec.target else { panic!("stdio") };
    assert!(command.ends_with("project/bin/server"), "{command}");
}

#[test]
fn home_comes_after_the_project() {
    let entry = |command: &str| format!(r#"{{"mcpServers": {{"s": {{"command": "{command}"}}}}}}"#);
    let world = World::with(&[
        ("project/.cursor/mcp.json", &entry("near")),
        ("home/.cursor/mcp.json", &entry("far")),
        ("home/.config/Claude/claude_desktop_config.json", r#"{"mcpServers": {"other": {"command": "x"}}}"#),
    ]);
    let server = find("s", &world.context()).unwrap();
    assert!(matches!(&server.spec.target, Target::Stdio { command, .. } if command == "near"));
    let names: Vec<String> = names(&world.context()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["s", "other"]);
}

#[test]
fn unknown_names_show_what_there_is() {
    let world = World::with(&[("project/.mcp.json", r#"{"mcpServers": {"github": {"command": "x"}}}"#)]);
    let error = find("githb", &world.context()).unwrap_err();
    assert_eq!(error.to_string(), "no client's file has a server `githb`: there are `github`");
    assert!(matches!(error, ClientError::Unknown { nearest: Some(nearest), .. } if nearest == "github"));
}

#[test]
fn entries_that_cannot_be_used_say_why() {
    let text = r#"{"mcpServers": {"a": {"type": "carrier-pigeon", "url": "x"}}}"#;
    let world = World::with(&[("project/.mcp.json", text)]);
    let error = servers(&world.folder.path().join("project/.mcp.json"), &world.context()).unwrap_err();
    assert!(error.to_string().ends_with("its type `carrier-pigeon` is not known"), "{error}");
}

#[test]
fn servers_of_a_project_start_in_its_folder_and_a_users_where_the_user_is() {
    let text = r#"{"mcpServers": {"plain": {"command": "x"}, "within": {"command": "x", "cwd": "sub"}}}"#;
    let users = r#"{"mcpServers": {"users": {"command": "x"}}}"#;
    for file in ["project/.mcp.json", "project/.cursor/mcp.json"] {
        let world = World::with(&[(file, text), ("home/.cursor/mcp.json", users)]);
        let started_in = |name: &str| {
            let server = find(name, &world.context()).unwrap();
            let Target::Stdio { cwd, .. } = server.spec.target else { panic!("stdio") };
            cwd.strip_prefix(world.folder.path()).unwrap().display().to_string()
        };
        assert_eq!(["plain", "within", "users"].map(started_in), ["project", "project/sub", "project/src"]);
    }
}
