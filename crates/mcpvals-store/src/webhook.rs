//! Webhooks: who is told of which events, what was told already, and what is to be tried again.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::evaluation::words;
use crate::{Millis, Result, Signal, Store};

/// Somebody who is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// `hook_…`
    pub id: String,
    /// Who asked for it.
    pub owner: String,
    /// Where events are sent to.
    pub url: String,
    /// Of which events: names and wildcards.
    pub events: Vec<String>,
    /// With what messages are signed, sealed.
    pub secret: Vec<u8>,
    /// When it was made.
    pub created_at: Millis,
    /// Up to which event it was looked after.
    pub last_seq: i64,
}

/// An event that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// To whom.
    pub webhook: String,
    /// The event's number.
    pub seq: i64,
    /// How often it was tried.
    pub attempt: i64,
}

impl Webhook {
    fn of(row: &AnyRow) -> Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            owner: row.try_get("owner")?,
            url: row.try_get("url")?,
            events: words(&row.try_get::<String, _>("events")?),
            secret: row.try_get("secret")?,
            created_at: row.try_get("created_at")?,
            last_seq: row.try_get("last_seq")?,
        })
    }
}

impl Store {
    /// Keeps a webhook; it is told of what happens from now on. Returns when.
    ///
    /// # Errors
    /// What the database says.
    pub async fn keep_webhook(&self, webhook: &Webhook) -> Result<Millis> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO webhooks (id, owner, url, events, secret, created_at, last_seq) \
             VALUES ($1, $2, $3, $4, $5, $6, (SELECT COALESCE(MAX(seq), 0) FROM events))";
        let now = change.now;
        sqlx::query(sql)
            .bind(&webhook.id)
            .bind(&webhook.owner)
            .bind(&webhook.url)
            .bind(webhook.events.join(","))
            .bind(webhook.secret.clone())
            .bind(now)
            .execute(change.on())
            .await?;
        change.commit().await?;
        Ok(now)
    }

    /// All webhooks, the oldest first.
    ///
    /// # Errors
    /// What the database says.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>> {
        let sql = "SELECT id, owner, url, events, secret, created_at, last_seq FROM webhooks ORDER BY id LIMIT 1000";
        sqlx::query(sql).fetch_all(&self.reader).await?.iter().map(Webhook::of).collect()
    }

    /// Deletes a webhook. Was there one?
    ///
    /// # Errors
    /// What the database says.
    pub async fn delete_webhook(&self, id: &str) -> Result<bool> {
        let mut change = self.change().await?;
        let gone = sqlx::query("DELETE FROM webhooks WHERE id = $1").bind(id).execute(change.on()).await?;
        change.commit().await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Notes which events a webhook is to be told of, up to an event. Only one node does: nothing where another was faster.
    ///
    /// # Errors
    /// What the database says.
    pub async fn owe(&self, webhook: &Webhook, events: &[i64], up_to: i64) -> Result<()> {
        let mut change = self.change().await?;
        let sql = "UPDATE webhooks SET last_seq = $2 WHERE id = $1 AND last_seq = $3";
        let query = sqlx::query(sql).bind(&webhook.id).bind(up_to).bind(webhook.last_seq);
        if query.execute(change.on()).await?.rows_affected() == 0 {
            return Ok(());
        }
        let now = change.now;
        for seq in events {
            let sql = "INSERT INTO deliveries (webhook, seq, attempt, next_at, status) \
                 VALUES ($1, $2, 0, $3, 'pending') ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(&webhook.id).bind(*seq).bind(now).execute(change.on()).await?;
        }
        change.tell(Signal::Events);
        change.commit().await
    }

    /// Takes what is due to a webhook, so that nobody else does for so many milliseconds.
    ///
    /// # Errors
    /// What the database says.
    pub async fn take_deliveries(&self, webhook: &str, most: i64, lease: Millis) -> Result<Vec<Delivery>> {
        let mut change = self.change().await?;
        change.lock(crate::change::Lock::Queue).await?;
        let sql = "SELECT webhook, seq, attempt FROM deliveries WHERE webhook = $1 AND status = 'pending' \
             AND next_at <= $2 ORDER BY next_at, seq LIMIT $3";
        let now = change.now;
        let rows = sqlx::query(sql).bind(webhook).bind(now).bind(most).fetch_all(change.on()).await?;
        let mut taken = Vec::new();
        for row in &rows {
            let delivery = Delivery {
                webhook: row.try_get("webhook")?,
                seq: row.try_get("seq")?,
                attempt: row.try_get::<i64, _>("attempt")? + 1,
            };
            let sql = "UPDATE deliveries SET attempt = $3, next_at = $4 WHERE webhook = $1 AND seq = $2";
            let query = sqlx::query(sql).bind(&delivery.webhook).bind(delivery.seq).bind(delivery.attempt);
            query.bind(now + lease).execute(change.on()).await?;
            taken.push(delivery);
        }
        change.commit().await?;
        Ok(taken)
    }

    /// Notes how a delivery went: it arrived (nothing is kept), or is tried again at a time, or not at all.
    ///
    /// # Errors
    /// What the database says.
    pub async fn delivered(&self, delivery: &Delivery, problem: Option<(&str, Option<Millis>)>) -> Result<()> {
        let mut change = self.change().await?;
        match problem {
            None => {
                let sql = "DELETE FROM deliveries WHERE webhook = $1 AND seq = $2";
                sqlx::query(sql).bind(&delivery.webhook).bind(delivery.seq).execute(change.on()).await?;
            }
            Some((problem, next)) => {
                let sql = "UPDATE deliveries SET status = $3, problem = $4, next_at = $5 \
                     WHERE webhook = $1 AND seq = $2";
                let status = if next.is_some() { "pending" } else { "failed" };
                let query = sqlx::query(sql).bind(&delivery.webhook).bind(delivery.seq).bind(status);
                query.bind(problem).bind(next.unwrap_or_default()).execute(change.on()).await?;
            }
        }
        change.commit().await
    }

    /// One event by its number.
    ///
    /// # Errors
    /// What the database says.
    pub async fn event(&self, seq: i64) -> Result<Option<crate::StoredEvent>> {
        Ok(self.events_after(seq - 1, None, 1).await?.into_iter().find(|event| event.seq == seq))
    }
}
