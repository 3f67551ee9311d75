//! What the flags of `evaluate` say, as settings.

use std::path::PathBuf;

use mcpvals_audit::config::{ConfigFile, Layers, Transport as Spoken};
use serde_json::json;

use crate::audit_args::{EvaluateArgs, SubjectArgs, Transport};
use crate::exit::Failure;

/// As the first layer of settings.
///
/// # Errors
/// Usage: weights that do not sum to 1, a folder of hooks that is not there.
pub(crate) fn settings(args: &EvaluateArgs) -> Result<ConfigFile, Failure> {
    if let (Some(statics), Some(runtime)) = (args.static_weight, args.runtime_weight)
        && (statics + runtime - 1.0).abs() > 1e-9
    {
        return Err(Failure::usage(format!(
            "--static-weight and --runtime-weight must sum to 1, and {statics} and {runtime} do not"
        )));
    }
    let mut said = of_subject(&args.subject);
    said.inspector.get_or_insert_default().retries = args.retries;
    let scoring = said.scoring.get_or_insert_default();
    let weights = scoring.weights.get_or_insert_default();
    (weights.statics, weights.runtime) = (args.static_weight, args.runtime_weight);
    scoring.thresholds.get_or_insert_default().pass = args.pass_threshold;
    // What is given on the command line is relative to where the user is, not to the server's folder.
    let here = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let hooks = args.hooks_path.as_ref().map(here);
    if let Some(path) = hooks.as_ref().filter(|path| !path.is_dir()) {
        return Err(Failure::usage(format!("--hooks-path: there is no folder `{}`", path.display())));
    }
    said.hooks.get_or_insert_default().hooks_path = hooks.map(|path| path.display().to_string());
    if args.no_observability || args.observability_url.is_some() {
        let observability = said.observability.get_or_insert_default();
        observability.enabled = Some(!args.no_observability);
        observability.url.clone_from(&args.observability_url);
    }
    Ok(said)
}

/// Do the flags go with what the settings say?
///
/// # Errors
/// Usage: a threshold for passing that is below the one for warning, which a file of settings may not have either.
pub(crate) fn check(args: &EvaluateArgs, layers: &Layers) -> Result<(), Failure> {
    let scale = layers.scale();
    if args.pass_threshold.is_some() && scale.pass < scale.warning {
        let message = format!("--pass-threshold {} is below the threshold for warnings, {}", scale.pass, scale.warning);
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// What `audit` has as well.
pub(crate) fn of_subject(args: &SubjectArgs) -> ConfigFile {
    let mut said = ConfigFile::default();
    let inspector = said.inspector.get_or_insert_default();
    inspector.timeout = args.timeout;
    inspector.transport = args.transport.map(|transport| match transport {
        Transport::Stdio => Spoken::Stdio,
        Transport::Http => Spoken::Http,
        Transport::Sse => Spoken::Sse,
    });
    said
}

/// What is told to whom observes.
pub(crate) fn summary(evaluation: &mcpvals_model::Evaluation) -> serde_json::Value {
    json!({
        "serverPath": evaluation.server.path,
        "server": evaluation.server.name,
        "score": evaluation.score,
        "status": evaluation.status,
        "certification": evaluation.certification,
        "summary": evaluation.summary,
        "tags": evaluation.tags,
        "mcpvalsVersion": evaluation.mcpvals_version,
    })
}
