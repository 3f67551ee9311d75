//! A small model that runs on this machine: fetched, served as Chat Completions, and tried on workflows.
//!
//! Neither the tests nor the build need any of it: it takes gigabytes and minutes, and is for whoever asks for it.

mod cache;
mod page;
mod runtime;
mod trial;
mod weights;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::Result;
use crate::check::tools;
use crate::project::Project;
use crate::say::say;
use cache::Cache;
use runtime::Runtime;
use trial::TRIALS;
use weights::Weights;

/// What to do with it.
#[derive(Debug, Args)]
pub(crate) struct LocalModelArgs {
    #[command(subcommand)]
    chore: Chore,
    /// Which model
    #[arg(long, value_enum, default_value_t = Weights::Coder1_5B, global = true)]
    weights: Weights,
    /// Where weights and runtime are kept; otherwise `mcpvals/local-model` in the user's cache
    #[arg(long, env = "MCPVALS_LOCAL_MODEL", value_name = "FOLDER", global = true)]
    cache: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Download the weights, part by part; what is there already is kept
    Fetch,
    /// Serve the model as Chat Completions, until it is interrupted
    Serve {
        /// On this port
        #[arg(long, default_value_t = 8033)]
        port: u16,
    },
    /// Play the workflows of examples/local-model, and say how often they passed
    Test {
        /// How often each is played
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1000))]
        repeat: u32,
        /// This mcpvals, instead of one that is built for release first
        #[arg(long, value_name = "PROGRAM")]
        mcpvals: Option<PathBuf>,
        /// Write the figures into docs/local-model.md
        #[arg(long)]
        write: bool,
    },
}

/// Does it.
pub(crate) fn run(project: &Project, args: &LocalModelArgs) -> Result {
    let cache = Cache::new(project, args.cache.as_deref())?;
    match &args.chore {
        Chore::Fetch => weights::fetch(project, &cache, args.weights),
        Chore::Serve { port } => serve(project, &cache, args.weights, *port),
        Chore::Test { repeat, mcpvals, write } => {
            let program = mcpvals.clone().map_or_else(|| build(project), Ok)?;
            test(project, &cache, args.weights, &trial::Play { repeat: *repeat, mcpvals: program }, *write)
        }
    }
}

fn serve(project: &Project, cache: &Cache, weights: Weights, port: u16) -> Result {
    let file = weights::find(cache, weights)?;
    let running = Runtime::install(project, cache)?.start(&file, port)?;
    say(&format!("{weights} speaks Chat Completions at {}", running.url()));
    say(&format!(
        "try `LOCAL_MODEL_URL={} mcpvals eval examples/local-model/calculator.yaml`; Ctrl-C ends it",
        running.url()
    ));
    running.wait()
}

/// Each with a model that was started for it, so that each can be repeated alone.
fn test(project: &Project, cache: &Cache, weights: Weights, play: &trial::Play, write: bool) -> Result {
    let file = weights::find(cache, weights)?;
    let runtime = Runtime::install(project, cache)?;
    let mut outcomes = Vec::new();
    for trial in &TRIALS {
        let running = runtime.start(&file, 0)?;
        say(&format!("{}: {} repetitions with {weights}", trial.config, play.repeat));
        outcomes.push(trial.play(project, &runtime, running.url(), play)?);
    }
    let text = page::render(weights, &outcomes, play.repeat);
    say(&text);
    if write {
        page::write(project, &text)?;
    }
    let failed: Vec<&str> =
        TRIALS.iter().zip(&outcomes).filter(|(_, it)| !it.passed).map(|(it, _)| it.config).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("not passed: {}", failed.join(", "))) }
}

fn build(project: &Project) -> Result<PathBuf> {
    tools::run(project.command("cargo", &["build", "--release", "--locked", "-p", "mcpvals-cli"]))?;
    Ok(project.target().join("release/mcpvals"))
}
