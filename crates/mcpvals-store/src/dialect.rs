//! What SQLite and PostgreSQL say differently. Everything else is the same SQL.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr as _, SqlStr};

use crate::Millis;

/// Which database it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// Each released schema, in order; never changed, only added to.
const SQLITE: [(i64, &str, &str); 1] = [(1, "service", include_str!("../migrations/sqlite/0001_service.sql"))];
const POSTGRES: [(i64, &str, &str); 1] = [(1, "service", include_str!("../migrations/postgres/0001_service.sql"))];

impl Dialect {
    pub(crate) fn migrator(self) -> Migrator {
        let steps: &[(i64, &'static str, &'static str)] = match self {
            Self::Sqlite => &SQLITE,
            Self::Postgres => &POSTGRES,
        };
        let step = |&(version, name, sql): &(i64, &'static str, &'static str)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        };
        Migrator::with_migrations(steps.iter().map(step).collect())
    }

    /// What every connection is told first.
    pub(crate) fn on_connect(self) -> &'static str {
        match self {
            // NORMAL with a write-ahead log: what was committed may be lost when the power goes, never when we are killed.
            // FULL is asked for: an accepted evaluation is not lost by a power cut either.
            Self::Sqlite => {
                "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;"
            }
            Self::Postgres => "SET application_name = 'mcpvals'; SET statement_timeout = '30s';",
        }
    }

    /// Begins a transaction that will write.
    pub(crate) fn begin(self) -> SqlStr {
        match self {
            // Without IMMEDIATE two readers that both want to write end in a deadlock.
            Self::Sqlite => "BEGIN IMMEDIATE".into_sql_str(),
            Self::Postgres => "BEGIN".into_sql_str(),
        }
    }

    /// How the database's clock is asked, in milliseconds since 1970.
    pub(crate) fn now_sql(self) -> Option<&'static str> {
        match self {
            // One machine: its own clock is the database's.
            Self::Sqlite => None,
            Self::Postgres => Some("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"),
        }
    }
}

/// This machine's clock.
pub(crate) fn local_now() -> Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
}
