//! One conversation with a server under one protocol revision.

mod ask;
mod caller;
mod chores;
mod connect;
mod dialect;
mod disagreement;
mod discovery;
mod handshake;
mod listing;
mod mirror;
mod negotiation;
mod offered;
mod rounds;
mod story;
mod usable;
mod wire;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Offer, ServerFacts, Tool};
use mcpvals_model::{CallRole, Trace};
use serde_json::Value;
use tokio::task::JoinSet;

pub use self::connect::{connect, connect_either};
pub(crate) use self::rounds::{call, responses};

use self::listing::{List, Offered};
use self::wire::Wire;
use crate::Recording;
use crate::router::{Changes, LogKey, Router};
use crate::transport::Link;

/// A cheap handle on a session. It has shaken hands, because [`connect()`] is the only way to get one.
///
/// When the last handle is dropped without [`Session::close`], the server's process is killed with all its children.
#[derive(Clone)]
pub struct Session {
    pub(crate) shared: Arc<Shared>,
}

/// What all handles share.
pub(crate) struct Shared {
    wire: Arc<Wire>,
    facts: Arc<ServerFacts>,
    call_timeout: Duration,
    ready_at: Instant,
    listed: Mutex<Listed>,
    /// Held while lists are read, so that they are not read twice at once.
    reading: tokio::sync::Mutex<Subscription>,
    /// Answers the server; ends with the session.
    _peer: JoinSet<()>,
}

/// What was listed, and which changes had been announced before.
struct Listed {
    offered: Offered,
    changes: Changes,
}

/// From 2026-07-28 on, changes are only announced to who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subscription {
    NotAsked,
    /// Nothing was to be announced.
    Idle,
    /// By the request with this id, which stays open.
    Asked(u64),
}

impl Session {
    /// What the server said of itself.
    pub fn facts(&self) -> &Arc<ServerFacts> {
        &self.shared.facts
    }

    /// When it began: its frames count the time from then on.
    pub fn began(&self) -> Instant {
        self.shared.wire.router.began()
    }

    /// How it is spoken to: `stdio`, `http` or `sse`.
    pub fn transport(&self) -> &'static str {
        match self.shared.wire.link {
            Link::Stdio(_) => "stdio",
            Link::Http(_) => "http",
            Link::Sse(_) => "sse",
        }
    }

    /// What we declare as a client.
    pub fn capabilities(&self) -> &Value {
        &self.shared.wire.profile.capabilities
    }

    /// What the server offers, as last listed.
    pub fn offer(&self) -> Arc<Offer> {
        Arc::clone(&self.shared.listed().offered.offer)
    }

    /// The tool with this name, read again where the server said that its list changed. Where the server declares
    /// `listChanged` and has no such tool, waits a bounded while for it. A tool that is malformed but has a name is
    /// found, too.
    pub async fn find_tool(&self, name: &str) -> Option<Arc<Tool>> {
        self.shared.find_tool(name).await
    }

    /// All lists, read again until no change is announced for a quiet while; bounded.
    pub async fn settle(&self) -> Arc<Offer> {
        self.shared.settle().await;
        self.offer()
    }

    /// All lists; those of which the server said that they changed are read again.
    pub async fn renewed(&self) -> Arc<Offer> {
        self.shared.renew().await;
        self.offer()
    }

    /// From now on, the frames of the calls made through this recording go to it.
    pub fn begin(&self) -> Recording {
        Recording::new(self.clone())
    }

    /// Is the connection open, and could an answer come?
    pub fn is_alive(&self) -> bool {
        let router = &self.shared.wire.router;
        router.closed_reason().is_none() && !router.is_swamped()
    }

    /// Ends the session in the transport's way, and gives its own trace: handshake, listing, what belongs to no
    /// recording, and the end. Other handles are dead afterwards.
    ///
    /// # Cancellation
    /// Dropping the future leaves the process to the drop of the last handle, which kills it.
    pub async fn close(self) -> Trace {
        let wire = &self.shared.wire;
        self.shared.unsubscribe().await;
        wire.link.close(wire.limits.shutdown, wire.limits.hurry).await;
        let trace = wire.router.finish_own();
        Trace { server: Some(Arc::clone(&self.shared.facts)), offer: self.offer(), ..trace }
    }

    pub(crate) fn open_log(&self) -> LogKey {
        self.shared.wire.router.open()
    }

    pub(crate) fn discard_log(&self, log: LogKey) {
        self.shared.wire.router.discard(log);
    }

    /// The log as a trace, with what the server said of itself.
    pub(crate) fn share_log(&self, log: LogKey) {
        self.shared.wire.router.share(log);
    }

    pub(crate) fn close_log(&self, log: LogKey, offer: Arc<Offer>) -> Trace {
        let trace = self.shared.wire.router.finish(log);
        Trace { server: Some(Arc::clone(&self.shared.facts)), offer, ..trace }
    }
}

impl Shared {
    pub(crate) fn router(&self) -> &Router {
        &self.wire.router
    }

    /// Makes a request that stays open; its id, unless the connection is closed.
    pub(crate) async fn start(
        &self,
        place: (LogKey, CallRole),
        method: &str,
        params: &Value,
        patience: Duration,
    ) -> Option<u64> {
        self.wire.start(place, method, params, Instant::now() + patience).await
    }

    /// Takes a request back that stays open.
    pub(crate) async fn hang_up(&self, request: u64, log: LogKey) {
        self.wire.link.abandon(request);
        self.wire.cancel(request, log, "the client has seen enough").await;
    }

    pub(crate) async fn notify(&self, log: LogKey, method: &str, params: &Value) {
        self.wire.notify(log, method, params).await;
    }

    /// Writes a line that is no message; `false` where there are no lines.
    pub(crate) async fn line(&self, log: LogKey, text: &str) -> bool {
        self.wire.line(log, text).await
    }

    pub(crate) fn has_cancellations(&self) -> bool {
        self.wire.has_cancellations()
    }

    pub(crate) async fn change_roots(&self, log: LogKey) {
        self.wire.change_roots(log).await;
    }

    fn listed(&self) -> std::sync::MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lookup(&self, name: &str) -> Option<Arc<Tool>> {
        let listed = self.listed();
        let mut tools = listed.offered.offer.tools.iter().chain(listed.offered.usable.iter());
        tools.find(|tool| tool.name() == name).cloned()
    }

    /// Which of these lists the server says that it has.
    fn declared(&self, lists: &[List]) -> Vec<List> {
        lists.iter().copied().filter(|list| list.is_declared(&self.facts)).collect()
    }
}
