//! The binary `mcpvals`: arguments → environment → command → exit code.

mod args;
mod command;
mod environment;
mod exit;
mod interrupt;
mod last_failed;
mod output;
mod progress;
mod reporters;
mod target;
mod traces;

use std::process::ExitCode;

use clap::Parser as _;

use args::Args;
use environment::Environment;
use exit::{Exit, Failure};
use output::Output;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    if words.nth(1).is_some_and(|word| word == GUARD_COMMAND) {
        return mcpvals_wire::guard::run(words);
    }
    let environment = Environment::read();
    let (args, output) = match Args::try_parse() {
        Ok(args) => {
            let output = Output::new(&args.global, &environment);
            (args, output)
        }
        Err(error) => return args::explain(&error, &environment).into(),
    };
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(args, &environment, &output)));
    ended.unwrap_or_else(|_| output.fail(&Failure::new(Exit::Internal, "mcpvals panicked: please report it"))).into()
}

/// The first word with which the binary starts itself as the guard of a server process.
const GUARD_COMMAND: &str = "__guard";

fn run(args: Args, environment: &Environment, output: &Output) -> Exit {
    // One thread: the wire's latency is what we measure, and a thread hop is a third of a fast server's round trip.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output.fail(&Failure::new(Exit::Internal, format!("no event loop: {error}"))),
    };
    let ended = runtime.block_on(command::run(args, environment, output));
    // Blocking tasks (a watcher, a name look-up) must not hold up the exit.
    runtime.shutdown_background();
    ended.unwrap_or_else(|failure| output.fail(&failure))
}
