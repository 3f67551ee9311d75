//! Names that are one letter from a well-known package's (SU-005).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use mcpvals_model::{Finding, Subject};
use strsim::osa_distance;

use super::declared::Declared;
use super::dependency::Ecosystem;
use super::rules::LOOKALIKE;
use crate::manifest::Manifest;
use crate::place;

/// Shorter names are all near each other.
const LENGTH_MIN: usize = 5;

/// Well-known names, and their neighbours that many use too.
struct Known {
    popular: BTreeSet<&'static str>,
    neighbours: BTreeSet<&'static str>,
}

static NPM: LazyLock<Known> =
    LazyLock::new(|| known(include_str!("popular/npm.txt"), include_str!("popular/npm-neighbours.txt")));
static PYPI: LazyLock<Known> =
    LazyLock::new(|| known(include_str!("popular/pypi.txt"), include_str!("popular/pypi-neighbours.txt")));

fn known(popular: &'static str, neighbours: &'static str) -> Known {
    let names = |text: &'static str| text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    Known { popular: names(popular), neighbours: names(neighbours) }
}

pub(super) fn find(manifests: &[Manifest<'_>], declared: &[Declared<'_>]) -> Vec<Finding> {
    // An alias is the project's own name for what it says.
    let is_meant = |declared: &&Declared<'_>| !declared.wanted.starts_with("npm:");
    let needed = declared.iter().filter(is_meant).filter_map(|declared| {
        let near = near(declared.ecosystem, &declared.name)?;
        let message = format!("`{}` is needed, one letter from the well-known `{near}`", declared.name);
        let finding = LOOKALIKE.found(message).about(Subject::Package(declared.name.clone()));
        Some(finding.at(place::of_text(declared.file, &declared.name)))
    });
    let itself = manifests.iter().filter_map(|manifest| {
        let name = manifest.name()?;
        let near = near(manifest.ecosystem()?, name)?;
        let message = format!("the package is called `{name}`, one letter from the well-known `{near}`");
        Some(LOOKALIKE.found(message).about(Subject::Package(name.to_owned())).at(place::of_text(manifest.file, name)))
    });
    needed.chain(itself).collect()
}

/// The well-known name that this one may be taken for.
fn near(ecosystem: Ecosystem, name: &str) -> Option<&'static str> {
    let known = match ecosystem {
        Ecosystem::Npm => &*NPM,
        Ecosystem::Pypi => &*PYPI,
        Ecosystem::Crates | Ecosystem::Go => return None,
    };
    let name = ecosystem.normal(name);
    if name.len() < LENGTH_MIN || known.popular.contains(name.as_str()) || known.neighbours.contains(name.as_str()) {
        return None;
    }
    let is_near = |popular: &&&str| popular.len().abs_diff(name.len()) <= 1 && osa_distance(popular, &name) == 1;
    known.popular.iter().find(is_near).copied()
}
