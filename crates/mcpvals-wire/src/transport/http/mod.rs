//! Streamable HTTP: every message of ours is a POST; answers come as its body or as its event stream.
//!
//! Revisions 2025-03-26 to 2025-11-25 have sessions, a GET stream for what belongs to no request, and resumption;
//! 2026-07-28 has none of them.

pub(crate) mod address;
mod answer;
pub(crate) mod body;
pub(crate) mod client;
mod connection;
pub(crate) mod endpoint;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod header;
mod listen;
pub(crate) mod recorded;
pub(crate) mod redirect;
mod socket;
mod stream;
#[cfg(test)]
pub(in crate::transport) mod tests;
mod tls;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcpvals_model::HttpUrl;
use mcpvals_model::mcp::Revision;
use tokio::sync::Semaphore;
use tokio::task::{AbortHandle, JoinSet};

use self::endpoint::Endpoint;
use self::recorded::Means;
use super::{Outgoing, OutgoingKind, SendError};
use crate::Limits;
use crate::router::Router;

/// More responses of ours are not under way at once.
pub(crate) const RESPONSES_MAX: usize = 8;

/// A Streamable HTTP connection: any number of TCP connections, one for each exchange that is under way.
///
/// Dropping it closes them all.
pub(crate) struct HttpLink {
    /// `Err` says why nothing can be sent there.
    endpoint: Result<Arc<Endpoint>, SendError>,
    router: Router,
    tasks: Mutex<JoinSet<()>>,
    /// How many responses of ours may be under way: a server that asks without end is to wait.
    responses: Arc<Semaphore>,
    /// Our requests whose exchanges are under way.
    running: Arc<Mutex<HashMap<u64, AbortHandle>>>,
}

impl HttpLink {
    /// Nothing is sent yet: the first message opens the first connection.
    pub(crate) fn new(url: &HttpUrl, means: Means<'_>, router: Router, limits: Limits) -> Self {
        let endpoint = Endpoint::new(url, means, router.clone(), limits);
        let endpoint = endpoint.map(Arc::new).map_err(SendError);
        let responses = Arc::new(Semaphore::new(RESPONSES_MAX));
        Self { endpoint, router, tasks: Mutex::default(), responses, running: Arc::default() }
    }

    /// A request and a response are on their way when this returns (a response after as many as may be under way at
    /// once); a notification has been taken by the server, so
    /// that what is sent next cannot overtake it on another connection.
    pub(crate) async fn send(&self, outgoing: Outgoing) -> Result<(), SendError> {
        let endpoint = Arc::clone(self.endpoint.as_ref().map_err(Clone::clone)?);
        match outgoing.kind {
            OutgoingKind::Request { id, .. } => self.begin(endpoint, id, outgoing),
            OutgoingKind::Response => self.respond(endpoint, outgoing).await,
            OutgoingKind::Notification { .. } => return answer::exchange(&endpoint, &outgoing).await,
        }
        Ok(())
    }

    async fn respond(&self, endpoint: Arc<Endpoint>, outgoing: Outgoing) {
        let permit = Arc::clone(&self.responses).acquire_owned().await;
        self.spawn(async move {
            // Where it fails, who asked gets no answer: that is in the trace, and there is nobody else to tell.
            let _ = answer::exchange(&endpoint, &outgoing).await;
            drop(permit);
        });
    }

    /// Opens the GET stream where the revision has one.
    pub(crate) fn ready(&self, revision: Revision) {
        let Ok(endpoint) = &self.endpoint else { return };
        if !revision.is_stateless() {
            endpoint.agree_on(revision);
            self.spawn(listen::listen(Arc::clone(endpoint)));
        }
    }

    /// Closes what carries a request: in 2026-07-28 this is how it is cancelled.
    pub(crate) fn abandon(&self, request: u64) {
        if let Some(task) = lock(&self.running).remove(&request) {
            task.abort();
        }
    }

    /// Ends the session at the server (DELETE), then every exchange.
    pub(crate) async fn close(&self, patience: Duration) {
        if let Ok(endpoint) = &self.endpoint {
            if endpoint.has_session() {
                endpoint.http.pace().await;
            }
            // A server that does not answer keeps its session; there is nothing more that a client can do.
            let _ = tokio::time::timeout(patience, endpoint.end_session()).await;
        }
        lock(&self.tasks).abort_all();
        self.router.closed("the session was ended by mcpvals");
    }

    fn begin(&self, endpoint: Arc<Endpoint>, id: u64, outgoing: Outgoing) {
        let running = Arc::clone(&self.running);
        // Held until the handle is in: the task may end before this returns.
        let mut handles = lock(&self.running);
        let task = self.spawn(async move {
            // A failed exchange has told the router.
            let _ = answer::exchange(&endpoint, &outgoing).await;
            lock(&running).remove(&id);
        });
        handles.insert(id, task);
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
