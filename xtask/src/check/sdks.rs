//! What others have made, whose word the tests take for what a protocol or a provider's format is: the official SDKs,
//! authorization servers, the conformance suite, a reader of pages for those who do not see them.

use std::fs;
use std::path::Path;

use super::tools::{Tools, create, read, run};
use super::tools_folder;
use crate::Result;
use crate::project::Project;

/// Installs them, each as its list in the project pins it: what is there already is kept.
pub(super) fn install(project: &Project, tools: &Tools) -> Result {
    npm("ts-sdk", "crates/mcpvals-cli/tests/servers/ts-sdk", project, tools)?;
    npm("oauth", "crates/mcpvals-cli/tests/servers/oauth", project, tools)?;
    npm("conformance", "xtask/src/conformance/suites", project, tools)?;
    npm("pages", "crates/mcpvals-report/tests/pages", project, tools)?;
    // Makes the site of the documents.
    python("mdbook", "xtask/src/docs", project, tools)?;
    // Makes requests of the service's OpenAPI document.
    python("schemathesis", "crates/mcpvals-cli/tests/servers/schemathesis", project, tools)?;
    python("authlib", "crates/mcpvals-cli/tests/servers/authlib", project, tools)?;
    // Clients of the testkit's double of the providers of models.
    python("model-sdks", "crates/mcpvals-testkit/tests/model_sdks", project, tools)
}

/// Packages from npm, in a folder of their own.
fn npm(name: &str, lists: &str, project: &Project, tools: &Tools) -> Result {
    let folder = tools_folder(project).join(name);
    let lists = project.path(lists);
    create(&folder)?;
    let is_same = ["package.json", "package-lock.json"].map(|name| is_same(&lists, &folder, name));
    if folder.join("node_modules").exists() && is_same == [true, true] {
        return Ok(());
    }
    copy(&lists, &folder, "package.json")?;
    copy(&lists, &folder, "package-lock.json")?;
    let prefix = folder.to_string_lossy().into_owned();
    let mut npm = project.command("npm", &["ci", "--no-audit", "--no-fund", "--prefix", &prefix]);
    npm.env("PATH", tools.path());
    run(npm)
}

/// Packages from the Python index, in an environment of their own.
fn python(name: &str, lists: &str, project: &Project, tools: &Tools) -> Result {
    const LIST: &str = "requirements.txt";
    let folder = tools_folder(project).join(name);
    let lists = project.path(lists);
    if is_same(&lists, &folder, LIST) {
        return Ok(());
    }
    let venv = folder.to_string_lossy().into_owned();
    let mut environment = project.command("python3", &["-m", "venv", "--clear", &venv]);
    environment.env("PATH", tools.path());
    run(environment)?;
    let (pip, list) = (folder.join("bin/pip"), lists.join(LIST));
    run(project.command(&pip.to_string_lossy(), &["install", "--quiet", "--requirement", &list.to_string_lossy()]))?;
    // Last, so that what was not installed to the end is installed again.
    copy(&lists, &folder, LIST)
}

/// Is what is installed what is listed?
fn is_same(lists: &Path, folder: &Path, name: &str) -> bool {
    read(&folder.join(name)).is_ok_and(|there| read(&lists.join(name)).is_ok_and(|listed| listed == there))
}

fn copy(lists: &Path, folder: &Path, name: &str) -> Result {
    let text = read(&lists.join(name))?;
    fs::write(folder.join(name), text).map_err(|error| format!("cannot write `{name}`: {error}"))
}
