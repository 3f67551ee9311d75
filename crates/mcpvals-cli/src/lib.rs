//! The command line: arguments → environment → command → exit code. Two binaries are doors to it.

mod args;
mod audit_args;
mod command;
mod environment;
mod events;
mod exit;
mod interrupt;
mod last_failed;
mod output;
mod people;
mod progress;
mod reporters;
mod sandbox;
mod service_args;
mod target;
mod traces;
mod work;

use std::process::ExitCode;

use args::Args;
use environment::Environment;
use exit::{Exit, Failure};
use output::Output;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The name under which the program was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// `mcpvals COMMAND …`
    Mcpvals,
    /// `mcp-evaluate …` is `mcpvals evaluate …`.
    McpEvaluate,
}

/// The whole program.
pub fn main(door: Door) -> ExitCode {
    let mut words = std::env::args_os();
    if words.nth(1).is_some_and(|word| word == GUARD_COMMAND) {
        return mcpvals_wire::guard::run(words);
    }
    // Whoever looks for a fault of ours may want one.
    if std::env::var_os("MCPVALS_COREDUMP").is_none() {
        // Where the system refuses, it may leave one: no reason not to go on.
        let _ = mcpvals_wire::leave_no_core();
    }
    // Both live as long as the process, and so may be lent to tasks.
    let mut environment = Environment::read(door);
    let job =
        std::env::args_os().nth(1).is_some_and(|word| word == work::COMMAND).then(|| work::read(&mut environment));
    let environment: &'static Environment = Box::leak(Box::new(environment));
    let is_job = job.is_some();
    let args = match job {
        Some(Ok(args)) => Ok(args),
        Some(Err(why)) => {
            let global = args::Global::quiet();
            return Output::new(&global, environment).fail(&Failure::usage(why)).into();
        }
        None => Args::read(door),
    };
    match args {
        Ok(args) => {
            let output: &'static Output = Box::leak(Box::new(Output::new(&args.global, environment)));
            run(args, environment, output)
                .unwrap_or_else(|failure| output.fail(&if is_job { work::ended(failure) } else { failure }))
                .into()
        }
        Err(error) => args::explain(&error, environment).into(),
    }
}

/// The first word with which the binary starts itself as the guard of a server process.
const GUARD_COMMAND: &str = "__guard";

fn run(args: Args, environment: &'static Environment, output: &'static Output) -> Result<Exit, Failure> {
    // One thread: the wire's latency is what we measure, and a thread hop is a third of a fast server's round trip.
    let mut builder = tokio::runtime::Builder::new_current_thread();
    if args.is_service() {
        builder = tokio::runtime::Builder::new_multi_thread();
    }
    let runtime = match builder.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Err(Failure::new(Exit::Internal, format!("no event loop: {error}"))),
    };
    // A task of its own: what `block_on` itself drives costs one more look at the sockets for each call.
    let ended = runtime.block_on(runtime.spawn(command::run(args, environment, output)));
    // Blocking tasks (a watcher, a name look-up) must not hold up the exit.
    runtime.shutdown_background();
    let panicked = |_| Err(Failure::new(Exit::Internal, "mcpvals panicked: please report it"));
    ended.unwrap_or_else(panicked)
}
