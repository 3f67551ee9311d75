//! Steps beside one another: each in a process of its own, whose words are shown as a whole when it has ended.

use std::fs::{self, File};
use std::process::Command;

use super::tools::{Tools, create};
use super::tools_folder;
use crate::Result;
use crate::project::Project;
use crate::say::say;

/// Plays every lane, each in its order, and returns what failed.
pub(super) fn side_by_side(lanes: [&'static [&'static str]; 2], project: &Project, tools: &Tools) -> Vec<&'static str> {
    std::thread::scope(|scope| {
        let played = lanes.map(|lane| {
            scope.spawn(|| lane.iter().copied().filter(|name| !succeeds(name, project, tools)).collect::<Vec<_>>())
        });
        played
            .into_iter()
            .zip(lanes)
            .flat_map(|(failed, lane)| failed.join().unwrap_or_else(|_| lane.to_vec()))
            .collect()
    })
}

fn succeeds(name: &str, project: &Project, tools: &Tools) -> bool {
    play(name, project, tools).unwrap_or_else(|why| {
        say(&format!("== {name}: FAILED: {why} =="));
        false
    })
}

/// What a step says goes to a file first: lines of two that are mixed help nobody.
fn play(name: &str, project: &Project, tools: &Tools) -> Result<bool> {
    let path = tools_folder(project).join(format!("{}.log", name.replace(' ', "-")));
    let cannot = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    create(&tools_folder(project))?;
    let log = File::create(&path).map_err(cannot)?;
    let errors = log.try_clone().map_err(cannot)?;
    let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut step = Command::new(own);
    step.args(["test", "--only", name]).env("PATH", tools.path()).stdout(log).stderr(errors);
    let status = step.status().map_err(|error| format!("cannot run it: {error}"))?;
    say(String::from_utf8_lossy(&fs::read(&path).map_err(cannot)?).trim_end());
    Ok(status.success())
}
