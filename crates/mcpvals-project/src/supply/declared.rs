//! What manifests say is needed: names, and what versions would do.

use std::sync::LazyLock;

use mcpvals_model::SourceFile;
use regex::Regex;
use serde_json::Value;

use super::dependency::Ecosystem;
use super::lock::is_requirements;
use crate::manifest::{Manifest, ManifestKind};

/// More of one file are not looked at.
const COUNT_MAX: usize = 2_000;

/// A package that is needed directly.
#[derive(Debug, Clone)]
pub(crate) struct Declared<'a> {
    pub(crate) file: &'a SourceFile,
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: String,
    /// As it stands there; empty where nothing is said.
    pub(crate) wanted: String,
    pub(crate) is_for_development: bool,
}

/// PEP 508: a name, extras, what versions would do, a marker.
static REQUIREMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*([^;#)]*)").expect("it is one")
});

/// What the manifests at the top, and `requirements.txt`, say is needed.
pub(crate) fn declared<'a>(manifests: &[Manifest<'a>], other: &'a [SourceFile]) -> Vec<Declared<'a>> {
    let by_manifest = manifests.iter().flat_map(|manifest| match manifest.kind {
        ManifestKind::PackageJson => package_json(manifest),
        ManifestKind::Pyproject => pyproject(manifest),
        ManifestKind::Metadata => metadata(manifest),
        ManifestKind::Cargo => cargo(manifest),
        ManifestKind::Bundle | ManifestKind::Registry => Vec::new(),
    });
    let lists = other.iter().filter(|file| !file.path.contains('/') && is_requirements(&file.path)).flat_map(|file| {
        let lines = file.text.lines().take(COUNT_MAX).filter(|line| !line.trim_start().starts_with(['#', '-']));
        lines.filter_map(move |line| requirement(file, line, file.path.contains("dev") || file.path.contains("test")))
    });
    by_manifest.chain(lists).collect()
}

fn package_json<'a>(manifest: &Manifest<'a>) -> Vec<Declared<'a>> {
    let sections = [("dependencies", false), ("optionalDependencies", false), ("devDependencies", true)];
    let section = |(key, is_for_development): (&str, bool)| {
        let members = manifest.value.get(key).and_then(Value::as_object).into_iter().flatten().take(COUNT_MAX);
        let one = |(name, wanted): (&String, &Value)| Declared {
            file: manifest.file,
            ecosystem: Ecosystem::Npm,
            name: name.clone(),
            wanted: wanted.as_str().unwrap_or_default().to_owned(),
            is_for_development,
        };
        members.map(one).collect::<Vec<_>>()
    };
    sections.into_iter().flat_map(section).collect()
}

fn pyproject<'a>(manifest: &Manifest<'a>) -> Vec<Declared<'a>> {
    let list = manifest.value.pointer("/project/dependencies").and_then(Value::as_array).into_iter().flatten();
    let mut found: Vec<Declared<'a>> = list
        .take(COUNT_MAX)
        .filter_map(Value::as_str)
        .filter_map(|line| requirement(manifest.file, line, false))
        .collect();
    let poetry = manifest.value.pointer("/tool/poetry/dependencies").and_then(Value::as_object).into_iter().flatten();
    found.extend(poetry.take(COUNT_MAX).filter(|(name, _)| *name != "python").map(|(name, wanted)| Declared {
        file: manifest.file,
        ecosystem: Ecosystem::Pypi,
        name: Ecosystem::Pypi.normal(name),
        wanted: table_version(wanted),
        is_for_development: false,
    }));
    found
}

fn metadata<'a>(manifest: &Manifest<'a>) -> Vec<Declared<'a>> {
    let list = manifest.value.get("Requires-Dist").and_then(Value::as_array).into_iter().flatten();
    let plain = list.take(COUNT_MAX).filter_map(Value::as_str).filter(|line| !line.contains("extra =="));
    plain.filter_map(|line| requirement(manifest.file, line, false)).collect()
}

fn requirement<'a>(file: &'a SourceFile, line: &str, is_for_development: bool) -> Option<Declared<'a>> {
    let found = REQUIREMENT.captures(line)?;
    Some(Declared {
        file,
        ecosystem: Ecosystem::Pypi,
        name: Ecosystem::Pypi.normal(&found[1]),
        wanted: found[2].trim().to_owned(),
        is_for_development,
    })
}

fn cargo<'a>(manifest: &Manifest<'a>) -> Vec<Declared<'a>> {
    let sections = [("/dependencies", false), ("/workspace/dependencies", false), ("/dev-dependencies", true)];
    let section = |(pointer, is_for_development): (&str, bool)| {
        let members = manifest.value.pointer(pointer).and_then(Value::as_object).into_iter().flatten().take(COUNT_MAX);
        // What is in the folder, or said elsewhere, has no version to look at.
        let is_here = |wanted: &Value| wanted.get("path").is_some() || wanted.get("workspace").is_some();
        let one = |(name, wanted): (&String, &Value)| Declared {
            file: manifest.file,
            ecosystem: Ecosystem::Crates,
            name: wanted.get("package").and_then(Value::as_str).unwrap_or(name).to_owned(),
            wanted: table_version(wanted),
            is_for_development,
        };
        members.filter(|(_, wanted)| !is_here(wanted)).map(one).collect::<Vec<_>>()
    };
    sections.into_iter().flat_map(section).collect()
}

/// A text, or a table with `version` or `git`.
fn table_version(wanted: &Value) -> String {
    let word = |key: &str| wanted.get(key).and_then(Value::as_str);
    let of_git = || {
        let pin = ["rev", "tag"].iter().find_map(|key| word(key));
        word("git").map(|address| format!("git+{address}{}", pin.map_or(String::new(), |pin| format!("#{pin}"))))
    };
    wanted.as_str().or(word("version")).map(str::to_owned).or_else(of_git).unwrap_or_default()
}
