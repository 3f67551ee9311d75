//! Each file is one noun and says on its first line what it owns.

use super::Fault;
use crate::project::TextFile;

/// They say nothing about what is in the file.
const BANNED: [&str; 8] = ["utils", "util", "common", "helpers", "helper", "misc", "shared", "imp"];

pub(super) fn faults(file: &TextFile) -> Vec<Fault> {
    if !file.is_rust() {
        return Vec::new();
    }
    let mut faults = Vec::new();
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
    fn a_name_that_says_nothing_is_found() {
        assert_eq!(check("crates/x/src/utils.rs", "//! Things.\n"), 1);
    }
}
