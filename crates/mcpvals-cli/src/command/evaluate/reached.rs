//! One server, found as `evaluate` finds it, and ready to be started.

use mcpvals_audit::config::Layers;

use crate::audit_args::SubjectArgs;
use crate::command::settings;
use crate::command::subject::{self, Subject};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target::Named;

use super::flags;

/// Finds it, and prepares its sandbox where one is asked for.
///
/// # Errors
/// Usage, or that the sandbox is not to be had.
pub(super) async fn found(
    args: &SubjectArgs,
    environment: &Environment,
    output: &Output,
) -> Result<(Layers, Subject), Failure> {
    let layers = settings::layers(args, flags::of_subject(args), environment, output)?;
    let mut subject = subject::find(args, &layers, environment, output)?;
    subject.enter_sandbox(args.process.sandbox, environment).await?;
    Ok((layers, subject))
}

/// How it is started.
///
/// # Errors
/// Unreachable: nobody says how.
pub(super) fn named(subject: &Subject) -> Result<&Named, Failure> {
    match &subject.server {
        Ok((_, named)) => Ok(named),
        Err(why) => Err(Failure::new(Exit::Unreachable, why.clone())),
    }
}
