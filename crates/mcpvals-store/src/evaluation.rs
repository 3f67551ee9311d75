//! Evaluations: what was asked for, and how it stands.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::change::{Change, Lock};
use crate::event::NewEvent;
use crate::{Millis, Result, Signal, Status, Store, StoreError, new_id};

/// An evaluation that somebody asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEvaluation {
    /// Who asks: the id of a key, the subject of a token, or an address.
    pub owner: String,
    /// What is evaluated, as it was written.
    pub server_path: String,
    /// What two evaluations have in common that are of the same server: for limits, histories and estimates.
    pub target: String,
    /// The request, as JSON; without secrets.
    pub request: String,
    /// What of the request is secret, sealed with the operator's key.
    pub secrets: Option<Vec<u8>>,
    /// Words that it is marked with.
    pub tags: Vec<String>,
    /// Greater ones are begun first.
    pub priority: i64,
}

/// An evaluation as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// `eval_…`
    pub id: String,
    /// Who asked for it.
    pub owner: String,
    /// In which state it is.
    pub status: Status,
    /// What is evaluated, as it was written.
    pub server_path: String,
    /// See [`NewEvaluation::target`].
    pub target: String,
    /// The request, as JSON.
    pub request: String,
    /// Words that it is marked with.
    pub tags: Vec<String>,
    /// Greater ones are begun first.
    pub priority: i64,
    /// How often it was begun.
    pub attempt: i64,
    /// How often of these its worker was lost.
    pub losses: i64,
    /// Who has it, while it runs.
    pub worker: Option<String>,
    /// Does somebody want it ended?
    pub cancel_asked: bool,
    /// When it was accepted.
    pub created_at: Millis,
    /// When it was begun for the last time.
    pub started_at: Option<Millis>,
    /// When anything of it changed.
    pub updated_at: Millis,
    /// When it ended.
    pub completed_at: Option<Millis>,
    /// From its begin to its end, in milliseconds.
    pub duration: Option<i64>,
    /// 0 to 100.
    pub score: Option<f64>,
    /// How far it is, as JSON.
    pub progress: Option<String>,
    /// What was found, as JSON; while it runs, so far.
    pub results: Option<String>,
    /// How many requirements came out how, as JSON.
    pub summary: Option<String>,
    /// Why it failed, as JSON.
    pub error: Option<String>,
}

/// All but the results, which may be large.
macro_rules! columns {
    () => {
        "id, owner, status, server_path, target, request, tags, priority, attempt, losses, worker, \
     cancel_asked, created_at, started_at, updated_at, completed_at, duration, score, progress, summary, error"
    };
}
pub(crate) use columns;

impl Evaluation {
    pub(crate) fn of(row: &AnyRow) -> Result<Self> {
        let status: String = row.try_get("status")?;
        Ok(Self {
            id: row.try_get("id")?,
            owner: row.try_get("owner")?,
            status: known(&status)?,
            server_path: row.try_get("server_path")?,
            target: row.try_get("target")?,
            request: row.try_get("request")?,
            tags: words(&row.try_get::<String, _>("tags")?),
            priority: row.try_get("priority")?,
            attempt: row.try_get("attempt")?,
            losses: row.try_get("losses")?,
            worker: row.try_get("worker")?,
            cancel_asked: row.try_get::<i64, _>("cancel_asked")? != 0,
            created_at: row.try_get("created_at")?,
            started_at: row.try_get("started_at")?,
            updated_at: row.try_get("updated_at")?,
            completed_at: row.try_get("completed_at")?,
            duration: row.try_get("duration")?,
            score: row.try_get("score")?,
            progress: row.try_get("progress")?,
            // Only where it was asked for: it may be large.
            results: row.try_get("results").unwrap_or_default(),
            summary: row.try_get("summary")?,
            error: row.try_get("error")?,
        })
    }
}

pub(crate) fn known(status: &str) -> Result<Status> {
    let strange = || StoreError::Other(sqlx::Error::Decode(format!("`{status}` is no status").into()));
    status.parse().map_err(|()| strange())
}

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

impl Store {
    /// Accepts an evaluation: from now on it ends in exactly one final state. Returns it, and how many are before it and itself.
    ///
    /// # Errors
    /// That the queue is full, or what the database says.
    pub async fn accept(&self, new: &NewEvaluation, waiting_max: i64) -> Result<(Evaluation, i64)> {
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        let waiting: i64 =
            sqlx::query_scalar("SELECT number FROM tally WHERE status = 'queued'").fetch_one(change.on()).await?;
        if waiting >= waiting_max {
            return Err(StoreError::QueueFull { waiting });
        }
        let id = new_id("eval");
        insert(&mut change, &id, new).await?;
        change.tell(Signal::Queue);
        change.commit().await?;
        let evaluation = self.evaluation(&id).await?.ok_or(StoreError::Lost)?;
        let position = self.queue_position(&evaluation).await?.unwrap_or(1);
        Ok((evaluation, position))
    }

    /// An evaluation, with its results.
    ///
    /// # Errors
    /// What the database says.
    pub async fn evaluation(&self, id: &str) -> Result<Option<Evaluation>> {
        let sql = concat!("SELECT ", columns!(), ", results FROM evaluations WHERE id = $1");
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.reader).await?;
        row.as_ref().map(Evaluation::of).transpose()
    }

    /// Wants it ended: one that waits is cancelled at once, one that runs as soon as its worker hears of it. Returns it as it
    /// stands then; nothing where there is none.
    ///
    /// # Errors
    /// What the database says.
    pub async fn cancel(
        &self,
        id: &str,
        event: impl Fn(&Evaluation, Millis) -> NewEvent,
    ) -> Result<Option<Evaluation>> {
        let Some(known) = self.evaluation(id).await? else { return Ok(None) };
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        let asked = "UPDATE evaluations SET cancel_asked = 1, updated_at = $2 \
             WHERE id = $1 AND status IN ('queued', 'running')";
        sqlx::query(asked).bind(id).bind(change.now).execute(change.on()).await?;
        end_unwanted(&mut change, &known, false, event).await?;
        change.tell(Signal::Cancel(id.to_owned()));
        change.commit().await?;
        self.evaluation(id).await
    }

    /// Ends what was asked to be cancelled and has not ended: its worker does not hear of it. Whatever that worker writes from
    /// now on is refused. Nothing changes where it has ended meanwhile.
    ///
    /// # Errors
    /// What the database says.
    pub async fn cancel_now(
        &self,
        id: &str,
        event: impl Fn(&Evaluation, Millis) -> NewEvent,
    ) -> Result<Option<Evaluation>> {
        let Some(known) = self.evaluation(id).await? else { return Ok(None) };
        let mut change = self.change().await?;
        change.lock(Lock::Queue).await?;
        end_unwanted(&mut change, &known, true, event).await?;
        change.commit().await?;
        self.evaluation(id).await
    }

    /// Those that run and are not wanted any more.
    ///
    /// # Errors
    /// What the database says.
    pub async fn unwanted(&self) -> Result<Vec<String>> {
        let sql = "SELECT id FROM evaluations WHERE status = 'running' AND cancel_asked = 1 LIMIT 1000";
        Ok(sqlx::query_scalar(sql).fetch_all(&self.reader).await?)
    }

    /// What of its request is secret, sealed.
    ///
    /// # Errors
    /// What the database says.
    pub async fn secrets(&self, id: &str) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT secrets FROM evaluations WHERE id = $1";
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.reader).await?;
        Ok(row.map(|row| row.try_get("secrets")).transpose()?.flatten())
    }
}

/// Ends what is to be cancelled and waits, or also runs, with the event that tells of it. Nothing where it stands otherwise.
async fn end_unwanted(
    change: &mut Change,
    known: &Evaluation,
    may_run: bool,
    event: impl Fn(&Evaluation, Millis) -> NewEvent,
) -> Result<()> {
    let sql = "UPDATE evaluations SET status = 'cancelled', worker = NULL, lease_until = NULL, updated_at = $2, \
         completed_at = $2, duration = $2 - started_at, secrets = NULL WHERE id = $1 AND cancel_asked = 1 \
         AND (status = 'queued' OR (status = 'running' AND $3 = 1)) RETURNING attempt";
    let now = change.now;
    let query = sqlx::query_scalar(sql).bind(&known.id).bind(now).bind(i64::from(may_run));
    let attempt: Option<i64> = query.fetch_optional(change.on()).await?;
    if let Some(attempt) = attempt {
        change.append(&known.id, attempt, &[event(known, now)]).await?;
        change.tell(Signal::Queue);
    }
    Ok(())
}

async fn insert(change: &mut Change, id: &str, new: &NewEvaluation) -> Result<()> {
    let sql = "INSERT INTO evaluations (id, owner, status, server_path, target, request, secrets, tags, priority, \
         created_at, updated_at) VALUES ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $9)";
    let now = change.now;
    sqlx::query(sql)
        .bind(id)
        .bind(&new.owner)
        .bind(&new.server_path)
        .bind(&new.target)
        .bind(&new.request)
        .bind(new.secrets.clone())
        .bind(new.tags.join(","))
        .bind(new.priority)
        .bind(now)
        .execute(change.on())
        .await?;
    // With a comma on each side of each, so that a list finds one of them at once.
    let beside = format!(",{},", new.tags.join(","));
    for tag in &new.tags {
        let sql = "INSERT INTO tags (tag, created_at, evaluation, updated_at, server_path, tags) \
             VALUES ($1, $2, $3, $2, $4, $5) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(tag).bind(now).bind(id).bind(&new.server_path).bind(&beside);
        query.execute(change.on()).await?;
    }
    Ok(())
}
