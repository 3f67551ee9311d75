//! Finding a config where none is named: in the working directory, then in its parents.

use std::path::{Path, PathBuf};

use crate::format::EXTENSIONS;

/// The names of config files without their extension, in the order in which they are looked for.
const STEMS: [&str; 2] = ["mcp-eval.config", "mcpvals.config"];

/// No config was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no config file: looked for `mcp-eval.config.*` and `mcpvals.config.*` (.{}) in `{}` and its parents",
    EXTENSIONS.join(", ."),
    start.display()
)]
pub struct FindError {
    /// Where the search began.
    pub start: PathBuf,
}

/// The config file in this folder or the nearest parent that has one.
///
/// # Errors
/// [`FindError`] where there is none; it says what was looked for.
pub fn find(cwd: &Path) -> Result<PathBuf, FindError> {
    let found = cwd.ancestors().find_map(find_in);
    found.ok_or_else(|| FindError { start: cwd.to_path_buf() })
}

fn find_in(folder: &Path) -> Option<PathBuf> {
    let names = STEMS.iter().flat_map(|stem| EXTENSIONS.iter().map(move |extension| format!("{stem}.{extension}")));
    names.map(|name| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn the_nearest_folder_wins_and_ts_comes_first() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(root.path().join("mcp-eval.config.ts"), "").unwrap();
        std::fs::write(root.path().join("a/mcpvals.config.toml"), "").unwrap();
        assert_eq!(find(&inner).unwrap(), root.path().join("a/mcpvals.config.toml"));
        std::fs::write(root.path().join("a/mcpvals.config.ts"), "").unwrap();
        assert_eq!(find(&inner).unwrap(), root.path().join("a/mcpvals.config.ts"));
    }

    #[test]
    fn nothing_found_says_what_was_looked_for() {
        let root = tempfile::tempdir().unwrap();
        let message = find(root.path()).unwrap_err().to_string();
        assert!(message.contains("mcp-eval.config.*") && message.contains(".yaml"), "{message}");
    }
}
