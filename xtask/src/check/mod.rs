//! All tests and checks, one after the other: what CI runs, and nothing that CI runs is elsewhere.

mod clients;
mod corpus;
mod sdks;
mod step;
pub(crate) mod tools;

use std::path::PathBuf;

use crate::project::Project;
use crate::say::say;
use crate::{Result, codegen, conformance, docs, machine, tidy};
use clients::Python;
use step::Step;
use tools::Tools;

/// Installs what is missing, then runs every step, also after one that failed, and says which did.
pub(crate) fn run(project: &Project, offline: bool) -> Result {
    let tools = if offline { Tools::default() } else { setup(project)? };
    warn_of_a_small_disk(project);
    let failed: Vec<&str> =
        steps(project, &tools).into_iter().filter(|step| !step.run(project, &tools)).map(|step| step.name).collect();
    warn_of_a_small_disk(project);
    if failed.is_empty() {
        say("\nall checks passed");
        return Ok(());
    }
    Err(format!("{} failed: {}", if failed.len() == 1 { "one check" } else { "checks" }, failed.join(", ")))
}

/// A whole run leaves less in `target` and beside it, in gigabytes, where nothing was there before.
const NEEDED: u64 = 20;
/// With less than this, tests of ours fail for want of room.
const SCARCE: u64 = 3;

/// Tests that fail since the disk is full say a hundred other things: so it is said, before the first and after the last.
fn warn_of_a_small_disk(project: &Project) {
    let built = project.path("target/debug/deps").exists();
    let wanted = if built { SCARCE } else { NEEDED };
    if let Some(free) = machine::free_gigabytes(&project.root).filter(|free| *free < wanted) {
        say(&format!("WARNING: {free} GB are free on this disk; a run needs {wanted} (`cargo clean` makes room)"));
    }
}

/// Installs what the tests need and this machine lacks.
///
/// # Errors
/// What could not be installed, and what to do about it.
pub(crate) fn setup(project: &Project) -> Result<Tools> {
    let tools = Tools::install(project)?;
    corpus::install(project, &tools)?;
    Ok(tools)
}

/// A crate's map may link to its private modules: who reads them reads with private items.
const RUSTDOC: &str = "-D warnings -A rustdoc::private_intra_doc_links";

fn steps(project: &Project, tools: &Tools) -> Vec<Step> {
    let mut steps = vec![
        Step::cargo("format", &["fmt", "--all", "--check"]),
        Step::cargo("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
        // Tests start the programs of other crates, which `cargo test` alone would not build.
        Step::cargo("build", &["build", "--workspace", "--bins", "--locked"]),
        tests(project),
        Step::cargo("doc tests", &["test", "--workspace", "--doc", "--locked"]),
        Step::cargo("docs", &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"])
            .env("RUSTDOCFLAGS", RUSTDOC),
        Step::cargo("crates", &CRATES),
        Step::ours("node sdk", |project, tools| clients::npm(project, tools, "sdks/node")),
        Step::ours("python sdk", |project, tools| PYTHON_SDK.check(project, tools)),
        Step::ours("npm package", |project, tools| clients::npm(project, tools, "packages/npm")),
        Step::ours("python package", |project, tools| PYTHON_PACKAGE.check(project, tools)),
        Step::ours("releases", |project, tools| RELEASES.check(project, tools)),
        Step::ours("conformance", |project, tools| conformance::run(project, tools, false)),
        Step::ours("codegen", |project, _| codegen::check(project)),
        Step::ours("site", |project, _| docs::build(project)),
        Step::ours("tidy", |project, _| tidy::run(project)),
    ];
    steps.extend(licences(project, tools));
    steps
}

/// Whether every crate that is published can be, but for compiling what was packed: the release does that.
const CRATES: [&str; 11] = [
    "publish",
    "--workspace",
    "--exclude",
    "xtask",
    "--exclude",
    "mcpvals-testkit",
    "--dry-run",
    "--no-verify",
    "--allow-dirty",
    "--locked",
    "--quiet",
];

const PYTHON_SDK: Python = Python {
    folder: "sdks/python",
    name: "python-sdk",
    requirements: "requirements-dev.txt",
    is_package: true,
    script: "scripts/check.py",
};

const PYTHON_PACKAGE: Python = Python {
    folder: "packages/python",
    name: "python-package",
    requirements: "requirements-dev.txt",
    is_package: false,
    script: "scripts/check.py",
};

/// What is released beside: archives, images, the action, the formula, and so on.
const RELEASES: Python = Python {
    folder: "packages/check",
    name: "releases",
    requirements: "requirements.txt",
    is_package: false,
    script: "check.py",
};

fn tests(project: &Project) -> Step {
    if project.command("cargo", &["nextest", "--version"]).output().is_ok_and(|output| output.status.success()) {
        return Step::cargo("tests", &["nextest", "run", "--workspace", "--profile", "ci", "--locked"]);
    }
    say("cargo-nextest is not installed: the tests run under `cargo test`");
    Step::cargo("tests", &["test", "--workspace", "--lib", "--bins", "--tests", "--locked"])
}

/// Licences and bans; the advisories need the network and have a job of their own.
fn licences(project: &Project, tools: &Tools) -> Option<Step> {
    let mut deny = project.command("cargo", &["deny", "--version"]);
    if deny.env("PATH", tools.path()).output().is_ok_and(|output| output.status.success()) {
        return Some(Step::cargo("deny", &["deny", "check", "licenses", "bans", "sources"]));
    }
    say("cargo-deny is not installed: licences and bans are not checked");
    None
}

/// Where what we install for ourselves is kept: in `target`, so that `cargo clean` takes it away.
pub(crate) fn tools_folder(project: &Project) -> PathBuf {
    project.path("target/test-tools")
}
