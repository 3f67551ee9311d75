//! What of ours went wrong, and whether trying again soon is of any use.

use std::fmt::{Display, Formatter};
use std::io;
use std::path::Path;

use crate::work::is_full;

/// Why an evaluation could not be run, in words.
#[derive(Debug)]
pub(super) enum Fault {
    /// Nothing can be written.
    NoRoom(String),
    Other(String),
}

impl Fault {
    /// Something about a file.
    pub(super) fn of_file(path: &Path, error: &io::Error) -> Self {
        let why = format!("`{}`: {error}", path.display());
        if is_full(error) { Self::NoRoom(why) } else { Self::Other(why) }
    }
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (Self::NoRoom(why) | Self::Other(why)) = self;
        f.write_str(why)
    }
}
