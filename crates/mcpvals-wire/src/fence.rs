//! Which folders a server may see, whoever names them: what strangers ask for, or what lies in a server's own folder, opens nothing
//! of the operator's.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use serde::Deserialize;

static FENCE: RwLock<Option<Fence>> = RwLock::new(None);

/// What servers of this process may be granted. Absolute paths without links.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fence {
    /// What is in or below one of these.
    pub below: Vec<PathBuf>,
    /// But nothing that is one of these or below it …
    pub never: Vec<PathBuf>,
    /// … unless it is in or below this one.
    pub own: PathBuf,
    /// Programs that the operator allows, with what they are installed with.
    pub programs: Vec<PathBuf>,
}

impl Fence {
    fn admits(&self, path: &Path) -> bool {
        let is_below = self.below.iter().any(|folder| path.starts_with(folder));
        path.starts_with(&self.own) || is_below && !self.hides(path)
    }

    fn hides(&self, path: &Path) -> bool {
        !path.starts_with(&self.own) && self.never.iter().any(|private| path.starts_with(private))
    }
}

/// From now on servers of this process are granted nothing else.
pub fn fence_in(fence: Fence) {
    *FENCE.write().unwrap_or_else(PoisonError::into_inner) = Some(fence);
}

/// One more folder: of a package that the operator allows by its name, with what it was installed together with.
pub fn admit(folder: &Path) {
    if let Some(fence) = FENCE.write().unwrap_or_else(PoisonError::into_inner).as_mut() {
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let is_place = |folder: &&Path| folder.join("node_modules").is_dir() || folder.join("pyvenv.cfg").is_file();
        fence.below.push(real.ancestors().filter(is_place).last().unwrap_or(&real).to_owned());
    }
}

/// May a server of this process be granted this path? It has no links in it.
pub(crate) fn may_grant(path: &Path) -> bool {
    FENCE.read().unwrap_or_else(PoisonError::into_inner).as_ref().is_none_or(|fence| fence.admits(path))
}

/// Is it, or is it below, what no server of this process may see, whoever grants it? It has no links in it.
pub(crate) fn hides(path: &Path) -> bool {
    FENCE.read().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|fence| fence.hides(path))
}

/// What no server of this process may see, also where it lies in a folder that is granted: there it is covered.
pub(crate) fn hidden() -> Vec<PathBuf> {
    let fence = FENCE.read().unwrap_or_else(PoisonError::into_inner);
    fence.as_ref().map(|fence| fence.never.clone()).unwrap_or_default()
}

/// Is a program one that the operator names, or this very one?
pub(crate) fn is_allowed_program(program: &Path) -> bool {
    let fence = FENCE.read().unwrap_or_else(PoisonError::into_inner);
    let is_named = |fence: &Fence| fence.programs.iter().any(|known| known == program);
    fence.as_ref().is_none_or(is_named) || std::env::current_exe().is_ok_and(|own| own == program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_is_granted_to_nobody() {
        let fence = Fence {
            below: vec![PathBuf::from("/srv"), PathBuf::from("/data/jobs")],
            never: vec![PathBuf::from("/srv/data")],
            own: PathBuf::from("/srv/data/jobs/one"),
            programs: Vec::new(),
        };
        for good in
            ["/srv", "/srv/a", "/srv/a/b", "/srv/data2", "/srv/data/jobs/one", "/srv/data/jobs/one/x", "/data/jobs"]
        {
            assert!(fence.admits(Path::new(good)), "{good}");
        }
        for bad in ["/", "/srv/data", "/srv/data/secret.key", "/srv/data/jobs/two", "/srv2", "/data", "/home/me"] {
            assert!(!fence.admits(Path::new(bad)), "{bad}");
        }
    }
}
