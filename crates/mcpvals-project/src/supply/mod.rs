//! What a project is made of, and how it comes to a machine (SU-001 to SU-007, FM-017).

mod advisories;
mod client_config;
mod declared;
mod dependency;
mod install;
mod licence;
mod lock;
mod lookalike;
mod outdated;
mod pins;
pub(crate) mod rules;
mod versions;
mod vulnerable;

#[cfg(test)]
mod tests;

use mcpvals_model::Finding;

use crate::Project;
use crate::manifest::manifests;

pub use advisories::{Advisories, AdvisoriesError};
pub(crate) use client_config::is_config;
pub(crate) use dependency::Ecosystem;

/// All that is wrong with what it is made of.
pub(crate) fn find(project: &Project, advisories: Option<&Advisories>) -> Vec<Finding> {
    let manifests = manifests(project);
    let declared = declared::declared(&manifests, &project.other);
    let mut found = install::find(project);
    if let Some(advisories) = advisories {
        found.extend(vulnerable::find(project, &manifests, advisories));
    }
    found.extend(client_config::find(project));
    found.extend(pins::find(project, &manifests, &declared));
    found.extend(outdated::find(project, &declared));
    found.extend(lookalike::find(&manifests, &declared));
    found.extend(licence::find(project, &manifests));
    found.extend(versions::find(&manifests));
    found
}
