//! The engine: takes evaluations from the queue and runs each in a process of its own.
//!
//! Apalis runs the worker; the queue is the store's (decision 10). A worker says every few seconds that it goes on; one that
//! cannot say so ends what it runs before anybody else may take it.

mod beat;
mod child;
mod fault;
mod job;
mod outcome;
mod places;
mod run;
mod seldom;
mod sweep;
mod ticket;
mod tool;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use apalis_core::error::BoxDynError;
use apalis_core::monitor::Monitor;
use apalis_core::worker::builder::WorkerBuilder;
use apalis_core::worker::ext::parallelize::ParallelizeExt as _;
use mcpvals_store::{Millis, new_id};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::service::Service;

pub use child::COMMAND as CHILD_COMMAND;
pub(crate) use job::variables;
pub use outcome::FULL as CHILD_IS_FULL;
pub(crate) use places::Places;
pub(crate) use tool::{OneServer, ToolCall, ToolTest, ToolsListed};

/// How long a worker may be silent before others take what it runs, in milliseconds.
pub(crate) const LEASE: Millis = 15_000;
/// How often an evaluation is run at most, where something of ours goes wrong.
pub(crate) const FAULTS_MAX: i64 = 3;
/// How often its worker may be lost. Workers are killed for reasons of their own; one that so many did not outlive may be
/// the reason itself.
pub(crate) const LOSSES_MAX: i64 = 10;

/// Why a run is ended from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It is not wanted any more.
    Cancelled,
    /// It is held by somebody else now, or by nobody.
    Lost,
    /// This worker could not say for too long that it goes on.
    Silent,
    /// This process ends.
    Drained,
}

/// Runs evaluations until the end; then lets those that run go on for so long, and gives back the rest.
///
/// # Errors
/// That apalis could not go on, which it does as long as it can.
pub(crate) async fn work(service: Arc<Service>, stop: CancellationToken, drain: Duration) -> Result<(), String> {
    let worker = new_id("worker");
    let tasks = TaskTracker::new();
    let beats = CancellationToken::new();
    tasks.spawn(beat::keep(Arc::clone(&service), worker.clone(), beats.clone()));
    tasks.spawn(watch::cancellations(Arc::clone(&service), beats.clone()));
    tasks.spawn(sweep::keep(Arc::clone(&service), beats.clone()));
    let ended = run_workers(&service, &worker, &stop, drain).await;
    beats.cancel();
    tasks.close();
    tasks.wait().await;
    if let Err(error) = service.store.gone(&worker).await {
        tracing::warn!(error = crate::error::story(&error), "this worker's end could not be stored");
    }
    ended
}

async fn run_workers(
    service: &Arc<Service>,
    worker: &str,
    stop: &CancellationToken,
    drain: Duration,
) -> Result<(), String> {
    let tracker = TaskTracker::new();
    let monitor = Monitor::new()
        .register({
            let (service, worker, stop, tracker) =
                (Arc::clone(service), worker.to_owned(), stop.clone(), tracker.clone());
            move |restarts| {
                let tickets = ticket::Tickets::new(Arc::clone(&service), worker.clone(), stop.clone());
                let (service, tracker) = (Arc::clone(&service), tracker.clone());
                // Its name is another one each time: apalis takes two of one name for one (reference: defect 5).
                WorkerBuilder::new(format!("{worker}-{restarts}"))
                    .backend(tickets)
                    // The work is a task of its own: nothing that takes long is polled inside the worker (defect 4).
                    .parallelize(tokio::spawn)
                    .build(move |ticket: ticket::Ticket| {
                        let (service, tracker) = (Arc::clone(&service), tracker.clone());
                        async move {
                            let run = tracker.track_future(run::one(service, ticket));
                            run.await;
                            Ok::<(), BoxDynError>(())
                        }
                    })
            }
        })
        .should_restart(|_, _| true);
    let signal = {
        let stop = stop.clone();
        async move {
            stop.cancelled().await;
            Ok(())
        }
    };
    let ended = monitor.run_with_signal(signal);
    let drained = async {
        stop.cancelled().await;
        tracker.close();
        if tokio::time::timeout(drain, tracker.wait()).await.is_err() {
            service.places.end_all(Stop::Drained);
            tracker.wait().await;
        }
    };
    let (ended, ()) = tokio::join!(ended, drained);
    ended.map_err(|error| error.to_string())
}
