//! Opens a store, brings its schema up to date, and listens for what others tell.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _};
use tokio::sync::broadcast;

use crate::dialect::Dialect;
use crate::signal::CHANNEL;
use crate::{Result, Signal, Store, StoreError};

/// How long somebody waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);
const READERS: u32 = 4;
const CONNECTIONS: u32 = 10;
/// A subscriber that is so many signals behind looks at everything.
const SIGNALS_MAX: usize = 256;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// SQLite.
    File(PathBuf),
    /// PostgreSQL, as an address.
    Postgres(String),
}

impl FromStr for Location {
    type Err = StoreError;

    /// A path, `sqlite:PATH`, or an address of PostgreSQL.
    fn from_str(text: &str) -> Result<Self> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(text);
        if path.is_empty() || path.contains("://") {
            return Err(StoreError::Location(without_password(text)));
        }
        Ok(Self::File(PathBuf::from(path)))
    }
}

/// An address as it may be shown.
fn without_password(text: &str) -> String {
    match (text.find("://"), text.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => format!("{}://***{}", &text[..scheme], &text[at..]),
        _ => text.to_owned(),
    }
}

impl Store {
    /// Opens it, makes it where it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// That it cannot be reached or made, or that its schema is of a newer version.
    pub async fn open(location: &Location) -> Result<Self> {
        let mut store = Self::connect(location).await?;
        store.migrate().await?;
        if let Location::Postgres(url) = location {
            let task = tokio::spawn(listen(url.clone(), store.signals.clone()));
            store.listener = Some(Arc::new(Listener(task.abort_handle())));
        }
        Ok(store)
    }

    async fn connect(location: &Location) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let (dialect, url) = match location {
            Location::File(path) => (Dialect::Sqlite, file_url(path)?),
            Location::Postgres(url) => (Dialect::Postgres, url.clone()),
        };
        let options = AnyConnectOptions::from_str(&url)?;
        // A pool tries again and again, and says in the end that time is over: the first connection says why.
        let mut first = AnyConnection::connect_with(&options).await?;
        first.execute(sqlx::raw_sql(dialect.on_connect())).await?;
        first.close().await?;
        let (signals, _) = broadcast::channel(SIGNALS_MAX);
        let (reader, writer) = match dialect {
            Dialect::Sqlite => {
                // The writer first: it makes the file.
                let writer = pool(dialect, 1, options.clone()).await?;
                (pool(dialect, READERS, options).await?, writer)
            }
            Dialect::Postgres => {
                let pool = pool(dialect, CONNECTIONS, options).await?;
                (pool.clone(), pool)
            }
        };
        Ok(Self { reader, writer, dialect, signals, listener: None })
    }

    /// Brings the schema up to date; forwards only. Nothing keeps two processes from beginning with the same new SQLite file:
    /// whoever comes second fails where the first one was faster, and looks again. (PostgreSQL has a lock for this.)
    async fn migrate(&self) -> Result<()> {
        let migrator = self.dialect.migrator();
        for _ in migrator.iter() {
            match migrator.run(&self.writer).await {
                Err(MigrateError::Execute(_) | MigrateError::ExecuteMigration(..)) => {}
                done => return done.map_err(StoreError::Migration),
            }
        }
        migrator.run(&self.writer).await.map_err(StoreError::Migration)
    }

    /// What other tasks and processes tell from now on. Who lags behind must look at everything.
    pub fn signals(&self) -> broadcast::Receiver<Signal> {
        self.signals.subscribe()
    }

    /// Does it answer?
    ///
    /// # Errors
    /// That it does not.
    pub async fn ping(&self) -> Result<()> {
        sqlx::query("SELECT 1").execute(&self.reader).await?;
        Ok(())
    }

    /// Ends all connections, after what is going on.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reader.close().await;
    }

    /// Is it shared by several machines?
    pub fn is_shared(&self) -> bool {
        self.dialect == Dialect::Postgres
    }
}

async fn pool(dialect: Dialect, most: u32, options: AnyConnectOptions) -> Result<AnyPool> {
    let options_of_pool = AnyPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(dialect == Dialect::Postgres)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(sqlx::raw_sql(dialect.on_connect())).await?;
                Ok(())
            })
        })
        // Where SQLite itself has rolled back (its disk is full), the driver cannot, and would never begin a transaction again.
        .after_release(|connection, _| {
            Box::pin(async move {
                connection.ping().await?;
                Ok(!connection.is_in_transaction())
            })
        });
    Ok(options_of_pool.connect_with(options).await?)
}

/// The file is made where it is not there; so is its folder. Of a file that cannot be written to the system says more than SQLite.
fn file_url(path: &Path) -> Result<String> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |source| StoreError::File { path, source }
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    let mut options = File::options();
    // What servers answered is nobody else's business; SQLite gives its other files the same rights.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.append(true).create(true).open(path).map_err(failed(path))?;
    let text = path.to_str().ok_or_else(|| StoreError::Location(path.display().to_string()))?;
    let escaped = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Ok(format!("sqlite://{escaped}?mode=rwc"))
}

/// The task that listens, which ends with the last store.
#[derive(Debug)]
pub(crate) struct Listener(tokio::task::AbortHandle);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Passes on what PostgreSQL tells, for as long as somebody may want it; reconnects by itself.
async fn listen(url: String, signals: broadcast::Sender<Signal>) {
    const PAUSE: Duration = Duration::from_millis(500);
    loop {
        if let Ok(mut listener) = PgListener::connect(&url).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            // What was told while nobody listened: look at everything.
            for signal in [Signal::Queue, Signal::Events, Signal::Settings, Signal::Keys] {
                drop(signals.send(signal));
            }
            while let Ok(notification) = listener.recv().await {
                if let Some(signal) = Signal::from_text(notification.payload()) {
                    drop(signals.send(signal));
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::Location;

    #[test]
    fn a_location_is_a_file_or_an_address() {
        let file = |path: &str| Location::File(path.into());
        assert_eq!("data/m.db".parse::<Location>().unwrap(), file("data/m.db"));
        assert_eq!("sqlite:///srv/m.db".parse::<Location>().unwrap(), file("/srv/m.db"));
        assert!(matches!("postgres://a@h/d".parse(), Ok(Location::Postgres(_))));
    }

    #[test]
    fn a_password_is_not_shown() {
        let error = "mysql://me:hunter2@host/db".parse::<Location>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`mysql://***@host/db` is no database: give a file, or an address that begins with `postgres://`"
        );
    }
}
