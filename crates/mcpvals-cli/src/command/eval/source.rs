//! Finding and loading the config file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mcpvals::{EvaluateError, Plan, Scope, Snapshots};

use crate::args::ConfigArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// A plan, with where it came from.
pub(crate) struct Loaded {
    pub(crate) plan: Plan,
    pub(crate) snapshots: Snapshots,
    pub(crate) path: PathBuf,
}

impl Loaded {
    pub(crate) fn into_parts(self) -> (Plan, Snapshots) {
        (self.plan, self.snapshots)
    }
}

/// How long a script may take to be parsed and run. The engine has a deadline of its own; the parser of TypeScript has
/// none, and there are texts over which it sits for ever.
const SCRIPT_PATIENCE: Duration = Duration::from_mins(1);

/// What is wanted of a file.
#[derive(Clone)]
pub(crate) struct Asked {
    /// The parts that are used.
    pub(crate) scope: Scope,
    /// Are stored snapshots not compared with, but replaced?
    pub(crate) update_snapshots: bool,
}

/// Loads the file that was named, or the one that is found here or above, unless the user stops it: a script takes its
/// time, and so does who writes to our stdin.
///
/// # Errors
/// Usage: no such file, or everything that is wrong with it. Interrupted.
pub(crate) async fn load_unless(
    stopped: impl Future<Output = ()>,
    args: &ConfigArgs,
    environment: &Environment,
    output: &Output,
    asked: Asked,
) -> Result<Loaded, Failure> {
    let path = match args.path() {
        Some(path) => path.clone(),
        None => mcpvals_config::find(&environment.cwd).map_err(|error| Failure::usage(error.to_string()))?,
    };
    let is_named = args.path().is_some();
    let is_script = path.extension().is_some_and(|kind| ["ts", "mts", "js", "mjs"].iter().any(|one| kind == *one));
    let may_take_long = is_script || mcpvals_config::is_stdin(&path);
    if !may_take_long {
        return load(path, is_named, environment, output, asked);
    }
    let (environment, output) = (environment.clone(), output.clone());
    let work = tokio::task::spawn_blocking(move || load(path, is_named, &environment, &output, asked));
    tokio::select! {
        biased;
        done = work => done.unwrap_or_else(|_| Err(Failure::new(Exit::Internal, "the config's engine panicked"))),
        () = stopped => Err(crate::interrupt::stopped()),
        () = tokio::time::sleep(SCRIPT_PATIENCE) => {
            let message = format!("the config could not be read within {} s", SCRIPT_PATIENCE.as_secs());
            Err(Failure::usage(message))
        }
    }
}

fn load(
    path: PathBuf,
    is_named: bool,
    environment: &Environment,
    output: &Output,
    asked: Asked,
) -> Result<Loaded, Failure> {
    let shown = shown(&path, &environment.cwd);
    let context = environment.context(is_named, asked.scope);
    let (mut plan, snapshots) =
        mcpvals::load(&path, &context, asked.update_snapshots).map_err(|error| explain(error, output))?;
    // Its servers start in its folder where it is found, and here where it is named.
    let is_above = !is_named && path.parent() != Some(&*environment.cwd);
    plan.arguments = (!is_above).then(|| shown.clone()).into_iter().collect();
    plan.source = shown;
    plan.secrets.extend_from_slice(&environment.secrets);
    Ok(Loaded { plan, snapshots, path })
}

/// As short as it can be named from here.
fn shown(path: &Path, cwd: &Path) -> String {
    path.strip_prefix(cwd).unwrap_or(path).display().to_string()
}

fn mistakes(count: usize) -> String {
    if count == 1 { "the config has a mistake".to_owned() } else { format!("the config has {count} mistakes") }
}

/// What keeps an evaluation from running, with its exit code.
pub(crate) fn explain(error: EvaluateError, output: &Output) -> Failure {
    match error {
        EvaluateError::Config(errors) => Failure::of_file(mistakes(errors.errors().len()), &errors, output.color_err),
        EvaluateError::NothingToRun { why } => Failure::new(Exit::NothingToRun, format!("nothing to run: {why}")),
        EvaluateError::Snapshots(error) => with_cause(&error),
        EvaluateError::Cassettes(error) => with_cause(&error),
    }
}

fn with_cause(error: &dyn std::error::Error) -> Failure {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    Failure::usage(format!("{error}{cause}"))
}
