//! The files of a folder, in order of path: what is ignored, foreign or linked is left out, and told.

use std::path::Path;

use ignore::{DirEntry, WalkBuilder};
use mcpvals_model::LeftOut;

use super::sorting::foreign_folder;

/// Deeper folders are not entered.
const DEPTH_MAX: usize = 32;
/// More entries are not looked at: a folder with more is no server's.
const ENTRIES_MAX: usize = 200_000;

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Paths in the folder, with `/`, in order.
    pub(super) files: Vec<String>,
    /// Folders and links that were not entered, in order.
    pub(super) left_out: Vec<LeftOut>,
}

/// The files that a package's list names, where they are.
pub(super) fn listed(root: &Path, names: &[String]) -> Walked {
    let is_there = |name: &&String| root.join(name).is_file();
    let mut files: Vec<String> = names.iter().filter(is_there).cloned().collect();
    files.sort_unstable();
    files.dedup();
    Walked { files, left_out: Vec::new() }
}

/// All files below; without what `.gitignore` files in it name, where `ignores`: what is packed is shipped, whatever they say.
pub(super) fn walked(root: &Path, ignores: bool) -> Walked {
    let mut walked = Walked::default();
    let walk = WalkBuilder::new(root)
        // What stands above, or in the user's own settings, would make the result another on another machine.
        .standard_filters(false)
        .git_ignore(ignores)
        .require_git(false)
        .parents(false)
        .follow_links(false)
        .max_depth(Some(DEPTH_MAX))
        .sort_by_file_name(Ord::cmp)
        .filter_entry(|entry| entry.depth() == 0 || !is_foreign(entry))
        .build();
    for entry in walk.take(ENTRIES_MAX) {
        match entry {
            Ok(entry) => note(root, &entry, &mut walked),
            Err(error) => walked.left_out.push(LeftOut { name: "a folder".to_owned(), reason: error.to_string() }),
        }
    }
    walked.left_out.extend(foreign(root, &walked.files));
    walked.files.sort_unstable();
    walked
}

fn is_foreign(entry: &DirEntry) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    is_folder && foreign_folder(entry.path()).is_some()
}

fn note(root: &Path, entry: &DirEntry, walked: &mut Walked) {
    let Some(path) = relative(root, entry.path()) else { return };
    let Some(kind) = entry.file_type() else { return };
    if kind.is_symlink() {
        walked.left_out.push(LeftOut { name: path, reason: "a link; what it leads to is read where it is".to_owned() });
    } else if kind.is_file() {
        walked.files.push(path);
    }
}

/// Folders of others that stand in the root or where a file of ours does, by name: `filter_entry` cannot tell them.
fn foreign(root: &Path, files: &[String]) -> Vec<LeftOut> {
    let mut folders: Vec<&str> =
        files.iter().filter_map(|file| file.rsplit_once('/')).map(|(folder, _)| folder).collect();
    folders.push("");
    folders.sort_unstable();
    folders.dedup();
    let mut left_out = Vec::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(root.join(folder)) else { continue };
        let mut found: Vec<LeftOut> = entries
            .take(ENTRIES_MAX)
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| {
                let reason = foreign_folder(&entry.path())?;
                Some(LeftOut { name: relative(root, &entry.path())?, reason: reason.to_owned() })
            })
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        left_out.extend(found);
    }
    left_out
}

/// With `/`, whatever the system's own sign is.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty())
}
