//! A service with many evaluations in it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use mcpvals_server::{MasterKey, Parts, Roles, Scope, Scopes, Service, Settings, fresh_key, serve};
use mcpvals_store::{Claim, Held, Limits, Location, NewEvaluation, NewEvent, Snapshot, Store};
use sqlx::SqlitePool;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Evaluations where single ones are looked up.
pub(crate) const ROWS_LOOKUP: usize = 100_000;
/// Evaluations where lists are.
pub(crate) const ROWS_LIST: usize = 1_000_000;
const KEYS: usize = 100;

/// A service and its database.
pub(crate) struct Ground {
    pub(crate) address: SocketAddr,
    pub(crate) keys: Vec<String>,
    pub(crate) pool: SqlitePool,
    store: Store,
    stop: CancellationToken,
    served: tokio::task::JoinHandle<Result<(), String>>,
    _folder: tempfile::TempDir,
}

/// The id of the nth evaluation.
pub(crate) fn id(number: usize) -> String {
    format!("eval_{number:032x}")
}

impl Ground {
    pub(crate) async fn open(rows: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mcpvals.db");
        let store = Store::open(&Location::File(file.clone())).await.unwrap();
        let mut keys = Vec::new();
        for _ in 0..KEYS {
            let scopes: Scopes = [Scope::Admin].into_iter().collect();
            let fresh = fresh_key("bench", scopes, 0, (0, None)).unwrap();
            store.keep_key(&fresh.key).await.unwrap();
            keys.push(fresh.text);
        }
        let pool = SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let mut settings = Settings::default();
        for bucket in ["*", "GET /evaluations", "GET /evaluations/{id}"] {
            settings.limits.requests_per_hour.insert(bucket.to_owned(), u32::MAX);
        }
        let parts = Parts {
            store: store.clone(),
            settings,
            master: MasterKey::of_words(&"w".repeat(40)).unwrap(),
            program: PathBuf::from("mcpvals"),
            work: folder.path().join("work"),
            private: Vec::new(),
            environment: std::collections::BTreeMap::new(),
            telemetry: None,
            stop: stop.clone(),
        };
        let service: Arc<Service> = Service::new(parts).await.unwrap();
        let served = tokio::spawn(serve(service, Roles { api: Some(listener), worker: None }));
        let ground = Self { address, keys, pool, store, stop, served, _folder: folder };
        ground.fill(rows).await;
        ground
    }

    /// So many evaluations in all, made of plain SQL: accepting a million of them one by one is not what is measured.
    pub(crate) async fn fill(&self, rows: usize) {
        let there: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM evaluations WHERE owner = 'bench'")
            .fetch_one(&self.pool)
            .await
            .unwrap();
        let results = format!(
            r#"{{"static":{{"Functionality Match":{{"score":0.9,"status":"pass","evidence":["{}"],"recommendations":[]}}}},"runtime":{{"toolTests":[]}}}}"#,
            "e".repeat(1500)
        );
        let evaluations = "WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $2) \
             INSERT INTO evaluations (id, owner, status, server_path, target, request, tags, priority, attempt, created_at, \
             started_at, updated_at, completed_at, duration, score, results, summary) \
             SELECT printf('eval_%032x', i), 'bench', CASE WHEN i % 10 = 0 THEN 'failed' ELSE 'completed' END, '/srv/' || (i % 1000), \
             '/srv/' || (i % 1000), '{\"options\":{}}', 'all,tag' || (i % 50), 0, 1, 1767225600000 + i * 1000, 1767225600000 + i * 1000, \
             1767225600000 + i * 1000 + (i * 7919) % 100000, 1767225600000 + i * 1000 + 900, 900, (i * 7919) % 1000 / 10.0, $3, '{}' FROM n";
        let columns = "created_at, id, status, score, updated_at, server_path, ',' || tags || ',' FROM evaluations WHERE owner = 'bench' AND id >= $1";
        let tags = ["'all'", "substr(tags, 5)"].map(|tag| {
            format!(
                "INSERT INTO tags (tag, created_at, evaluation, status, score, updated_at, server_path, tags) SELECT {tag}, {columns}"
            )
        });
        sqlx::query(evaluations)
            .bind(there)
            .bind(i64::try_from(rows).unwrap())
            .bind(results)
            .execute(&self.pool)
            .await
            .unwrap();
        let first = id(usize::try_from(there).unwrap());
        for sql in tags {
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&first).execute(&self.pool).await.unwrap();
        }
        sqlx::query("PRAGMA optimize").execute(&self.pool).await.unwrap();
    }

    /// An evaluation that somebody holds.
    pub(crate) async fn running(&self) -> Held {
        let new = NewEvaluation {
            owner: "live".to_owned(),
            server_path: "/live".to_owned(),
            target: "/live".to_owned(),
            request: "{}".to_owned(),
            secrets: None,
            tags: Vec::new(),
            priority: 0,
        };
        self.store.accept(&new, 10).await.unwrap();
        let claim = Claim { worker: "w".to_owned(), lease: 600_000, limits: Limits::default() };
        self.store.claim(&claim).await.unwrap().unwrap().1
    }

    /// Tells an event of it.
    pub(crate) async fn tell(&self, held: &Held, number: usize) {
        let event = NewEvent {
            kind: "evaluation:progress".to_owned(),
            data: format!(r#"{{"id":"{}","number":{number}}}"#, held.id),
        };
        self.store.advance(held, &[event], &Snapshot::default()).await.unwrap();
    }

    pub(crate) async fn close(self) {
        self.stop.cancel();
        self.served.await.unwrap().unwrap();
    }
}
