//! Manifests that name different versions (FM-017).

use mcpvals_model::{Finding, Severity};

use super::rules::VERSION_MISMATCH;
use crate::manifest::{Manifest, ManifestKind};
use crate::place;

pub(super) fn find(manifests: &[Manifest<'_>]) -> Option<Finding> {
    let stated: Vec<(&Manifest<'_>, &str)> = manifests
        .iter()
        .filter_map(|manifest| Some((manifest, manifest.version()?)))
        // Set when it is built.
        .filter(|(_, version)| !version.starts_with("0.0.0") && !version.contains(['$', '{']))
        .collect();
    let (first, version) = stated.first()?;
    let (other, odd) = stated.iter().find(|(_, other)| plain(other) != plain(version))?;
    let message = format!("`{}` says {version}, `{}` says {odd}", first.file.path, other.file.path);
    // A Python package beside one of npm may have a life of its own.
    let kinds = [first.kind, other.kind];
    let are_two = [ManifestKind::PackageJson, ManifestKind::Pyproject, ManifestKind::Cargo]
        .iter()
        .filter(|kind| kinds.contains(kind))
        .count()
        > 1;
    let finding = VERSION_MISMATCH.found(message).at(place::of_json_text(other.file, odd));
    Some(if are_two { finding.as_bad_as(Severity::Low) } else { finding })
}

fn plain(version: &str) -> &str {
    version.trim_start_matches('v')
}
