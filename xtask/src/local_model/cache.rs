//! Where gigabytes are kept that belong to no clone.

use std::path::{Path, PathBuf};

use crate::Result;
use crate::check::tools;
use crate::project::Project;

/// A folder outside the project.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// As asked for, or in the user's cache.
    pub(super) fn new(project: &Project, asked: Option<&Path>) -> Result<Self> {
        let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let users = || of("XDG_CACHE_HOME").or_else(|| Some(of("HOME")?.join(".cache")));
        let folder = match asked {
            Some(folder) => folder.to_owned(),
            None => users().ok_or("no HOME: say with --cache where the model is kept")?.join("mcpvals/local-model"),
        };
        // What runs in it runs elsewhere, too.
        let folder = std::path::absolute(project.root.join(&folder))
            .map_err(|error| format!("no folder `{}`: {error}", folder.display()))?;
        tools::create(&folder)?;
        Ok(Self { folder })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}
