//! Where clients keep their files.

use std::path::{Path, PathBuf};

use super::Client;
use crate::load::Context;

/// Files of a project, in its folder or one above.
const IN_PROJECT: [(Client, &str); 5] = [
    (Client::Claude, ".mcp.json"),
    (Client::Cursor, ".cursor/mcp.json"),
    (Client::VsCode, ".vscode/mcp.json"),
    (Client::Codex, ".codex/config.toml"),
    (Client::Claude, "claude_desktop_config.json"),
];

/// Files of a user, in the home folder.
const IN_HOME: [(Client, &str); 7] = [
    (Client::Claude, CLAUDE_CODE),
    (Client::Cursor, ".cursor/mcp.json"),
    (Client::Claude, ".config/Claude/claude_desktop_config.json"),
    (Client::Claude, "Library/Application Support/Claude/claude_desktop_config.json"),
    (Client::VsCode, ".config/Code/User/mcp.json"),
    (Client::VsCode, "Library/Application Support/Code/User/mcp.json"),
    (Client::Codex, ".codex/config.toml"),
];

/// Files of a user on Windows, in `%APPDATA%`.
const IN_APPDATA: [(Client, &str); 2] =
    [(Client::Claude, "Claude/claude_desktop_config.json"), (Client::VsCode, "Code/User/mcp.json")];

/// Has the servers of a user, and of each folder of theirs.
pub(super) const CLAUDE_CODE: &str = ".claude.json";

/// A client's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    pub(super) client: Client,
    pub(super) path: PathBuf,
}

/// The files that are there, the nearest first.
pub(super) fn files(context: &Context) -> Vec<File> {
    let project = context.cwd.ancestors().flat_map(|folder| within(folder, &IN_PROJECT));
    let mut files: Vec<File> = Vec::new();
    for file in project.chain(user_files(context)) {
        if file.path.is_file() && !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The folder that a server is started in, and that its paths are relative to: clients are started in the folder of a
/// project's file, and anywhere with a user's.
pub(super) fn folder<'a>(file: &'a Path, context: &'a Context) -> &'a Path {
    let is_users = user_files(context).iter().any(|users| users.path == file);
    if is_users { &context.cwd } else { workspace(file) }
}

/// The folder that a file in `.vscode`, `.cursor` or `.codex` speaks of.
pub(super) fn workspace(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(file);
    let is_clients =
        folder.file_name().is_some_and(|name| [".vscode", ".cursor", ".codex"].iter().any(|one| name == *one));
    if is_clients { folder.parent().unwrap_or(folder) } else { folder }
}

fn user_files(context: &Context) -> Vec<File> {
    let folder = |name: &str| context.env.get(name).filter(|folder| !folder.is_empty()).map(Path::new);
    let codex = folder("CODEX_HOME").map(|home| within(home, &[(Client::Codex, "config.toml")]));
    let home = home(context).map(|home| within(home, &IN_HOME));
    let appdata = folder("APPDATA").map(|folder| within(folder, &IN_APPDATA));
    [codex, home, appdata].into_iter().flatten().flatten().collect()
}

/// The user's home folder, as the environment has it.
pub(super) fn home(context: &Context) -> Option<&Path> {
    let home = context.env.get("HOME").or_else(|| context.env.get("USERPROFILE"));
    home.filter(|home| !home.is_empty()).map(Path::new)
}

fn within(folder: &Path, names: &[(Client, &str)]) -> Vec<File> {
    names.iter().map(|(client, name)| File { client: *client, path: folder.join(name) }).collect()
}
