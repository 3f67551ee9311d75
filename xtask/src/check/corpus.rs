//! The real servers that the tests speak to.

use super::tools::{self, Tools};
use crate::Result;
use crate::project::Project;
use crate::say::say;

/// Their kinds and names, one on a line; the tests start no other. context7 and word speak 2026-07-28 over HTTP,
/// knowledge-graph only 2024-11-05.
const LIST: &str = include_str!("corpus.list");

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
    one_kind("npm", project, tools)?;
    one_kind("py", project, tools)
}

fn one_kind(kind: &str, project: &Project, tools: &Tools) -> Result {
    let servers = LIST.lines().filter_map(|line| line.split_once(' '));
    let ids = servers.filter(|(of, _)| *of == kind).map(|(_, id)| id);
    let mut command = project.command("bash", &["../shared/corpus/install.sh", kind]);
    command.args(ids).env("PATH", tools.path());
    tools::run(command)
}
