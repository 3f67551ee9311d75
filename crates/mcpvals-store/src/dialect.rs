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

// What both take as it is.
const PRESENCE: (i64, &str, &str) = (5, "presence", include_str!("../migrations/both/0005_presence.sql"));
const LOSSES: (i64, &str, &str) = (6, "losses", include_str!("../migrations/both/0006_losses.sql"));

/// Each released schema, in order; never changed, only added to.
const SQLITE: [(i64, &str, &str); 6] = [
    (1, "service", include_str!("../migrations/sqlite/0001_service.sql")),
    (2, "lists", include_str!("../migrations/sqlite/0002_lists.sql")),
    (3, "commas", include_str!("../migrations/sqlite/0003_commas.sql")),
    (4, "orders", include_str!("../migrations/sqlite/0004_orders.sql")),
    PRESENCE,
    LOSSES,
];
const POSTGRES: [(i64, &str, &str); 6] = [
    (1, "service", include_str!("../migrations/postgres/0001_service.sql")),
    (2, "lists", include_str!("../migrations/postgres/0002_lists.sql")),
    (3, "commas", include_str!("../migrations/postgres/0003_commas.sql")),
    (4, "orders", include_str!("../migrations/postgres/0004_orders.sql")),
    PRESENCE,
    LOSSES,
];

impl Dialect {
    /// All steps to the newest schema.
    pub(crate) fn migrator(self) -> Migrator {
        Self::through(match self {
            Self::Sqlite => &SQLITE,
            Self::Postgres => &POSTGRES,
        })
    }

    fn through(steps: &[(i64, &'static str, &'static str)]) -> Migrator {
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

    /// By which index a table is read, in a `FROM`. PostgreSQL knows how its tables are filled, and chooses itself.
    pub(crate) fn by_index(self, name: &str) -> String {
        match self {
            Self::Sqlite => format!(" INDEXED BY {name}"),
            Self::Postgres => String::new(),
        }
    }

    /// Keeps a selection whole where it is sorted outside. PostgreSQL would go through the order instead, where it takes days and
    /// scores for independent of each other; SQLite is told by which index it reads.
    pub(crate) fn whole(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " OFFSET 0",
        }
    }

    /// The function that says where a text stands in another; 0 where it does not.
    pub(crate) fn position(self) -> &'static str {
        match self {
            Self::Sqlite => "instr",
            Self::Postgres => "strpos",
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

#[cfg(test)]
mod tests {
    use sqlx::any::AnyPoolOptions;

    use mcpvals_testkit::postgres::Postgres;

    use super::*;
    use crate::{Filter, Location, Order, Page, SortBy, Status, Store};

    /// What stands in a database of the first schema.
    const OLD: [&str; 3] = [
        "INSERT INTO evaluations (id, owner, status, server_path, target, request, tags, priority, created_at, updated_at, score) \
         VALUES ('eval_1', 'o', 'completed', '/srv/a', 't', '{}', 'ci,dev', 0, 1, 2, 90.5)",
        "INSERT INTO evaluations (id, owner, status, server_path, target, request, tags, priority, created_at, updated_at) \
         VALUES ('eval_2', 'o', 'queued', '/srv/b', 't', '{}', 'ci', 0, 3, 3)",
        "INSERT INTO tags (tag, created_at, evaluation) VALUES ('ci', 1, 'eval_1'), ('dev', 1, 'eval_1'), ('ci', 3, 'eval_2')",
    ];

    /// A database as the release with these steps left it.
    async fn left(url: &str, dialect: Dialect, steps: &[(i64, &'static str, &'static str)]) {
        sqlx::any::install_default_drivers();
        let pool = AnyPoolOptions::new().max_connections(1).connect(url).await.unwrap();
        sqlx::raw_sql(dialect.on_connect()).execute(&pool).await.unwrap();
        Dialect::through(&steps[..1]).run(&pool).await.unwrap();
        for sql in OLD {
            sqlx::query(sql).execute(&pool).await.unwrap();
        }
        Dialect::through(steps).run(&pool).await.unwrap();
        pool.close().await;
    }

    async fn check(location: &Location) {
        let store = Store::open(location).await.unwrap();
        let page = Page { sort_by: SortBy::Score, order: Order::Descending, limit: 10, offset: 0 };
        let ids = async |tags: &[&str], status| {
            let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            let filter = Filter { tags, status, server_path: Some("/srv/*".to_owned()), ..Filter::default() };
            let listed = store.list(&filter, &page).await.unwrap();
            listed.evaluations.into_iter().map(|one| one.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&["ci"], None).await, ["eval_1", "eval_2"]);
        assert_eq!(ids(&["ci", "dev"], Some(Status::Completed)).await, ["eval_1"]);
        assert_eq!(store.tally(None).await.unwrap(), 2);
        // What is still to be done is done with it.
        store
            .cancel("eval_2", |_, _| crate::NewEvent { kind: "evaluation:cancelled".to_owned(), data: "{}".to_owned() })
            .await
            .unwrap();
        assert_eq!(ids(&["ci"], Some(Status::Cancelled)).await, ["eval_2"]);
        store.close().await;
    }

    #[tokio::test]
    async fn every_released_schema_is_brought_up_to_date() {
        let cluster = tempfile::tempdir().unwrap();
        let postgres = Postgres::start(cluster.path());
        for released in 1..=SQLITE.len() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("old.db");
            left(&format!("sqlite://{}?mode=rwc", file.display()), Dialect::Sqlite, &SQLITE[..released]).await;
            check(&Location::File(file)).await;
            let url = postgres.database(&format!("released{released}"));
            left(&url, Dialect::Postgres, &POSTGRES[..released]).await;
            check(&Location::Postgres(url)).await;
        }
    }

    #[tokio::test]
    async fn a_newer_schema_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new.db");
        let newer = [&SQLITE[..], &[(99, "newer", "CREATE TABLE newer (id TEXT)")]].concat();
        left(&format!("sqlite://{}?mode=rwc", file.display()), Dialect::Sqlite, &newer).await;
        let refused = Store::open(&Location::File(file)).await.unwrap_err();
        assert!(matches!(refused, crate::StoreError::Migration(_)), "{refused}");
    }
}
