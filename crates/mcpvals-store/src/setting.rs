//! Settings that were changed while the service ran, and who changed them.

use std::collections::BTreeMap;

use sqlx::Row as _;

use crate::{Millis, Result, Signal, Store, new_id};

/// A change of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingChange {
    /// Who made it.
    pub caller: String,
    /// In words, one change.
    pub change: String,
    /// When.
    pub at: Millis,
}

impl Store {
    /// All settings: names and JSON.
    ///
    /// # Errors
    /// What the database says.
    pub async fn settings(&self) -> Result<BTreeMap<String, String>> {
        let rows = sqlx::query("SELECT name, value FROM settings").fetch_all(&self.reader).await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("value")?))).collect()
    }

    /// Keeps settings and who changed them, in one. Returns when.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keep_settings(
        &self,
        settings: &BTreeMap<String, String>,
        caller: &str,
        changes: &[String],
    ) -> Result<Millis> {
        let mut change = self.change().await?;
        for (name, value) in settings {
            let sql = "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
            sqlx::query(sql).bind(name).bind(value).execute(change.on()).await?;
        }
        let now = change.now;
        for words in changes {
            let sql = "INSERT INTO setting_changes (id, caller, change, at) VALUES ($1, $2, $3, $4)";
            let query = sqlx::query(sql).bind(new_id("chg")).bind(caller).bind(words).bind(now);
            query.execute(change.on()).await?;
        }
        change.tell(Signal::Settings);
        change.commit().await?;
        Ok(now)
    }

    /// The last changes, the newest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn setting_changes(&self, most: i64) -> Result<Vec<SettingChange>> {
        let sql = "SELECT caller, change, at FROM setting_changes ORDER BY at DESC, id DESC LIMIT $1";
        let rows = sqlx::query(sql).bind(most).fetch_all(&self.reader).await?;
        let of = |row: &sqlx::any::AnyRow| {
            Ok(SettingChange { caller: row.try_get("caller")?, change: row.try_get("change")?, at: row.try_get("at")? })
        };
        rows.iter().map(of).collect()
    }
}
