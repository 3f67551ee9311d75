//! A folder in memory, for what reads files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of this process; what an earlier process with its number left there is taken away.
pub struct RamFolder(PathBuf);

impl RamFolder {
    /// Makes the folder.
    ///
    /// # Panics
    /// Where there is no place for it.
    pub fn new() -> Self {
        let ram = Path::new("/dev/shm");
        let base = if ram.is_dir() { ram.to_owned() } else { std::env::temp_dir() };
        let folder = base.join(format!("mcpvals-fuzz-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        Self(folder)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file; the one that was there is gone.
    ///
    /// # Panics
    /// Where the memory is full.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("a file can be written");
    }
}

impl Default for RamFolder {
    fn default() -> Self {
        Self::new()
    }
}
