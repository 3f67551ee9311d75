//! The processes that share a store, as long as they say that they are there.

use sqlx::Row as _;

use crate::{Millis, Result, Store};

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Another one at each start.
    pub id: String,
    /// `api`, `worker`, or both with `+` between them.
    pub role: String,
    /// How many evaluations it runs at once.
    pub slots: i64,
    /// When it was seen last.
    pub seen_at: Millis,
}

impl Store {
    /// Says that a process is there.
    ///
    /// # Errors
    /// What the database says.
    pub async fn here(&self, id: &str, role: &str, slots: i64) -> Result<()> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO nodes (id, role, slots, seen_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (id) DO UPDATE SET slots = $3, seen_at = $4";
        let now = change.now;
        sqlx::query(sql).bind(id).bind(role).bind(slots).bind(now).execute(change.on()).await?;
        change.commit().await
    }

    /// Says that a process is gone.
    ///
    /// # Errors
    /// What the database says.
    pub async fn gone(&self, id: &str) -> Result<()> {
        let mut change = self.change().await?;
        for sql in ["DELETE FROM nodes WHERE id = $1", "DELETE FROM connections WHERE node = $1"] {
            sqlx::query(sql).bind(id).execute(change.on()).await?;
        }
        change.commit().await
    }

    /// Those that were seen in the last so many milliseconds.
    ///
    /// # Errors
    /// What the database says.
    pub async fn nodes(&self, within: Millis) -> Result<Vec<Node>> {
        let now = self.now().await?;
        let sql = "SELECT id, role, slots, seen_at FROM nodes WHERE seen_at >= $1 ORDER BY id LIMIT 1000";
        let rows = sqlx::query(sql).bind(now - within).fetch_all(&self.reader).await?;
        let of = |row: &sqlx::any::AnyRow| {
            Ok(Node {
                id: row.try_get("id")?,
                role: row.try_get("role")?,
                slots: row.try_get("slots")?,
                seen_at: row.try_get("seen_at")?,
            })
        };
        rows.iter().map(of).collect()
    }
}
