//! What the service costs: the bench of `mcpvals-server`, with the programs that it measures.

use std::process::Stdio;

use clap::Args;

use crate::bench::{build, write_page};
use crate::project::Project;
use crate::say::say;
use crate::{Result, machine};

/// How it is measured.
#[derive(Debug, Args)]
pub(crate) struct BenchServiceArgs {
    /// Use the binaries of the last release build as they are
    #[arg(long)]
    no_build: bool,
    /// Write the figures into docs/performance.md
    #[arg(long)]
    write: bool,
}

/// Builds, measures, prints, and writes the page where that is asked for.
///
/// # Errors
/// Where something cannot be built, or the bench fails.
pub(crate) fn run(project: &Project, args: &BenchServiceArgs) -> Result {
    if !args.no_build {
        build(project)?;
    }
    let mut bench =
        project.command("cargo", &["bench", "--quiet", "--locked", "-p", "mcpvals-server", "--bench", "service"]);
    bench.env("BENCH_MCPVALS", project.path("target/release/mcpvals"));
    bench.env("BENCH_SERVER", project.path("target/release/mcpvals-fast"));
    let output = bench.stderr(Stdio::inherit()).output().map_err(|error| format!("cannot run cargo: {error}"))?;
    let figures = String::from_utf8_lossy(&output.stdout).into_owned();
    say(&figures);
    if !output.status.success() {
        return Err("the bench failed".to_owned());
    }
    let text = format!("{}.\n\n```text\n{}\n```", machine::in_words(), figures.trim());
    if args.write { write_page(project, "bench service --write", &text) } else { Ok(()) }
}
