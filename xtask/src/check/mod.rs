//! All tests and checks: what CI runs, and nothing that CI runs is elsewhere.
//!
//! Two cores are kept busy: what mostly waits for others (downloads, installers, servers that start) is run beside what
//! computes, and the rest one after the other.

mod clients;
mod corpus;
mod lane;
mod sdks;
mod step;
mod steps;
pub(crate) mod tools;

use std::path::PathBuf;

use crate::project::Project;
use crate::say::say;
use crate::{Result, machine};
use step::Step;
use tools::Tools;

/// Installs what is missing, then runs every step, also after one that failed, and says which did.
pub(crate) fn run(project: &Project, offline: bool) -> Result {
    warn_of_a_small_disk(project);
    let (tools, mut failed) = std::thread::scope(|scope| {
        let installed = scope.spawn(|| if offline { Ok(Tools::default()) } else { setup(project) });
        let failed = in_order(steps::without_tools(), project, &Tools::default());
        let tools = installed.join().unwrap_or_else(|_| Err("what the tests need could not be installed".to_owned()));
        tools.map(|tools| (tools, failed))
    })?;
    failed.extend(in_order(steps::of_cargo(project), project, &tools));
    failed.extend(lane::side_by_side(steps::LANES, project, &tools));
    failed.extend(in_order(steps::of_ours(project, &tools), project, &tools));
    warn_of_a_small_disk(project);
    if failed.is_empty() {
        say("\nall checks passed");
        return Ok(());
    }
    Err(format!("{} failed: {}", if failed.len() == 1 { "one check" } else { "checks" }, failed.join(", ")))
}

/// One step, with nothing installed: that was done.
pub(crate) fn run_only(project: &Project, name: &str) -> Result {
    let tools = Tools::default();
    let all = steps::all(project, &tools);
    let known = || all.iter().map(|step| step.name).collect::<Vec<_>>().join(", ");
    let step = all.iter().find(|step| step.name == name);
    let step = step.ok_or_else(|| format!("there is no step `{name}` (known: {})", known()))?;
    if step.run(project, &tools) { Ok(()) } else { Err(format!("one check failed: {name}")) }
}

fn in_order(steps: Vec<Step>, project: &Project, tools: &Tools) -> Vec<&'static str> {
    steps.into_iter().filter(|step| !step.run(project, tools)).map(|step| step.name).collect()
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

/// Where what we install for ourselves is kept: in `target`, so that `cargo clean` takes it away.
pub(crate) fn tools_folder(project: &Project) -> PathBuf {
    project.path("target/test-tools")
}
