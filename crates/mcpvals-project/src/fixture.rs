//! Folders for tests: files by path, and what is found in them.

use std::collections::BTreeMap;
use std::path::Path;

use mcpvals_model::Finding;
use tempfile::TempDir;

use crate::{Advisories, OpenOptions, Project, open};

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().expect("there is room");
    write(root.path(), files);
    root
}

pub(crate) fn write(root: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let place = root.join(path);
        std::fs::create_dir_all(place.parent().expect("it is in the folder")).expect("there is room");
        std::fs::write(place, text).expect("there is room");
    }
}

/// With nothing installed anywhere.
pub(crate) fn options(cwd: &Path) -> OpenOptions {
    OpenOptions::new(cwd, BTreeMap::new())
}

/// The project in a folder with these files.
pub(crate) fn project(files: &[(&str, &str)]) -> Project {
    let root = folder(files);
    open(".", &options(root.path())).expect("it can be read")
}

/// The findings of one rule in a project with these files.
pub(crate) fn found(rule: &str, files: &[(&str, &str)]) -> Vec<Finding> {
    found_with(rule, files, None)
}

pub(crate) fn found_with(rule: &str, files: &[(&str, &str)], advisories: Option<&Advisories>) -> Vec<Finding> {
    let findings = project(files).findings(advisories);
    findings.into_iter().filter(|finding| finding.rule == rule).collect()
}

/// A text that nobody has, drawn by a rule: `{n8}` eight letters and digits, `{h8}` hexadecimal, `{d8}` digits, `{u8}` capitals
/// and digits, `{l8}` lower case. No secret stands in our source this way.
pub(crate) fn drawn(template: &str) -> String {
    let mut state = 0x2545_f491_u32;
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (slot, behind) = after.split_once('}').expect("it is closed");
        let signs: &[u8] = match slot.as_bytes().first() {
            Some(b'h') => b"0123456789abcdef",
            Some(b'd') => b"0123456789",
            Some(b'u') => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
            Some(b'l') => b"abcdefghijklmnopqrstuvwxyz0123456789",
            Some(b'x') => b"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
            _ => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        };
        text.push_str(before);
        for _ in 0..slot[1..].parse::<usize>().expect("it is a count") {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            text.push(char::from(signs[state as usize % signs.len()]));
        }
        rest = behind;
    }
    text.push_str(rest);
    text
}
