//! Which command starts a project, of all that its files offer.

use std::collections::BTreeMap;

use crate::fixture::{folder, options, project};
use crate::{Kind, OpenOptions, Project, StartTarget, open};

fn command(project: &Project) -> String {
    project.start.as_ref().map_or_else(|| "none".to_owned(), |start| start.found.command.join(" "))
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: &str) {
    let project = project(files);
    assert_eq!(command(&project), expected, "{:#?}", project.looked);
}

#[test]
fn a_client_config_that_starts_a_file_here_wins() {
    let config = r#"{"mcpServers":{"browser":{"command":"npx","args":["-y","@other/browser"]},
        "mine":{"command":"node","args":["${workspaceFolder}/server.js"],"env":{"API_KEY":"${API_KEY}"}}}}"#;
    let project = project(&[(".mcp.json", config), ("server.js", "")]);
    assert_eq!(command(&project), "node server.js");
    let start = project.start.unwrap();
    assert_eq!(start.found.env, ["API_KEY"]);
    let StartTarget::Process { env, cwd, .. } = start.target else { panic!("it is a process") };
    assert_eq!(env.get("API_KEY").map(String::as_str), Some("${API_KEY}"), "variables stay unfilled");
    assert_eq!(cwd, project.root);
}

#[test]
fn a_config_of_other_software_starts_nothing() {
    let config = r#"{"mcpServers":{"browser":{"command":"npx","args":["-y","@other/browser@1.0.0"]},
        "far":{"command":"node","args":["/home/someone/elsewhere/index.js"]}}}"#;
    let project = project(&[(".mcp.json", config), ("package.json", r#"{"name":"mine"}"#)]);
    assert_eq!(project.start, None);
    let told = &project.looked[0];
    assert!(told.found.contains("`browser` starts other software, `@other/browser`"), "{}", told.found);
    assert!(
        told.found.contains("`far` starts `/home/someone/elsewhere/index.js`, which is not here"),
        "{}",
        told.found
    );
}

#[test]
fn what_is_here_comes_before_what_is_fetched() {
    let files = [
        ("mcp.json", r#"{"mcpServers":{"mine":{"command":"npx","args":["-y","mine-mcp"],"env":{"TOKEN":"x"}}}}"#),
        ("package.json", r#"{"name":"mine-mcp","bin":{"mine-mcp":"./dist/index.js"}}"#),
        ("dist/index.js", "#!/usr/bin/env node\n"),
    ];
    let project = project(&files);
    assert_eq!(command(&project), "node dist/index.js");
    assert_eq!(project.start.unwrap().found.env, ["TOKEN"], "who says what it needs is heard, whoever wins");
}

#[test]
fn what_is_fetched_comes_before_what_is_not_built() {
    let files = [
        ("mcp.json", r#"{"mcpServers":{"mine":{"command":"npx","args":["-y","mine-mcp"]}}}"#),
        ("package.json", r#"{"name":"mine-mcp","bin":"dist/index.js"}"#),
    ];
    check(&files, "npx -y mine-mcp");
}

#[test]
fn an_own_config_comes_first() {
    let files = [
        ("mcp-eval.config.yaml", "server:\n  transport: stdio\n  command: node\n  args: [a.js]\n"),
        ("mcp.json", r#"{"mcpServers":{"b":{"command":"node","args":["b.js"]}}}"#),
        ("a.js", ""),
        ("b.js", ""),
    ];
    check(&files, "node a.js");
}

#[test]
fn a_server_that_stands_in_a_script_as_a_literal_is_read() {
    let config = "import { defineConfig } from 'mcpvals';\nexport default defineConfig({\n  // ours\n  server: { transport: 'stdio', command: 'python3', args: ['./srv.py'] },\n});\n";
    check(&[("mcp-eval.config.ts", config), ("srv.py", "")], "python3 ./srv.py");
}

#[test]
fn a_clients_config_may_have_comments() {
    let config = "{\n  // ours\n  \"servers\": {\"a\": {\"command\": \"node\", \"args\": [\"a.js\"],},},\n}";
    check(&[(".vscode/mcp.json", config), ("a.js", "")], "node a.js");
    check(&[(".mcp.json", &format!("\u{feff}{config}")), ("a.js", "")], "node a.js");
}

#[test]
fn an_own_config_that_is_a_script_is_told_and_not_run() {
    let project = project(&[("mcp-eval.config.ts", "throw 1"), ("server.py", "")]);
    assert!(project.looked[0].found.contains("is a script"), "{:?}", project.looked);
    assert_eq!(command(&project), "python3 server.py");
}

#[test]
fn a_bundle_says_how_it_is_started() {
    let manifest = r#"{"name":"b","version":"1.0.0","server":{"type":"node","entry_point":"server/index.js",
        "mcp_config":{"command":"node","args":["${__dirname}/server/index.js","--key=${user_config.key}"],
        "env":{"KEY":"${user_config.key}"}}}}"#;
    check(&[("manifest.json", manifest), ("server/index.js", "")], "node server/index.js --key=${user_config.key}");
    let by_kind = r#"{"name":"b","server":{"type":"python","entry_point":"main.py"}}"#;
    check(&[("manifest.json", by_kind), ("main.py", "")], "python3 main.py");
    check(&[("manifest.json", r#"{"name":"a web page","icons":[]}"#)], "none");
}

#[test]
fn the_registry_names_packages_and_addresses() {
    let server = r#"{"name":"io.x/y","version":"1.0.0","packages":[{"registryType":"npm","identifier":"@x/y","version":"1.2.3",
        "packageArguments":[{"type":"positional","value":"stdio"},{"type":"named","name":"--root","valueHint":"folder","isRequired":true}],
        "environmentVariables":[{"name":"X_KEY","isSecret":true},{"name":"MODE","default":"fast"}]}],
        "remotes":[{"type":"streamable-http","url":"https://x.example/mcp"}]}"#;
    let project = project(&[("server.json", server)]);
    let start = project.start.as_ref().unwrap();
    assert_eq!(command(&project), "npx -y @x/y@1.2.3 stdio --root ${folder}");
    assert_eq!(start.found.env, ["MODE", "X_KEY"]);
    let StartTarget::Process { env, .. } = &start.target else { panic!("it is a process") };
    assert_eq!(env, &BTreeMap::from([("MODE".to_owned(), "fast".to_owned())]));
}

#[test]
fn an_address_is_a_way_where_there_is_no_other() {
    let server = r#"{"name":"io.x/y","remotes":[{"type":"sse","url":"https://x.example/sse"}]}"#;
    let project = project(&[("server.json", server)]);
    let start = project.start.unwrap();
    assert_eq!((start.found.url.as_deref(), start.found.transport.as_str()), (Some("https://x.example/sse"), "sse"));
    assert!(matches!(start.target, StartTarget::Remote { sse: true, .. }));
}

#[test]
fn a_package_of_npm_has_a_program_a_script_or_a_main_file() {
    let several = r#"{"name":"@x/y","bin":{"y-cli":"cli.js","y":"server.js"}}"#;
    check(&[("package.json", several), ("cli.js", ""), ("server.js", "")], "node server.js");
    let script = r#"{"name":"y","scripts":{"start":"NODE_ENV=production node ./src/index.js --stdio"}}"#;
    check(&[("package.json", script), ("src/index.js", "")], "node ./src/index.js --stdio");
    let shell = r#"{"name":"y","scripts":{"start":"npm run build && node dist/index.js"}}"#;
    check(&[("package.json", shell)], "npm --silent start");
    check(&[("package.json", r#"{"name":"y","main":"index.js"}"#), ("index.js", "")], "node index.js");
    check(
        &[("package.json", r#"{"name":"y","bin":"run.py"}"#), ("run.py", "#!/usr/bin/env python3\n")],
        "python3 run.py",
    );
    check(&[("package.json", r#"{"name":"y"}"#)], "none");
}

#[test]
fn a_python_project_is_started_by_its_console_script() {
    let project_file =
        "[project]\nname = \"my-mcp\"\n[project.scripts]\nother = \"x:y\"\nmy-mcp = \"my_mcp.cli:run\"\n";
    let installed = [("pyproject.toml", project_file), (".venv/bin/my-mcp", "#!python"), (".venv/pyvenv.cfg", "")];
    check(&installed, ".venv/bin/my-mcp");
    let bare = [("pyproject.toml", project_file), ("src/my_mcp/cli.py", "")];
    let project = project(&bare);
    assert_eq!(command(&project), "python3 -c from my_mcp.cli import run; run()");
    let start = project.start.unwrap();
    let StartTarget::Process { env, .. } = start.target else { panic!("it is a process") };
    assert_eq!(env.get("PYTHONPATH").map(String::as_str), Some("src"));
    assert!(start.found.env.is_empty(), "what we set nobody has to");
}

#[test]
fn older_python_projects_are_read_leniently() {
    let poetry = "[tool.poetry]\nname = \"p\"\n[tool.poetry.scripts]\np = \"p.main:main\"\n";
    check(&[("pyproject.toml", poetry)], "python3 -c from p.main import main; main()");
    let cfg = "[metadata]\nname = p\n[options.entry_points]\nconsole_scripts =\n    p-mcp = p.server:serve\n[flake8]\nx = 1\n";
    check(&[("setup.cfg", cfg)], "python3 -c from p.server import serve; serve()");
    let setup = "setup(name='p', entry_points={'console_scripts': ['p = p.main:go']})";
    check(&[("setup.py", setup)], "python3 -c from p.main import go; go()");
    let module = [("pyproject.toml", "[project]\nname = \"p\"\n"), ("src/p/__main__.py", "")];
    check(&module, "python3 -m p");
}

#[test]
fn a_rust_project_is_built_or_has_been() {
    let manifest = "[package]\nname = \"my-server\"\nversion = \"1.0.0\"\n";
    check(&[("Cargo.toml", manifest), ("src/main.rs", "")], "cargo run --quiet --bin my-server");
    check(
        &[("Cargo.toml", manifest), ("src/main.rs", ""), ("target/release/my-server", "")],
        "target/release/my-server",
    );
    check(&[("Cargo.toml", manifest), ("src/lib.rs", "")], "none");
    let workspace = [
        ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
        ("crates/a/Cargo.toml", "[package]\nname = \"a\"\n"),
        ("crates/a/src/lib.rs", ""),
        ("crates/b/Cargo.toml", "[package]\nname = \"b-mcp\"\n"),
        ("crates/b/src/main.rs", ""),
    ];
    check(&workspace, "cargo run --quiet --bin b-mcp");
}

#[test]
fn a_go_project_is_run_by_its_main_package() {
    let module = ("go.mod", "module github.com/x/tool\n\ngo 1.24\n");
    check(&[module, ("main.go", "package main\n")], "go run .");
    check(
        &[module, ("cmd/mcp-tool/main.go", "package main\n"), ("cmd/gen/main.go", "package main\n")],
        "go run ./cmd/mcp-tool",
    );
    check(&[module, ("lib.go", "package tool\n")], "none");
}

#[test]
fn a_container_says_what_is_started_in_it() {
    let file = "FROM node:22 AS build\nCMD [\"wrong\"]\nFROM node:22\nWORKDIR /app\nENTRYPOINT [\"node\", \"/app/server/run.js\"]\nCMD [\"--stdio\"]\n";
    check(&[("Dockerfile", file), ("server/run.js", "")], "node server/run.js --stdio");
    check(&[("Dockerfile", "FROM python:3\nCMD python app/run.py\n"), ("app/run.py", "")], "python3 app/run.py");
    check(&[("Dockerfile", "FROM x\nCMD migrate && serve\n")], "none");
}

#[test]
fn one_file_is_started_by_its_first_line_or_its_ending() {
    let root =
        folder(&[("a.sh", ""), ("b.js", ""), ("c.py", ""), ("d", "#!/usr/bin/env -S deno run\n"), ("e.txt", "")]);
    let started = |file: &str| {
        let project = open(file, &options(root.path())).unwrap();
        assert_eq!((project.kind, project.source.len()), (Kind::File, 1));
        command(&project)
    };
    let commands = ["a.sh", "b.js", "c.py", "d", "e.txt"].map(started);
    assert_eq!(commands, ["bash a.sh", "node b.js", "python3 c.py", "deno run d", "none"]);
}

#[test]
fn a_script_of_a_virtual_environment_is_run_by_its_own_python() {
    let root = folder(&[("env/pyvenv.cfg", ""), ("env/bin/python", ""), ("lone/bin/python", ""), ("-e.js", "")]);
    let of = |environment: &str| root.path().join(environment).join("bin/python").display().to_string();
    for environment in ["env", "lone"] {
        std::fs::write(root.path().join(environment).join("bin/serve"), format!("#!{} -s\n", of(environment))).unwrap();
    }
    let started = |file: &str| command(&open(file, &options(root.path())).unwrap());
    assert_eq!(started("env/bin/serve"), format!("{} -s serve", of("env")));
    assert_eq!(started("lone/bin/serve"), "python3 -s serve", "where it is installed is nobody's promise");
    assert_eq!(started("./-e.js"), "node ./-e.js");
}

#[test]
fn an_own_environment_has_the_interpreter() {
    let files = [("server.py", ""), ("venv/bin/python", ""), ("venv/pyvenv.cfg", "")];
    let project = project(&files);
    assert_eq!(command(&project), "venv/bin/python server.py");
    let Some(StartTarget::Process { command, .. }) = project.start.map(|start| start.target) else {
        panic!("it is one")
    };
    assert!(command.starts_with('/') && command.ends_with("venv/bin/python"), "{command}");
}

#[test]
fn the_environment_is_the_one_that_is_given() {
    let root = folder(&[
        ("pyproject.toml", "[project]\nname = \"p\"\n[project.scripts]\np = \"p:main\"\n"),
        ("outer/bin/p", ""),
    ]);
    let env = BTreeMap::from([("PATH".to_owned(), root.path().join("outer/bin").to_string_lossy().into_owned())]);
    let project = open(".", &OpenOptions::new(root.path(), env)).unwrap();
    assert_eq!(command(&project), "p");
}

#[test]
fn manifests_do_not_lead_out_of_the_folder() {
    let files = [("package.json", r#"{"name":"x","bin":"../../etc/passwd"}"#)];
    let project = project(&files);
    assert!(project.start.unwrap().found.why.contains("not here"), "what is outside is not looked at");
}

#[test]
fn other_ways_and_files_that_cannot_be_read_are_named_with_the_choice() {
    let package = r#"{"name":"mine","bin":{"mine":"./index.js"}}"#;
    let config = r#"{"mcpServers":{"mine":{"command":"node","args":["server.js"]}}}"#;
    let project = project(&[
        ("mcp.json", config),
        (".mcp.json", "{broken"),
        ("package.json", package),
        ("server.js", ""),
        ("index.js", ""),
    ]);
    let why = project.start.unwrap().found.why;
    assert!(why.contains("it comes before 2 other ways (package.json, server.js); `.mcp.json` is no JSON"), "{why}");
}

#[test]
fn a_bundles_default_is_set_and_what_has_none_is_left_to_the_user() {
    let manifest = r#"{"manifest_version":"0.3","server":{"type":"node","entry_point":"server.js","mcp_config":{"command":"node",
        "args":["${__dirname}/server.js","${user_config.city}"],
        "env":{"UNITS":"${user_config.units}","KEY":"${user_config.key}"}}},
        "user_config":{"city":{"type":"string","default":"Berlin"},"units":{"type":"number","default":3},"key":{"type":"string"}}}"#;
    let project = project(&[("manifest.json", manifest), ("server.js", "")]);
    assert_eq!(command(&project), "node server.js Berlin");
    let StartTarget::Process { env, .. } = project.start.unwrap().target else { panic!("it is a process") };
    assert_eq!(env.get("UNITS").map(String::as_str), Some("3"));
    assert_eq!(env.get("KEY").map(String::as_str), Some("${user_config.key}"));
}

#[test]
fn every_server_of_a_client_config_is_named() {
    let config =
        r#"{"mcpServers":{"one":{"command":"node","args":["one.js"]},"two":{"command":"node","args":["two.js"]}}}"#;
    let project = project(&[(".mcp.json", config), ("one.js", ""), ("two.js", "")]);
    assert_eq!(command(&project), "node one.js");
    let why = project.start.unwrap().found.why;
    for said in [&why, &project.looked[0].found] {
        assert!(said.contains("`two` is started with `node two.js`: --command"), "{said}");
    }
}

#[test]
fn the_only_member_of_a_workspace_with_a_start_is_taken() {
    let library = ("packages/core/package.json", r#"{"name":"core","main":"index.js"}"#);
    let files = [
        ("package.json", r#"{"name":"root","private":true,"workspaces":["packages/*"]}"#),
        library,
        ("packages/core/index.js", ""),
        ("packages/notes/package.json", r#"{"name":"notes","bin":"index.js"}"#),
        ("packages/notes/index.js", "#!/usr/bin/env node\n"),
    ];
    let project = project(&files);
    let start = project.start.clone().unwrap();
    assert_eq!(
        (command(&project).as_str(), start.found.from.as_str()),
        ("node index.js", "packages/notes/package.json")
    );
    assert!(start.found.why.contains("only `packages/notes` has one"), "{}", start.found.why);
    let StartTarget::Process { cwd, .. } = start.target else { panic!("it is a process") };
    assert!(cwd.ends_with("packages/notes"), "{cwd:?}");
}

#[test]
fn several_members_with_a_start_are_named_and_none_is_chosen() {
    let files = [
        ("pnpm-workspace.yaml", "packages:\n  - 'tools/*'\n"),
        ("tools/a/package.json", r#"{"name":"a","bin":"a.js"}"#),
        ("tools/a/a.js", ""),
        ("tools/b/pyproject.toml", "[project]\nname = \"b\"\n[project.scripts]\nb = \"b:main\"\n"),
    ];
    let project = project(&files);
    assert_eq!(command(&project), "none");
    let told: Vec<&str> = project.looked.iter().filter_map(|looked| looked.member.as_deref()).collect();
    assert_eq!(told, ["tools/a", "tools/b"]);
}
