//! Hooks in a folder: its executable files, and the Python hooks of the old project, which need not be executable.

use std::io::Read as _;
use std::path::Path;

use super::{Hook, TIME};

/// More are not run.
const HOOKS_MAX: usize = 50;

/// In order of name; none where there is no folder.
pub fn in_folder(folder: &Path) -> Vec<Hook> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files.iter().filter_map(|file| of_file(file)).take(HOOKS_MAX).collect()
}

fn of_file(file: &Path) -> Option<Hook> {
    let name = file.file_name()?.to_str().filter(|name| !name.starts_with('.'))?;
    let path = file.to_str()?.to_owned();
    let stem = file.file_stem()?.to_str()?;
    let interpreter = match file.extension().and_then(|extension| extension.to_str()) {
        Some("py") => Some("python3"),
        Some("js" | "mjs" | "cjs") => Some("node"),
        Some("sh") => Some("sh"),
        _ => None,
    };
    let (command, args) = match interpreter {
        Some(interpreter) if !(is_executable(file) && is_started(file)) => (interpreter.to_owned(), vec![path]),
        None if !is_executable(file) => return None,
        _ => (path, Vec::new()),
    };
    Some(Hook { name: name.to_owned(), command, args, time: TIME, requirement: Some(stem.to_owned()) })
}

/// Does it say what runs it? On some mounts every file is executable, and where lines end as on Windows, nothing is called so.
fn is_started(file: &Path) -> bool {
    const LINE_MAX: usize = 256;
    let mut head = Vec::new();
    let read = std::fs::File::open(file).map(|file| file.take(LINE_MAX as u64).read_to_end(&mut head));
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    matches!(read, Ok(Ok(_))) && line.starts_with(b"#!") && !line.ends_with(b"\r")
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_file: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::in_folder;

    #[test]
    fn a_script_is_started_by_what_it_names_or_by_what_its_name_says() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text, mode) in [
            ("a.py", "#!/usr/bin/env python3\n", 0o755),
            ("b.py", "import json\n", 0o755),
            ("c.sh", "#!/bin/sh\r\necho\r\n", 0o755),
            ("d.js", "1\n", 0o644),
            ("e", "\u{7f}ELF", 0o755),
            ("f.txt", "notes\n", 0o644),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
        }
        let hooks = in_folder(folder.path());
        let started: Vec<&str> = hooks.iter().map(|hook| hook.command.rsplit('/').next().unwrap_or_default()).collect();
        assert_eq!(started, ["a.py", "python3", "sh", "node", "e"]);
    }
}
