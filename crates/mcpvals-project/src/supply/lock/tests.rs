//! Lock files of each kind and version, and the packages that they pin.

use mcpvals_model::SourceFile;

use super::packages;

#[track_caller]
fn check(path: &str, text: &str, expected: &[(&str, &str)]) {
    let file = SourceFile { path: path.to_owned(), text: text.to_owned() };
    let found = packages(&file).unwrap();
    let told: Vec<(&str, &str)> = found.iter().map(|locked| (locked.name.as_str(), locked.version.as_str())).collect();
    assert_eq!(told, expected, "{path}");
    for locked in &found {
        assert!(text.contains(&locked.mark), "{} stands in {path}", locked.mark);
    }
}

#[test]
fn package_lock_of_all_versions_is_read() {
    let first =
        r#"{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","dependencies":{"@s/b":{"version":"2.0.0"}}}}}"#;
    check("package-lock.json", first, &[("a", "1.0.0"), ("@s/b", "2.0.0")]);
    let third = r#"{"lockfileVersion":3,"packages":{"":{"name":"me","version":"9.0.0"},"node_modules/a":{"version":"1.0.0"},
        "node_modules/a/node_modules/@s/b":{"version":"2.0.0","dev":true},"node_modules/me2":{"link":true},
        "node_modules/alias":{"name":"real","version":"3.0.0"}}}"#;
    check("sub/npm-shrinkwrap.json", third, &[("a", "1.0.0"), ("@s/b", "2.0.0"), ("real", "3.0.0")]);
}

#[test]
fn yarn_lock_of_all_versions_is_read() {
    let first = "# yarn lockfile v1\n\n\"@s/b@^1.0.0\", \"@s/b@^1.2.0\":\n  version \"1.2.3\"\n  resolved \"x\"\n\na@~2:\n  version \"2.0.1\"\n";
    check("yarn.lock", first, &[("@s/b", "1.2.3"), ("a", "2.0.1")]);
    let berry = "__metadata:\n  version: 8\n\n\"a@npm:^1.0.0, a@npm:^1.1.0\":\n  version: 1.1.0\n\n\"al@npm:real@^3\":\n  version: 3.0.0\n\n\"me@workspace:.\":\n  version: 0.0.0\n";
    check("yarn.lock", berry, &[("a", "1.1.0"), ("real", "3.0.0")]);
}

#[test]
fn pnpm_lock_of_all_versions_is_read() {
    let fifth = "lockfileVersion: 5.4\n\npackages:\n\n  /a/1.0.0:\n    dev: true\n\n  /@s/b/2.0.0_x@1.0.0:\n    resolution: {}\n";
    check("pnpm-lock.yaml", fifth, &[("a", "1.0.0"), ("@s/b", "2.0.0")]);
    let ninth = "lockfileVersion: '9.0'\n\npackages:\n\n  a@1.0.0:\n    resolution: {}\n\n  '@s/b@2.0.0(c@1.0.0)':\n    x: 1\n\nsnapshots:\n\n  z@9.9.9: {}\n";
    check("pnpm-lock.yaml", ninth, &[("a", "1.0.0"), ("@s/b", "2.0.0")]);
    check("pnpm-lock.yaml", "packages:\n\n  /a@1.0.0:\n    x: 1\n", &[("a", "1.0.0")]);
}

#[test]
fn python_pins_are_read() {
    let list = "# x\n-r other.txt\nDjango==4.2.1 ; python_version > '3'\nrequests[socks]==2.0 --hash=sha256:x\nfree>=1\nany\nloose==1.*\n";
    check("requirements-dev.txt", list, &[("django", "4.2.1"), ("requests", "2.0")]);
    let table = "[[package]]\nname = \"My.Pkg\"\nversion = \"1.0\"\n\n[[package]]\nname = \"me\"\nversion = \"0.1\"\nsource = { editable = \".\" }\n";
    check("uv.lock", table, &[("my-pkg", "1.0")]);
    check("poetry.lock", "[[package]]\nname = \"a\"\nversion = \"1\"\n", &[("a", "1")]);
    check(
        "Pipfile.lock",
        r#"{"default":{"a":{"version":"==1.0"}},"develop":{"b":{"version":"==2.0"}}}"#,
        &[("a", "1.0"), ("b", "2.0")],
    );
}

#[test]
fn rust_and_go_pins_are_read() {
    let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry+https://x\"\n\n[[package]]\nname = \"me\"\nversion = \"0.1.0\"\n";
    check("Cargo.lock", lock, &[("a", "1.0.0")]);
    let module = "module x\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\n\nrequire (\n\tgithub.com/c/d v2.0.0+incompatible // indirect\n)\n\nreplace e => ../e\n";
    check("go.mod", module, &[("github.com/a/b", "1.2.3"), ("github.com/c/d", "2.0.0")]);
    check("go.sum", "github.com/a/b v1.2.3 h1:x\ngithub.com/a/b v1.2.3/go.mod h1:y\n", &[("github.com/a/b", "1.2.3")]);
}

#[test]
fn broken_files_have_no_packages() {
    for path in [
        "package-lock.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "Pipfile.lock",
        "Cargo.lock",
        "go.mod",
        "go.sum",
    ] {
        check(path, "{<<<<<<< HEAD\n\u{0}é@", &[]);
    }
    assert!(packages(&SourceFile { path: "package.json".to_owned(), text: String::new() }).is_none());
}
