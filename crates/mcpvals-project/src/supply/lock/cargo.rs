//! `Cargo.lock`.

use crate::supply::dependency::{Ecosystem, Locked};

/// Packages of a registry; those without a source are the workspace's own.
pub(super) fn cargo_lock(text: &str) -> Vec<Locked> {
    let Ok(table) = text.parse::<toml::Table>() else { return Vec::new() };
    let packages = table.get("package").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let locked = |package: &toml::Value| {
        let word = |key| package.get(key).and_then(toml::Value::as_str);
        let is_registry =
            word("source").is_some_and(|source| source.starts_with("registry+") || source.starts_with("sparse+"));
        let (name, version) = (word("name")?, word("version")?);
        is_registry.then(|| {
            Locked::new(Ecosystem::Crates, name, version, format!("name = \"{name}\"\nversion = \"{version}\""))
        })
    };
    packages.iter().filter_map(locked).collect()
}
