//! The sessions of one worker: at most one for each server, opened when first needed, opened again after a death.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use mcpvals_model::mcp::Offer;
use mcpvals_model::{
    Case, CaseId, Covered, Event, RevisionChoice, ScriptedClient, Secret, ServerSpec, SessionEnd, SessionStart, Target,
    Trace, Violation,
};
use mcpvals_wire::{ConnectError, ConnectOptions, Limits, Session};
use tokio::sync::Mutex;

use super::Run;
use super::dispatcher::Told;
use crate::seal;

/// One worker's sessions.
pub(super) struct Lane<'a> {
    run: &'a Run<'a>,
    /// The client that the servers see, where it is another than the plan says.
    client: Option<&'a ScriptedClient>,
    /// As [`ConnectOptions::early_ping`].
    early_ping: Option<Duration>,
    slots: Vec<Mutex<Option<Held>>>,
}

/// A session in use, with its number in the run.
#[derive(Clone)]
pub(super) struct Held {
    pub(super) number: u64,
    pub(super) session: Session,
    /// What the server offered at first.
    offer: Arc<Offer>,
    asked: Arc<std::sync::Mutex<Asked>>,
    /// What of it was exercised by cases of another server.
    covered: Arc<std::sync::Mutex<Covered>>,
}

/// Whose request had which id, so that an answer that comes after its case is over still belongs to the case.
/// Ids follow each other, so a case that is repeated takes one entry.
type Asked = VecDeque<(RangeInclusive<u64>, CaseId)>;

/// The ranges that are remembered of one session; the newest count.
const ASKED_MAX: usize = 100_000;

/// Why there is no session.
#[derive(Debug, Clone)]
pub(super) struct Unavailable {
    /// In words, redacted.
    pub(super) reason: String,
    /// The last lines of the server's stderr, redacted.
    pub(super) stderr_tail: String,
}

impl Held {
    /// The requests in this trace are the case's.
    pub(super) fn remember(&self, case: &CaseId, trace: &Trace) {
        let requests = trace.calls.iter().filter_map(|call| id_of(&trace.frame(call.request?)?.bytes));
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        for id in requests {
            match asked.back_mut() {
                Some((ids, last)) if last == case && ids.end() + 1 == id => *ids = *ids.start()..=id,
                _ => asked.push_back((id..=id, case.clone())),
            }
            if asked.len() > ASKED_MAX {
                asked.pop_front();
            }
        }
    }

    /// A case of another server exercised what the trace shows.
    pub(super) fn cover(&self, trace: &Trace) {
        let mut covered = self.covered.lock().unwrap_or_else(PoisonError::into_inner);
        let exercised = mcpvals_suite::exercised(&covered.server, trace);
        covered.merge(&exercised);
    }

    fn asked(&self) -> Asked {
        std::mem::take(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Unavailable {
    fn stopped() -> Self {
        Self { reason: "the run was stopped".to_owned(), stderr_tail: String::new() }
    }
}

impl<'a> Lane<'a> {
    pub(super) fn new(run: &'a Run<'a>, client: Option<&'a ScriptedClient>) -> Self {
        let slots = run.plan.servers.iter().map(|_| Mutex::new(None)).collect();
        Self { run, client, early_ping: None, slots }
    }

    /// For one case: its client, and what its session needs at the start.
    pub(super) fn of_case(run: &'a Run<'a>, case: &'a Case) -> Self {
        let early_ping = case.kind.pings_early().then(|| run.options.timeout.unwrap_or(case.timeout));
        Self { early_ping, ..Self::new(run, case.kind.client()) }
    }

    /// The session with a server; a dead one is buried and a new one opened.
    ///
    /// A server that could not be reached once is not tried again: every case would wait for the same deadline.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) async fn session(&self, server: usize) -> Result<Held, Unavailable> {
        let mut slot = self.slots[server].lock().await;
        match slot.take() {
            Some(held) if held.session.is_alive() => return Ok(slot.insert(held).clone()),
            Some(dead) => Box::pin(self.bury(server, dead)).await,
            None => {}
        }
        if let Some(unavailable) = self.run.unavailable[server].get() {
            return Err(unavailable.clone());
        }
        // Boxed, because the future of each case holds this one, and most cases find a session that is open.
        Ok(slot.insert(Box::pin(self.open(server)).await?).clone())
    }

    /// Where the server is, and how a session with it is opened.
    pub(super) fn place(&self, server: usize) -> (ServerSpec, ConnectOptions) {
        (self.spec(server), self.options(server))
    }

    /// Ends the session with a server, if there is one, so that the next case gets a fresh process.
    pub(super) async fn retire(&self, server: usize) {
        if let Some(held) = self.slots[server].lock().await.take() {
            self.bury(server, held).await;
        }
    }

    /// Ends all sessions.
    pub(super) async fn end(&self) {
        for server in 0..self.slots.len() {
            self.retire(server).await;
        }
    }

    async fn open(&self, server: usize) -> Result<Held, Unavailable> {
        let (spec, options) = (self.spec(server), self.options(server));
        let number = self.run.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        let began = Instant::now();
        let opened = tokio::select! {
            biased;
            () = self.run.cancel.cancelled() => return Err(Unavailable::stopped()),
            opened = mcpvals_wire::connect(&spec, &options) => opened,
        };
        match opened {
            Ok(session) => {
                let start = started(number, &spec, &session, began.elapsed());
                let offer = Arc::clone(&start.offer);
                self.tell_start(start).await;
                let covered = Arc::new(std::sync::Mutex::new(Covered::new(&spec.name)));
                Ok(Held { number, session, offer, asked: Arc::default(), covered })
            }
            Err(error) => Err(self.could_not_open(server, number, &spec, error, began.elapsed()).await),
        }
    }

    async fn could_not_open(
        &self,
        server: usize,
        number: u64,
        spec: &ServerSpec,
        error: ConnectError,
        took: Duration,
    ) -> Unavailable {
        let clean = |text: &str| self.run.redactor.excerpt(text).into_owned();
        let unavailable = Unavailable { reason: clean(&error.to_string()), stderr_tail: clean(error.stderr_tail()) };
        // Another worker may have found out at the same time. That it takes not every client, or no early ping, says nothing
        // of other sessions.
        if self.client.is_none() && self.early_ping.is_none() {
            let _ = self.run.unavailable[server].set(unavailable.clone());
        }
        self.tell_start(failed(number, spec, unavailable.reason.clone(), took)).await;
        self.tell_end(server, number, &error.trace(), &Asked::new(), None).await;
        unavailable
    }

    async fn bury(&self, server: usize, held: Held) {
        let asked = held.asked();
        let trace = held.session.close().await;
        let covered = self.covered(server, (&held.offer, &held.covered), &trace);
        if let Some(note) = mcpvals_suite::abnormal_end(&trace) {
            let note = format!("{} (session {}): {note}", self.run.plan.servers[server].name, held.number);
            self.run.tell(Told::Now(Event::Noted(self.run.redactor.text(&note).into_owned()))).await;
        }
        self.tell_end(server, held.number, &trace, &asked, covered).await;
    }

    async fn tell_start(&self, start: SessionStart) {
        let start = seal::session_start(start, &self.run.redactor);
        self.run.tell(Told::Now(Event::SessionStarted(start))).await;
    }

    /// What the server offered at first and at last, and what setup, teardown and cases of other servers exercised.
    fn covered(
        &self,
        server: usize,
        (first, of_others): (&Arc<Offer>, &std::sync::Mutex<Covered>),
        trace: &Trace,
    ) -> Option<Covered> {
        if !self.run.options.coverage {
            return None;
        }
        let name = &self.run.plan.servers[server].name;
        let mut covered = mcpvals_suite::offered(name, first);
        if !Arc::ptr_eq(first, &trace.offer) {
            covered.merge(&mcpvals_suite::offered(name, &trace.offer));
        }
        covered.merge(&mcpvals_suite::exercised(name, trace));
        covered.merge(&of_others.lock().unwrap_or_else(PoisonError::into_inner));
        Some(seal::covered(&covered, &self.run.redactor))
    }

    async fn tell_end(&self, server: usize, number: u64, trace: &Trace, asked: &Asked, covered: Option<Covered>) {
        let name = &self.run.plan.servers[server].name;
        if let Some(note) = unchecked(name, trace) {
            self.run.tell(Told::Now(Event::Noted(note))).await;
        }
        let clean = self.run.redactor.trace(trace);
        let mut violations = mcpvals_suite::violations(trace, name, None);
        if !self.run.redactor.is_empty() {
            violations = seal::cleaner(violations, mcpvals_suite::violations(&clean, name, None));
        }
        for violation in &mut violations {
            violation.case = case_of(violation, trace, asked);
        }
        let end = SessionEnd {
            session: number,
            server: name.clone(),
            trace: clean.into(),
            violations: seal::violations(violations, &self.run.redactor),
            covered: covered.map(Arc::new),
        };
        self.run.tell(Told::Now(Event::SessionFinished(Box::new(end)))).await;
    }

    fn spec(&self, server: usize) -> ServerSpec {
        let mut spec = self.run.plan.servers[server].clone();
        if let Some(revision) = self.run.options.protocol_version {
            spec.revision = RevisionChoice::Forced(revision);
        }
        if let Some(client) = self.client {
            disguise(&mut spec, client);
        }
        spec
    }

    fn options(&self, server: usize) -> ConnectOptions {
        // Who wants to see how the server ends gives it time: Python takes seconds where the machine is busy.
        let watched = Limits { shutdown: Duration::from_secs(5), ..Limits::default() };
        let hurried = Limits { hurry: true, ..Limits::default() };
        ConnectOptions {
            limits: if self.run.options.watch_shutdown { watched } else { hurried },
            guard: self.run.options.guard.clone(),
            sandbox: self.run.options.sandbox.clone(),
            rate: self.run.gates[server].clone(),
            early_ping: self.early_ping,
            all_lists: self.run.options.coverage || self.run.options.all_lists,
            questions: Some(self.run.questions.clone()),
            sign_ins: self.run.sign_ins.clone(),
            environment: self.run.options.environment.clone(),
        }
    }
}

/// The server sees this client instead.
fn disguise(spec: &mut ServerSpec, client: &ScriptedClient) {
    "custom".clone_into(&mut spec.client.profile);
    spec.client.capabilities.clone_from(&client.capabilities);
    spec.client.answers.clone_from(&client.answers);
    if let Target::Stdio { env, .. } = &mut spec.target {
        env.extend(client.env.iter().map(|(name, value)| (name.clone(), Secret::new(value.as_str()))));
    }
}

/// The case whose request the violation's frame answers, too late.
fn case_of(violation: &Violation, trace: &Trace, asked: &Asked) -> Option<CaseId> {
    let message = trace.frame(violation.frame?)?.message()?;
    let is_answer = message.get("result").is_some() || message.get("error").is_some();
    let id = message.get("id").filter(|_| is_answer)?.as_u64()?;
    asked.iter().rev().find(|(ids, _)| ids.contains(&id)).map(|(_, case)| case.clone())
}

/// The id in a request of ours, without parsing the rest: it stands before anything of the user's.
fn id_of(request: &[u8]) -> Option<u64> {
    const NAME: &[u8] = b"\"id\":";
    let at = request.windows(NAME.len()).position(|part| part == NAME)? + NAME.len();
    let digits = request[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&request[at..at + digits]).ok()?.parse().ok()
}

/// What came outside of the cases and is in no trace, in words.
fn unchecked(server: &str, trace: &Trace) -> Option<String> {
    let messages = trace.messages_not_kept;
    let words = "messages that came between the cases could not be checked against the protocol: the trace was full";
    (messages > 0).then(|| format!("{server}: {messages} {words}"))
}

fn started(number: u64, spec: &ServerSpec, session: &Session, took: Duration) -> SessionStart {
    let offer = session.offer();
    SessionStart {
        facts: Some(session.facts().clone()),
        tools: offer.tools.iter().map(|tool| tool.name().to_owned()).collect(),
        offer,
        ..blank(number, spec, took)
    }
}

fn failed(number: u64, spec: &ServerSpec, reason: String, took: Duration) -> SessionStart {
    SessionStart { problem: Some(reason), ..blank(number, spec, took) }
}

fn blank(number: u64, spec: &ServerSpec, took: Duration) -> SessionStart {
    SessionStart {
        session: number,
        server: spec.name.clone(),
        transport: spec.target.transport().to_owned(),
        profile: spec.client.profile.clone(),
        facts: None,
        offer: Arc::default(),
        tools: Vec::new(),
        problem: None,
        ready_ms: took.as_secs_f64() * 1000.0,
    }
}

#[cfg(test)]
mod tests {
    use super::id_of;

    #[test]
    fn the_id_is_read_from_our_own_requests() {
        assert_eq!(id_of(br#"{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"id":3}}"#), Some(17));
        assert_eq!(id_of(br#"{"jsonrpc":"2.0","method":"ping"}"#), None);
    }
}
