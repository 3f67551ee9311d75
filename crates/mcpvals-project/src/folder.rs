//! A folder whose files are read by their path in it: nothing outside of it, and nothing too long.

use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// Longer manifests are none.
const MANIFEST_BYTES_MAX: u64 = 4 << 20;

/// What stands behind the last dot of a path; empty where there is none.
pub(crate) fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// A folder whose files are read by their path in it.
#[derive(Debug)]
pub(crate) struct Folder<'a> {
    root: &'a Path,
}

impl<'a> Folder<'a> {
    /// `root` is canonical.
    pub(crate) fn new(root: &'a Path) -> Self {
        Self { root }
    }

    pub(crate) fn root(&self) -> &'a Path {
        self.root
    }

    /// Where a path leads, where that is in the folder and there: no `..` and no link gets out.
    pub(crate) fn inside(&self, path: &str) -> Option<PathBuf> {
        let relative = Path::new(path);
        let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.is_empty() || !relative.components().all(is_plain) {
            return None;
        }
        let real = self.root.join(relative).canonicalize().ok()?;
        real.starts_with(self.root).then_some(real)
    }

    /// Is a file there?
    pub(crate) fn has(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|path| path.is_file())
    }

    /// Is a folder there?
    pub(crate) fn has_folder(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|path| path.is_dir())
    }

    /// The text of a file, where it is one and no longer than a manifest may be.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let path = self.inside(path)?;
        let file = path.is_file().then(|| std::fs::File::open(path).ok())??;
        let mut bytes = Vec::new();
        file.take(MANIFEST_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
        if bytes.len() as u64 > MANIFEST_BYTES_MAX {
            return None;
        }
        let text = String::from_utf8(bytes).ok()?;
        Some(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
    }

    /// The names in a folder, in order; no more than `count`.
    pub(crate) fn names(&self, path: &str, count: usize) -> Vec<String> {
        let Some(entries) = self.inside(path).and_then(|path| std::fs::read_dir(path).ok()) else { return Vec::new() };
        let mut names: Vec<String> =
            entries.take(count).flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }
}
