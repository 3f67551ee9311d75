//! Which steps there are.

use super::clients::{self, Python};
use super::step::Step;
use super::tools::Tools;
use crate::project::Project;
use crate::say::say;
use crate::{codegen, conformance, docs, tidy};

/// Those of what was installed that wait more than they compute: each list is played in its order, beside the other.
pub(super) const LANES: [&[&str]; 2] =
    [&["python package", "conformance"], &["node sdk", "python sdk", "npm package", "releases"]];

/// Every step, in the order in which somebody would read of them.
pub(super) fn all(project: &Project, tools: &Tools) -> Vec<Step> {
    let parts = [without_tools(), of_cargo(project), of_packages(), of_ours(project, tools)];
    parts.into_iter().flatten().collect()
}

/// What needs a toolchain and nothing else.
pub(super) fn without_tools() -> Vec<Step> {
    vec![
        Step::cargo("format", &["fmt", "--all", "--check"]),
        Step::cargo("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    ]
}

/// A crate's map may link to its private modules: who reads them reads with private items.
const RUSTDOC: &str = "-D warnings -A rustdoc::private_intra_doc_links";

pub(super) fn of_cargo(project: &Project) -> Vec<Step> {
    vec![
        // Tests start the programs of other crates, which `cargo test` alone would not build. With the tests, since crates
        // have other features where tests are among what is built.
        Step::cargo("build", &["build", "--workspace", "--bins", "--tests", "--locked"]),
        tests(project),
        Step::cargo("doc tests", &["test", "--workspace", "--doc", "--locked"]),
        Step::cargo("docs", &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"])
            .env("RUSTDOCFLAGS", RUSTDOC),
        Step::cargo("crates", &CRATES),
    ]
}

/// What users install beside, against the program that was just built.
pub(super) fn of_packages() -> Vec<Step> {
    vec![
        Step::ours("node sdk", |project, tools| clients::npm(project, tools, "sdks/node")),
        Step::ours("python sdk", |project, tools| PYTHON_SDK.check(project, tools)),
        Step::ours("npm package", |project, tools| clients::npm(project, tools, "packages/npm")),
        Step::ours("python package", |project, tools| PYTHON_PACKAGE.check(project, tools)),
        Step::ours("releases", |project, tools| RELEASES.check(project, tools)),
        Step::ours("conformance", |project, tools| conformance::run(project, tools, false)),
    ]
}

/// What looks at the project's files.
pub(super) fn of_ours(project: &Project, tools: &Tools) -> Vec<Step> {
    let mut steps = vec![
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

#[cfg(test)]
mod tests {
    use super::{LANES, of_packages};

    #[test]
    fn every_package_is_in_one_lane() {
        let mut of_lanes = LANES.concat();
        let mut names: Vec<&str> = of_packages().iter().map(|step| step.name).collect();
        of_lanes.sort_unstable();
        names.sort_unstable();
        assert_eq!(of_lanes, names);
    }
}
