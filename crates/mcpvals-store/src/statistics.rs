//! Figures over many evaluations: for metrics, estimates and histories.

use sqlx::Row as _;

use crate::evaluation::known;
use crate::{Millis, Result, Status, Store};

/// What a period came to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Totals {
    /// Accepted in it.
    pub total: i64,
    /// Of those, completed.
    pub completed: i64,
    /// Of those, failed.
    pub failed: i64,
    /// Of those, cancelled.
    pub cancelled: i64,
    /// The mean of their scores.
    pub average_score: Option<f64>,
    /// The mean of their durations, in milliseconds.
    pub average_duration: Option<f64>,
}

/// One evaluation in a history.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Which.
    pub id: String,
    /// How it ended.
    pub status: Status,
    /// When it ended.
    pub at: Millis,
    /// What it came to.
    pub score: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration: Option<i64>,
    /// How many requirements came out how, as JSON.
    pub summary: Option<String>,
}

/// What a day came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// Its begin.
    pub at: Millis,
    /// What it came to.
    pub totals: Totals,
}

/// A server that was evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// By what two evaluations are of the same server.
    pub target: String,
    /// How many there are of it.
    pub evaluations: i64,
    /// When the last one was accepted.
    pub last_at: Millis,
}

impl Store {
    /// The servers that were evaluated, the one of the last evaluation first; at most so many.
    ///
    /// # Errors
    /// What the database says.
    pub async fn targets(&self, most: i64) -> Result<Vec<Target>> {
        let sql = "SELECT target, COUNT(*) AS number, MAX(created_at) AS last_at FROM evaluations \
             GROUP BY target ORDER BY MAX(created_at) DESC, target LIMIT $1";
        let rows = sqlx::query(sql).bind(most).fetch_all(&self.reader).await?;
        let of = |row: &sqlx::any::AnyRow| {
            let (target, evaluations) = (row.try_get("target")?, row.try_get("number")?);
            Ok(Target { target, evaluations, last_at: row.try_get("last_at")? })
        };
        rows.iter().map(of).collect()
    }

    /// Evaluations that have a document of this name, the last first; at most so many.
    ///
    /// # Errors
    /// What the database says.
    pub async fn having(&self, document: &str, most: i64) -> Result<Vec<String>> {
        let sql = "SELECT e.id AS id FROM documents d JOIN evaluations e ON e.id = d.evaluation \
             WHERE d.name = $1 ORDER BY e.created_at DESC, e.id DESC LIMIT $2";
        let rows = sqlx::query(sql).bind(document).bind(most).fetch_all(&self.reader).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// What the time since then came to.
    ///
    /// # Errors
    /// What the database says.
    pub async fn totals(&self, since: Millis) -> Result<Totals> {
        let sql = "SELECT COUNT(*) AS total, \
             COUNT(CASE WHEN status = 'completed' THEN 1 END) AS completed, \
             COUNT(CASE WHEN status = 'failed' THEN 1 END) AS failed, \
             COUNT(CASE WHEN status = 'cancelled' THEN 1 END) AS cancelled, \
             CAST(AVG(score) AS DOUBLE PRECISION) AS score, CAST(AVG(duration) AS DOUBLE PRECISION) AS duration \
             FROM evaluations WHERE created_at >= $1";
        let row = sqlx::query(sql).bind(since).fetch_one(&self.reader).await?;
        Ok(Totals {
            total: row.try_get("total")?,
            completed: row.try_get("completed")?,
            failed: row.try_get("failed")?,
            cancelled: row.try_get("cancelled")?,
            average_score: row.try_get("score")?,
            average_duration: row.try_get("duration")?,
        })
    }

    /// How long an evaluation of this target is likely to take, in milliseconds: the mean of its last ones, or of the last ones
    /// of all targets.
    ///
    /// # Errors
    /// What the database says.
    pub async fn usual_duration(&self, target: &str) -> Result<Option<f64>> {
        const ONE: &str = "SELECT CAST(AVG(duration) AS DOUBLE PRECISION) FROM (SELECT duration FROM evaluations \
             WHERE target = $1 AND status = 'completed' ORDER BY created_at DESC LIMIT 10) AS last_ones";
        const ALL: &str = "SELECT CAST(AVG(duration) AS DOUBLE PRECISION) FROM (SELECT duration FROM evaluations \
             WHERE status = 'completed' ORDER BY created_at DESC LIMIT 50) AS last_ones";
        let own: Option<f64> = sqlx::query_scalar(ONE).bind(target).fetch_one(&self.reader).await?;
        match own {
            Some(own) => Ok(Some(own)),
            None => Ok(sqlx::query_scalar(ALL).fetch_one(&self.reader).await?),
        }
    }

    /// The last evaluations of a target that ended, the oldest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn history(&self, target: &str, most: i64) -> Result<Vec<Point>> {
        let sql = "SELECT id, status, completed_at, score, duration, summary FROM evaluations \
             WHERE target = $1 AND completed_at IS NOT NULL ORDER BY created_at DESC LIMIT $2";
        let rows = sqlx::query(sql).bind(target).bind(most).fetch_all(&self.reader).await?;
        let of = |row: &sqlx::any::AnyRow| {
            Ok(Point {
                id: row.try_get("id")?,
                status: known(&row.try_get::<String, _>("status")?)?,
                at: row.try_get("completed_at")?,
                score: row.try_get("score")?,
                duration: row.try_get("duration")?,
                summary: row.try_get("summary")?,
            })
        };
        rows.iter().rev().map(of).collect()
    }
}
