//! What users install beside the program: each is checked by the tools of its language, against the `mcpvals` that was just
//! built.

use std::path::PathBuf;
use std::process::Command;

use super::tools::{Tools, run};
use super::tools_folder;
use crate::Result;
use crate::project::Project;

/// The program that their tests start.
const BINARY: &str = "MCPVALS_BINARY";

/// A folder with an npm package: types are current and sound, tests pass, the package is what it should be.
pub(super) fn npm(project: &Project, tools: &Tools, folder: &str) -> Result {
    let folder = project.path(folder).to_string_lossy().into_owned();
    let npm = |words: &[&str]| with_binary(project.command("npm", words), project, tools);
    run(npm(&["ci", "--no-audit", "--no-fund", "--prefix", &folder]))?;
    run(npm(&["run", "check", "--prefix", &folder]))
}

/// A folder with a Python package, or with checks that are written in Python.
pub(super) struct Python {
    pub(super) folder: &'static str,
    /// Of its environment.
    pub(super) name: &'static str,
    /// What is installed there, in the folder.
    pub(super) requirements: &'static str,
    /// Is the folder's own package installed there, too?
    pub(super) is_package: bool,
    /// What checks all of it, in the folder.
    pub(super) script: &'static str,
}

impl Python {
    /// The same as [`npm`], in an environment of its own.
    pub(super) fn check(&self, project: &Project, tools: &Tools) -> Result {
        let place = |name: &str| project.path(self.folder).join(name).to_string_lossy().into_owned();
        let python = environment(project, self.name)?;
        let mut install =
            project.command(&python, &["-m", "pip", "install", "--quiet", "-r", &place(self.requirements)]);
        if self.is_package {
            install.args(["--editable", &place("")]);
        }
        run(install)?;
        run(with_binary(project.command(&python, &[&place(self.script)]), project, tools))
    }
}

/// The Python of an environment, which is made where there is none.
fn environment(project: &Project, name: &str) -> Result<String> {
    let folder = tools_folder(project).join(name);
    if !folder.join("bin/python").exists() {
        run(project.command("python3", &["-m", "venv", &folder.to_string_lossy()]))?;
    }
    Ok(folder.join("bin/python").to_string_lossy().into_owned())
}

fn with_binary(mut command: Command, project: &Project, tools: &Tools) -> Command {
    command.env("PATH", tools.path()).env(BINARY, binary(project));
    command
}

fn binary(project: &Project) -> PathBuf {
    project.path("target/debug/mcpvals")
}
