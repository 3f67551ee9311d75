//! What a project's manifests say of it: name, version, licence, repository, whom to ask.

use mcpvals_model::SourceFile;
use serde_json::Value;

use crate::Project;
use crate::supply::Ecosystem;

/// A manifest, as far as it speaks of the package itself.
#[derive(Debug)]
pub(crate) struct Manifest<'a> {
    pub(crate) file: &'a SourceFile,
    pub(crate) kind: ManifestKind,
    /// What stands in it, whatever its language.
    pub(crate) value: Value,
}

/// Which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ManifestKind {
    PackageJson,
    Bundle,
    Registry,
    Pyproject,
    /// Of an installed Python package.
    Metadata,
    Cargo,
}

/// The manifests at the top of a project, in this order.
pub(crate) fn manifests(project: &Project) -> Vec<Manifest<'_>> {
    let kinds = [
        ("package.json", ManifestKind::PackageJson),
        ("manifest.json", ManifestKind::Bundle),
        ("server.json", ManifestKind::Registry),
        ("pyproject.toml", ManifestKind::Pyproject),
        ("Cargo.toml", ManifestKind::Cargo),
    ];
    let named = kinds.iter().filter_map(|(name, kind)| {
        let file = project.other.iter().find(|file| file.path == *name)?;
        Some(Manifest { file, kind: *kind, value: value(*kind, &file.text)? })
    });
    let metadata = project
        .other
        .iter()
        .filter(|file| file.path.ends_with(".dist-info/METADATA"))
        .map(|file| Manifest { file, kind: ManifestKind::Metadata, value: headers(&file.text) });
    named.chain(metadata).collect()
}

fn value(kind: ManifestKind, text: &str) -> Option<Value> {
    let value: Value = match kind {
        ManifestKind::Pyproject | ManifestKind::Cargo => toml::from_str(text).ok()?,
        ManifestKind::PackageJson | ManifestKind::Bundle | ManifestKind::Registry => serde_json::from_str(text).ok()?,
        ManifestKind::Metadata => headers(text),
    };
    // Files of other software have these names too.
    let is_one = match kind {
        ManifestKind::Bundle => value.get("server").is_some(),
        ManifestKind::Registry => value.get("packages").is_some() || value.get("remotes").is_some(),
        ManifestKind::PackageJson | ManifestKind::Pyproject | ManifestKind::Metadata | ManifestKind::Cargo => true,
    };
    is_one.then_some(value)
}

/// Headers as lists of texts: many stand more than once.
fn headers(text: &str) -> Value {
    let mut map = serde_json::Map::new();
    for (key, value) in text.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(": ")) {
        let list = map.entry(key.to_owned()).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(Value::String(value.to_owned()));
        }
    }
    Value::Object(map)
}

impl Manifest<'_> {
    pub(crate) fn ecosystem(&self) -> Option<Ecosystem> {
        match self.kind {
            ManifestKind::PackageJson => Some(Ecosystem::Npm),
            ManifestKind::Pyproject | ManifestKind::Metadata => Some(Ecosystem::Pypi),
            ManifestKind::Cargo => Some(Ecosystem::Crates),
            ManifestKind::Bundle | ManifestKind::Registry => None,
        }
    }

    /// The first of these places that has a text, or an object or list that has one.
    pub(crate) fn text(&self, pointers: &[&str]) -> Option<&str> {
        pointers.iter().find_map(|pointer| first_text(self.value.pointer(pointer)?)).filter(|text| !text.is_empty())
    }

    pub(crate) fn version(&self) -> Option<&str> {
        match self.kind {
            ManifestKind::PackageJson | ManifestKind::Bundle | ManifestKind::Registry => self.text(&["/version"]),
            ManifestKind::Pyproject => self.text(&["/project/version", "/tool/poetry/version"]),
            ManifestKind::Metadata => self.text(&["/Version"]),
            ManifestKind::Cargo => self.text(&["/package/version"]).filter(|version| *version != "workspace"),
        }
    }

    pub(crate) fn name(&self) -> Option<&str> {
        match self.kind {
            ManifestKind::PackageJson | ManifestKind::Bundle | ManifestKind::Registry => self.text(&["/name"]),
            ManifestKind::Pyproject => self.text(&["/project/name", "/tool/poetry/name"]),
            ManifestKind::Metadata => self.text(&["/Name"]),
            ManifestKind::Cargo => self.text(&["/package/name"]),
        }
    }

    /// As it stands there: an identifier of SPDX, or any words.
    pub(crate) fn licence(&self) -> Option<&str> {
        match self.kind {
            ManifestKind::PackageJson => self.text(&["/license/type", "/license", "/licenses/0/type"]),
            ManifestKind::Bundle => self.text(&["/license"]),
            ManifestKind::Registry => None,
            ManifestKind::Pyproject => {
                self.text(&["/project/license", "/project/license-files", "/tool/poetry/license"])
            }
            ManifestKind::Metadata => self
                .text(&["/License-Expression", "/License", "/License-File"])
                .or_else(|| self.classifier("License :: ")),
            ManifestKind::Cargo => self.text(&[
                "/package/license",
                "/package/license-file",
                "/workspace/package/license",
                "/workspace/package/license-file",
            ]),
        }
    }

    pub(crate) fn repository(&self) -> Option<&str> {
        match self.kind {
            ManifestKind::PackageJson | ManifestKind::Bundle | ManifestKind::Registry => {
                self.text(&["/repository/url", "/repository", "/homepage", "/websiteUrl"])
            }
            ManifestKind::Pyproject => {
                self.text(&["/project/urls", "/tool/poetry/repository", "/tool/poetry/homepage", "/tool/poetry/urls"])
            }
            ManifestKind::Metadata => self.text(&["/Project-URL", "/Home-page"]),
            ManifestKind::Cargo => {
                self.text(&["/package/repository", "/package/homepage", "/workspace/package/repository"])
            }
        }
    }

    /// An address at which somebody answers.
    pub(crate) fn contact(&self) -> Option<&str> {
        match self.kind {
            ManifestKind::PackageJson => self
                .text(&["/bugs", "/author/email", "/author/url", "/maintainers"])
                .or_else(|| self.mail(&["/author"])),
            ManifestKind::Bundle => self.text(&["/support", "/author/email", "/author/url"]),
            ManifestKind::Registry => None,
            ManifestKind::Pyproject => self
                .text(&["/project/authors/0/email", "/project/maintainers/0/email"])
                .or_else(|| self.mail(&["/tool/poetry/authors/0"])),
            ManifestKind::Metadata => self.text(&["/Author-email", "/Maintainer-email"]),
            ManifestKind::Cargo => self.mail(&["/package/authors/0"]),
        }
    }

    fn mail(&self, pointers: &[&str]) -> Option<&str> {
        self.text(pointers).filter(|text| text.contains('@') || text.contains("http"))
    }

    fn classifier(&self, start: &str) -> Option<&str> {
        let list = self.value.get("Classifier")?.as_array()?;
        list.iter().filter_map(Value::as_str).find_map(|text| text.strip_prefix(start))
    }
}

fn first_text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        // Lists and tables hold texts one below; no deeper.
        Value::Array(list) => list.first().and_then(Value::as_str),
        // `license.workspace = true`: the workspace says it.
        Value::Object(map) if map.get("workspace") == Some(&Value::Bool(true)) => Some("workspace"),
        Value::Object(map) => map.values().next().and_then(Value::as_str),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
