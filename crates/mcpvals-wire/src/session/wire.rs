//! One connection, seen from the side that asks: requests go out, and each ends in exactly one way.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{CallEnd, CallRole};
use serde_json::{Map, Value, json};
use tokio::time::timeout_at;

use crate::message::{self, Meta};
use crate::router::{Chore, Done, Entry, LogKey, OWN, Router, Wake};
use crate::transport::{Link, Outgoing, OutgoingKind};
use crate::{Limits, peer};

/// How long the news of a closed connection may lag behind a write that failed because of it.
const CLOSING_PATIENCE: std::time::Duration = std::time::Duration::from_millis(200);
/// How long one of the messages that nobody waits for may take to be sent.
const CHORE_PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// A connection and what was agreed on it.
pub(crate) struct Wire {
    pub(crate) router: Router,
    pub(crate) link: Link,
    pub(crate) limits: Limits,
    pub(crate) profile: ClientProfile,
    dialect: OnceLock<Dialect>,
}

/// How requests are made, once that is known.
#[derive(Debug, Clone)]
pub(crate) struct Dialect {
    pub(crate) revision: Revision,
    /// `_meta` of every request of a stateless revision.
    meta: Option<Map<String, Value>>,
}

/// A request to be made.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    /// Where it is recorded.
    pub(crate) log: LogKey,
    /// What it is for.
    pub(crate) role: CallRole,
    /// Its method.
    pub(crate) method: &'a str,
    /// Its parameters; `null` for none.
    pub(crate) params: &'a Value,
    /// `Mcp-Param-*` headers.
    pub(crate) headers: &'a [(String, String)],
    /// When to give up, and the length of that wait in milliseconds for the record.
    pub(crate) deadline: Instant,
    pub(crate) deadline_ms: u64,
    /// The call that this is a further round of.
    pub(crate) round: Option<Option<usize>>,
    /// What to do then.
    pub(crate) at_deadline: AtDeadline,
}

/// What becomes of a request that has no answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtDeadline {
    /// It is taken back, and a later answer is a late one.
    GiveUp,
    /// Nobody waits for it any more, but an answer is welcome whenever it comes.
    LetGo,
}

/// How a request ended, and its entry among the log's calls.
pub(crate) struct Exchanged {
    pub(crate) id: u64,
    pub(crate) call: Option<usize>,
    pub(crate) done: Done,
}

impl<'a> Ask<'a> {
    /// A request of the session's own, recorded in its own trace.
    pub(crate) fn own(method: &'a str, params: &'a Value, deadline: Instant) -> Self {
        Self::new(OWN, CallRole::Session, method, params, deadline)
    }

    /// A request with a deadline.
    pub(crate) fn new(log: LogKey, role: CallRole, method: &'a str, params: &'a Value, deadline: Instant) -> Self {
        let patience = deadline.saturating_duration_since(Instant::now());
        // A moment has passed since the deadline was set.
        let deadline_ms = u64::try_from(patience.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX);
        let at_deadline = AtDeadline::GiveUp;
        Self { log, role, method, params, headers: &[], deadline, deadline_ms, round: None, at_deadline }
    }
}

impl Dialect {
    /// The dialect of a revision.
    pub(crate) fn new(revision: Revision, profile: &ClientProfile) -> Self {
        let meta = revision.is_stateless().then(|| stateless_meta(revision, profile));
        Self { revision, meta }
    }
}

/// MCP 2026-07-28, basic, `_meta`: what every request says of itself and its client.
fn stateless_meta(revision: Revision, profile: &ClientProfile) -> Map<String, Value> {
    let client = json!({"name": profile.name, "version": profile.version});
    let members = [
        ("io.modelcontextprotocol/protocolVersion", json!(revision.as_str())),
        ("io.modelcontextprotocol/clientInfo", client),
        ("io.modelcontextprotocol/clientCapabilities", profile.capabilities.clone()),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Wire {
    pub(crate) fn new(router: Router, link: Link, limits: Limits, profile: ClientProfile) -> Self {
        Self { router, link, limits, profile, dialect: OnceLock::new() }
    }

    /// From now on, requests are made in this dialect. Said once.
    pub(crate) fn speak(&self, dialect: Dialect) {
        let _ = self.dialect.set(dialect);
    }

    /// The revision agreed on.
    pub(crate) fn revision(&self) -> Option<Revision> {
        self.dialect.get().map(|dialect| dialect.revision)
    }

    /// Makes a request in the dialect agreed on, and waits for its end.
    ///
    /// # Cancellation
    /// Dropping the future records the call as cancelled, and the server is told.
    pub(crate) async fn exchange(&self, ask: Ask<'_>) -> Exchanged {
        self.exchange_in(self.dialect.get(), ask).await
    }

    /// Makes a request in a dialect of its own: before one is agreed on.
    pub(crate) async fn exchange_in(&self, dialect: Option<&Dialect>, ask: Ask<'_>) -> Exchanged {
        let id = self.router.next_id();
        let progress_token = (ask.method == "tools/call").then_some(id);
        let meta = Meta { stateless: dialect.and_then(|dialect| dialect.meta.as_ref()), progress_token };
        let bytes = message::request(id, ask.method, ask.params, meta);
        let entry = match ask.round {
            None => Entry::New { role: ask.role, method: ask.method },
            Some(call) => Entry::Round(call),
        };
        let begun = match self.router.begin(ask.log, id, entry, Arc::clone(&bytes)) {
            Ok(begun) => begun,
            Err(_) => return self.dead(id, ask),
        };
        let caller = Caller { wire: self, id, log: ask.log, method: ask.method, waits: true };
        let kind = OutgoingKind::Request {
            id,
            method: ask.method.to_owned(),
            name: name_of(ask.method, ask.params),
            headers: ask.headers.to_vec(),
        };
        let revision = dialect.map(|dialect| dialect.revision);
        let outgoing = Outgoing { seq: begun.seq, bytes, kind, revision, deadline: ask.deadline };
        let done = caller.outcome(begun.wake, outgoing, ask).await;
        Exchanged { id, call: begun.call, done }
    }

    /// Makes a request whose answer nobody waits for: a subscription.
    pub(crate) async fn start(&self, method: &str, params: &Value, deadline: Instant) {
        let dialect = self.dialect.get();
        let id = self.router.next_id();
        let meta = Meta { stateless: dialect.and_then(|dialect| dialect.meta.as_ref()), progress_token: None };
        let bytes = message::request(id, method, params, meta);
        let entry = Entry::New { role: CallRole::Session, method };
        let Ok(begun) = self.router.begin(OWN, id, entry, Arc::clone(&bytes)) else { return };
        self.router.let_go(id);
        let kind = OutgoingKind::Request { id, method: method.to_owned(), name: None, headers: Vec::new() };
        let revision = self.revision();
        // A failure shows in that nothing is announced.
        let _ = self.link.send(Outgoing { seq: begun.seq, bytes, kind, revision, deadline }).await;
    }

    fn dead(&self, id: u64, ask: Ask<'_>) -> Exchanged {
        if ask.round.is_none() {
            self.router.not_begun(ask.log, ask.role, ask.method, CallEnd::Closed);
        }
        Exchanged { id, call: None, done: Done::without_answer(CallEnd::Closed) }
    }

    /// Sends a notification.
    pub(crate) async fn notify(&self, log: LogKey, method: &str, params: &Value) {
        let dialect = self.dialect.get();
        let meta = Meta { stateless: None, progress_token: None };
        let bytes = message::notification(method, params, meta);
        let seq = self.router.sent(log, Arc::clone(&bytes));
        let kind = OutgoingKind::Notification { method: method.to_owned() };
        self.send_chore(seq, bytes, kind, dialect.map(|dialect| dialect.revision)).await;
    }

    /// Does what nobody waits for: answers the server, tells it of callers that are gone.
    pub(crate) async fn do_chore(&self, chore: Chore) {
        match chore {
            Chore::Answer { message, log, refused } => self.answer(&message, log, refused).await,
            Chore::Cancel { request, log, reason } => self.cancel(request, log, reason).await,
        }
    }

    async fn answer(&self, request: &Value, log: LogKey, refused: bool) {
        let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
        let params = request.get("params").unwrap_or(&Value::Null);
        let outcome = if refused { Err(peer::refuse(method)) } else { peer::respond(&self.profile, method, params) };
        let bytes = message::response(request.get("id").unwrap_or(&Value::Null), outcome);
        let seq = self.router.sent(log, Arc::clone(&bytes));
        self.send_chore(seq, bytes, OutgoingKind::Response, self.revision()).await;
    }

    /// Over stateless HTTP, closing the response is the cancellation (MCP 2026-07-28, patterns/cancellation).
    async fn cancel(&self, request: u64, log: LogKey, reason: &str) {
        let stateless = self.revision().is_some_and(Revision::is_stateless);
        if !(stateless && matches!(self.link, Link::Http(_))) {
            self.notify(log, "notifications/cancelled", &json!({"requestId": request, "reason": reason})).await;
        }
        self.link.abandon(request);
    }

    /// A failure shows in what follows, if it matters at all.
    async fn send_chore(&self, seq: u64, bytes: Arc<[u8]>, kind: OutgoingKind, revision: Option<Revision>) {
        let deadline = Instant::now() + CHORE_PATIENCE;
        let outgoing = Outgoing { seq, bytes, kind, revision, deadline };
        let _ = timeout_at(deadline.into(), self.link.send(outgoing)).await;
    }
}

/// The `Mcp-Name` of the three methods that have one.
fn name_of(method: &str, params: &Value) -> Option<String> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    params.get(member).and_then(Value::as_str).map(str::to_owned)
}

/// Somebody who waits for an answer. Dropped while waiting, it takes the request back.
struct Caller<'a> {
    wire: &'a Wire,
    id: u64,
    log: LogKey,
    method: &'a str,
    waits: bool,
}

impl Caller<'_> {
    async fn outcome(mut self, wake: tokio::sync::oneshot::Receiver<Wake>, outgoing: Outgoing, ask: Ask<'_>) -> Done {
        let sent = timeout_at(ask.deadline.into(), self.wire.link.send(outgoing)).await;
        let done = match sent {
            Ok(Ok(())) => self.wait(wake, ask).await,
            Ok(Err(error)) => self.unsent(error.to_string()).await,
            Err(_) => self.expire(CallEnd::TimedOut { after_ms: ask.deadline_ms }),
        };
        self.waits = false;
        done
    }

    /// Waits for the answer; after something that cannot be one, only a little longer.
    async fn wait(&self, mut wake: tokio::sync::oneshot::Receiver<Wake>, ask: Ask<'_>) -> Done {
        let mut patience_ends = ask.deadline;
        let mut suspect = false;
        loop {
            match timeout_at(patience_ends.into(), wake).await {
                Ok(Ok(Wake::Done(done))) => return done,
                Ok(Ok(Wake::Suspect)) => {
                    suspect = true;
                    patience_ends = ask.deadline.min(Instant::now() + self.wire.limits.misanswer_patience);
                }
                Ok(Err(_)) => return self.expire(CallEnd::Closed),
                Err(_) if suspect => return self.expire(CallEnd::Misanswered),
                Err(_) if ask.at_deadline == AtDeadline::LetGo => return self.let_go(ask.deadline_ms),
                Err(_) => return self.expire(CallEnd::TimedOut { after_ms: ask.deadline_ms }),
            }
            wake = match self.wire.router.rearm(self.id) {
                Ok(wake) => wake,
                Err(done) => return done,
            };
        }
    }

    /// A write that failed because the server has gone is told as that.
    async fn unsent(&self, problem: String) -> Done {
        let mut life = self.wire.router.life();
        let closed = tokio::time::timeout(CLOSING_PATIENCE, life.wait_for(|life| life.closed)).await.is_ok();
        let end = if closed { CallEnd::Closed } else { CallEnd::NotSent { problem } };
        self.wire.router.give_up(self.id, end)
    }

    fn let_go(&self, after_ms: u64) -> Done {
        self.wire.router.let_go(self.id);
        Done::without_answer(CallEnd::TimedOut { after_ms })
    }

    fn expire(&self, end: CallEnd) -> Done {
        let done = self.wire.router.give_up(self.id, end);
        if matches!(done.end, CallEnd::TimedOut { .. } | CallEnd::Misanswered) {
            self.take_back("the client waits no longer");
        }
        done
    }

    /// `initialize` must not be cancelled (MCP 2025-11-25, utilities/cancellation).
    fn take_back(&self, reason: &'static str) {
        if self.method != "initialize" {
            self.wire.router.leave(Chore::Cancel { request: self.id, log: self.log, reason });
        }
    }
}

impl Drop for Caller<'_> {
    fn drop(&mut self) {
        if self.waits {
            self.wire.router.give_up(self.id, CallEnd::Cancelled);
            self.take_back("the client was stopped");
        }
    }
}
