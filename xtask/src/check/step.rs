//! One step of the checks.

use std::time::Instant;

use super::tools::Tools;
use crate::Result;
use crate::project::Project;
use crate::say::say;

/// A command, or a chore of our own.
pub(super) struct Step {
    pub(super) name: &'static str,
    what: What,
    env: Vec<(&'static str, &'static str)>,
}

/// A chore of our own, with what was installed for it.
type Chore = fn(&Project, &Tools) -> Result;

enum What {
    Cargo(Vec<&'static str>),
    Ours(Chore),
}

impl Step {
    pub(super) fn cargo(name: &'static str, args: &[&'static str]) -> Self {
        Self { name, what: What::Cargo(args.to_vec()), env: Vec::new() }
    }

    pub(super) fn ours(name: &'static str, chore: Chore) -> Self {
        Self { name, what: What::Ours(chore), env: Vec::new() }
    }

    pub(super) fn env(mut self, name: &'static str, value: &'static str) -> Self {
        self.env.push((name, value));
        self
    }

    /// Says what is run, runs it, and tells whether it succeeded.
    pub(super) fn run(&self, project: &Project, tools: &Tools) -> bool {
        say(&format!("\n== {} ==", self.name));
        let begin = Instant::now();
        let done = match &self.what {
            What::Cargo(args) => self.cargo_succeeds(args, project, tools),
            What::Ours(chore) => chore(project, tools),
        };
        let seconds = begin.elapsed().as_secs();
        match &done {
            Ok(()) => say(&format!("== {}: passed in {seconds} s ==", self.name)),
            Err(why) => say(&format!("== {}: FAILED in {seconds} s: {why} ==", self.name)),
        }
        done.is_ok()
    }

    fn cargo_succeeds(&self, args: &[&str], project: &Project, tools: &Tools) -> Result {
        let mut command = project.command("cargo", args);
        command.envs(self.env.iter().copied()).env("PATH", tools.path());
        let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("cargo {} ended with {status}", args.join(" "))) }
    }
}
