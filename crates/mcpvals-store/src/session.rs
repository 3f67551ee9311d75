//! Sessions of the dashboard that are over before their time.

use crate::{Millis, Result, Store};

impl Store {
    /// A session that would hold until then is not taken any more.
    ///
    /// # Errors
    /// What the database says.
    pub async fn end_session(&self, id: &str, until: Millis) -> Result<()> {
        let mut change = self.change().await?;
        let now = change.now;
        sqlx::query("DELETE FROM ended_sessions WHERE until < $1").bind(now).execute(change.on()).await?;
        let sql = "INSERT INTO ended_sessions (id, until) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql).bind(id).bind(until).execute(change.on()).await?;
        change.commit().await
    }

    /// Did somebody sign out of it?
    ///
    /// # Errors
    /// What the database says.
    pub async fn has_session_ended(&self, id: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM ended_sessions WHERE id = $1";
        let found: Option<i32> = sqlx::query_scalar(sql).bind(id).fetch_optional(&self.reader).await?;
        Ok(found.is_some())
    }
}
