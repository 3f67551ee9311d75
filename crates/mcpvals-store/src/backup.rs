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
        if file.exists() {
            return Err(failed(std::io::Error::from(std::io::ErrorKind::AlreadyExists)));
        }
        let path = file.to_str().ok_or_else(|| StoreError::Location(file.display().to_string()))?;
        sqlx::query("VACUUM INTO $1").bind(path).execute(&self.reader).await?;
        Ok(())
    }
}
