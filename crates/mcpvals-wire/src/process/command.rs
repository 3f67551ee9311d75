//! Finds the program that a command means, before anything is started, so that a wrong name is told as such.

use std::fmt::Write as _;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// How many entries of `PATH`'s folders are looked at for a name that is like the wrong one.
const CANDIDATES_MAX: usize = 20_000;
/// Programs that people lack rather than misspell, and what brings them.
const BROUGHT_BY: [(&str, &str); 8] = [
    ("npx", "Node.js"),
    ("npm", "Node.js"),
    ("node", "Node.js"),
    ("uvx", "uv"),
    ("uv", "uv"),
    ("python", "Python (often called `python3`)"),
    ("bunx", "Bun"),
    ("docker", "Docker"),
];

/// Why a process could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnProblem {
    #[error("the command `{command}` is not in PATH{hint}")]
    NotInPath { command: String, hint: String },
    #[error("the command `{path}` does not exist")]
    NoFile { path: PathBuf },
    #[error("the command `{path}` cannot be executed: {why}")]
    NotExecutable { path: PathBuf, why: &'static str },
    #[error("the working directory `{cwd}` does not exist")]
    NoDirectory { cwd: PathBuf },
    #[error("the sandbox's folders cannot be made: {source}")]
    Sandbox { source: io::Error },
    #[error("`{program}` cannot be started: {source}")]
    Start { program: PathBuf, source: io::Error },
}

/// The file that a command means: a path, relative to `cwd`, or a name that is looked up in `path`.
pub(super) fn find(command: &str, path: Option<&str>, cwd: &Path) -> Result<PathBuf, SpawnProblem> {
    if command.contains('/') {
        return check(cwd.join(command));
    }
    let folders = path.unwrap_or_default().split(':').filter(|folder| !folder.is_empty());
    let mut files = folders.map(|folder| cwd.join(folder).join(command));
    let found = files.find(|file| problem(file).is_none());
    found.ok_or_else(|| SpawnProblem::NotInPath { command: command.to_owned(), hint: hint(command, path, cwd) })
}

fn check(path: PathBuf) -> Result<PathBuf, SpawnProblem> {
    match problem(&path) {
        None => Ok(path),
        Some("it does not exist") => Err(SpawnProblem::NoFile { path }),
        Some(why) => Err(SpawnProblem::NotExecutable { path, why }),
    }
}

fn problem(file: &Path) -> Option<&'static str> {
    match file.metadata() {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Some("permission denied"),
        Err(_) => Some("it does not exist"),
        Ok(metadata) if metadata.is_dir() => Some("it is a directory"),
        Ok(metadata) if metadata.permissions().mode() & 0o111 == 0 => Some("it has no permission to be executed"),
        Ok(_) => None,
    }
}

fn hint(command: &str, path: Option<&str>, cwd: &Path) -> String {
    let mut hint = String::new();
    if path.is_none_or(str::is_empty) {
        hint.push_str(" (PATH is empty)");
    }
    // Writing to a string cannot fail.
    if let Some((_, product)) = BROUGHT_BY.iter().find(|(name, _)| *name == command) {
        let _ = write!(hint, "; it comes with {product}");
    } else if cwd.join(command).is_file() {
        let _ = write!(hint, "; for the file in the working directory write `./{command}`");
    } else if command.contains(' ') {
        hint.push_str("; write the program as `command` and its arguments as `args`");
    } else if let Some(near) = nearest(command, path.unwrap_or_default()) {
        let _ = write!(hint, "; did you mean `{near}`?");
    }
    hint
}

/// The program with the likest name, if one is alike.
fn nearest(command: &str, path: &str) -> Option<String> {
    let folders = path.split(':').filter(|folder| !folder.is_empty());
    let entries = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let names = entries.take(CANDIDATES_MAX).filter_map(|entry| entry.file_name().into_string().ok());
    let alike = names.map(|name| (strsim::osa_distance(&name, command), name));
    let distance_max = (command.chars().count() / 3).clamp(1, 2);
    alike.filter(|(distance, _)| *distance <= distance_max).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::find;

    #[track_caller]
    fn check(command: &str, want: &str) {
        let got = match find(command, Some("/usr/bin:/bin"), Path::new("/usr/bin")) {
            Ok(path) => path.display().to_string(),
            Err(problem) => problem.to_string(),
        };
        assert_eq!(got, want);
    }

    #[test]
    fn names_and_paths_are_found() {
        check("env", "/usr/bin/env");
        check("./env", "/usr/bin/./env");
        check("/bin/sh", "/bin/sh");
    }

    #[test]
    fn wrong_names_are_told_with_the_nearest() {
        check("slepe", "the command `slepe` is not in PATH; did you mean `sleep`?");
        check("no-such-program-at-all", "the command `no-such-program-at-all` is not in PATH");
        check(
            "env FOO",
            "the command `env FOO` is not in PATH; write the program as `command` and its arguments as `args`",
        );
        check("/no/such", "the command `/no/such` does not exist");
        check("/etc/passwd", "the command `/etc/passwd` cannot be executed: it has no permission to be executed");
        check("/etc", "the command `/etc` cannot be executed: it is a directory");
    }
}
