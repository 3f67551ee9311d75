//! The run loop: which case runs when, on which session, and the one ordered stream of events that tells of it.
//!
//! Workers take suites from a queue and play their cases; the dispatcher puts what they tell in order. Both live in
//! one task, so a cancelled or dropped evaluation leaves nothing running but processes that their guards end.

mod canary;
mod conversations;
mod deadline;
mod dispatcher;
mod elsewhere;
mod lane;
mod models;
mod pass_rate;
mod player;
mod preparation;
mod result;
mod suite;
mod unplayed;
mod worker;

pub use models::{key_for_judge, key_of_judge};
pub use pass_rate::{in_a_rate, verdict_of_repetitions};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use mcpvals_model::{Event, Plan, Report, RunEnd, RunStart};
use mcpvals_wire::{ModelQuestions, RateGate, Redactor, SignIns};
use tokio::sync::{Semaphore, mpsc};

use crate::{CancellationToken, EvaluateError, Options, Selected, seal, select};
use dispatcher::{Dispatcher, Told};
use elsewhere::FullOffer;
use lane::Unavailable;
use models::Models;

/// What all workers of one run share.
struct Run<'a> {
    plan: &'a Plan,
    options: &'a Options,
    selected: &'a [Selected<'a>],
    redactor: Redactor,
    sign_ins: SignIns,
    /// One gate for each server, over all workers.
    gates: Vec<Option<Arc<RateGate>>>,
    told: mpsc::Sender<Told>,
    cancel: &'a CancellationToken,
    /// Set by the first failure under fail-fast.
    tripped: AtomicBool,
    /// Sessions begun so far.
    sessions: AtomicU64,
    /// Servers that could not be reached, and why.
    unavailable: Vec<OnceLock<Unavailable>>,
    models: &'a Models<'a>,
    /// Where sessions let models answer what servers ask.
    questions: ModelQuestions,
    /// Lets so many conversations of models be at the same time.
    conversations: Semaphore,
    /// Which tools each server offers to a client that can be asked everything; looked up where a case needs it.
    full_offers: Vec<FullOffer>,
}

/// How many messages may wait for the dispatcher; more make the workers wait.
const TOLD_MAX: usize = 256;

/// How many requests of servers may wait for a model.
const QUESTIONS_MAX: usize = 256;

/// Plays the selected cases of a plan and tells, event by event, what happened.
///
/// Events come in order: `RunStarted` first, `RunFinished` last, and `CaseFinished` in the order of the config whatever
/// the order in which cases ended. Every event is redacted already.
///
/// # Errors
/// [`EvaluateError::NothingToRun`] if the selection leaves nothing. Whatever the server does is in the report.
///
/// # Cancellation
/// When `cancel` fires, running cases end as errored (cancelled), the servers are stopped, and the report says
/// `interrupted`. Dropping the future kills the servers' processes at once.
pub async fn evaluate(
    plan: &Plan,
    options: &Options,
    on_event: &mut (dyn FnMut(Event) + Send),
    cancel: &CancellationToken,
) -> Result<Report, EvaluateError> {
    let redactor = Redactor::new(&plan.secrets);
    let plan = &*seal::names(plan, &redactor);
    // Names show no secrets, so neither may what is held against them.
    let mut selection = options.selection.clone();
    selection.filters.iter_mut().for_each(|filter| *filter = redactor.text(filter).into_owned());
    let selected = select(plan, &selection)?;
    let began = Instant::now();
    let (told, inbox) = mpsc::channel(TOLD_MAX);
    let (questions, asked) = mpsc::channel(QUESTIONS_MAX);
    let models = Models::of(plan);
    let run = Run {
        plan,
        options,
        selected: &selected,
        sign_ins: SignIns::new(options.visitor.clone(), redactor.clone()),
        redactor,
        gates: plan
            .servers
            .iter()
            .map(|server| server.rate_limit.map(|limit| Arc::new(RateGate::new(limit))))
            .collect(),
        told,
        cancel,
        tripped: AtomicBool::new(false),
        sessions: AtomicU64::new(0),
        unavailable: plan.servers.iter().map(|_| OnceLock::new()).collect(),
        models: &models,
        questions,
        conversations: Semaphore::new(options.conversations()),
        full_offers: plan.servers.iter().map(|_| FullOffer::default()).collect(),
    };
    let mut dispatcher = Dispatcher::new(&selected, on_event);
    dispatcher.emit(Event::RunStarted(run.start()));
    let work = async {
        tokio::select! {
            () = worker::work(run) => {}
            () = models.listen(asked) => {}
        }
    };
    let ((), ()) = tokio::join!(work, dispatcher.listen(inbox));
    let duration_ms = began.elapsed().as_secs_f64() * 1000.0;
    dispatcher.emit(Event::RunFinished(RunEnd { duration_ms, interrupted: cancel.is_cancelled() }));
    Ok(dispatcher.into_report())
}

impl Run<'_> {
    fn start(&self) -> RunStart {
        RunStart {
            started_at: jiff::Timestamp::now().to_string(),
            config: self.plan.source.clone(),
            suites: self.selected.iter().map(Selected::start).collect(),
            seed: self.options.seed,
            notes: self.plan.notes.iter().cloned().chain(self.fewer()).collect(),
        }
    }

    /// What is replayed less often than it is to be played.
    fn fewer(&self) -> impl Iterator<Item = String> {
        let cases = self.selected.iter().flat_map(|suite| &suite.cases).filter(|(_, skip)| skip.is_none());
        cases.filter_map(|(case, _)| player::fewer(self, case))
    }

    /// Tells the dispatcher something. It listens as long as any worker lives, so this does not fail.
    async fn tell(&self, told: Told) {
        drop(self.told.send(told).await);
    }
}
