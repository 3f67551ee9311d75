//! HTTP with SSE as in 2024-11-05: an event stream with an `endpoint` event, and POSTs to that endpoint.
//!
//! Answers come on the stream only. Where it breaks it is opened again, as configured: the server takes that for a new
//! client, so the handshake is said again before anything else is.

mod channel;
mod post;
mod reopen;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcpvals_model::{HttpUrl, Reconnect};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::channel::Channel;
use super::http::RESPONSES_MAX;
use super::http::recorded::Means;
use super::{Outgoing, OutgoingKind, SendError};
use crate::Limits;
use crate::router::Router;

/// An HTTP+SSE connection whose endpoint is known.
///
/// Dropping it closes the stream and every exchange.
pub(crate) struct SseLink {
    channel: Arc<Channel>,
    tasks: Mutex<JoinSet<()>>,
    /// How many responses of ours may be under way: a server that asks without end is to wait.
    responses: Arc<Semaphore>,
}

impl SseLink {
    /// Opens the event stream and waits for its `endpoint` event. The caller keeps the deadline.
    pub(crate) async fn open(
        url: &HttpUrl,
        means: Means<'_>,
        reconnect: Reconnect,
        router: Router,
        limits: Limits,
    ) -> Result<Self, SendError> {
        let channel = Channel::new(url, means, router, limits).map_err(SendError)?;
        let channel = Arc::new(channel);
        let (events, endpoint) = channel.open(None).await.map_err(SendError)?;
        channel.send_to(endpoint);
        let mut tasks = JoinSet::new();
        tasks.spawn(reopen::keep_open(Arc::clone(&channel), events, reconnect));
        Ok(Self { channel, tasks: Mutex::new(tasks), responses: Arc::new(Semaphore::new(RESPONSES_MAX)) })
    }

    /// A request and a response are on their way when this returns; a notification has been taken by the server.
    pub(crate) async fn send(&self, outgoing: Outgoing) -> Result<(), SendError> {
        let channel = Arc::clone(&self.channel);
        if matches!(outgoing.kind, OutgoingKind::Notification { .. }) {
            return channel.post(&outgoing).await;
        }
        let permit = match outgoing.kind {
            OutgoingKind::Response => Arc::clone(&self.responses).acquire_owned().await.ok(),
            OutgoingKind::Request { .. } | OutgoingKind::Notification { .. } => None,
        };
        let mut tasks = self.tasks();
        while tasks.try_join_next().is_some() {}
        // Whoever waits for an answer has been told through the router.
        tasks.spawn(async move {
            drop(channel.post(&outgoing).await);
            drop(permit);
        });
        Ok(())
    }

    /// Closes the stream: by this the server knows that the session is over.
    pub(crate) async fn close(&self, patience: Duration) {
        let mut tasks = std::mem::take(&mut *self.tasks());
        let _ = tokio::time::timeout(patience, tasks.shutdown()).await;
        self.channel.http.router.closed("the session was ended by mcpvals");
    }

    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
