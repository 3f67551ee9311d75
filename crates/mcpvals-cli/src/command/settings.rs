//! The settings of `audit` and `evaluate`: flags, then the environment, then files.

use std::path::{Path, PathBuf};

use mcpvals_audit::config::{ConfigFile, Layers, ProjectFolder, of_environment};
use mcpvals_config::ConfigErrors;

use crate::audit_args::SubjectArgs;
use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// Puts them together; `flags` is what the command line says of them.
///
/// # Errors
/// Usage: a variable or a file that cannot be used, with all that is wrong with it.
pub(crate) fn layers(
    args: &SubjectArgs,
    flags: ConfigFile,
    environment: &Environment,
    output: &Output,
) -> Result<Layers, Failure> {
    let mut layers = Layers::default();
    layers.push(flags);
    let folder = folder(args, environment);
    let set = of_environment(&environment.variables).map_err(|error| Failure::usage(error.to_string()))?;
    layers.push(set.with_hooks_in(folder.as_deref()).map_err(|error| Failure::usage(error.to_string()))?);
    let named = args.config.as_ref().map(|path| environment.cwd.join(path));
    let home = environment.variable("HOME").map(PathBuf::from);
    let project = folder.as_deref().map(|path| ProjectFolder { path, is_the_users: is_within(&environment.cwd, path) });
    layers.read(named.as_deref(), project, home.as_deref()).map_err(|errors| refused(&errors, output))?;
    Ok(layers)
}

/// Whoever works in a folder knows what lies in it.
fn is_within(cwd: &Path, folder: &Path) -> bool {
    matches!((cwd.canonicalize(), folder.canonicalize()), (Ok(cwd), Ok(folder)) if cwd.starts_with(&folder))
}

/// The server's folder, where it is one.
fn folder(args: &SubjectArgs, environment: &Environment) -> Option<PathBuf> {
    let given = environment.cwd.join(args.target.as_deref().unwrap_or("."));
    if given.is_dir() { Some(given) } else { given.parent().map(Path::to_owned).filter(|_| given.is_file()) }
}

/// Refuses a file for all that is wrong with it.
pub(crate) fn refused(errors: &ConfigErrors, output: &Output) -> Failure {
    let count = errors.errors().len();
    let message =
        if count == 1 { "the settings have an error".to_owned() } else { format!("the settings have {count} errors") };
    Failure::of_file(message, errors, output.color_err)
}
