//! Finding and loading the config file.

use std::path::{Path, PathBuf};

use mcpvals::{Context, EvaluateError, Plan, Scope, Snapshots};
use mcpvals_wire::Redactor;

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

/// Loads the file that was named, or the one that is found here or above.
///
/// # Errors
/// Usage: no such file, or everything that is wrong with it.
pub(crate) fn load(
    args: &ConfigArgs,
    environment: &Environment,
    output: &Output,
    scope: Scope,
    update_snapshots: bool,
) -> Result<Loaded, Failure> {
    let named = args.path().cloned();
    let path = match &named {
        Some(path) => path.clone(),
        None => mcpvals_config::find(&environment.cwd).map_err(|error| Failure::usage(error.to_string()))?,
    };
    let shown = shown(&path, &environment.cwd);
    let context =
        Context { env: environment.variables.clone(), cwd: environment.cwd.clone(), named: named.is_some(), scope };
    let (mut plan, snapshots) =
        mcpvals::load(&path, &context, update_snapshots).map_err(|error| explain(error, output))?;
    plan.source = shown;
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
        EvaluateError::Config(errors) => {
            let redactor = Redactor::new(errors.secrets());
            let mut data = errors.to_json();
            redactor.value(&mut data);
            Failure {
                details: redactor.text(&errors.render(output.color_err)).into_owned(),
                data: Some(data),
                ..Failure::usage(mistakes(errors.errors().len()))
            }
        }
        EvaluateError::NothingToRun { why } => Failure::new(Exit::NothingToRun, format!("nothing to run: {why}")),
        EvaluateError::Snapshots(error) => with_cause(&error),
        EvaluateError::Cassettes(error) => with_cause(&error),
    }
}

fn with_cause(error: &dyn std::error::Error) -> Failure {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    Failure::usage(format!("{error}{cause}"))
}
