//! What is old goes: reports that expired, evaluations that are kept no longer, bytes that nothing names.

use sqlx::Row as _;

use crate::{Millis, Result, Store};

/// So many rows go at once, so that nobody waits long.
const BATCH: i64 = 200;

/// What went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Vacuumed {
    /// Evaluations, with their events and documents.
    pub evaluations: u64,
    /// Reports.
    pub reports: u64,
    /// Bodies that nothing named any more.
    pub blobs: u64,
}

impl Store {
    /// Deletes reports that expired, evaluations that ended before a time, and what nothing names then.
    ///
    /// # Errors
    /// What the database says; what was deleted until then stays so.
    pub async fn vacuum(&self, ended_before: Option<Millis>) -> Result<Vacuumed> {
        const REPORTS: &str =
            "DELETE FROM reports WHERE id IN (SELECT id FROM reports WHERE expires_at <= $1 LIMIT $2)";
        const EVALUATIONS: &str = "DELETE FROM evaluations WHERE id IN \
             (SELECT id FROM evaluations WHERE completed_at IS NOT NULL AND completed_at < $1 LIMIT $2)";
        const BLOBS: &str = "DELETE FROM blobs WHERE hash IN (SELECT hash FROM blobs b WHERE $1 > 0 \
             AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.hash = b.hash) \
             AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.hash = b.hash) LIMIT $2)";
        const WINDOWS: &str = "DELETE FROM rates WHERE opened_at < $1 AND $2 > 0";
        const NODES: &str = "DELETE FROM nodes WHERE seen_at < $1 AND $2 > 0";
        const CONNECTIONS: &str =
            "DELETE FROM connections WHERE $1 > 0 AND $2 > 0 AND node NOT IN (SELECT id FROM nodes)";
        let now = self.now().await?;
        let reports = self.in_batches(REPORTS, now).await?;
        let evaluations = match ended_before {
            Some(time) => self.in_batches(EVALUATIONS, time).await?,
            None => 0,
        };
        let blobs = self.in_batches(BLOBS, now).await?;
        self.in_batches(WINDOWS, now - 86_400_000).await?;
        // A day: what was killed, and did not say that it is gone.
        self.in_batches(NODES, now - 86_400_000).await?;
        self.in_batches(CONNECTIONS, now).await?;
        Ok(Vacuumed { evaluations, reports, blobs })
    }

    async fn in_batches(&self, sql: &'static str, time: Millis) -> Result<u64> {
        let mut all = 0;
        loop {
            let mut change = self.change().await?;
            let gone = sqlx::query(sql).bind(time).bind(BATCH).execute(change.on()).await?.rows_affected();
            change.commit().await?;
            all += gone;
            if gone < BATCH.unsigned_abs() {
                return Ok(all);
            }
        }
    }

    /// How large the database is, in bytes.
    ///
    /// # Errors
    /// What the database says.
    pub async fn size(&self) -> Result<i64> {
        let sql = if self.is_shared() {
            "SELECT pg_database_size(current_database())"
        } else {
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        };
        Ok(sqlx::query(sql).fetch_one(&self.reader).await?.try_get(0)?)
    }
}
