//! Hooks in a folder: its executable files, and the Python hooks of the old project, which need not be executable.

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
    let (command, args) = match file.extension().and_then(|extension| extension.to_str()) {
        _ if is_executable(file) => (path, Vec::new()),
        Some("py") => ("python3".to_owned(), vec![path]),
        Some("js" | "mjs" | "cjs") => ("node".to_owned(), vec![path]),
        Some("sh") => ("sh".to_owned(), vec![path]),
        _ => return None,
    };
    Some(Hook { name: name.to_owned(), command, args, time: TIME, requirement: Some(stem.to_owned()) })
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
