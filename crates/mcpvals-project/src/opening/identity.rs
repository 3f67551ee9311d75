//! What a package is called, by its manifests.

use serde_json::Value;

use crate::Kind;
use crate::folder::Folder;

/// A package's name and version; empty where unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// By the first manifest that says it: that of the bundle where it is one, then those of the languages.
pub(crate) fn of(folder: &Folder<'_>, kind: Kind) -> Identity {
    let readers: [fn(&Folder<'_>) -> Option<Identity>; 6] = [package_json, pyproject, cargo, bundle, registry, go];
    let first = (kind == Kind::Bundle).then(|| bundle(folder)).flatten();
    first.or_else(|| readers.iter().find_map(|reader| reader(folder))).unwrap_or_default()
}

/// A header of a Python package's metadata.
pub(crate) fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = text.lines().take_while(|line| !line.is_empty());
    head.into_iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
}

fn json(folder: &Folder<'_>, file: &str) -> Option<Identity> {
    let value: Value = serde_json::from_str(&folder.text(file)?).ok()?;
    let word = |key| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let identity = Identity { name: word("name"), version: word("version") };
    (!identity.name.is_empty()).then_some(identity)
}

fn package_json(folder: &Folder<'_>) -> Option<Identity> {
    json(folder, "package.json")
}

fn bundle(folder: &Folder<'_>) -> Option<Identity> {
    json(folder, "manifest.json")
}

fn registry(folder: &Folder<'_>) -> Option<Identity> {
    json(folder, "server.json")
}

fn table(folder: &Folder<'_>, file: &str, paths: &[&[&str]]) -> Option<Identity> {
    let value: toml::Table = folder.text(file)?.parse().ok()?;
    paths.iter().find_map(|path| {
        let (first, rest) = path.split_first()?;
        let table = rest.iter().try_fold(value.get(*first)?, |value, key| value.get(key))?;
        let word = |key| table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        let identity = Identity { name: word("name"), version: word("version") };
        (!identity.name.is_empty()).then_some(identity)
    })
}

fn pyproject(folder: &Folder<'_>) -> Option<Identity> {
    table(folder, "pyproject.toml", &[&["project"], &["tool", "poetry"]])
}

fn cargo(folder: &Folder<'_>) -> Option<Identity> {
    table(folder, "Cargo.toml", &[&["package"]])
}

fn go(folder: &Folder<'_>) -> Option<Identity> {
    let text = folder.text("go.mod")?;
    let module = text.lines().find_map(|line| line.trim().strip_prefix("module "))?.trim();
    Some(Identity { name: module.to_owned(), version: String::new() })
}
