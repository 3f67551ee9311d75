//! A copy of the database, made while it is used.

use std::path::Path;

use crate::{Result, Store, StoreError};

impl Store {
    /// Writes a copy of a SQLite database to a file that is not there yet: whole, compact, and of one moment.
    ///
    /// # Errors
    /// That it is there, cannot be written, or that this is PostgreSQL, which has tools of its own for it.
    pub async fn backup(&self, file: &Path) -> Result<()> {
        if self.is_shared() {
            return Err(StoreError::Unsupported(
                "a backup of PostgreSQL is made with `pg_dump --format=custom`, and put back with `pg_restore`",
            ));
        }
        let failed = |source| StoreError::File { path: file.display().to_string(), source };
        let path = file.to_str().ok_or_else(|| StoreError::Location(file.display().to_string()))?;
        make_private(file).map_err(failed)?;
        let written = sqlx::query("VACUUM INTO $1").bind(path).execute(&self.reader).await;
        if written.is_err() {
            // What is not whole is no backup, and would stand in the way of the next one.
            let _ = std::fs::remove_file(file);
        }
        written?;
        Ok(())
    }
}

/// A file of which SQLite makes the copy, as it is empty: it would let everybody read one that it made itself.
fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(file).map(drop)
}
