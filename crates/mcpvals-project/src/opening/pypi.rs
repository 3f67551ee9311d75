//! A package of `PyPI`, where it is installed: in the environment at hand, or in that of an interpreter on the path.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::OpenOptions;
use super::identity::{Identity, header};
use super::installed::Installed;
use crate::Kind;
use crate::folder::ending;

/// More entries of a folder are not looked at.
const ENTRIES_MAX: usize = 20_000;
/// More files of a package are not listed.
const FILES_MAX: usize = 50_000;

/// The nearest installation of a package.
pub(super) fn find(name: &str, options: &OpenOptions) -> Option<Installed> {
    let name = normal(name)?;
    let places = environments(options, &name).into_iter().flat_map(|environment| site_packages(&environment));
    places.into_iter().find_map(|place| in_place(&place, &name))
}

fn in_place(place: &Path, name: &str) -> Option<Installed> {
    let metadata = names(place).into_iter().find(|entry| {
        let stem = entry.strip_suffix(".dist-info").and_then(|stem| stem.rsplit_once('-'));
        stem.is_some_and(|(package, _)| normal(package).as_deref() == Some(name))
    })?;
    let root = place.canonicalize().ok()?;
    let folder = root.join(&metadata);
    let headers = std::fs::read_to_string(folder.join("METADATA")).ok()?;
    let word = |key| header(&headers, key).unwrap_or_default().to_owned();
    let identity = Some(Identity { name: word("Name"), version: word("Version") });
    if let Some(source) = edited(&folder) {
        return Some(Installed { kind: Kind::Folder, root: source, files: None, metadata: None, identity });
    }
    let files = record(&std::fs::read_to_string(folder.join("RECORD")).ok()?);
    Some(Installed { kind: Kind::PypiPackage, root, files: Some(files), metadata: Some(metadata), identity })
}

/// PEP 503; nothing for what is no name.
pub(crate) fn normal(name: &str) -> Option<String> {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let parts: Vec<&str> = name.split(['-', '_', '.']).filter(|part| !part.is_empty()).collect();
    (is_name && !parts.is_empty()).then(|| parts.join("-").to_ascii_lowercase())
}

/// Where an editable installation has its source (PEP 610).
fn edited(folder: &Path) -> Option<PathBuf> {
    let said: Value = serde_json::from_str(&std::fs::read_to_string(folder.join("direct_url.json")).ok()?).ok()?;
    let is_edited = said.pointer("/dir_info/editable").and_then(Value::as_bool) == Some(true);
    let path = said.get("url")?.as_str()?.strip_prefix("file://")?;
    is_edited.then(|| PathBuf::from(path).canonicalize().ok()).flatten().filter(|path| path.is_dir())
}

/// The files that `RECORD` lists, but for those elsewhere and the compiled ones.
fn record(text: &str) -> Vec<String> {
    let path = |line: &str| match line.strip_prefix('"') {
        Some(rest) => rest.split('"').next().map(str::to_owned),
        None => line.split(',').next().map(str::to_owned),
    };
    let is_own =
        |path: &String| !path.is_empty() && !path.starts_with('/') && !path.split('/').any(|part| part == "..");
    text.lines().filter_map(path).filter(is_own).filter(|path| ending(path) != "pyc").take(FILES_MAX).collect()
}

/// Environments, the nearest first.
fn environments(options: &OpenOptions, name: &str) -> Vec<PathBuf> {
    let mut environments: Vec<PathBuf> = options.variable("VIRTUAL_ENV").map(PathBuf::from).into_iter().collect();
    environments.extend([".venv", "venv"].map(|folder| options.cwd.join(folder)));
    let home = options.variable("HOME").map(PathBuf::from);
    if let Some(home) = &home {
        environments.push(home.join(".local/share/uv/tools").join(name));
        environments.push(home.join(".local/share/pipx/venvs").join(name));
        environments.push(home.join(".local"));
    }
    let path = options.variable("PATH").unwrap_or_default();
    environments.extend(std::env::split_paths(path).filter_map(|folder| folder.parent().map(Path::to_path_buf)));
    let pyenv = options.variable("PYENV_ROOT").map(PathBuf::from).or_else(|| home.map(|home| home.join(".pyenv")));
    if let Some(versions) = pyenv.map(|root| root.join("versions")) {
        environments.extend(names(&versions).into_iter().rev().map(|version| versions.join(version)));
    }
    environments
}

/// Folders of an environment that hold packages: of the newest interpreter first.
fn site_packages(environment: &Path) -> Vec<PathBuf> {
    let mut places = vec![environment.join("Lib").join("site-packages")];
    for lib in [environment.join("lib"), environment.join("lib64")] {
        let versions = names(&lib).into_iter().rev().filter(|name| name.starts_with("python"));
        for version in versions {
            places.push(lib.join(&version).join("site-packages"));
            places.push(lib.join(&version).join("dist-packages"));
        }
    }
    places.retain(|place| place.is_dir());
    places
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.take(ENTRIES_MAX).flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}
