//! Tells an address how it went, where the settings say so. Nobody waits long for it, and nothing fails by it.

use std::path::Path;
use std::time::Duration;

use mcpvals_audit::config::Layers;
use mcpvals_model::{Evaluation, Secret};

use crate::environment::Environment;
use crate::output::Output;

use super::flags;

/// As the old project's hooks did.
const PATIENCE: Duration = Duration::from_secs(2);

/// Posts the summary, without findings or outputs.
pub(crate) async fn tell(evaluation: &Evaluation, layers: &Layers, environment: &Environment, output: &Output) {
    let Some((url, key)) = layers.observer() else { return };
    let body = flags::summary(evaluation);
    let key = key.map(Secret::new);
    let authorities = environment.variable("SSL_CERT_FILE").map(Path::new);
    let told = mcpvals_wire::post_json(&url, key.as_ref(), &body, authorities);
    let problem = match tokio::time::timeout(PATIENCE, told).await {
        Ok(Ok(())) => return,
        Ok(Err(problem)) => problem,
        Err(_) => format!("no answer within {} s", PATIENCE.as_secs()),
    };
    output.note(&format!("note: the observer was not told: {problem}"));
}
