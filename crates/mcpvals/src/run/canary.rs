//! Files that are there while a case is played, so that it is seen whether the server tells what is in them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use mcpvals_model::Fault;

/// Planted files; dropping it takes them away again.
pub(super) struct Planted(Vec<PathBuf>);

impl Planted {
    /// Writes each file where none is yet.
    ///
    /// # Errors
    /// Which file could not be written, or was there before; those that were written are taken away.
    pub(super) fn plant(files: &BTreeMap<String, String>) -> Result<Self, Fault> {
        let mut planted = Self(Vec::new());
        for (path, text) in files {
            let path = PathBuf::from(path);
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            let reason =
                |error| Fault::Setup { reason: format!("the canary {} cannot be planted: {error}", path.display()) };
            let mut file = file.map_err(reason)?;
            planted.0.push(path.clone());
            file.write_all(text.as_bytes()).map_err(reason)?;
        }
        Ok(planted)
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        for path in &self.0 {
            // A server that has removed it already has done our work.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Planted;

    #[test]
    fn a_canary_is_there_for_a_while_and_overwrites_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("canary");
        let files = [(path.display().to_string(), "tweet".to_owned())].into();
        let planted = Planted::plant(&files).expect("it is planted");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "tweet");
        assert!(Planted::plant(&files).is_err(), "it is there already");
        assert!(path.exists());
        drop(planted);
        assert!(!path.exists());
    }
}
