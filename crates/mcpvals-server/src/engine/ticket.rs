//! The queue as apalis sees it: a stream of evaluations that this worker holds already.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use apalis_core::backend::finalize::Ephemeral;
use apalis_core::backend::{Backend, BackendConfig};
use apalis_core::task::Task;
use apalis_core::task::builder::TaskBuilder;
use apalis_core::worker::context::WorkerContext;
use mcpvals_store::{Claim, Evaluation, Limits, Signal, StoreError};
use tokio_util::sync::CancellationToken;
use tower::layer::util::Identity;

use super::LEASE;
use super::places::Running;
use super::seldom::Seldom;
use crate::error::story;
use crate::service::Service;
use crate::signals::told;

/// An evaluation that this worker holds.
#[derive(Debug, Clone)]
pub(super) struct Ticket {
    pub(super) evaluation: Evaluation,
    pub(super) running: Running,
}

type Next = Pin<Box<dyn Future<Output = Option<Ticket>> + Send>>;

/// The queue, for one worker.
pub(super) struct Tickets {
    service: Arc<Service>,
    worker: String,
    stop: CancellationToken,
    next: Option<Next>,
}

impl Tickets {
    pub(super) fn new(service: Arc<Service>, worker: String, stop: CancellationToken) -> Self {
        Self { service, worker, stop, next: None }
    }
}

impl Backend for Tickets {
    type Task = Task<Ticket>;
    type Error = StoreError;

    fn poll_ready(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), StoreError>> {
        Poll::Ready(Ok(()))
    }

    fn poll_next(&mut self, cx: &mut Context<'_>, _: &WorkerContext) -> Poll<Option<Result<Self::Task, StoreError>>> {
        let next = self
            .next
            .get_or_insert_with(|| Box::pin(next(Arc::clone(&self.service), self.worker.clone(), self.stop.clone())));
        let ticket = std::task::ready!(next.as_mut().poll(cx));
        self.next = None;
        Poll::Ready(ticket.map(|ticket| Ok(TaskBuilder::new(ticket).build())))
    }

    fn poll_close(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), StoreError>> {
        // What is being claimed is finished first: a claim that nobody hears of would wait for its lease to end.
        Poll::Ready(Ok(()))
    }
}

impl BackendConfig for Tickets {
    type Args = Ticket;
    type Id = String;
    type Kind = Ephemeral;
    type Config = ();
    type Layer = Identity;

    fn config(&self) -> &() {
        &()
    }

    fn middleware(&mut self, _: &mut WorkerContext) -> Identity {
        Identity::new()
    }
}

/// Waits for a free place, and for work. Nothing at the end.
async fn next(service: Arc<Service>, worker: String, stop: CancellationToken) -> Option<Ticket> {
    /// Without being told, somebody looks.
    const LOOK: Duration = Duration::from_millis(500);
    const PAUSE: Duration = Duration::from_secs(1);
    let mut signals = service.store.signals();
    let mut complaints = Seldom::default();
    loop {
        let free = service.places.free.notified();
        if stop.is_cancelled() {
            return None;
        }
        if has_room(&service) {
            match claimed(&service, &worker).await {
                Ok(Some(ticket)) => return Some(ticket),
                Ok(None) => {}
                Err(error) => {
                    if complaints.is_time() {
                        tracing::warn!(error = story(&error), "the queue cannot be asked");
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        // Each of these is cancel safe; a signal that is lost is made up for by looking.
        tokio::select! {
            () = stop.cancelled() => return None,
            () = free => {}
            () = told(&mut signals, &Signal::Queue) => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

fn has_room(service: &Service) -> bool {
    let most = service.settings().limits.max_concurrent_evaluations;
    service.places.taken() < usize::try_from(most).unwrap_or(usize::MAX) && service.work.has_room()
}

async fn claimed(service: &Service, worker: &str) -> Result<Option<Ticket>, StoreError> {
    let settings = service.settings();
    let limits = Limits {
        per_owner: i64::from(settings.limits.max_concurrent_per_key),
        per_target: i64::from(settings.limits.max_concurrent_per_target),
    };
    let claim = Claim { worker: worker.to_owned(), lease: LEASE, limits };
    let claimed = service.store.claim(&claim).await?;
    Ok(claimed.map(|(evaluation, held)| {
        // Taken before the worker sees it, so that nobody asks for more than there is room for.
        let running = service.places.enter(&held);
        Ticket { evaluation, running }
    }))
}
