//! Events: appended in order, read from a number on, never changed.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::change::{Change, Lock};
use crate::{Millis, Result, Signal, Store};

/// Something that happened in an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// As it is told, `hook:completed`.
    pub kind: String,
    /// Its data, as JSON.
    pub data: String,
}

/// An event with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Grows over all evaluations, in the order of the commits; has gaps.
    pub seq: i64,
    /// Of which evaluation.
    pub evaluation: String,
    /// In which attempt.
    pub attempt: i64,
    /// As it is told.
    pub kind: String,
    /// Its data, as JSON.
    pub data: String,
    /// When it was stored.
    pub at: Millis,
}

impl StoredEvent {
    fn of(row: &AnyRow) -> Result<Self> {
        Ok(Self {
            seq: row.try_get("seq")?,
            evaluation: row.try_get("evaluation")?,
            attempt: row.try_get("attempt")?,
            kind: row.try_get("kind")?,
            data: row.try_get("data")?,
            at: row.try_get("at")?,
        })
    }
}

impl Change {
    /// Appends events. The lock comes last, and is held until the commit: so numbers are committed in their order.
    pub(crate) async fn append(&mut self, evaluation: &str, attempt: i64, events: &[NewEvent]) -> Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        self.lock(Lock::Events).await?;
        let now = self.now;
        for event in events {
            let sql = "INSERT INTO events (evaluation, attempt, kind, data, at) VALUES ($1, $2, $3, $4, $5)";
            sqlx::query(sql)
                .bind(evaluation)
                .bind(attempt)
                .bind(&event.kind)
                .bind(&event.data)
                .bind(now)
                .execute(self.on())
                .await?;
        }
        self.tell(Signal::Events);
        Ok(())
    }
}

impl Store {
    /// The next events after a number, of one evaluation or of all, in order; at most so many.
    ///
    /// # Errors
    /// What the database says.
    pub async fn events_after(&self, seq: i64, evaluation: Option<&str>, most: i64) -> Result<Vec<StoredEvent>> {
        const ALL: &str =
            "SELECT seq, evaluation, attempt, kind, data, at FROM events WHERE seq > $1 ORDER BY seq LIMIT $2";
        const ONE: &str = "SELECT seq, evaluation, attempt, kind, data, at FROM events \
             WHERE evaluation = $3 AND seq > $1 ORDER BY seq LIMIT $2";
        let query = sqlx::query(if evaluation.is_some() { ONE } else { ALL }).bind(seq).bind(most);
        let query = match evaluation {
            Some(id) => query.bind(id),
            None => query,
        };
        query.fetch_all(&self.reader).await?.iter().map(StoredEvent::of).collect()
    }

    /// The greatest number so far; 0 where there is none.
    ///
    /// # Errors
    /// What the database says.
    pub async fn last_seq(&self) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COALESCE(MAX(seq), 0) FROM events").fetch_one(&self.reader).await?)
    }

    /// The number of an event that a client has seen last; the newest, where there never was one with this number (the database is
    /// an older copy): the client is told all that comes.
    ///
    /// # Errors
    /// What the database says.
    pub async fn known(&self, seq: i64) -> Result<i64> {
        Ok(if seq == 0 { 0 } else { seq.min(self.last_seq().await?) })
    }
}
