//! The queue: who runs what, and for how long. A worker holds an evaluation by its attempt, for as long as it says so.
//!
//! Delivery is exactly once as far as the outside sees it: a worker that is silent loses what it holds, and whatever it writes
//! afterwards is refused, so that no evaluation has two ends.

use crate::change::{Change, Lock};
use crate::evaluation::{Evaluation, columns};
use crate::event::NewEvent;
use crate::{Document, Millis, Result, Signal, Status, Store, StoreError};

/// How many may run at once. Zero is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Of one owner.
    pub per_owner: i64,
    /// Of one target.
    pub per_target: i64,
}

/// Who wants work, and how long it may be silent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The worker; another one at each start.
    pub worker: String,
    /// How long it may be silent, in milliseconds.
    pub lease: Millis,
    /// How many may run at once.
    pub limits: Limits,
}

/// By what a worker holds an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The evaluation.
    pub id: String,
    /// Which attempt it is.
    pub attempt: i64,
    /// The worker.
    pub worker: String,
}

/// How an evaluation stands in between.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Snapshot {
    /// How far it is, as JSON; unchanged where absent.
    pub progress: Option<String>,
    /// What was found so far, as JSON; unchanged where absent.
    pub results: Option<String>,
}

/// How an evaluation ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// Completed, failed or cancelled.
    pub status: Status,
    /// 0 to 100.
    pub score: Option<f64>,
    /// As JSON.
    pub summary: Option<String>,
    /// As JSON.
    pub results: Option<String>,
    /// Why it failed, as JSON.
    pub error: Option<String>,
    /// How far it got, as JSON.
    pub progress: Option<String>,
    /// The last events; the last of them tells of the end.
    pub events: Vec<NewEvent>,
    /// The whole report, traces.
    pub documents: Vec<Document>,
}

/// What became of evaluations whose workers were silent.
#[derive(Debug, Clone, PartialEq)]
pub enum Swept {
    /// It waits again.
    Again(Evaluation),
    /// It was begun too often, or is not wanted any more: ended.
    Ended(Evaluation),
}

impl Store {
    /// The most urgent evaluation that may run now, for this worker.
    ///
    /// # Errors
    /// What the database says.
    pub async fn claim(&self, claim: &Claim) -> Result<Option<(Evaluation, Held)>> {
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        let Some(id) = next(&mut change, claim.limits).await? else { return Ok(None) };
        let sql = "UPDATE evaluations SET status = 'running', attempt = attempt + 1, worker = $2, \
             lease_until = $3, started_at = $4, updated_at = $4, progress = NULL, results = NULL WHERE id = $1 \
             RETURNING attempt";
        let now = change.now;
        let attempt: i64 = sqlx::query_scalar(sql)
            .bind(&id)
            .bind(&claim.worker)
            .bind(now + claim.lease)
            .bind(now)
            .fetch_one(change.on())
            .await?;
        change.commit().await?;
        let evaluation = self.evaluation(&id).await?.ok_or(StoreError::Lost)?;
        Ok(Some((evaluation, Held { id, attempt, worker: claim.worker.clone() })))
    }

    /// Says that somebody goes on with these. What its worker forgot is not among them, and becomes another's in time. Returns
    /// what is held still, and what is not wanted any more.
    ///
    /// # Errors
    /// What the database says.
    pub async fn heartbeat(&self, all: &[Held], lease: Millis) -> Result<Beat> {
        let mut change = self.change().await?;
        let mut beat = Beat::default();
        for held in all {
            let Some(cancel_asked) = renewed(&mut change, held, lease).await? else { continue };
            beat.held.push(held.clone());
            if cancel_asked {
                beat.cancelled.push(held.id.clone());
            }
        }
        change.commit().await?;
        Ok(beat)
    }

    /// Stores events and how it stands.
    ///
    /// # Errors
    /// [`StoreError::Lost`], or what the database says.
    pub async fn advance(&self, held: &Held, events: &[NewEvent], snapshot: &Snapshot) -> Result<()> {
        let mut change = self.change().await?;
        let sql = "UPDATE evaluations SET updated_at = $4, progress = COALESCE($5, progress), \
             results = COALESCE($6, results) WHERE id = $1 AND attempt = $2 AND worker = $3 AND status = 'running'";
        let now = change.now;
        let updated = sqlx::query(sql)
            .bind(&held.id)
            .bind(held.attempt)
            .bind(&held.worker)
            .bind(now)
            .bind(snapshot.progress.clone())
            .bind(snapshot.results.clone())
            .execute(change.on())
            .await?;
        if updated.rows_affected() == 0 {
            return Err(StoreError::Lost);
        }
        change.append(&held.id, held.attempt, events).await?;
        change.commit().await
    }

    /// Ends it, once: with its last events, its documents and its state in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Lost`], or what the database says; then nothing of it is stored.
    pub async fn finish(&self, held: &Held, ending: &Ending) -> Result<()> {
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        end(&mut change, held, ending).await?;
        for document in &ending.documents {
            change.keep(&held.id, document).await?;
        }
        change.append(&held.id, held.attempt, &ending.events).await?;
        change.tell(Signal::Queue);
        change.commit().await
    }

    /// Gives it back, as if it had not been begun: this worker ends. The attempt does not count.
    ///
    /// # Errors
    /// [`StoreError::Lost`], or what the database says.
    pub async fn release(&self, held: &Held, event: NewEvent) -> Result<()> {
        self.give_back(held, event, 1).await
    }

    /// Gives it back, to be tried once more: something of ours went wrong.
    ///
    /// # Errors
    /// [`StoreError::Lost`], or what the database says.
    pub async fn retry(&self, held: &Held, event: NewEvent) -> Result<()> {
        self.give_back(held, event, 0).await
    }

    async fn give_back(&self, held: &Held, event: NewEvent, uncounted: i64) -> Result<()> {
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        wait_again(&mut change, held, (uncounted, 0)).await?;
        change.append(&held.id, held.attempt, &[event]).await?;
        change.tell(Signal::Queue);
        change.commit().await
    }

    /// Looks for evaluations whose workers are silent: they wait again, or end where they were lost so often that they may be
    /// why. The callback makes the events for what becomes of one.
    ///
    /// # Errors
    /// What the database says.
    pub async fn sweep(&self, losses_max: i64, ending: impl Fn(&Evaluation, Millis) -> Sweeping) -> Result<Vec<Swept>> {
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        let sql =
            "SELECT id FROM evaluations WHERE status = 'running' AND lease_until < $1 ORDER BY lease_until LIMIT 100";
        let now = change.now;
        let lost: Vec<String> = sqlx::query_scalar(sql).bind(now).fetch_all(change.on()).await?;
        let mut swept = Vec::new();
        for id in lost {
            let Some(evaluation) = by_id(&mut change, &id).await? else { continue };
            let held = Held { id, attempt: evaluation.attempt, worker: evaluation.worker.clone().unwrap_or_default() };
            let is_over = evaluation.cancel_asked || evaluation.losses + 1 >= losses_max;
            match ending(&evaluation, now) {
                Sweeping { ending, .. } if is_over => {
                    end(&mut change, &held, &ending).await?;
                    change.append(&held.id, held.attempt, &ending.events).await?;
                    swept.push(Swept::Ended(evaluation));
                }
                Sweeping { again, .. } => {
                    wait_again(&mut change, &held, (0, 1)).await?;
                    change.append(&held.id, held.attempt, &[again]).await?;
                    swept.push(Swept::Again(evaluation));
                }
            }
        }
        if !swept.is_empty() {
            change.tell(Signal::Queue);
        }
        change.commit().await?;
        Ok(swept)
    }

    /// How many are begun before it, and itself: 1 is the next. Nothing where it does not wait.
    ///
    /// # Errors
    /// What the database says.
    pub async fn queue_position(&self, evaluation: &Evaluation) -> Result<Option<i64>> {
        if evaluation.status != Status::Queued {
            return Ok(None);
        }
        let sql = "SELECT COUNT(*) FROM evaluations WHERE status = 'queued' AND (priority > $1 OR \
             (priority = $1 AND (created_at < $2 OR (created_at = $2 AND id <= $3))))";
        let query = sqlx::query_scalar(sql).bind(evaluation.priority).bind(evaluation.created_at).bind(&evaluation.id);
        Ok(Some(query.fetch_one(&self.reader).await?))
    }
}

/// What a worker hears when it says that it goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beat {
    /// What it holds still. What is not here is not its own any more.
    pub held: Vec<Held>,
    /// What is not wanted any more.
    pub cancelled: Vec<String>,
}

/// What is told of an evaluation whose worker is silent: where it waits again, and where it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweeping {
    /// Where it waits again.
    pub again: NewEvent,
    /// Where it ends.
    pub ending: Ending,
}

async fn next(change: &mut Change, limits: Limits) -> Result<Option<String>> {
    let sql = "SELECT id FROM evaluations e WHERE status = 'queued' \
         AND ($1 = 0 OR $1 > (SELECT COUNT(*) FROM evaluations r WHERE r.status = 'running' AND r.owner = e.owner)) \
         AND ($2 = 0 OR $2 > (SELECT COUNT(*) FROM evaluations r WHERE r.status = 'running' AND r.target = e.target)) \
         ORDER BY priority DESC, created_at, id LIMIT 1";
    Ok(sqlx::query_scalar(sql).bind(limits.per_owner).bind(limits.per_target).fetch_optional(change.on()).await?)
}

/// Whether it is to be cancelled; nothing where it is not held any more.
async fn renewed(change: &mut Change, held: &Held, lease: Millis) -> Result<Option<bool>> {
    let sql = "UPDATE evaluations SET lease_until = $4 WHERE id = $1 AND attempt = $2 AND worker = $3 \
         AND status = 'running' AND lease_until >= $5 RETURNING cancel_asked";
    let now = change.now;
    let query = sqlx::query_scalar(sql).bind(&held.id).bind(held.attempt).bind(&held.worker);
    let asked: Option<i64> = query.bind(now + lease).bind(now).fetch_optional(change.on()).await?;
    Ok(asked.map(|asked| asked != 0))
}

async fn by_id(change: &mut Change, id: &str) -> Result<Option<Evaluation>> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM evaluations WHERE id = $1");
    let row = sqlx::query(SQL).bind(id).fetch_optional(change.on()).await?;
    row.as_ref().map(Evaluation::of).transpose()
}

async fn end(change: &mut Change, held: &Held, ending: &Ending) -> Result<()> {
    debug_assert!(ending.status.is_final(), "an ending is final");
    let sql = "UPDATE evaluations SET status = $4, worker = NULL, lease_until = NULL, updated_at = $5, \
         completed_at = $5, duration = $5 - started_at, score = CAST($6 AS DOUBLE PRECISION), summary = $7, \
         results = COALESCE($8, results), error = $9, progress = COALESCE($10, progress), secrets = NULL \
         WHERE id = $1 AND attempt = $2 AND worker = $3 AND status = 'running'";
    let now = change.now;
    let updated = sqlx::query(sql)
        .bind(&held.id)
        .bind(held.attempt)
        .bind(&held.worker)
        .bind(ending.status.as_str())
        .bind(now)
        // As text: where the first score is none, sqlx tells PostgreSQL a type that no later one has.
        .bind(ending.score.map(|score| score.to_string()))
        .bind(ending.summary.clone())
        .bind(ending.results.clone())
        .bind(ending.error.clone())
        .bind(ending.progress.clone())
        .execute(change.on())
        .await?;
    if updated.rows_affected() == 0 { Err(StoreError::Lost) } else { Ok(()) }
}

/// It waits as if it had not been begun, but for what is counted: so many attempts less, and losses more.
async fn wait_again(change: &mut Change, held: &Held, (uncounted, losses): (i64, i64)) -> Result<()> {
    let sql = "UPDATE evaluations SET status = 'queued', worker = NULL, lease_until = NULL, started_at = NULL, \
         attempt = attempt - $5, losses = losses + $6, progress = NULL, results = NULL, updated_at = $4 \
         WHERE id = $1 AND attempt = $2 AND worker = $3 AND status = 'running'";
    let now = change.now;
    let query = sqlx::query(sql).bind(&held.id).bind(held.attempt).bind(&held.worker).bind(now);
    let updated = query.bind(uncounted).bind(losses).execute(change.on()).await?;
    if updated.rows_affected() == 0 { Err(StoreError::Lost) } else { Ok(()) }
}
