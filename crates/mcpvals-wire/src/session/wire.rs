//! One connection, seen from the side that asks: requests go out, and each ends in exactly one way.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{self, Revision};
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{CallEnd, CallRole};
use serde_json::{Value, json};
use tokio::sync::SetOnce;
use tokio::time::timeout;

use super::ask::Ask;
use super::caller::Caller;
use super::dialect::Dialect;
use crate::message::{self, Meta, RpcError};
use crate::oauth::{Authorizer, within};
use crate::peer::{self, Outcome, Response};
use crate::question::{self, ModelQuestions};
use crate::router::{Done, Entry, LogKey, OWN, Router};
use crate::tasks::Tasks;
use crate::transport::{Link, Outgoing, OutgoingKind};
use crate::{Limits, Params, RateGate};

/// How long one of the messages that nobody waits for may take to be sent.
const CHORE_PATIENCE: Duration = Duration::from_secs(10);

/// A connection and what was agreed on it.
pub(crate) struct Wire {
    pub(crate) router: Router,
    pub(crate) link: Link,
    pub(crate) limits: Limits,
    pub(crate) profile: ClientProfile,
    /// As [`crate::ConnectOptions::early_ping`].
    pub(super) early_ping: Option<Duration>,
    /// As [`crate::ConnectOptions::questions`].
    pub(super) questions: Option<ModelQuestions>,
    rate: Option<Arc<RateGate>>,
    /// Who signs in, which no deadline counts.
    pub(super) authorizer: Option<Arc<Authorizer>>,
    /// For how long somebody had signed in before there was this connection.
    pub(super) held_before: Duration,
    /// How long the session's own requests have waited for the rate, in microseconds: no deadline counts that.
    held_us: AtomicU64,
    dialect: SetOnce<Dialect>,
    /// Have our roots changed?
    roots_changed: AtomicBool,
    /// What the server has asked of us as a task.
    tasks: Tasks,
}

/// How a request ended, and its entry among the log's calls.
pub(crate) struct Exchanged {
    pub(crate) id: u64,
    pub(crate) call: Option<usize>,
    pub(crate) done: Done,
}

impl Wire {
    /// Does our client sign in here?
    pub(super) fn signs_in(&self) -> bool {
        self.authorizer.is_some()
    }

    pub(crate) fn new(
        router: Router,
        link: Link,
        limits: Limits,
        profile: ClientProfile,
        rate: Option<Arc<RateGate>>,
    ) -> Self {
        let (held_us, dialect) = (AtomicU64::new(0), SetOnce::new());
        let roots_changed = AtomicBool::new(false);
        let tasks = Tasks::default();
        Self {
            router,
            link,
            limits,
            profile,
            early_ping: None,
            questions: None,
            rate,
            authorizer: None,
            held_before: Duration::ZERO,
            held_us,
            dialect,
            roots_changed,
            tasks,
        }
    }

    /// Waits for the rate; the moment until which this deadline is put off by that. Phases of several requests have one
    /// deadline, so the session's own requests are given back what those before them waited.
    async fn pace(&self, log: LogKey, deadline: Instant) -> Instant {
        let signed_in = self.authorizer.as_ref().filter(|_| log == OWN).map(|it| it.held());
        let deadline = deadline + signed_in.unwrap_or_default().saturating_sub(self.held_before);
        let Some(gate) = &self.rate else { return deadline };
        let waited = gate.pass().await;
        if log != OWN {
            return deadline + waited;
        }
        let waited_us = u64::try_from(waited.as_micros()).unwrap_or(u64::MAX);
        let held_us = self.held_us.fetch_add(waited_us, Ordering::Relaxed).saturating_add(waited_us);
        deadline + Duration::from_micros(held_us)
    }

    /// As `timeout_at`, with a deadline that stands still while somebody signs in.
    pub(super) async fn within<F: Future>(&self, deadline: Instant, future: F) -> Option<F::Output> {
        within(self.authorizer.as_deref(), deadline, future).await
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
    ///
    /// Waits for the rate first, which is not counted against the deadline.
    pub(crate) async fn exchange_in(&self, dialect: Option<&Dialect>, mut ask: Ask<'_>) -> Exchanged {
        ask.deadline = self.pace(ask.log, ask.deadline).await;
        let id = self.router.next_id();
        let progress_token = (ask.method == "tools/call").then_some(id);
        let meta = Meta { stateless: dialect.and_then(|dialect| dialect.meta.as_ref()), progress_token };
        let bytes = message::request(id, ask.method, ask.params, meta);
        let Ok(begun) = self.router.begin(ask.log, id, ask.entry, Arc::clone(&bytes)) else {
            return self.dead(id, ask);
        };
        if let Some(token) = ask.params.meta().and_then(|meta| meta.get("progressToken")) {
            self.router.gives_token(id, token);
        }
        let caller = Caller::new(self, id, ask);
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

    /// Makes a request whose answer nobody waits for: a subscription, a call that is cancelled at once. Its id, unless the
    /// connection is closed.
    pub(crate) async fn start(
        &self,
        (log, role): (LogKey, CallRole),
        method: &str,
        params: &Value,
        deadline: Instant,
    ) -> Option<u64> {
        let deadline = self.pace(log, deadline).await;
        let dialect = self.dialect.get();
        let id = self.router.next_id();
        let meta = Meta { stateless: dialect.and_then(|dialect| dialect.meta.as_ref()), progress_token: None };
        let bytes = message::request(id, method, params.into(), meta);
        let entry = Entry::New { role, method };
        let Ok(begun) = self.router.begin(log, id, entry, Arc::clone(&bytes)) else { return None };
        self.router.let_go(id);
        let kind = OutgoingKind::Request { id, method: method.to_owned(), name: None, headers: Vec::new() };
        let revision = self.revision();
        // A failure shows in that nothing is announced.
        let _ = self.link.send(Outgoing { seq: begun.seq, bytes, kind, revision, deadline }).await;
        Some(id)
    }

    fn dead(&self, id: u64, ask: Ask<'_>) -> Exchanged {
        if let Entry::New { role, method } = ask.entry {
            self.router.not_begun(ask.log, role, method, CallEnd::Closed);
        }
        Exchanged { id, call: None, done: Done::without_answer(CallEnd::Closed) }
    }

    /// Sends a notification. Returns when the server has taken it, or after a while.
    pub(crate) async fn notify(&self, log: LogKey, method: &str, params: &Value) {
        self.pace(log, Instant::now()).await;
        // That it has not shows in what follows, if it matters at all.
        let _ = self.tell(log, method, params, Instant::now() + CHORE_PATIENCE).await;
    }

    /// Sends a notification of the handshake's; the milliseconds that it was given where the server did not take it.
    pub(super) async fn notify_by(&self, method: &str, deadline: Instant) -> Result<(), u128> {
        let deadline = self.pace(OWN, deadline).await;
        let patience = deadline.saturating_duration_since(Instant::now());
        self.tell(OWN, method, &Value::Null, deadline).await.then_some(()).ok_or(patience.as_millis())
    }

    /// Writes a line that is no message, where messages are lines; `false` elsewhere.
    pub(crate) async fn line(&self, log: LogKey, text: &str) -> bool {
        let Link::Stdio(link) = &self.link else { return false };
        self.pace(log, Instant::now()).await;
        let bytes: Arc<[u8]> = text.replace('\n', " ").into_bytes().into();
        let seq = self.router.sent(log, Arc::clone(&bytes));
        let kind = OutgoingKind::Response;
        let outgoing =
            Outgoing { seq, bytes, kind, revision: self.revision(), deadline: Instant::now() + CHORE_PATIENCE };
        // A failure shows in what follows.
        let _ = timeout(CHORE_PATIENCE, link.send(outgoing)).await;
        true
    }

    async fn tell(&self, log: LogKey, method: &str, params: &Value, deadline: Instant) -> bool {
        let dialect = self.dialect.get();
        let meta = Meta { stateless: None, progress_token: None };
        let bytes = message::notification(method, params, meta);
        let seq = self.router.sent(log, Arc::clone(&bytes));
        let kind = OutgoingKind::Notification { method: method.to_owned() };
        self.send_chore(seq, bytes, kind, dialect.map(|dialect| dialect.revision), deadline).await
    }

    /// From now on, our roots are others. 2026-07-28 has no news of that: a server asks whenever it needs them.
    pub(crate) async fn change_roots(&self, log: LogKey) {
        self.roots_changed.store(true, Ordering::Relaxed);
        if !self.revision().is_some_and(Revision::is_stateless) {
            self.notify(log, "notifications/roots/list_changed", &Value::Null).await;
        }
    }

    /// What is to be said to a request of the server, and when.
    pub(crate) fn response_to(&self, request: &Value, log: LogKey, refused: bool) -> Response {
        let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
        if refused {
            return Response::now(Err(peer::refuse(method)));
        }
        let params = request.get("params").unwrap_or(&Value::Null);
        if let Some(response) = self.tasks.respond(method, params) {
            return response;
        }
        let response = self.scripted(method, params, log);
        match self
            .revision()
            .and_then(|revision| mcp::asked_as_task(&self.profile.capabilities, method, params, revision))
        {
            Some(task) => self.tasks.begin(task.get("ttl").cloned().unwrap_or_default(), response),
            None => response,
        }
    }

    /// As the profile says; the requests of each recording are counted from its beginning.
    pub(crate) fn scripted(&self, method: &str, params: &Value, log: LogKey) -> Response {
        if let Some(playback) = peer::playback(&self.profile, method) {
            let request = mcpvals_model::canonical(params);
            let turn = self.router.take_turn(log, &request.to_string());
            return peer::replay(playback, method, &request, turn);
        }
        let turn = if peer::is_scripted(method) {
            self.router.take_turn(log, method)
        } else {
            usize::from(self.roots_changed.load(Ordering::Relaxed))
        };
        let response = peer::respond(&self.profile, method, params, turn);
        match &response.outcome {
            Outcome::OfModel(name) => {
                Response { outcome: Outcome::Awaited(question::put(self.questions.as_ref(), name, params)), ..response }
            }
            _ => response,
        }
    }

    /// Answers a request of the server.
    pub(crate) async fn answer(&self, id: &Value, log: LogKey, outcome: Result<Value, RpcError>) {
        if !self.can_answer().await {
            return;
        }
        self.pace(log, Instant::now()).await;
        let bytes = message::response(id, outcome);
        let seq = self.router.sent(log, Arc::clone(&bytes));
        // A failure shows in what follows, if it matters at all.
        let deadline = Instant::now() + CHORE_PATIENCE;
        let _ = self.send_chore(seq, bytes, OutgoingKind::Response, self.revision(), deadline).await;
    }

    /// Stateless HTTP has no place to send an answer to, so nothing is sent before it is known that there is one.
    async fn can_answer(&self) -> bool {
        if !matches!(self.link, Link::Http(_)) {
            return true;
        }
        let agreed = timeout(CHORE_PATIENCE, self.dialect.wait()).await;
        agreed.is_ok_and(|dialect| !dialect.revision.is_stateless())
    }

    /// Can a server be told that a request is cancelled?
    pub(super) fn has_cancellations(&self) -> bool {
        !(self.revision().is_some_and(Revision::is_stateless) && matches!(self.link, Link::Http(_)))
    }

    /// Over stateless HTTP, closing the response is the cancellation (MCP 2026-07-28, patterns/cancellation).
    pub(crate) async fn cancel(&self, request: u64, log: LogKey, reason: &str) {
        if self.has_cancellations() {
            self.notify(log, "notifications/cancelled", &json!({"requestId": request, "reason": reason})).await;
        }
    }

    /// Sends what has no answer of its own; `false` where the deadline comes first.
    async fn send_chore(
        &self,
        seq: u64,
        bytes: Arc<[u8]>,
        kind: OutgoingKind,
        revision: Option<Revision>,
        deadline: Instant,
    ) -> bool {
        let outgoing = Outgoing { seq, bytes, kind, revision, deadline };
        self.within(deadline, pin!(self.link.send(outgoing))).await.is_some()
    }
}

/// The `Mcp-Name` of the methods that have one: three of the core, and those of the extension for tasks.
fn name_of(method: &str, params: Params<'_>) -> Option<String> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    params.text(member).map(str::to_owned)
}
