//! A package of npm, where it is installed: in a `node_modules` above, or in a global one.

use std::path::{Path, PathBuf};

use super::OpenOptions;
use super::installed::Installed;
use crate::Kind;

/// The nearest installation of a package.
pub(super) fn find(name: &str, options: &OpenOptions) -> Option<Installed> {
    if !is_name(name) {
        return None;
    }
    let root = places(options)
        .into_iter()
        .map(|place| place.join(name))
        .find(|folder| folder.join("package.json").is_file())?
        .canonicalize()
        .ok()?;
    Some(Installed { kind: Kind::NpmPackage, root, files: None, metadata: None, identity: None })
}

/// `name` or `@scope/name`, and nothing that leads elsewhere.
fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let known = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
        !part.is_empty() && !part.starts_with('.') && part.chars().all(known)
    };
    match name.strip_prefix('@').map(|rest| rest.split_once('/')) {
        Some(Some((scope, package))) => is_part(scope) && is_part(package),
        Some(None) => false,
        None => is_part(name),
    }
}

/// Folders that hold packages, the nearest first.
fn places(options: &OpenOptions) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = options.cwd.ancestors().map(|folder| folder.join("node_modules")).collect();
    places.extend(options.variable("NODE_PATH").into_iter().flat_map(std::env::split_paths));
    let prefixes = ["npm_config_prefix", "NPM_CONFIG_PREFIX", "PREFIX"];
    let mut roots: Vec<PathBuf> =
        prefixes.iter().filter_map(|name| options.variable(name)).map(PathBuf::from).collect();
    roots.extend(options.variable("HOME").map(|home| Path::new(home).join(".npm-global")));
    // Next to the interpreter.
    let path = options.variable("PATH").unwrap_or_default();
    roots.extend(std::env::split_paths(path).filter_map(|folder| folder.parent().map(Path::to_path_buf)));
    for root in roots {
        places.push(root.join("lib").join("node_modules"));
        places.push(root.join("node_modules"));
    }
    places
}
