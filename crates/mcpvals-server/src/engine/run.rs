//! One evaluation, from its first event to its last.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mcpvals_model::{EvaluationEvent, Progress};
use mcpvals_store::{Ending, Evaluation, Millis, NewEvent, Snapshot, StoreError};
use serde_json::{Map, Value, json};

use super::child::{Child, Ended};
use super::fault::Fault;
use super::job::Job;
use super::outcome::{Outcome, of_child};
use super::places::Running;
use super::seldom::Seldom;
use super::ticket::Ticket;
use super::{FAULTS_MAX, Stop};
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
/// How long it is tried to store what becomes of an evaluation.
const PATIENCE: Duration = Duration::from_mins(1);
/// So long after it was accepted, an evaluation for which there is no room is not begun again without being counted, in milliseconds.
const NO_ROOM_MAX: Millis = 86_400_000;

/// Runs an evaluation to its end, whatever that is; never fails, because every end is stored.
pub(super) async fn one(service: Arc<Service>, ticket: Ticket) {
    let running = ticket.running.clone();
    let folder = service.work.path().join(running.folder());
    Run::new(&service, ticket, folder.clone()).go().await;
    // Whatever the server left there.
    if let Err(error) = tokio::fs::remove_dir_all(&folder).await
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(evaluation = running.held.id, %error, "its folder cannot be removed");
    }
    service.places.leave(&running);
    service.meter.evaluations.fetch_add(1, Ordering::Relaxed);
}

struct Run<'a> {
    service: &'a Service,
    evaluation: Evaluation,
    running: Running,
    folder: PathBuf,
    progress: Progress,
    /// What was found so far, as the seed shows it.
    statics: Map<String, Value>,
    tools: Vec<Value>,
    waiting: Vec<NewEvent>,
    is_changed: bool,
    /// Is it to be told how far it is?
    progress_waits: bool,
    results_at: Instant,
    /// Is there something in the results that is not stored yet?
    has_found: bool,
    likely_end: i64,
    spans: Option<Spans<'a>>,
    complaints: Seldom,
}

/// How the child's work ended.
enum Course {
    Ended(Ended),
    Stopped(Stop),
    TimedOut,
    NotStarted(Fault),
}

impl<'a> Run<'a> {
    fn new(service: &'a Service, ticket: Ticket, folder: PathBuf) -> Self {
        let Ticket { evaluation, running } = ticket;
        let spans = service.telemetry.as_ref().map(|telemetry| Spans::begin(telemetry, &evaluation));
        Self {
            service,
            evaluation,
            running,
            folder,
            progress: Progress::default(),
            statics: Map::new(),
            tools: Vec::new(),
            waiting: Vec::new(),
            is_changed: false,
            progress_waits: false,
            results_at: Instant::now(),
            has_found: false,
            likely_end: 0,
            spans,
            complaints: Seldom::default(),
        }
    }

    async fn go(mut self) {
        let usual = self.service.store.usual_duration(&self.evaluation.target).await.ok().flatten();
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds of minutes")]
        let usual = usual.unwrap_or(USUAL_DURATION) as i64;
        self.likely_end = time::now() + usual;
        self.waiting.push(event::started(&self.evaluation, time::now()));
        self.flush().await;
        let (course, kind) = self.played().await;
        match course {
            Course::Stopped(Stop::Lost) => {
                tracing::warn!(evaluation = self.running.held.id, "it is another worker's now");
            }
            Course::Stopped(Stop::Cancelled) => self.finish(Outcome::cancelled()).await,
            Course::Stopped(Stop::Drained) => self.give_back("The worker was stopped", None, Duration::ZERO).await,
            Course::Stopped(Stop::Silent) => {
                self.give_back("The worker could not say that it goes on", None, PATIENCE).await;
            }
            Course::TimedOut => {
                let outcome = self.timed_out();
                self.finish(outcome).await;
            }
            Course::NotStarted(fault) => self.our_fault(fault).await,
            Course::Ended(ended) => match of_child(kind, &ended, &self.folder).await {
                Ok(outcome) => self.finish(outcome).await,
                Err(fault) => self.our_fault(fault).await,
            },
        }
    }

    async fn played(&mut self) -> (Course, super::job::Kind) {
        let not_started = |fault| (Course::NotStarted(fault), super::job::Kind::Evaluation);
        if let Err(error) = self.service.work.folder(&self.running.folder()) {
            return not_started(Fault::of_file(&self.folder, &error));
        }
        let job = match Job::of(self.service, &self.evaluation, &self.folder).await {
            Ok(job) => job,
            Err(fault) => return not_started(fault),
        };
        let kind = job.kind;
        match Child::start(self.service, &job).await {
            Ok(child) => (self.follow(child).await, kind),
            Err(why) => (Course::NotStarted(why.into()), kind),
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
        // How far it is, is told with what comes next: the next task.
        if matches!(told, EvaluationEvent::Progress(_)) {
            self.progress_waits = true;
            return;
        }
        self.progress_waits |= told.words().is_some();
        self.tell_progress();
        self.tell(&told);
    }

    fn tell_progress(&mut self) {
        if std::mem::take(&mut self.progress_waits) {
            self.tell(&EvaluationEvent::Progress(self.progress.clone()));
        }
    }

    fn tell(&mut self, told: &EvaluationEvent) {
        let id = &self.running.held.id;
        let now = time::now();
        self.waiting.extend(event::of(id, told, &self.progress, (now, self.likely_end.max(now))));
    }

    /// What was found, as it is shown while the evaluation runs.
    fn gather(&mut self, told: &EvaluationEvent) {
        match told {
            EvaluationEvent::HookCompleted { requirement, score, status, evidence, recommendations, .. } => {
                let found = json!({
                    "score": score, "status": status, "evidence": evidence, "recommendations": recommendations,
                });
                self.statics.insert(requirement.clone(), found);
                self.has_found = true;
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
                self.has_found = true;
            }
            _ => {}
        }
    }

    /// Stores what waits; where that does not work it waits on, for as long as this worker holds the evaluation.
    async fn flush(&mut self) {
        self.tell_progress();
        let with_results = self.has_found && self.results_at.elapsed() >= RESULTS;
        if self.waiting.is_empty() && !self.is_changed && !with_results {
            return;
        }
        let snapshot = Snapshot {
            progress: self.is_changed.then(|| serde_json::to_string(&self.progress).ok()).flatten(),
            results: with_results.then(|| self.found().to_string()),
        };
        match self.service.store.advance(&self.running.held, &self.waiting, &snapshot).await {
            Ok(()) => {
                self.waiting.clear();
                self.is_changed = false;
                if with_results {
                    self.has_found = false;
                    self.results_at = Instant::now();
                }
            }
            Err(StoreError::Lost) => self.running.end(Stop::Lost),
            Err(error) => self.complain(&error, "events cannot be stored"),
        }
    }

    fn complain(&mut self, error: &StoreError, what: &str) {
        if self.complaints.is_time() {
            tracing::warn!(evaluation = self.running.held.id, error = story(error), "{what}");
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
        let until = Instant::now() + PATIENCE;
        loop {
            match self.service.store.finish(&self.running.held, &ending).await {
                Ok(()) => return,
                Err(StoreError::Lost) => {
                    tracing::warn!(evaluation = self.running.held.id, "its end is not ours to store");
                    return;
                }
                // It is begun again: its end may be larger than all that there is room for.
                Err(error @ StoreError::Full(_)) if Instant::now() > until => {
                    return self.no_room(&story(&error)).await;
                }
                Err(error) => self.complain(&error, "its end cannot be stored"),
            }
            if Instant::now() > until {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn ending(&mut self, outcome: Outcome) -> Ending {
        self.tell_progress();
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
        events.extend(late.map(|error| event::error(&self.running.held.id, error, now)));
        events.push(event::ended(&self.evaluation, &end, now));
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
    async fn our_fault(self, fault: Fault) {
        match fault {
            Fault::NoRoom(why) if time::now() - self.evaluation.created_at < NO_ROOM_MAX => self.no_room(&why).await,
            Fault::NoRoom(why) | Fault::Other(why) => self.once_more(&why).await,
        }
    }

    /// It waits until there is room, here or on another machine; that is not counted.
    async fn no_room(self, why: &str) {
        self.service.work.note_full();
        tracing::warn!(evaluation = self.running.held.id, why, "there is no room for what it found: it waits again");
        self.give_back("There was no room for what was found", Some(why), PATIENCE).await;
    }

    async fn once_more(self, why: &str) {
        let held = &self.running.held;
        let faults = held.attempt - self.evaluation.losses;
        tracing::error!(evaluation = held.id, faults, why, "an evaluation could not be run");
        let message = "The evaluation could not be run".to_owned();
        if faults >= FAULTS_MAX {
            return self.finish(Outcome::failed(Code::InternalServerError, message, Some(why.to_owned()))).await;
        }
        let message = format!("{message}; it is begun again (attempt {} of {FAULTS_MAX})", faults + 1);
        if let Err(error) = self.service.store.retry(held, self.told(message, Some(why))).await {
            tracing::warn!(evaluation = held.id, error = story(&error), "it cannot be given back");
        }
    }

    /// Gives it back, which is not counted. What cannot be stored now is tried again for so long, while it is ours.
    async fn give_back(mut self, message: &str, why: Option<&str>, patience: Duration) {
        const PAUSE: Duration = Duration::from_secs(1);
        let told = self.told(format!("{message}; the evaluation is begun again"), why);
        let until = Instant::now() + patience;
        loop {
            match self.service.store.release(&self.running.held, told.clone()).await {
                Ok(()) | Err(StoreError::Lost) => return,
                Err(error) => self.complain(&error, "it cannot be given back"),
            }
            if Instant::now() >= until {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The event that tells of something that went wrong.
    fn told(&self, message: String, why: Option<&str>) -> NewEvent {
        let error = RunError::new(Code::InternalServerError, message, why.map(str::to_owned));
        event::error(&self.running.held.id, &error, time::now())
    }
}
