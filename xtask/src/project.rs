//! The project's folder and its files.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// The project.
#[derive(Debug)]
pub(crate) struct Project {
    /// Its folder.
    pub(crate) root: PathBuf,
}

/// A file of the project with its text.
#[derive(Debug)]
pub(crate) struct TextFile {
    /// Relative to the project's folder, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Project {
    /// The folder above this crate's.
    pub(crate) fn find() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self { root: here.parent().unwrap_or(here).to_owned() }
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Where cargo puts what it builds.
    pub(crate) fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.path("target"), |folder| self.root.join(folder))
    }

    /// A command that runs in the project's folder.
    pub(crate) fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root);
        command
    }

    /// Every text file that git knows or would take, in order of name.
    pub(crate) fn files(&self) -> Result<Vec<TextFile>> {
        let list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
        let output = self.command("git", &list).output().map_err(|error| format!("cannot run git: {error}"))?;
        if !output.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        let names = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut paths: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
        paths.sort_unstable();
        paths.dedup();
        // What is deleted and not committed yet is still listed; what is not text is nobody's business here.
        let read = |path: &&str| {
            let text = std::fs::read_to_string(self.path(path)).ok()?;
            Some(TextFile { path: (*path).to_owned(), text })
        };
        Ok(paths.iter().filter_map(read).collect())
    }
}

impl TextFile {
    /// Is it ours to read? Servers that tests are made of read as such servers do.
    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == Some("rs") && !self.is_fixture()
    }

    /// Is it a server, or a part of one, that a test reads?
    pub(crate) fn is_fixture(&self) -> bool {
        self.path.contains("/tests/pairs/") || self.path.contains("/tests/fixtures/")
    }

    /// Does it hold what servers say of themselves, word by word?
    pub(crate) fn quotes_servers(&self) -> bool {
        self.path.starts_with("docs/findings/")
    }

    pub(crate) fn is_markdown(&self) -> bool {
        self.extension() == Some("md")
    }

    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Is it a test as a whole: `crates/x/tests/…`, or a module `tests`?
    pub(crate) fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.contains("/benches/") || self.name() == "tests.rs"
    }

    /// Its code without tests, and its tests.
    pub(crate) fn split_tests(&self) -> (&str, &str) {
        const MARK: &str = "#[cfg(test)]\nmod ";
        if self.is_test() {
            return ("", &self.text);
        }
        // A module of tests that stands elsewhere (`mod tests;`) begins nothing here.
        let begins_here =
            |at: &usize| self.text[*at + MARK.len()..].lines().next().is_some_and(|name| name.ends_with('{'));
        let begin = self.text.match_indices(MARK).map(|(at, _)| at).find(begins_here);
        self.text.split_at(begin.unwrap_or(self.text.len()))
    }

    fn extension(&self) -> Option<&str> {
        Path::new(&self.path).extension()?.to_str()
    }
}
