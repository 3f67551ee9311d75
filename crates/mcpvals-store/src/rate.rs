//! Counters of requests in fixed windows, shared by all nodes.

use sqlx::Row as _;

use crate::{Millis, Result, Store};

/// A window, as it stands after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// When it was opened: with its first request.
    pub opened_at: Millis,
    /// How many requests were made in it, this one included.
    pub number: i64,
}

impl Store {
    /// Counts a request of a caller to a bucket whose window is so long, in milliseconds. One that was opened longer ago is
    /// closed, and another one opened.
    ///
    /// # Errors
    /// What the database says.
    pub async fn count(&self, bucket: &str, caller: &str, window: Millis) -> Result<Window> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO rates (bucket, caller, opened_at, number) VALUES ($1, $2, $3, 1) \
             ON CONFLICT (bucket, caller) DO UPDATE SET \
             number = CASE WHEN rates.opened_at + $4 <= $3 THEN 1 ELSE rates.number + 1 END, \
             opened_at = CASE WHEN rates.opened_at + $4 <= $3 THEN $3 ELSE rates.opened_at END \
             RETURNING opened_at, number";
        let now = change.now;
        let query = sqlx::query(sql).bind(bucket).bind(caller).bind(now).bind(window);
        let row = query.fetch_one(change.on()).await?;
        let counted = Window { opened_at: row.try_get("opened_at")?, number: row.try_get("number")? };
        change.commit().await?;
        Ok(counted)
    }

    /// All windows, for a node that counts by itself and was started anew.
    ///
    /// # Errors
    /// What the database says.
    pub async fn windows(&self) -> Result<Vec<(String, String, Window)>> {
        let sql = "SELECT bucket, caller, opened_at, number FROM rates LIMIT 100000";
        let rows = sqlx::query(sql).fetch_all(&self.reader).await?;
        let of = |row: &sqlx::any::AnyRow| {
            let window = Window { opened_at: row.try_get("opened_at")?, number: row.try_get("number")? };
            Ok((row.try_get("bucket")?, row.try_get("caller")?, window))
        };
        rows.iter().map(of).collect()
    }

    /// Writes windows as they stand.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keep_windows(&self, windows: &[(String, String, Window)]) -> Result<()> {
        let mut change = self.change().await?;
        for (bucket, caller, window) in windows {
            let sql = "INSERT INTO rates (bucket, caller, opened_at, number) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (bucket, caller) DO UPDATE SET opened_at = $3, number = $4";
            let query = sqlx::query(sql).bind(bucket).bind(caller).bind(window.opened_at).bind(window.number);
            query.execute(change.on()).await?;
        }
        change.commit().await
    }
}
