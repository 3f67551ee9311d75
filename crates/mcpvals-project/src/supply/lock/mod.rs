//! Lock files of four ecosystems, as lists of packages. A file that is none, or is broken, has no packages.

mod cargo;
mod go;
mod npm;
mod python;
mod yarn;

#[cfg(test)]
mod tests;

use mcpvals_model::SourceFile;

use super::dependency::Locked;
use crate::folder::ending;

/// More packages of one file are not looked at.
const PACKAGES_MAX: usize = 50_000;

/// The packages of a lock file; nothing where it is none.
pub(crate) fn packages(file: &SourceFile) -> Option<Vec<Locked>> {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let read: fn(&str) -> Vec<Locked> = match name {
        "package-lock.json" | "npm-shrinkwrap.json" => npm::package_lock,
        "pnpm-lock.yaml" => npm::pnpm_lock,
        "yarn.lock" => yarn::yarn_lock,
        "poetry.lock" | "uv.lock" | "pdm.lock" => python::packages_table,
        "Pipfile.lock" => python::pipfile_lock,
        "Cargo.lock" => cargo::cargo_lock,
        "go.mod" => go::go_mod,
        "go.sum" => go::go_sum,
        name if is_requirements(name) => python::requirements,
        _ => return None,
    };
    let mut packages = read(&file.text);
    packages.truncate(PACKAGES_MAX);
    Some(packages)
}

pub(crate) fn is_requirements(name: &str) -> bool {
    name.starts_with("requirements") && ending(name) == "txt"
}
