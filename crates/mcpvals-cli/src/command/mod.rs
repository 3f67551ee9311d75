//! One file per command.

mod audit;
mod call;
mod conformance_client;
mod eval;
mod evaluate;
mod evaluation_report;
mod example_server;
mod grade;
pub(crate) mod init;
mod inspect;
mod judge;
mod list;
mod mock;
mod replay;
mod schema;
mod service;
mod session;
mod settings;
mod shell;
mod subject;
mod view;

pub(crate) use eval::style_of_frames;

use crate::args::{Args, Command};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Output;

/// Runs the command. Without one, shows the help (seed 001: `help` is the default).
///
/// # Errors
/// Why it could not do its work.
pub(crate) async fn run(args: Args, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let Some(command) = args.command else { return help(output) };
    match command {
        Command::Eval(args) => eval::run(&args, environment, output).await,
        Command::List(args) => list::run(&args, environment, output).await,
        Command::Init(args) => interrupt::or(init::run(&args, environment, output)).await,
        Command::Inspect(args) => interrupt::or(inspect::run(&args, environment, output)).await,
        Command::Call(args) => interrupt::or(call::run(&args, environment, output)).await,
        Command::Session(args) => interrupt::or(session::run(&args, environment, output)).await,
        Command::Audit(args) => interrupt::or(audit::run(&args, environment, output)).await,
        Command::Evaluate(args) => Box::pin(interrupt::or(evaluate::run(&args, environment, output))).await,
        Command::Explain(args) => audit::explain(&args, output),
        Command::Schema(args) => schema::run(&args, output),
        Command::Replay(args) => replay::run(&args, environment, output),
        Command::View(args) => view::run(&args, environment, output),
        Command::Grade(args) => grade::run(&args, output),
        Command::Judge(args) => judge::run(&args, environment, output).await,
        Command::Mock(args) => mock::run(&args, output).await,
        Command::Serve(args) => service::serve(&args, environment, output).await,
        Command::Worker(args) => service::worker(&args, environment, output).await,
        Command::Keys(args) => service::keys(&args, environment, output).await,
        Command::Db(args) => service::db(&args, environment, output).await,
        Command::Completions(args) => shell::completions(&args, output),
        Command::Man(args) => shell::man(&args, environment, output),
        Command::ExampleServer => example_server::run(),
        Command::ConformanceClient { url } => interrupt::or(conformance_client::run(&url, environment, output)).await,
    }
}

fn help(output: &Output) -> Result<Exit, Failure> {
    output.result(&crate::args::parser().render_long_help().to_string())?;
    Ok(Exit::Passed)
}
