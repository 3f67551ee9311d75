//! Documents of evaluations: whole reports and traces. Compressed ([`crate::packed`]); the same bytes are kept once.

use sha2::{Digest as _, Sha256};
use sqlx::Row as _;

use crate::change::Change;
use crate::packed::{pack, unpack};
use crate::{Result, Store, StoreError};

/// A document of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is called: `evaluation.json`, `trace/….jsonl`.
    pub name: String,
    /// What is in it.
    pub body: Vec<u8>,
}

impl Change {
    /// Keeps a document; one of the same name gives way.
    pub(crate) async fn keep(&mut self, evaluation: &str, document: &Document) -> Result<()> {
        let hash = self.keep_blob(&document.body).await?;
        let sql = "INSERT INTO documents (evaluation, name, hash) VALUES ($1, $2, $3) \
             ON CONFLICT (evaluation, name) DO UPDATE SET hash = EXCLUDED.hash";
        sqlx::query(sql).bind(evaluation).bind(&document.name).bind(hash).execute(self.on()).await?;
        Ok(())
    }

    /// Keeps bytes, and returns by what they are found.
    pub(crate) async fn keep_blob(&mut self, body: &[u8]) -> Result<String> {
        let hash = hex(&Sha256::digest(body));
        let packed = pack(body).map_err(|source| StoreError::File { path: "a document".to_owned(), source })?;
        let size = i64::try_from(body.len()).unwrap_or(i64::MAX);
        let sql = "INSERT INTO blobs (hash, body, size) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING";
        sqlx::query(sql).bind(&hash).bind(packed).bind(size).execute(self.on()).await?;
        Ok(hash)
    }
}

impl Store {
    /// A document of an evaluation.
    ///
    /// # Errors
    /// What the database says.
    pub async fn document(&self, evaluation: &str, name: &str) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT b.body FROM documents d JOIN blobs b ON b.hash = d.hash \
             WHERE d.evaluation = $1 AND d.name = $2";
        let row = sqlx::query(sql).bind(evaluation).bind(name).fetch_optional(&self.reader).await?;
        row.map(|row| unpack(&row.try_get::<Vec<u8>, _>("body")?)).transpose()
    }

    /// The names of all documents of an evaluation, with their sizes in bytes.
    ///
    /// # Errors
    /// What the database says.
    pub async fn documents(&self, evaluation: &str) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT d.name AS name, b.size AS size FROM documents d JOIN blobs b ON b.hash = d.hash \
             WHERE d.evaluation = $1 ORDER BY d.name";
        let rows = sqlx::query(sql).bind(evaluation).fetch_all(&self.reader).await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("size")?))).collect()
    }

    pub(crate) async fn blob(&self, hash: &str) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT body FROM blobs WHERE hash = $1";
        let row = sqlx::query(sql).bind(hash).fetch_optional(&self.reader).await?;
        row.map(|row| unpack(&row.try_get::<Vec<u8>, _>("body")?)).transpose()
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
