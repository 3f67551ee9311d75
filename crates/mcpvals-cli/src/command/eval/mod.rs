//! `mcpvals eval`: the main job.

mod baseline;
mod from_client;
mod gate;
mod once;
mod options;
mod source;
mod told;
mod watch;

use mcpvals::Scope;

use crate::args::EvalArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::reporters::Reporters;
use mcpvals_report::{Level, Style};

pub(super) use source::{Asked, explain, load_unless};

/// Evaluates a server as a config file says; with `--watch` again and again.
///
/// # Errors
/// What keeps the run from happening at all.
pub(crate) async fn run(args: &EvalArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let reporters = Reporters::from_args(args)?;
    let keeps = args.config.path().is_none_or(|path| !mcpvals_config::is_stdin(path));
    if !keeps && (args.watch || args.last_failed) {
        return Err(Failure::usage("--watch and --last-failed need a config in a file: it came from stdin"));
    }
    if args.watch {
        return watch::run(args, &reporters, environment, output).await;
    }
    let asked = Asked { scope: scope(args), update_snapshots: args.update_snapshots };
    let loaded = match args.from_client {
        Some(client) => from_client::load(client.into(), args, asked, environment, output).await?,
        None => load_unless(crate::interrupt::wait(), &args.config, environment, output, asked).await?,
    };
    once::run(args, loaded, &reporters, environment, output, &crate::interrupt::token(output)).await
}

/// Which parts of the file are used: only those must find their variables set.
fn scope(args: &EvalArgs) -> Scope {
    let kinds = options::kinds(args);
    let scope = if kinds.is_empty() { Scope::RUN } else { Scope::only(kinds) };
    Scope { judge: args.llm_judge, model: args.model.clone(), matrix: args.matrix, ..scope }
}

/// How frames look on stderr.
pub(crate) fn style_of_frames(environment: &Environment, output: &Output) -> Style {
    Style { color: output.color_err, ..style(environment, output) }
}

/// How the result looks on stdout.
pub(super) fn style(environment: &Environment, output: &Output) -> Style {
    let level = match (output.quiet, output.verbose) {
        (true, _) => Level::Quiet,
        (false, 0) => Level::Normal,
        (false, _) => Level::Verbose,
    };
    Style { color: output.color_out, level, width: environment.columns(), ..Style::default() }
}
