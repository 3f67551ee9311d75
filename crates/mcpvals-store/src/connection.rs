//! Connections that a caller has open, on all nodes together. Those of a node that is not seen any more do not count.

use crate::change::Lock;
use crate::{Millis, Result, Store};

impl Store {
    /// Counts one more connection of a caller on this node, where they have fewer than `most` on the nodes that were seen in
    /// the last so many milliseconds. `false` where there is no room.
    ///
    /// # Errors
    /// What the database says.
    pub async fn open_connection(&self, node: &str, caller: &str, most: i64, within: Millis) -> Result<bool> {
        const OPEN: &str = "SELECT CAST(COALESCE(SUM(c.number), 0) AS BIGINT) FROM connections c \
             JOIN nodes n ON n.id = c.node WHERE c.caller = $1 AND n.seen_at >= $2";
        const ONE_MORE: &str = "INSERT INTO connections (node, caller, number) VALUES ($1, $2, 1) \
             ON CONFLICT (node, caller) DO UPDATE SET number = connections.number + 1";
        let mut change = self.change().await?;
        change.lock(Lock::Connections).await?;
        let since = change.now - within;
        let open: i64 = sqlx::query_scalar(OPEN).bind(caller).bind(since).fetch_one(change.on()).await?;
        if open >= most {
            return Ok(false);
        }
        sqlx::query(ONE_MORE).bind(node).bind(caller).execute(change.on()).await?;
        change.commit().await?;
        Ok(true)
    }

    /// One of them is over.
    ///
    /// # Errors
    /// What the database says.
    pub async fn close_connection(&self, node: &str, caller: &str) -> Result<()> {
        const ONE_LESS: &str = "UPDATE connections SET number = number - 1 WHERE node = $1 AND caller = $2";
        const NONE: &str = "DELETE FROM connections WHERE node = $1 AND caller = $2 AND number <= 0";
        let mut change = self.change().await?;
        for sql in [ONE_LESS, NONE] {
            sqlx::query(sql).bind(node).bind(caller).execute(change.on()).await?;
        }
        change.commit().await
    }
}
