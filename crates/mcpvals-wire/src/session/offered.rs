//! Keeps what the server offers up to date: lists are read again when the server says that they changed.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use mcpvals_model::CallRole;
use mcpvals_model::mcp::Tool;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::time::{timeout, timeout_at};

use super::listing::{self, List};
use super::{Shared, Subscription};
use crate::router::{Changes, OWN};

/// A subscription lasts as long as the session.
const SUBSCRIPTION: Duration = Duration::from_hours(24);

impl Shared {
    /// See [`crate::Session::find_tool`].
    pub(super) async fn find_tool(&self, name: &str) -> Option<Arc<Tool>> {
        self.refresh(&[List::Tools]).await;
        if let Some(tool) = self.lookup(name) {
            return Some(tool);
        }
        if !self.announces("/tools/listChanged") {
            return None;
        }
        // Boxed, because the future of each case holds this one, and most tools are there.
        Box::pin(self.late_tool(name)).await
    }

    /// Waits a bounded while for a tool that is not listed yet.
    async fn late_tool(&self, name: &str) -> Option<Arc<Tool>> {
        if self.subscribe().await {
            self.read_now(&[List::Tools]).await;
        }
        // Servers that register tools late do so right after the handshake.
        let limits = &self.wire.limits;
        let patience_ends = (self.ready_at + limits.settle_max).max(Instant::now() + limits.settle_quiet);
        loop {
            if let Some(tool) = self.lookup(name) {
                return Some(tool);
            }
            if !self.changed_before(patience_ends).await {
                return None;
            }
            self.refresh(&[List::Tools]).await;
        }
    }

    /// See [`crate::Session::settle`].
    pub(super) async fn settle(&self) {
        let limits = &self.wire.limits;
        self.subscribe().await;
        self.read_now(&self.declared(&List::ALL)).await;
        let all = ["/tools/listChanged", "/resources/listChanged", "/prompts/listChanged"];
        if !all.into_iter().any(|capability| self.announces(capability)) {
            return;
        }
        let patience_ends = Instant::now() + limits.settle_max;
        loop {
            let quiet_ends = (Instant::now() + limits.settle_quiet).min(patience_ends);
            if !self.changed_before(quiet_ends).await {
                return;
            }
            self.refresh(&self.declared(&List::ALL)).await;
            if Instant::now() >= patience_ends {
                return;
            }
        }
    }

    /// See [`crate::Session::renewed`].
    pub(super) async fn renew(&self) {
        if self.changed_before(Instant::now()).await {
            self.refresh(&self.declared(&List::ALL)).await;
        }
    }

    fn announces(&self, capability: &str) -> bool {
        self.facts.capabilities.pointer(capability) == Some(&Value::Bool(true))
    }

    /// Is a change announced that has not been read yet, now or before then?
    async fn changed_before(&self, deadline: Instant) -> bool {
        let mut changes = self.wire.router.changes();
        let listed = self.listed().changes;
        let mut life = self.wire.router.life();
        tokio::select! {
            news = timeout_at(deadline.into(), changes.wait_for(|changes| *changes != listed)) => {
                news.is_ok_and(|news| news.is_ok())
            }
            // Nothing will be announced any more.
            _ = life.wait_for(|life| life.closed) => false,
        }
    }

    /// Reads those of the lists again that changed since they were read.
    async fn refresh(&self, lists: &[List]) {
        let before = self.listed().changes;
        let now = *self.wire.router.changes().borrow();
        let stale: Vec<List> = lists.iter().copied().filter(|list| list.count(now) != list.count(before)).collect();
        if !stale.is_empty() {
            Box::pin(self.read_now(&stale)).await;
        }
    }

    async fn read_now(&self, lists: &[List]) {
        let reading = self.reading.lock().await;
        // What is announced from here on may not be in what we are about to read.
        let announced = *self.wire.router.changes().borrow();
        let before = self.listed().offered.clone();
        let deadline = Instant::now() + self.call_timeout;
        let offered = listing::read(&self.wire, lists, &before, deadline).await;
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.offered = offered;
        for list in lists {
            list.note(&mut listed.changes, announced);
        }
        drop(listed);
        drop(reading);
    }

    /// Asks a stateless server to announce changes; true where that was news to it.
    async fn subscribe(&self) -> bool {
        let mut subscription = self.reading.lock().await;
        let stateless = self.facts.protocol_version.is_stateless();
        if !stateless || *subscription != Subscription::NotAsked {
            return false;
        }
        *subscription = Subscription::Idle;
        let wanted = [
            ("toolsListChanged", "/tools/listChanged"),
            ("resourcesListChanged", "/resources/listChanged"),
            ("promptsListChanged", "/prompts/listChanged"),
        ];
        let wanted = wanted.into_iter().filter(|(_, capability)| self.announces(capability));
        let filter: serde_json::Map<String, Value> = wanted.map(|(name, _)| (name.to_owned(), json!(true))).collect();
        if filter.is_empty() {
            return false;
        }
        let params = json!({"notifications": filter});
        let place = (OWN, CallRole::Session);
        let started = self.wire.start(place, "subscriptions/listen", &params, Instant::now() + SUBSCRIPTION).await;
        *subscription = started.map_or(Subscription::Idle, Subscription::Asked);
        true
    }

    /// Takes the subscription back, as a client does that wants no more of it (MCP 2026-07-28, patterns/subscriptions).
    /// A server that first finishes what it was asked would otherwise seem to ignore that its stdin was closed.
    pub(super) async fn unsubscribe(&self) {
        // A list that is being read now is read by somebody who is about to lose the session.
        let Ok(subscription) = self.reading.try_lock() else { return };
        let Subscription::Asked(request) = *subscription else { return };
        if self.wire.router.is_waiting(request) {
            let reason = "the session ends";
            // What does not go out now, because the server reads nothing, need not.
            let _ = timeout(self.wire.limits.shutdown, self.wire.cancel(request, OWN, reason)).await;
        }
    }
}

impl List {
    /// How often its change was announced.
    fn count(self, changes: Changes) -> u64 {
        match self {
            Self::Tools => changes.tools,
            Self::Resources | Self::ResourceTemplates => changes.resources,
            Self::Prompts => changes.prompts,
        }
    }

    /// Notes that it was read after these announcements.
    fn note(self, changes: &mut Changes, announced: Changes) {
        match self {
            Self::Tools => changes.tools = announced.tools,
            Self::Resources | Self::ResourceTemplates => changes.resources = announced.resources,
            Self::Prompts => changes.prompts = announced.prompts,
        }
    }
}
