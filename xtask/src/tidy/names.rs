//! Each file is one noun and says on its first line what it owns; and nothing lies in the project's root by accident.

use super::Fault;
use crate::project::TextFile;

/// They say nothing about what is in the file.
const BANNED: [&str; 8] = ["utils", "util", "common", "helpers", "helper", "misc", "shared", "imp"];

/// What the project's root holds. Anything else was left behind by somebody who tried something.
const ROOT: [&str; 27] = [
    ".cargo",
    ".ci",
    ".config",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "README.md",
    "SECURITY.md",
    "STYLE.md",
    "action.yml",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "examples",
    "fuzz",
    "packages",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "schemas",
    "sdks",
    "xtask",
];

pub(super) fn faults(file: &TextFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (top, _) = file.path.split_once('/').unwrap_or((&file.path, ""));
    if !ROOT.contains(&top) && !top.starts_with("LICENSE-") {
        faults.push(Fault::of_file(
            &file.path,
            "lies in the root, and `ROOT` in xtask/src/tidy/names.rs does not name it",
        ));
    }
    if !file.is_rust() {
        return faults;
    }
    let stem = file.name().trim_end_matches(".rs");
    if BANNED.contains(&stem) {
        faults.push(Fault::of_file(&file.path, format!("`{stem}` names no noun: name the file after what it owns")));
    }
    if !file.text.starts_with("//!") {
        faults.push(Fault::of_file(&file.path, "does not open with `//!`: say what the module owns"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> usize {
        faults(&TextFile { path: path.to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn a_module_without_docs_is_found() {
        assert_eq!(check("crates/x/src/frame.rs", "use std::fmt;\n"), 1);
        assert_eq!(check("crates/x/src/frame.rs", "//! Frames.\n"), 0);
    }

    #[test]
    fn what_was_left_in_the_root_is_found() {
        assert_eq!(check("a.json", "{}"), 1);
        assert_eq!(check("traces/one.jsonl", "{}"), 1);
        assert_eq!(check("LICENSE-MIT", "MIT"), 0);
        assert_eq!(check("docs/guide/audit.md", "# Audit"), 0);
    }

    #[test]
    fn a_name_that_says_nothing_is_found() {
        assert_eq!(check("crates/x/src/utils.rs", "//! Things.\n"), 1);
    }
}
