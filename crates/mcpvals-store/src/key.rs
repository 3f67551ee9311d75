//! API keys. Only their hashes are here: whoever reads the database cannot use them.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::evaluation::words;
use crate::{Millis, Result, Signal, Store};

/// An API key, without itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// What it is known by; part of the key itself.
    pub id: String,
    /// For people.
    pub name: String,
    /// SHA-256 of its secret part.
    pub hash: Vec<u8>,
    /// What it may do.
    pub scopes: Vec<String>,
    /// What it asks for is begun before what keys of a lesser priority ask for.
    pub priority: i64,
    /// When it was made.
    pub created_at: Millis,
    /// From when on it is not taken.
    pub expires_at: Option<Millis>,
    /// Since when it is not taken any more.
    pub revoked_at: Option<Millis>,
}

const COLUMNS: &str = "id, name, hash, scopes, priority, created_at, expires_at, revoked_at";

impl Key {
    fn of(row: &AnyRow) -> Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            hash: row.try_get("hash")?,
            scopes: words(&row.try_get::<String, _>("scopes")?),
            priority: row.try_get("priority")?,
            created_at: row.try_get("created_at")?,
            expires_at: row.try_get("expires_at")?,
            revoked_at: row.try_get("revoked_at")?,
        })
    }

    /// Is it taken at this time?
    pub fn is_good_at(&self, now: Millis) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

impl Store {
    /// Keeps a key.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keep_key(&self, key: &Key) -> Result<()> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO keys (id, name, hash, scopes, priority, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)";
        sqlx::query(sql)
            .bind(&key.id)
            .bind(&key.name)
            .bind(key.hash.clone())
            .bind(key.scopes.join(","))
            .bind(key.priority)
            .bind(key.created_at)
            .bind(key.expires_at)
            .execute(change.on())
            .await?;
        change.commit().await
    }

    /// A key by its id.
    ///
    /// # Errors
    /// What the database says.
    pub async fn key(&self, id: &str) -> Result<Option<Key>> {
        let sql = format!("SELECT {COLUMNS} FROM keys WHERE id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&self.reader).await?;
        row.as_ref().map(Key::of).transpose()
    }

    /// All keys, the newest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keys(&self) -> Result<Vec<Key>> {
        let sql = format!("SELECT {COLUMNS} FROM keys ORDER BY created_at DESC, id DESC LIMIT 10000");
        sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?.iter().map(Key::of).collect()
    }

    /// From now on it is not taken any more. Is there such a key that was?
    ///
    /// # Errors
    /// What the database says.
    pub async fn revoke_key(&self, id: &str) -> Result<bool> {
        let mut change = self.change().await?;
        let sql = "UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
        let now = change.now;
        let revoked = sqlx::query(sql).bind(id).bind(now).execute(change.on()).await?.rows_affected() > 0;
        change.tell(Signal::Keys);
        change.commit().await?;
        Ok(revoked)
    }
}
