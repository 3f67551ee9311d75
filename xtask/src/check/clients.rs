//! The SDKs of the service: each is checked by the tools of its language, against the `mcpvals` that was just built.

use std::path::PathBuf;
use std::process::Command;

use super::tools::{Tools, run};
use super::tools_folder;
use crate::Result;
use crate::project::Project;

/// The program that their tests start.
const BINARY: &str = "MCPVALS_BINARY";

/// `sdks/node`: types are current and sound, tests pass, the package is what it should be.
pub(super) fn node(project: &Project, tools: &Tools) -> Result {
    let folder = project.path("sdks/node").to_string_lossy().into_owned();
    run(npm(project, tools, &["ci", "--no-audit", "--no-fund", "--prefix", &folder]))?;
    run(npm(project, tools, &["run", "check", "--prefix", &folder]))
}

fn npm(project: &Project, tools: &Tools, words: &[&str]) -> Command {
    let mut npm = project.command("npm", words);
    npm.env("PATH", tools.path()).env(BINARY, binary(project));
    npm
}

/// `sdks/python`: the same.
pub(super) fn python(project: &Project, tools: &Tools) -> Result {
    let folder = project.path("sdks/python");
    let environment = tools_folder(project).join("python-sdk");
    let python = environment.join("bin/python").to_string_lossy().into_owned();
    if !environment.join("bin/python").exists() {
        run(project.command("python3", &["-m", "venv", &environment.to_string_lossy()]))?;
    }
    let list = folder.join("requirements-dev.txt").to_string_lossy().into_owned();
    let package = folder.to_string_lossy().into_owned();
    run(project.command(&python, &["-m", "pip", "install", "--quiet", "--requirement", &list, "--editable", &package]))?;
    let check = folder.join("scripts/check.py").to_string_lossy().into_owned();
    let mut check = project.command(&python, &[&check]);
    check.env("PATH", tools.path()).env(BINARY, binary(project));
    run(check)
}

fn binary(project: &Project) -> PathBuf {
    project.path("target/debug/mcpvals")
}
