//! A package that is installed somewhere.

use std::path::PathBuf;

use super::identity::Identity;
use crate::Kind;

/// A package that is installed somewhere.
#[derive(Debug)]
pub(super) struct Installed {
    pub(super) kind: Kind,
    /// The folder, canonical.
    pub(super) root: PathBuf,
    /// Its files, where it shares the folder with others.
    pub(super) files: Option<Vec<String>>,
    /// The folder with what is known of it, in the root.
    pub(super) metadata: Option<String>,
    /// Where it is known already.
    pub(super) identity: Option<Identity>,
}
