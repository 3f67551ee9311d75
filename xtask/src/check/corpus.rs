//! The real servers that the tests speak to.

use super::tools::{self, Tools};
use crate::Result;
use crate::project::Project;
use crate::say::say;

/// From npm.
const NPM: [&str; 6] = [
    "server-everything",
    "server-filesystem",
    "server-memory",
    "server-sequential-thinking",
    // Speaks 2026-07-28 over HTTP.
    "context7",
    // Speaks only 2024-11-05.
    "knowledge-graph",
];

/// From the Python index.
const PYTHON: [&str; 3] = [
    "time", "git", // Speaks 2026-07-28 over HTTP.
    "word",
];

/// Installs them, each once: what is there already is kept.
///
/// # Errors
/// If the corpus is not beside the project, or a package cannot be installed.
pub(super) fn install(project: &Project, tools: &Tools) -> Result {
    let script = project.path("../shared/corpus/install.sh");
    if !script.is_file() {
        return Err("the corpus of real servers is missing: the tests need the folder `shared` beside the project's \
                    (with shared/corpus/install.sh). Without it, run the steps of CONTRIBUTING.md one by one"
            .to_owned());
    }
    say("installing the real servers (what is there already is kept)");
    one_kind("npm", &NPM, project, tools)?;
    one_kind("py", &PYTHON, project, tools)
}

fn one_kind(kind: &str, ids: &[&str], project: &Project, tools: &Tools) -> Result {
    let mut command = project.command("bash", &["../shared/corpus/install.sh", kind]);
    command.args(ids).env("PATH", tools.path());
    tools::run(command)
}
