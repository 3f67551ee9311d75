//! Lock files of Python: `requirements.txt` where it pins, `poetry.lock`, `uv.lock`, `Pipfile.lock`.

use serde_json::Value;

use crate::supply::dependency::{Ecosystem, Locked};

/// Lines `name==version`; all others are no lock.
pub(super) fn requirements(text: &str) -> Vec<Locked> {
    let pinned = |line: &str| {
        let plain = line.split(['#', ';', ' ']).next()?.trim();
        let (name, version) = plain.split_once("==")?;
        let name = name.split('[').next()?.trim();
        let version = version.trim_start_matches('=').trim();
        let is_one = !name.is_empty() && !version.is_empty() && !version.contains(['*', ',']);
        is_one.then(|| Locked::new(Ecosystem::Pypi, name, version, plain))
    };
    text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '-'])).filter_map(pinned).collect()
}

/// `[[package]]` with name and version; one that is the project itself has its source here.
pub(super) fn packages_table(text: &str) -> Vec<Locked> {
    let Ok(table) = text.parse::<toml::Table>() else { return Vec::new() };
    let packages = table.get("package").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_here = |package: &toml::Value| {
        let source = package.get("source");
        ["editable", "virtual", "directory"].iter().any(|key| source.and_then(|source| source.get(key)).is_some())
    };
    let locked = |package: &toml::Value| {
        let word = |key| package.get(key).and_then(toml::Value::as_str);
        let (name, version) = (word("name")?, word("version")?);
        Some(Locked::new(Ecosystem::Pypi, name, version, format!("name = \"{name}\"")))
    };
    packages.iter().filter(|package| !is_here(package)).filter_map(locked).collect()
}

pub(super) fn pipfile_lock(text: &str) -> Vec<Locked> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let section = |key: &str, is_for_development: bool| {
        let packages = value.get(key).and_then(Value::as_object).into_iter().flatten();
        let locked = packages.filter_map(|(name, package)| {
            let version = package.get("version")?.as_str()?.trim_start_matches('=');
            let locked = Locked::new(Ecosystem::Pypi, name, version, format!("\"{name}\""));
            Some(Locked { is_for_development, ..locked })
        });
        locked.collect::<Vec<_>>()
    };
    [section("default", false), section("develop", true)].concat()
}
