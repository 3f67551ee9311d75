//! What a server learns of its users, whether it says so, and whom they can ask (PV-001, PV-002).

pub(crate) mod rules;
mod services;
mod statements;
mod telemetry;

#[cfg(test)]
mod tests;

use mcpvals_model::Finding;

use crate::Project;
use crate::manifest::manifests;

/// All that is wrong with it.
pub(crate) fn find(project: &Project) -> Vec<Finding> {
    let mut found = telemetry::find(project);
    found.extend(statements::find(project, &manifests(project)));
    found
}
