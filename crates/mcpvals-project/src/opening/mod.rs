//! What is given becomes a project: a folder, a bundle, one file or an installed package is found, read and sorted.

mod bundle;
pub(crate) mod identity;
mod installed;
mod npm;
mod pypi;
mod reached;
mod reading;
mod shown_args;
mod sorting;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::discovery::{self, Site};
use crate::folder::Folder;
use crate::project::Unpacked;
use crate::{Kind, Project, ProjectError};
use identity::Identity;
use installed::Installed;

/// Where what is given is looked for, and how much of it is read.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// What a path is relative to, and from where installed packages are looked for.
    pub cwd: PathBuf,
    /// The environment: `PATH`, `VIRTUAL_ENV`, `HOME` and the like are looked up in it.
    pub env: BTreeMap<String, String>,
    /// No longer source file or document is read, in bytes. Lock files may be sixteen times as long.
    pub file_bytes_max: u64,
    /// No more is read, in bytes.
    pub bytes_max: u64,
    /// No more files are read.
    pub files_max: usize,
}

impl OpenOptions {
    /// With the usual limits: 1 MiB a file, 100 MiB and 20,000 files in all.
    pub fn new(cwd: impl Into<PathBuf>, env: BTreeMap<String, String>) -> Self {
        Self { cwd: cwd.into(), env, file_bytes_max: 1 << 20, bytes_max: 100 << 20, files_max: 20_000 }
    }

    /// A variable that is set to something.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.env.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// Reads a folder, a bundle, a file or an installed package (`npm:NAME`, `pypi:NAME`, or a name that is no path).
pub fn open(given: &str, options: &OpenOptions) -> Result<Project, ProjectError> {
    let place = locate(given, options)?;
    let files = match &place.files {
        Some(files) => walk::listed(&place.root, files),
        None => walk::walked(&place.root, place.kind == Kind::Folder),
    };
    let mut read = reading::read(&place.root, files, place.kind, options);
    let folder = Folder::new(&place.root);
    let identity = place.identity.unwrap_or_else(|| identity::of(&folder, place.kind));
    let site = Site {
        folder: &folder,
        kind: place.kind,
        name: &identity.name,
        file: place.file.as_deref(),
        metadata: place.metadata.as_deref(),
        options,
    };
    let (start, looked) = discovery::discover(&site);
    reached::promote(&mut read, start.as_ref().map(|start| &start.found));
    let mut left_out = read.left_out;
    left_out.extend(place.left_out);
    let mut project = Project {
        given: given.to_owned(),
        kind: place.kind,
        name: identity.name,
        version: identity.version,
        source: read.source,
        tests: read.tests,
        documents: read.documents,
        other: read.other,
        start,
        looked,
        left_out,
        unread_code_bytes: read.unread_code_bytes,
        unpacked: place.unpacked,
        root: place.root,
    };
    shown_args::add(&mut project, options);
    Ok(project)
}

/// Is there such a file, folder or installed package?
pub fn is_there(given: &str, options: &OpenOptions) -> bool {
    locate(given, options).is_ok()
}

/// Where what was given is.
struct Place {
    kind: Kind,
    root: PathBuf,
    /// The files, where not all in the root are meant.
    files: Option<Vec<String>>,
    /// The one file.
    file: Option<String>,
    /// The `dist-info` of a Python package.
    metadata: Option<String>,
    /// Where it is known already.
    identity: Option<Identity>,
    left_out: Vec<mcpvals_model::LeftOut>,
    unpacked: Option<Unpacked>,
}

impl Place {
    fn new(kind: Kind, root: PathBuf) -> Self {
        Self {
            kind,
            root,
            files: None,
            file: None,
            metadata: None,
            identity: None,
            left_out: Vec::new(),
            unpacked: None,
        }
    }
}

fn locate(given: &str, options: &OpenOptions) -> Result<Place, ProjectError> {
    let absent = || ProjectError::Absent(given.to_owned());
    if let Some(name) = given.strip_prefix("npm:") {
        return npm::find(name, options).map(installed).ok_or_else(absent);
    }
    if let Some(name) = given.strip_prefix("pypi:") {
        return pypi::find(name, options).map(installed).ok_or_else(absent);
    }
    let path = options.cwd.join(given);
    if path.exists() {
        let path = path.canonicalize().map_err(|error| unreadable(given, error))?;
        return at_path(given, &path);
    }
    npm::find(given, options).or_else(|| pypi::find(given, options)).map(installed).ok_or_else(absent)
}

fn installed(found: Installed) -> Place {
    Place {
        files: found.files,
        metadata: found.metadata,
        identity: found.identity,
        ..Place::new(found.kind, found.root)
    }
}

fn at_path(given: &str, path: &Path) -> Result<Place, ProjectError> {
    if path.is_dir() {
        return Ok(Place::new(Kind::Folder, path.to_owned()));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if Path::new(&name)
        .extension()
        .is_some_and(|end| ["mcpb", "dxt"].iter().any(|known| end.eq_ignore_ascii_case(known)))
    {
        let (unpacked, left_out) = bundle::unpack(given, path)?;
        let root = unpacked.path().canonicalize().map_err(|error| unreadable(given, error))?;
        return Ok(Place { unpacked: Some(unpacked), left_out, ..Place::new(Kind::Bundle, root) });
    }
    let parent = path.parent().ok_or_else(|| ProjectError::Absent(given.to_owned()))?;
    let stem = Path::new(&name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Place {
        files: Some(vec![name.clone()]),
        file: Some(name),
        identity: Some(Identity { name: stem, version: String::new() }),
        ..Place::new(Kind::File, parent.to_owned())
    })
}

fn unreadable(path: &str, why: impl Display) -> ProjectError {
    ProjectError::Unreadable { path: path.to_owned(), why: why.to_string() }
}
