//! Where clients keep their files.

use std::path::{Path, PathBuf};

use crate::load::Context;

/// Files of a project, in its folder or one above.
const IN_PROJECT: [&str; 4] = [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json", "claude_desktop_config.json"];

/// Files of a user, in the home folder.
const IN_HOME: [&str; 6] = [
    ".claude.json",
    ".cursor/mcp.json",
    ".config/Claude/claude_desktop_config.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
    ".config/Code/User/mcp.json",
    "Library/Application Support/Code/User/mcp.json",
];

/// Files of a user on Windows, in `%APPDATA%`.
const IN_APPDATA: [&str; 2] = ["Claude/claude_desktop_config.json", "Code/User/mcp.json"];

/// The files that are there, the nearest first.
pub(super) fn files(context: &Context) -> Vec<PathBuf> {
    let project = context.cwd.ancestors().flat_map(|folder| within(folder, &IN_PROJECT));
    let mut files: Vec<PathBuf> = Vec::new();
    for file in project.chain(user_files(context)) {
        if file.is_file() && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The folder that a server is started in, and that its paths are relative to: clients are started in the folder of a
/// project's file, and anywhere with a user's.
pub(super) fn folder<'a>(file: &'a Path, context: &'a Context) -> &'a Path {
    let is_users = user_files(context).iter().any(|users| users == file);
    if is_users { &context.cwd } else { workspace(file) }
}

/// The folder that a file in `.vscode` or `.cursor` speaks of.
pub(super) fn workspace(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(file);
    let is_editors = folder.file_name().is_some_and(|name| name == ".vscode" || name == ".cursor");
    if is_editors { folder.parent().unwrap_or(folder) } else { folder }
}

fn user_files(context: &Context) -> Vec<PathBuf> {
    let home = home(context).map(|home| within(home, &IN_HOME)).unwrap_or_default();
    let appdata = context.env.get("APPDATA").map(|folder| within(Path::new(folder), &IN_APPDATA)).unwrap_or_default();
    home.into_iter().chain(appdata).collect()
}

/// The user's home folder, as the environment has it.
pub(super) fn home(context: &Context) -> Option<&Path> {
    let home = context.env.get("HOME").or_else(|| context.env.get("USERPROFILE"));
    home.filter(|home| !home.is_empty()).map(Path::new)
}

fn within(folder: &Path, names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|name| folder.join(name)).collect()
}
