//! A transaction that writes, and tells the others when it is committed.

use sqlx::{Any, AnyConnection, Transaction};

use crate::dialect::{Dialect, local_now};
use crate::signal::CHANNEL;
use crate::{Millis, Result, Signal, Store};

/// What only one may do at a time, on all machines. On SQLite there is one writer anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Who gets which evaluation: limits are counted, so nobody else may count meanwhile.
    Queue = 0x6d63_7001,
    /// Events: their numbers must grow in the order of the commits, or a reader would miss one.
    Events = 0x6d63_7002,
    /// How many connections a caller has: counted, so nobody else may count meanwhile.
    Connections = 0x6d63_7003,
}

/// A transaction that writes.
pub(crate) struct Change {
    transaction: Transaction<'static, Any>,
    store: Store,
    signals: Vec<Signal>,
    locks: Vec<Lock>,
    /// The time at which it happens, by the database's clock.
    pub(crate) now: Millis,
}

impl Store {
    pub(crate) async fn change(&self) -> Result<Change> {
        let transaction = self.writer.begin_with(self.dialect.begin()).await?;
        let mut change =
            Change { transaction, store: self.clone(), signals: Vec::new(), locks: Vec::new(), now: local_now() };
        if let Some(sql) = self.dialect.now_sql() {
            change.now = sqlx::query_scalar(sql).fetch_one(change.on()).await?;
        }
        Ok(change)
    }

    /// The time by the database's clock.
    ///
    /// # Errors
    /// That it cannot be reached.
    pub async fn now(&self) -> Result<Millis> {
        match self.dialect.now_sql() {
            Some(sql) => Ok(sqlx::query_scalar(sql).fetch_one(&self.reader).await?),
            None => Ok(local_now()),
        }
    }
}

impl Change {
    /// What queries are run on.
    pub(crate) fn on(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }

    pub(crate) async fn lock(&mut self, lock: Lock) -> Result<()> {
        if self.store.dialect == Dialect::Postgres && !self.locks.contains(&lock) {
            sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(lock as i64).execute(self.on()).await?;
        }
        self.locks.push(lock);
        Ok(())
    }

    /// Tells the others when it is committed, once.
    pub(crate) fn tell(&mut self, signal: Signal) {
        if !self.signals.contains(&signal) {
            self.signals.push(signal);
        }
    }

    pub(crate) async fn commit(mut self) -> Result<()> {
        let signals = std::mem::take(&mut self.signals);
        if self.store.dialect == Dialect::Postgres {
            for signal in &signals {
                let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(signal.to_text());
                notify.execute(self.on()).await?;
            }
        }
        self.transaction.commit().await?;
        if self.store.dialect == Dialect::Sqlite {
            // Nobody listening is no error.
            for signal in signals {
                drop(self.store.signals.send(signal));
            }
        }
        Ok(())
    }
}
