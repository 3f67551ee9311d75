//! What is there for the cases of a suite: a session on which its setup was made, and the values that were captured.

use mcpvals_model::{CallRole, Case, CaseKind, Event, Fault, ServerSpec, Suite};
use mcpvals_suite::{Captures, drive_setup};
use mcpvals_wire::ConnectOptions;
use tokio::sync::Mutex;

use super::Run;
use super::dispatcher::Told;
use super::lane::{Held, Lane, Unavailable};

/// The preparation of one suite on one lane.
pub(super) struct Preparation<'p, 'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) suite: &'a Suite,
    lane: &'p Lane<'a>,
    /// What setup and cases have captured so far.
    pub(super) captures: Mutex<Captures>,
    setup: Mutex<Setup>,
}

/// How far the setup is.
#[derive(Default)]
struct Setup {
    /// The session on which it was made; 0 before the first.
    session: u64,
    /// Why it did not succeed: it is not tried again then.
    problem: Option<Fault>,
}

/// Why nothing can be played.
#[derive(Debug)]
pub(super) struct NotReady {
    pub(super) fault: Fault,
    /// The last lines of the server's stderr, where that is why.
    pub(super) stderr_tail: String,
}

impl<'p, 'a> Preparation<'p, 'a> {
    pub(super) fn new(run: &'a Run<'a>, lane: &'p Lane<'a>, suite: &'a Suite, captures: Captures) -> Self {
        Self { run, suite, lane, captures: Mutex::new(captures), setup: Mutex::default() }
    }

    /// Where sessions would be opened, and how: for a case that makes its own.
    pub(super) fn place(&self) -> (ServerSpec, ConnectOptions) {
        self.lane.place(self.suite.server)
    }

    /// Makes the setup before the first case.
    ///
    /// # Errors
    /// Why the cases cannot be played.
    pub(super) async fn make(&self) -> Result<(), Fault> {
        if self.suite.setup.is_empty() {
            return Ok(());
        }
        self.session().await.map(drop).map_err(|why| why.fault)
    }

    /// The session to play on. On one that is new, because the server of the last one is gone, the setup is made first;
    /// who comes meanwhile waits.
    ///
    /// # Errors
    /// Why nothing can be played.
    pub(super) async fn session(&self) -> Result<Held, NotReady> {
        if self.suite.setup.is_empty() {
            return self.open().await;
        }
        let mut setup = self.setup.lock().await;
        if let Some(fault) = setup.problem.clone() {
            return Err(fault.into());
        }
        let held = self.open().await?;
        if held.number != setup.session {
            setup.session = held.number;
            // Boxed, because the future of each case holds this one, and most cases find all made.
            setup.problem = Box::pin(self.set_up(&held)).await.err();
        }
        setup.problem.clone().map_or(Ok(held), |fault| Err(fault.into()))
    }

    /// The sessions with the further servers of a case, with their names.
    ///
    /// # Errors
    /// Why one cannot be had.
    pub(super) async fn companions(&self, case: &Case) -> Result<Vec<(String, Held)>, NotReady> {
        let CaseKind::Workflow(workflow) = &case.kind else { return Ok(Vec::new()) };
        let mut held = Vec::new();
        for name in &workflow.servers {
            let known = self.run.plan.servers.iter().position(|server| server.name == *name);
            let server = known.ok_or_else(|| Fault::Unreachable { reason: format!("there is no server `{name}`") })?;
            held.push((name.clone(), self.session_with(server).await?));
        }
        Ok(held)
    }

    async fn open(&self) -> Result<Held, NotReady> {
        self.session_with(self.suite.server).await
    }

    async fn session_with(&self, server: usize) -> Result<Held, NotReady> {
        self.lane.session(server).await.map_err(|unavailable| self.not_ready(unavailable))
    }

    fn not_ready(&self, unavailable: Unavailable) -> NotReady {
        if self.run.cancel.is_cancelled() {
            return Fault::Cancelled.into();
        }
        let Unavailable { reason, stderr_tail } = unavailable;
        NotReady { fault: Fault::Unreachable { reason }, stderr_tail }
    }

    /// Makes the setup calls.
    async fn set_up(&self, held: &Held) -> Result<(), Fault> {
        let mut captures = self.captures.lock().await;
        let timeout = self.run.plan.server_of(self.suite).call_timeout;
        let calls = drive_setup(&self.suite.setup, CallRole::Setup, &mut captures, &held.session, timeout);
        let (_, problem) = tokio::select! {
            biased;
            () = self.run.cancel.cancelled() => return Err(Fault::Cancelled),
            done = calls => done,
        };
        problem.map_or(Ok(()), |reason| Err(Fault::Setup { reason: self.run.redactor.text(&reason).into_owned() }))
    }

    /// Makes the teardown calls, on the session that the cases used if that still lives.
    pub(super) async fn tear_down(&self) {
        if self.suite.teardown.is_empty() || self.run.cancel.is_cancelled() {
            return;
        }
        let Ok(held) = self.lane.session(self.suite.server).await else { return };
        let mut captures = self.captures.lock().await;
        let timeout = self.run.plan.server_of(self.suite).call_timeout;
        let calls = drive_setup(&self.suite.teardown, CallRole::Teardown, &mut captures, &held.session, timeout);
        let problem = tokio::select! {
            biased;
            () = self.run.cancel.cancelled() => Some("the teardown was stopped".to_owned()),
            (_, problem) = calls => problem,
        };
        // In no verdict: the cases have theirs already.
        if let Some(problem) = problem {
            let note = format!("suite \"{}\": {problem}", self.suite.name);
            self.run.tell(Told::Now(Event::Noted(self.run.redactor.text(&note).into_owned()))).await;
        }
    }
}

impl From<Fault> for NotReady {
    fn from(fault: Fault) -> Self {
        Self { fault, stderr_tail: String::new() }
    }
}
