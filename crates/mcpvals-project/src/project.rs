//! What was read from a server's folder, bundle or package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mcpvals_model::{FoundStart, LeftOut, Looked, SourceFile};

use crate::documents;

/// What was read from a server's folder, bundle or package.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    /// As it was given.
    pub given: String,
    /// The folder that it is in; where it is a bundle, one that was unpacked, and that lives as long as this does.
    pub root: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// What its package is called; empty where unknown.
    pub name: String,
    /// Its package's version; empty where unknown.
    pub version: String,
    /// Source files, in order of path: no tests, no dependencies, nothing generated or minified.
    pub source: Vec<SourceFile>,
    /// Tests and what they need, in order of path: what stands there is nothing that the server does.
    pub tests: Vec<SourceFile>,
    /// Documents: README first, then docs and examples, in order of path.
    pub documents: Vec<SourceFile>,
    /// All other texts that are read: manifests, lock files, licences, workflows, in order of path.
    pub other: Vec<SourceFile>,
    /// How it is started; absent where nothing says so.
    pub start: Option<Start>,
    /// Where we looked for that, in order.
    pub looked: Vec<Looked>,
    /// What was not read, and why.
    pub left_out: Vec<LeftOut>,
    /// How much of that is code of the server's that was too long to be read, or minified.
    pub unread_code_bytes: u64,
    /// Keeps what was unpacked.
    pub(crate) unpacked: Option<Unpacked>,
}

impl Project {
    /// The variables that its documents have a client set for a server's process, each once.
    pub fn documented_variables(&self) -> Vec<String> {
        documents::configs::variables(&self.documents)
    }
}

/// A folder that is gone when the last that needs it is.
#[derive(Debug, Clone)]
pub(crate) struct Unpacked(Arc<tempfile::TempDir>);

impl Unpacked {
    pub(crate) fn new(folder: tempfile::TempDir) -> Self {
        Self(Arc::new(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl PartialEq for Unpacked {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path()
    }
}

/// What a project is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A folder.
    Folder,
    /// An `.mcpb` (or `.dxt`) bundle.
    Bundle,
    /// A package of npm, installed.
    NpmPackage,
    /// A package of `PyPI`, installed.
    PypiPackage,
    /// One file.
    File,
}

/// How a server is started: what is shown, and what is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// What is shown.
    pub found: FoundStart,
    /// What is done.
    pub target: StartTarget,
}

/// What is started, or where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartTarget {
    /// A process.
    Process {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// What is added to the environment, values as they stand in the file, `${VAR}` not filled in.
        env: BTreeMap<String, String>,
        /// Its working directory.
        cwd: PathBuf,
    },
    /// An address.
    Remote {
        /// The address.
        url: String,
        /// Headers, values as they stand in the file.
        headers: BTreeMap<String, String>,
        /// The deprecated transport of 2024-11-05.
        sse: bool,
    },
}

/// Why a project could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// Nothing is there.
    #[error("`{0}` is no file, folder or installed package")]
    Absent(String),
    /// It cannot be read.
    #[error("cannot read `{path}`: {why}")]
    Unreadable {
        /// What.
        path: String,
        /// Why not.
        why: String,
    },
    /// It is made to harm who opens it, or may be.
    #[error("will not open `{path}`: {why}")]
    Refused {
        /// What.
        path: String,
        /// Why not.
        why: String,
    },
}
