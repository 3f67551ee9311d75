//! Fuzzes every target of `fuzz/` for a while, from its seeds and from what earlier runs found worth keeping.

use clap::Args;

use crate::Result;
use crate::project::Project;
use crate::say::say;

/// The binaries of `fuzz/Cargo.toml`.
const TARGETS: [&str; 5] = ["frame", "event_stream", "config", "grade", "script"];

/// What to fuzz, and for how long.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// The targets; all where none is named
    #[arg(value_parser = TARGETS)]
    targets: Vec<String>,
    /// How many seconds each target runs
    #[arg(long, default_value_t = 600)]
    seconds: u32,
}

/// One target after the other. The first that finds something ends the run: it is in `fuzz/artifacts`.
pub(crate) fn run(project: &Project, args: &FuzzArgs) -> Result {
    let named: Vec<&str> = args.targets.iter().map(String::as_str).collect();
    let targets = if named.is_empty() { &TARGETS[..] } else { &named[..] };
    targets.iter().try_for_each(|target| fuzz(project, target, args.seconds))
}

fn fuzz(project: &Project, target: &str, seconds: u32) -> Result {
    say(&format!("\n== {target} =="));
    let folders = [format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}")];
    // It does not make the folder into which it writes.
    std::fs::create_dir_all(project.path(&folders[0]))
        .map_err(|error| format!("cannot make {}: {error}", folders[0]))?;
    let mut command = project.command("cargo", &["+nightly", "fuzz", "run", "--sanitizer", "none", target]);
    command.args(&folders).args(["--", "-rss_limit_mb=1024", "-timeout=10", "-max_len=16384", "-print_final_stats=1"]);
    command.arg(format!("-dict=fuzz/dictionaries/{target}.dict")).arg(format!("-max_total_time={seconds}"));
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{target} found something, or could not be built")) }
}
