//! Dependencies that may be of any version (SU-003), and lock files that are not there (SU-006).

use mcpvals_model::{Finding, Severity, Subject};

use super::declared::Declared;
use super::dependency::Ecosystem;
use super::lock::packages;
use super::rules::{NO_LOCK_FILE, UNPINNED_DEPENDENCY};
use crate::folder::ending;
use crate::manifest::{Manifest, ManifestKind};
use crate::{Kind, Project, place};

/// So many are named in one finding.
const NAMED_MAX: usize = 5;

pub(super) fn find(project: &Project, manifests: &[Manifest<'_>], declared: &[Declared<'_>]) -> Vec<Finding> {
    let mut found = unpinned(project, declared);
    // Packages and bundles are made with what they need, or leave it to who installs them.
    if project.kind == Kind::Folder {
        found.extend(unlocked(project, manifests, declared));
    }
    found
}

fn unpinned(project: &Project, declared: &[Declared<'_>]) -> Vec<Finding> {
    // Types are no code, and their packages name others in any version by custom.
    let is_code = |declared: &&Declared<'_>| !declared.is_for_development && !declared.name.starts_with("@types/");
    let used = declared.iter().filter(is_code);
    let mut found = Vec::new();
    let mut unsaid: Vec<&Declared<'_>> = Vec::new();
    for declared in used {
        let message = match looseness(declared) {
            Looseness::Bound => continue,
            Looseness::Unsaid => {
                unsaid.push(declared);
                continue;
            }
            Looseness::Any => format!("`{}` may be of any version: `{}`", declared.name, declared.wanted),
            Looseness::Moving => {
                format!("`{}` comes from an address whose content may change: `{}`", declared.name, declared.wanted)
            }
        };
        // A lock file says which one it is, for who builds from here; who installs the package gets the newest.
        let severity = if is_locked(project, declared.ecosystem) { Severity::Low } else { Severity::Medium };
        let finding = UNPINNED_DEPENDENCY.found(message).as_bad_as(severity);
        found.push(
            finding.about(Subject::Package(declared.name.clone())).at(place::of_text(declared.file, &declared.name)),
        );
    }
    found.extend(all_unsaid(project, &unsaid));
    found
}

/// Python's usual way to say nothing: told once for all.
fn all_unsaid(project: &Project, unsaid: &[&Declared<'_>]) -> Option<Finding> {
    let first = unsaid.first().filter(|first| !is_locked(project, first.ecosystem))?;
    let names: Vec<String> = unsaid.iter().take(NAMED_MAX).map(|declared| format!("`{}`", declared.name)).collect();
    let more = unsaid.len().saturating_sub(NAMED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("nothing is said of the versions of {}{more}, and there is no lock file", names.join(", "));
    Some(UNPINNED_DEPENDENCY.found(message).as_bad_as(Severity::Low).at(place::of_text(first.file, &first.name)))
}

/// How little is said of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looseness {
    Bound,
    Unsaid,
    Any,
    Moving,
}

fn looseness(declared: &Declared<'_>) -> Looseness {
    let wanted = declared.wanted.trim();
    let is_address = ["git+", "git:", "http:", "https:", "github:", "@ git+", "@ http"]
        .iter()
        .any(|start| wanted.starts_with(start));
    // A commit, or a file whose name has its version.
    let is_fixed = || {
        let end = wanted.rsplit(['#', '@']).next().unwrap_or_default();
        let is_commit = end.len() >= 7 && end.chars().all(|c| c.is_ascii_hexdigit());
        let is_tag = wanted.contains('#') && end.chars().any(|c| c.is_ascii_digit());
        is_commit || is_tag || ["whl", "tgz", "gz"].contains(&ending(wanted))
    };
    match wanted {
        "" if declared.ecosystem == Ecosystem::Pypi => Looseness::Unsaid,
        "" => Looseness::Bound,
        "*" | "latest" | "x" | "X" | "next" | "main" | "master" | ">=0" | ">=0.0.0" => Looseness::Any,
        _ if is_address && !is_fixed() => Looseness::Moving,
        _ => Looseness::Bound,
    }
}

fn is_locked(project: &Project, ecosystem: Ecosystem) -> bool {
    let names: &[&str] = match ecosystem {
        Ecosystem::Npm => {
            &["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"]
        }
        Ecosystem::Pypi => &["poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "pylock.toml"],
        Ecosystem::Crates => &["Cargo.lock"],
        Ecosystem::Go => &["go.sum"],
    };
    let is_there =
        |name: &&str| project.other.iter().any(|file| file.path == **name) || project.root.join(name).is_file();
    names.iter().any(is_there) || ecosystem == Ecosystem::Pypi && has_pins(project)
}

/// `requirements.txt` in which every line pins one version is a lock file.
fn has_pins(project: &Project) -> bool {
    project.other.iter().filter(|file| file.path == "requirements.txt" || file.path == "requirements.lock").any(
        |file| {
            let lines =
                file.text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['#', '-']));
            let pinned = packages(file).map_or(0, |packages| packages.len());
            pinned > 0 && pinned >= lines.count()
        },
    )
}

fn unlocked(project: &Project, manifests: &[Manifest<'_>], declared: &[Declared<'_>]) -> Vec<Finding> {
    let needs = |manifest: &&Manifest<'_>| declared.iter().any(|declared| declared.file.path == manifest.file.path);
    let is_without =
        |manifest: &&Manifest<'_>| manifest.ecosystem().is_some_and(|ecosystem| !is_locked(project, ecosystem));
    let kinds = [ManifestKind::PackageJson, ManifestKind::Pyproject, ManifestKind::Cargo];
    let of_interest = manifests.iter().filter(|manifest| kinds.contains(&manifest.kind));
    let missing = of_interest.filter(needs).filter(is_without);
    missing
        .map(|manifest| {
            NO_LOCK_FILE
                .found(format!("`{}` names what is needed, and no lock file says in which version", manifest.file.path))
        })
        .collect()
}
