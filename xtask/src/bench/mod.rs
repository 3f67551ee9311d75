//! Measures mcpvals against the floor and against rivals: side by side, in one run, in interleaved rounds.

mod contender;
mod conversations;
mod floor;
mod measure;
mod page;
mod server;
mod table;
mod workload;

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) use floor::{FloorArgs, run as floor};
pub(crate) use measure::{MeasureArgs, Usage, run as measure};
pub(crate) use page::write_page;

use crate::Result;
use crate::bench_service::{self, BenchServiceArgs};
use crate::project::Project;
use crate::say::say;
use contender::{Contender, Programs};
use server::Server;
use table::{Cell, Results};
use workload::Workload;

/// What to measure with.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct BenchArgs {
    /// What else there is to be measured
    #[command(subcommand)]
    pub(crate) of: Option<BenchOf>,
    /// How often everything is measured; the medians are shown
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The entry file of server-everything (…/dist/index.js); without it, only our own fast server is measured
    #[arg(long, env = "BENCH_EVERYTHING", value_name = "FILE")]
    everything: Option<PathBuf>,
    /// The npm package mcpvals 0.4.0: its command
    #[arg(long, env = "BENCH_NPM_MCPVALS", value_name = "PROGRAM")]
    npm_mcpvals: Option<PathBuf>,
    /// The MCP Inspector: its command
    #[arg(long, env = "BENCH_INSPECTOR", value_name = "PROGRAM")]
    inspector: Option<PathBuf>,
    /// Measure only conversations with a model
    #[arg(long)]
    conversations: bool,
    /// Use the binaries of the last release build as they are
    #[arg(long)]
    no_build: bool,
    /// Write the figures into docs/performance.md
    #[arg(long)]
    write: bool,
}

/// What else there is to be measured.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchOf {
    /// Measure what the service costs: look-ups, lists, events to many clients, memory, workers
    Service(BenchServiceArgs),
}

/// Builds, measures, prints, and writes the page where that is asked for.
pub(crate) fn run(project: &Project, args: &BenchArgs) -> Result {
    if let Some(BenchOf::Service(args)) = &args.of {
        return bench_service::run(project, args);
    }
    if !args.no_build {
        build(project)?;
    }
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let programs = Programs::new(project, args.npm_mcpvals.clone(), args.inspector.clone(), folder.path().to_owned())?;
    if args.conversations {
        let text = conversations::measure(args.rounds, &programs)?;
        say(&text);
        return if args.write { page::write(project, args, "bench --conversations --write", &text) } else { Ok(()) };
    }
    let mut results = Results::default();
    for round in 1..=args.rounds {
        for server in Server::all(args.everything.as_ref()) {
            let mut running = server.start(&programs)?;
            for (workload, contender) in pairs(&server, &programs) {
                if contender.is_slow() && round > 1 {
                    continue;
                }
                say(&format!("round {round}: {server}, {workload}: {contender}"));
                let usage = contender.play(&workload, &running, &programs)?;
                results.add(Cell { server: server.clone(), workload, contender }, usage);
            }
            running.stop();
        }
    }
    let text = table::render(&results);
    say(&text);
    if args.write { page::write(project, args, "bench --write", &text) } else { Ok(()) }
}

/// The programs as people install them.
pub(crate) fn build(project: &Project) -> Result {
    let args = ["build", "--release", "--locked", "-p", "mcpvals-cli", "-p", "mcpvals-testkit"];
    let status = project.command("cargo", &args).status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the release build failed".to_owned()) }
}

/// Who plays what against a server.
fn pairs(server: &Server, programs: &Programs) -> Vec<(Workload, Contender)> {
    let workloads = server.workloads();
    let all = workloads.iter().flat_map(|workload| Contender::ALL.iter().map(|contender| (*workload, *contender)));
    all.filter(|(workload, contender)| contender.can_play(workload, server, programs)).collect()
}
