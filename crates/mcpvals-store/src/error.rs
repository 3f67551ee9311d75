//! Why the store could not do its work.

use std::borrow::Cow;

use sqlx::error::DatabaseError;

/// Why the store could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or does not answer in time.
    #[error("the database cannot be reached")]
    Unavailable(#[source] sqlx::Error),
    /// There is no room for it.
    #[error("the database's disk is full")]
    Full(#[source] sqlx::Error),
    /// It may only be read.
    #[error("the database is read-only")]
    ReadOnly(#[source] sqlx::Error),
    /// Somebody else has this evaluation now, or it has ended.
    #[error("the evaluation is not held any more: it has ended, or another worker has it")]
    Lost,
    /// The queue has no room.
    #[error("the queue is full: {waiting} evaluations wait")]
    QueueFull {
        /// How many wait.
        waiting: i64,
    },
    /// What the user named as the database cannot be one.
    #[error("`{0}` is no database: give a file, or an address that begins with `postgres://`")]
    Location(String),
    /// The schema could not be brought up to date.
    #[error("the database's schema could not be brought up to date")]
    Migration(#[source] sqlx::migrate::MigrateError),
    /// It is not done on this kind of database.
    #[error("{0}")]
    Unsupported(&'static str),
    /// A file beside the database.
    #[error("`{path}`")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// Anything else that the database says.
    #[error("the database refused")]
    Other(#[source] sqlx::Error),
}

/// Codes of SQLite (sqlite.org/rescode.html) and of PostgreSQL (appendix A).
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(DatabaseError::code).map(Cow::into_owned);
        match (&error, code.as_deref()) {
            (_, Some("13" | "53100")) => Self::Full(error),
            (_, Some("8" | "264" | "520" | "776" | "1032" | "1288" | "1544" | "25006")) => Self::ReadOnly(error),
            (
                sqlx::Error::Io(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::Protocol(_)
                | sqlx::Error::Tls(_),
                _,
            )
            | (_, Some("5" | "6" | "10" | "14" | "57P01" | "57P02" | "57P03" | "53300")) => Self::Unavailable(error),
            // Something of SQLite's that is short of room or rights has extended codes: the low byte is the kind.
            (_, Some(code)) if code.parse::<u32>().is_ok_and(|code| code < 100_000 && code & 0xff == 10) => {
                Self::Unavailable(error)
            }
            _ => Self::Other(error),
        }
    }
}

impl StoreError {
    /// Is it worth trying again?
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Full(_) | Self::ReadOnly(_))
    }
}
