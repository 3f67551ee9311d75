//! Dependencies with known vulnerabilities (SU-002): lock files, and the package itself, against advisories.

use mcpvals_model::{Finding, Severity, SourceFile, Subject};

use super::advisories::{Advisories, Advisory, Comparable};
use super::dependency::Locked;
use super::lock::packages;
use super::rules::VULNERABLE;
use crate::manifest::Manifest;
use crate::{Project, place};

/// No more are told.
const COUNT_MAX: usize = 200;
/// So many advisories are named for one package.
const NAMED_MAX: usize = 5;

pub(super) fn find(project: &Project, manifests: &[Manifest<'_>], advisories: &Advisories) -> Vec<Finding> {
    let of_files = project.other.iter().filter_map(|file| Some((file, lock_of(project, file)?)));
    let mut found = Vec::new();
    for manifest in manifests {
        found.extend(itself(manifest).and_then(|locked| finding(manifest.file, &locked, advisories)));
    }
    for (file, locked) in of_files {
        found.extend(locked.iter().filter_map(|locked| finding(file, locked, advisories)));
    }
    // The same package may be nested in several places.
    found.dedup_by(|a, b| a.message == b.message);
    found.truncate(COUNT_MAX);
    found
}

/// Sums of modules are only looked at where nothing says which are used.
fn lock_of(project: &Project, file: &SourceFile) -> Option<Vec<Locked>> {
    let folder = file.path.strip_suffix("go.sum");
    let has_module = |folder: &str| project.other.iter().any(|other| other.path == format!("{folder}go.mod"));
    if folder.is_some_and(has_module) {
        return None;
    }
    packages(file)
}

fn itself(manifest: &Manifest<'_>) -> Option<Locked> {
    let (name, version) = (manifest.name()?, manifest.version()?);
    Some(Locked::new(manifest.ecosystem()?, name, version, version))
}

fn finding(file: &SourceFile, locked: &Locked, advisories: &Advisories) -> Option<Finding> {
    let about = advisories.about(locked);
    let worst = about.iter().map(|advisory| advisory.severity).max()?;
    let named: Vec<String> = about.iter().take(NAMED_MAX).map(|advisory| words(advisory)).collect();
    let more = about.len().saturating_sub(NAMED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    // The version that mends all is the newest of those that mend one.
    let mended = about.iter().filter_map(|advisory| advisory.fixed_after(locked.ecosystem, &locked.version));
    let mended = mended.max_by_key(|fixed| Comparable::parse(locked.ecosystem, fixed));
    let mended = mended.map_or_else(|| "no mended version is known".to_owned(), |fixed| format!("mended in {fixed}"));
    let message = format!("`{}` {} has {}{more}; {mended}", locked.name, locked.version, named.join(", "));
    // What only who develops has, no user of the server meets.
    let severity = match (locked.is_for_development, worst) {
        (true, Severity::Critical) => Severity::Medium,
        (true, _) => Severity::Low,
        (false, worst) => worst,
    };
    Some(
        VULNERABLE
            .found(message)
            .as_bad_as(severity)
            .about(Subject::Package(locked.name.clone()))
            .at(place::of_text(file, &locked.mark)),
    )
}

fn words(advisory: &Advisory) -> String {
    let id = match &advisory.cve {
        Some(cve) => format!("{} ({cve})", advisory.id),
        None => advisory.id.clone(),
    };
    if advisory.summary.is_empty() { id } else { format!("{id}: {}", advisory.summary) }
}
