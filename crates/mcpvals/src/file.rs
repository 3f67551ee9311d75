//! From a config file to a report.

use std::path::Path;

use mcpvals_config::Context;
use mcpvals_model::{Event, Plan, Report};

use crate::{CancellationToken, Cassettes, EvaluateError, Options, Snapshots, evaluate, seal};

/// Loads a config file, and beside it the snapshots that its cases compare with.
///
/// # Errors
/// [`EvaluateError::Config`] with everything that is wrong with the file, [`EvaluateError::Snapshots`] if the file of
/// snapshots beside it cannot be read.
pub fn load(path: &Path, context: &Context, update_snapshots: bool) -> Result<(Plan, Snapshots), EvaluateError> {
    let plan = mcpvals_config::load(path, context)?;
    let mut plan = seal::named(plan);
    let snapshots = Snapshots::beside(path)?;
    snapshots.fill(&mut plan, update_snapshots);
    Ok((plan, snapshots))
}

/// Loads a config file and evaluates it; with [`Options::update_snapshots`] the new snapshots are written at the
/// end, and what is recorded with [`Options::cassettes`].
///
/// # Errors
/// See [`load`] and [`evaluate`].
///
/// # Cancellation
/// See [`evaluate`].
pub async fn evaluate_file(
    path: &Path,
    context: &Context,
    options: &Options,
    on_event: &mut (dyn FnMut(Event) + Send),
    cancel: &CancellationToken,
) -> Result<Report, EvaluateError> {
    let (mut plan, mut snapshots) = load(path, context, options.update_snapshots)?;
    let mut cassettes = Cassettes::open(path, &mut plan, options.cassettes)?;
    let report = evaluate(
        &plan,
        options,
        &mut |event| {
            snapshots.take(&event);
            cassettes.take(&event);
            on_event(event);
        },
        cancel,
    )
    .await?;
    snapshots.save()?;
    cassettes.save()?;
    Ok(report)
}
