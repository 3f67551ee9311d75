//! Files of clients, as they write them.

use std::collections::BTreeMap;

use mcpvals_model::{Secret, Target};

use super::{Client, ClientError, find, set_up};
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
fn what_is_null_is_as_if_it_was_left_out() {
    let text = r#"{"mcpServers": {"x": {"command": "node", "args": null, "env": null, "headers": null, "cwd": null}}}"#;
    let world = World::with(&[("project/.mcp.json", text)]);
    let Target::Stdio { args, env, .. } = find("x", &world.context()).unwrap().spec.target else { panic!("stdio") };
    assert!(args.is_empty() && env.is_empty());
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
    let names = |client| -> Vec<String> {
        let set_up = set_up(client, &[], &world.context()).unwrap();
        set_up.servers.into_iter().map(|server| server.unwrap().spec.name).collect()
    };
    assert_eq!((names(Client::Cursor), names(Client::Claude)), (vec!["s".to_owned()], vec!["other".to_owned()]));
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
    let error = find("a", &world.context()).unwrap_err();
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

#[test]
fn claude_code_has_servers_of_a_folder() {
    let world = World::with(&[]);
    let project = world.folder.path().join("project");
    let of = |command: &str| serde_json::json!({"s": {"command": command}});
    let file = serde_json::json!({
        "mcpServers": {"s": {"command": "users"}, "other": {"command": "others"}},
        "projects": {project.display().to_string(): {"mcpServers": of("projects")}, "/elsewhere": {"mcpServers": of("no")}},
    });
    std::fs::create_dir_all(world.folder.path().join("home")).unwrap();
    std::fs::write(world.folder.path().join("home/.claude.json"), file.to_string()).unwrap();
    let commands: Vec<String> = set_up(Client::Claude, &[], &world.context())
        .unwrap()
        .servers
        .into_iter()
        .map(|server| {
            let Target::Stdio { command, .. } = server.unwrap().spec.target else { panic!("stdio") };
            command
        })
        .collect();
    assert_eq!(commands, ["projects", "others"]);
}

#[test]
fn codex_keeps_secrets_in_variables() {
    let text = r#"
        model = "gpt-5"
        [mcp_servers.web]
        url = "http://localhost:1/mcp"
        bearer_token_env_var = "GITHUB_TOKEN"
        http_headers = { "X-Region" = "eu" }
        env_http_headers = { "X-Key" = "GITHUB_TOKEN" }
        tool_timeout_sec = 2.5
        [mcp_servers.here]
        command = "${HOME}"
        env = { "A" = "1" }
        [mcp_servers.old]
        command = "x"
        enabled = false
        [mcp_servers.unset]
        url = "http://localhost:1/mcp"
        bearer_token_env_var = "NOWHERE"
    "#;
    let world = World::with(&[("home/.codex/config.toml", text)]);
    let found = set_up(Client::Codex, &[], &world.context()).unwrap();
    assert_eq!(found.off, ["old"]);
    let web = found.servers.iter().flatten().find(|server| server.spec.name == "web").unwrap();
    let Target::Http { headers, .. } = &web.spec.target else { panic!("http") };
    let shown: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.reveal())).collect();
    assert_eq!(shown, [("Authorization", "Bearer ghp-123456"), ("X-Key", "ghp-123456"), ("X-Region", "eu")]);
    assert_eq!(web.spec.call_timeout.as_millis(), 2500);
    assert!(web.secrets.iter().any(|secret| secret.value.reveal().contains("ghp-123456")), "{:?}", web.secrets);
    let here = found.servers.iter().flatten().find(|server| server.spec.name == "here").unwrap();
    assert!(matches!(&here.spec.target, Target::Stdio { command, .. } if command == "${HOME}"), "nothing is filled in");
    let errors: Vec<String> = found.servers.iter().filter_map(|one| Some(one.as_ref().err()?.to_string())).collect();
    assert!(errors[0].ends_with("the variable NOWHERE, which it takes a header from, is not set"), "{errors:?}");
    // Who names a server that is switched off wants it.
    let old = set_up(Client::Codex, &["old".to_owned()], &world.context()).unwrap();
    assert!(old.servers[0].is_ok() && old.off.is_empty());
    let error = set_up(Client::Codex, &["wob".to_owned()], &world.context()).unwrap_err();
    assert!(matches!(error, ClientError::Unknown { nearest: Some(nearest), .. } if nearest == "web"));
}

#[test]
fn what_claude_code_has_switched_off_is_left_out() {
    let servers = r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}, "c": {"command": "x"}}}"#;
    let world = World::with(&[
        ("project/.mcp.json", servers),
        ("project/.claude/settings.local.json", r#"{"disabledMcpjsonServers": ["b"]}"#),
    ]);
    let project = world.folder.path().join("project").display().to_string();
    let users = serde_json::json!({
        "mcpServers": {"mine": {"command": "x"}, "d": {"command": "x"}},
        "projects": {project: {"disabledMcpServers": ["mine"], "disabledMcpjsonServers": ["a", "d"]}},
    });
    std::fs::create_dir_all(world.folder.path().join("home")).unwrap();
    std::fs::write(world.folder.path().join("home/.claude.json"), users.to_string()).unwrap();
    let found = set_up(Client::Claude, &[], &world.context()).unwrap();
    let names: Vec<String> = found.servers.into_iter().map(|server| server.unwrap().spec.name).collect();
    // `d` is the user's, and none of the project's.
    assert_eq!((names, found.off), (vec!["c".into(), "d".into()], vec!["a".into(), "b".into(), "mine".into()]));
}

#[test]
fn what_only_the_servers_own_variables_set_is_left_to_the_server() {
    let entry = r#"{"mcpServers": {"r": {"command": "npx", "args": ["mcp-remote", "Authorization:${AUTH}", "${GITHUB_TOKEN}"],
        "env": {"AUTH": "Bearer x"}}}}"#;
    let world = World::with(&[("project/.cursor/mcp.json", entry)]);
    let Target::Stdio { args, .. } = find("r", &world.context()).unwrap().spec.target else { panic!("stdio") };
    assert_eq!(args[1..], ["Authorization:${AUTH}", "ghp-123456"]);
}

#[test]
fn a_variable_that_is_to_come_from_the_user_and_is_not_set_is_told() {
    let entry = r#"{"mcpServers": {"r": {"command": "x", "env": {"MY_KEY": "${MY_KEY}"}}}}"#;
    let world = World::with(&[("project/.mcp.json", entry)]);
    let error = find("r", &world.context()).unwrap_err().to_string();
    assert!(error.contains("`MY_KEY` is not set"), "{error}");
}

#[test]
fn codex_passes_variables_of_the_user_on() {
    let text = "[mcp_servers.s]\ncommand = \"x\"\nenv_vars = [\"GITHUB_TOKEN\", \"NOWHERE\"]\n";
    let world = World::with(&[("home/.codex/config.toml", text)]);
    let server = find("s", &world.context()).unwrap();
    let Target::Stdio { env, .. } = &server.spec.target else { panic!("stdio") };
    assert_eq!(
        env.iter().map(|(name, value)| (name.as_str(), value.reveal())).collect::<Vec<_>>(),
        [("GITHUB_TOKEN", "ghp-123456")]
    );
    assert_eq!(server.secrets.len(), 1);
}

#[test]
fn the_workspace_of_a_users_file_is_where_the_user_is() {
    let text = r#"{"servers": {"s": {"command": "${workspaceFolder}/x", "args": ["${workspaceFolderBasename}"]}}}"#;
    let world = World::with(&[("home/.config/Code/User/mcp.json", text)]);
    let Target::Stdio { command, args, .. } = find("s", &world.context()).unwrap().spec.target else { panic!("stdio") };
    assert!(command.ends_with("project/src/x") && args == ["src"], "{command} {args:?}");
}
