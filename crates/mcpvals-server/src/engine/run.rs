//! One evaluation, from its first event to its last.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mcpvals_model::{EvaluationEvent, Progress};
use mcpvals_store::{Ending, NewEvent, Snapshot, StoreError};
use serde_json::{Map, Value, json};

use super::child::{Child, Ended};
use super::job::Job;
use super::outcome::{Outcome, of_child};
use super::ticket::Ticket;
use super::{ATTEMPTS_MAX, LEASE, Running, Stop};
use crate::error::{Code, story};
use crate::event::{self, End};
use crate::service::Service;
use crate::telemetry::Spans;
use crate::time;
use crate::view::{RunError, USUAL_DURATION};

/// How often events are stored.
const FLUSH: Duration = Duration::from_millis(100);
/// How often what was found so far is stored.
const RESULTS: Duration = Duration::from_secs(1);
/// So many events wait to be stored; then the child waits.
const WAITING_MAX: usize = 500;
/// The child ends itself at its limit; this is for one that does not.
const GRACE: Duration = Duration::from_millis(500);

/// Runs an evaluation to its end, whatever that is; never fails, because every end is stored.
pub(super) async fn one(service: Arc<Service>, ticket: Ticket) {
    let id = ticket.held.id.clone();
    let running = service.places.lock().get(&id).cloned();
    let running = running.unwrap_or_else(|| service.places.enter(&id));
    let folder = service.work.join(&id);
    let run = Run::new(&service, ticket, running, folder.clone());
    run.go().await;
    // Whatever the server left there.
    if let Err(error) = tokio::fs::remove_dir_all(&folder).await
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(evaluation = id, %error, "its folder cannot be removed");
    }
    service.places.leave(&id);
    service.meter.evaluations.fetch_add(1, Ordering::Relaxed);
}

struct Run<'a> {
    service: &'a Service,
    ticket: Ticket,
    running: Running,
    folder: PathBuf,
    progress: Progress,
    /// What was found so far, as the seed shows it.
    statics: Map<String, Value>,
    tools: Vec<Value>,
    waiting: Vec<NewEvent>,
    is_changed: bool,
    results_at: Instant,
    likely_end: i64,
    spans: Option<Spans<'a>>,
}

/// How the child's work ended.
enum Course {
    Ended(Ended),
    Stopped(Stop),
    TimedOut,
    NotStarted(String),
}

impl<'a> Run<'a> {
    fn new(service: &'a Service, ticket: Ticket, running: Running, folder: PathBuf) -> Self {
        let spans = service.telemetry.as_ref().map(|telemetry| Spans::begin(telemetry, &ticket.evaluation));
        Self {
            service,
            ticket,
            running,
            folder,
            progress: Progress::default(),
            statics: Map::new(),
            tools: Vec::new(),
            waiting: Vec::new(),
            is_changed: false,
            results_at: Instant::now(),
            likely_end: 0,
            spans,
        }
    }

    async fn go(mut self) {
        let usual = self.service.store.usual_duration(&self.ticket.evaluation.target).await.ok().flatten();
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds of minutes")]
        let usual = usual.unwrap_or(USUAL_DURATION) as i64;
        self.likely_end = time::now() + usual;
        self.waiting.push(event::started(&self.ticket.evaluation, time::now()));
        self.flush().await;
        let (course, kind) = self.played().await;
        match course {
            Course::Stopped(Stop::Lost) => {
                tracing::warn!(evaluation = self.ticket.held.id, "it is another worker's now");
            }
            Course::Stopped(Stop::Cancelled) => self.finish(Outcome::cancelled()).await,
            Course::Stopped(Stop::Drained) => self.give_back().await,
            Course::TimedOut => {
                let outcome = self.timed_out();
                self.finish(outcome).await;
            }
            Course::NotStarted(why) => self.our_fault(&why).await,
            Course::Ended(ended) => match of_child(kind, &ended, &self.folder).await {
                Ok(outcome) => self.finish(outcome).await,
                Err(why) => self.our_fault(&why).await,
            },
        }
    }

    async fn played(&mut self) -> (Course, super::job::Kind) {
        let not_started = |why| (Course::NotStarted(why), super::job::Kind::Evaluation);
        if let Err(error) = tokio::fs::create_dir_all(&self.folder).await {
            return not_started(format!("`{}`: {error}", self.folder.display()));
        }
        let job = match Job::of(self.service, &self.ticket.evaluation, &self.folder).await {
            Ok(job) => job,
            Err(why) => return not_started(why),
        };
        let kind = job.kind;
        match Child::start(self.service, &job).await {
            Ok(child) => (self.follow(child).await, kind),
            Err(why) => (Course::NotStarted(why), kind),
        }
    }

    /// Reads what the child tells, until it has ended or must.
    async fn follow(&mut self, mut child: Child) -> Course {
        let most = Duration::from_millis(self.service.settings().limits.evaluation_timeout) + GRACE;
        let until = tokio::time::Instant::now() + most;
        let stop = self.running.stop.clone();
        let mut line = Vec::new();
        let mut flush = tokio::time::interval(FLUSH);
        flush.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            // Each branch is cancel safe: what was read of a line stays in `line`.
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    child.kill().await;
                    return Course::Stopped(self.running.why().unwrap_or(Stop::Lost));
                }
                () = tokio::time::sleep_until(until) => {
                    child.kill().await;
                    return Course::TimedOut;
                }
                _ = flush.tick() => self.flush().await,
                told = child.line(&mut line), if self.waiting.len() < WAITING_MAX => match told {
                    Some(text) => self.take(&text),
                    None => break,
                },
            }
        }
        // It has closed its stdout: it ends, or is made to.
        tokio::select! {
            () = stop.cancelled() => Course::Stopped(self.running.why().unwrap_or(Stop::Lost)),
            () = tokio::time::sleep_until(until) => Course::TimedOut,
            ended = child.end() => Course::Ended(ended),
        }
    }

    fn take(&mut self, text: &str) {
        // Whatever else a child may print is nothing to us.
        let Ok(told) = serde_json::from_str::<EvaluationEvent>(text) else { return };
        self.progress.apply(&told);
        self.is_changed = true;
        self.gather(&told);
        if let Some(spans) = &mut self.spans {
            spans.take(&told);
        }
        let id = &self.ticket.held.id;
        let now = time::now();
        self.waiting.extend(event::of(id, &told, &self.progress, (now, self.likely_end.max(now))));
    }

    /// What was found, as it is shown while the evaluation runs.
    fn gather(&mut self, told: &EvaluationEvent) {
        match told {
            EvaluationEvent::HookCompleted { requirement, score, status, evidence, recommendations, .. } => {
                let found = json!({
                    "score": score, "status": status, "evidence": evidence, "recommendations": recommendations,
                });
                self.statics.insert(requirement.clone(), found);
            }
            EvaluationEvent::ToolResult { tool_name, status, response_time, result } => {
                let mut found = json!({ "name": tool_name, "status": status });
                if let Some(time) = response_time {
                    found["responseTime"] = json!(time);
                }
                if let Some(result) = result {
                    found["result"] = json!(result);
                }
                self.tools.push(found);
            }
            _ => {}
        }
    }

    /// Stores what waits; where that does not work it waits on, for as long as this worker holds the evaluation.
    async fn flush(&mut self) {
        if self.waiting.is_empty() && !self.is_changed {
            return;
        }
        let with_results = self.results_at.elapsed() >= RESULTS;
        let snapshot = Snapshot {
            progress: self.is_changed.then(|| serde_json::to_string(&self.progress).ok()).flatten(),
            results: with_results.then(|| self.found().to_string()),
        };
        match self.service.store.advance(&self.ticket.held, &self.waiting, &snapshot).await {
            Ok(()) => {
                self.waiting.clear();
                self.is_changed = false;
                if with_results {
                    self.results_at = Instant::now();
                }
            }
            Err(StoreError::Lost) => self.service.places.end(&self.ticket.held.id, Stop::Lost),
            Err(error) => {
                tracing::warn!(evaluation = self.ticket.held.id, error = story(&error), "events cannot be stored");
            }
        }
    }

    fn found(&self) -> Value {
        let mut found = json!({ "static": self.statics });
        if !self.tools.is_empty() {
            found["runtime"] = json!({ "toolTests": self.tools });
        }
        found
    }

    fn timed_out(&self) -> Outcome {
        let limit = self.service.settings().limits.evaluation_timeout;
        let message = format!("The evaluation exceeded its timeout of {limit} ms");
        Outcome::failed(Code::EvaluationTimeout, message, None)
    }

    /// Stores the end. What cannot be stored now is tried again, for as long as it is ours.
    async fn finish(mut self, outcome: Outcome) {
        const PAUSE: Duration = Duration::from_millis(300);
        if let Some(spans) = self.spans.take() {
            let error = outcome.error.as_ref().map(|error| error.code.as_str());
            spans.end(outcome.status.as_str(), outcome.score, error);
        }
        let ending = self.ending(outcome);
        let until = Instant::now() + Duration::from_millis(LEASE.unsigned_abs()) * 4;
        loop {
            match self.service.store.finish(&self.ticket.held, &ending).await {
                Ok(()) => return,
                Err(StoreError::Lost) => {
                    tracing::warn!(evaluation = self.ticket.held.id, "its end is not ours to store");
                    return;
                }
                Err(error) => {
                    tracing::warn!(evaluation = self.ticket.held.id, error = story(&error), "its end cannot be stored");
                }
            }
            if Instant::now() > until {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn ending(&mut self, outcome: Outcome) -> Ending {
        let now = time::now();
        let summary = outcome.summary.as_ref();
        let end = End {
            status: outcome.status,
            score: outcome.score,
            summary: summary.cloned(),
            error: outcome.error.as_ref(),
        };
        let mut events = std::mem::take(&mut self.waiting);
        // Whoever listens to errors only hears of it, too.
        let late = outcome.error.as_ref().filter(|error| error.code == Code::EvaluationTimeout.as_str());
        events.extend(late.map(|error| event::error(&self.ticket.held.id, error, now)));
        events.push(event::ended(&self.ticket.evaluation, &end, now));
        let found = self.found();
        Ending {
            status: outcome.status,
            score: outcome.score,
            summary: summary.map(Value::to_string),
            results: Some(outcome.results.unwrap_or_else(|| found.to_string())),
            error: outcome.error.and_then(|error| serde_json::to_string(&error).ok()),
            progress: serde_json::to_string(&self.progress).ok(),
            events,
            documents: outcome.documents,
        }
    }

    /// Something of ours went wrong: once more, or that is the end.
    async fn our_fault(self, why: &str) {
        let (held, attempt) = (&self.ticket.held, self.ticket.held.attempt);
        tracing::error!(evaluation = held.id, attempt, why, "an evaluation could not be run");
        let message = "The evaluation could not be run".to_owned();
        if attempt >= ATTEMPTS_MAX {
            return self.finish(Outcome::failed(Code::InternalServerError, message, Some(why.to_owned()))).await;
        }
        let error = RunError {
            code: Code::InternalServerError.as_str().to_owned(),
            message: format!("{message}; it is begun again (attempt {} of {ATTEMPTS_MAX})", attempt + 1),
            details: Some(why.to_owned()),
        };
        let told = event::error(&held.id, &error, time::now());
        if let Err(error) = self.service.store.retry(held, told).await {
            tracing::warn!(evaluation = held.id, error = story(&error), "it cannot be given back");
        }
    }

    async fn give_back(self) {
        let held = &self.ticket.held;
        let error = RunError {
            code: Code::InternalServerError.as_str().to_owned(),
            message: "The worker was stopped; the evaluation is begun again".to_owned(),
            details: None,
        };
        let told = event::error(&held.id, &error, time::now());
        if let Err(error) = self.service.store.release(held, told).await {
            tracing::warn!(evaluation = held.id, error = story(&error), "it cannot be given back");
        }
    }
}
