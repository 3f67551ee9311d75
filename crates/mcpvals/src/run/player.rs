//! Plays one case: its repetitions and attempts, each driven, recorded and graded.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Instant;

use mcpvals_model::mcp::Offer;
use mcpvals_model::{
    CallEnd, Case, CaseKind, CaseResult, Covered, Event, Fault, Graded, OauthCase, Playback, Played, Suite, Trace,
    Verdict, VerdictWord,
};
use mcpvals_suite::{Beside, Companion, Driven, ModelLink};

use super::dispatcher::Told;
use super::lane::Held;
use super::preparation::{NotReady, Preparation};
use super::{Run, deadline, elsewhere, result};
use crate::seal;

/// One case on its way to a verdict.
pub(super) struct Player<'p, 'a> {
    run: &'a Run<'a>,
    suite: &'a Suite,
    /// Gives the session, with the suite's setup made on it.
    preparation: &'p Preparation<'p, 'a>,
    case: &'a Case,
    /// The same, for the events of attempts in which nothing was filled in.
    shared: OnceLock<Arc<Case>>,
    /// What was offered to the last attempt whose calls were looked at. Nothing is filled in from one attempt to the
    /// next as long as no value is captured, so the same calls exercise the same of it.
    looked_at: std::sync::Mutex<Option<Arc<Offer>>>,
}

/// One attempt, played, graded and sealed.
pub(super) struct Attempted<'a> {
    pub(super) repetition: u32,
    pub(super) attempt: u32,
    pub(super) graded: Graded,
    pub(super) trace: Arc<Trace>,
    /// The case with captured values filled in.
    pub(super) case: Cow<'a, Case>,
    /// Number of the session; 0 where there was none.
    pub(super) session: u64,
    /// What it exercised, where that is asked for and not known from an attempt before.
    pub(super) covered: Option<Covered>,
}

/// The numbers of a case's repetitions; what is replayed is what was recorded, and no more.
pub(super) fn repetitions(run: &Run<'_>, case: &Case) -> Vec<u32> {
    let wanted = run.options.repeat.unwrap_or(case.repeat).max(1);
    let Some(mut recorded) = recording(case).and_then(Playback::repetitions) else { return (1..=wanted).collect() };
    recorded.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    recorded
}

/// That a workflow was recorded less often than it is to be played.
pub(super) fn fewer(run: &Run<'_>, case: &Case) -> Option<String> {
    let wanted = run.options.repeat.unwrap_or(case.repeat);
    let recorded = recording(case)?.repetitions()?.len();
    let words = "only what was recorded is replayed and counted";
    let is_less = u32::try_from(recorded).is_ok_and(|recorded| recorded < wanted);
    is_less.then(|| format!("\"{}\" has {wanted} repetitions, and its cassette {recorded}: {words}", case.id))
}

/// The cassette that is replayed in a workflow.
fn recording(case: &Case) -> Option<&Playback> {
    let CaseKind::Workflow(workflow) = &case.kind else { return None };
    workflow.cassette.as_ref().filter(|playback| playback.exchanges.is_some())
}

/// With what was recorded of this repetition only.
fn replayed(mut case: Cow<'_, Case>, repetition: u32) -> Cow<'_, Case> {
    let Some(own) = recording(&case).map(|playback| playback.of_repetition(repetition)) else { return case };
    if let CaseKind::Workflow(workflow) = &mut case.to_mut().kind {
        workflow.cassette = Some(own);
    }
    case
}

impl<'p, 'a> Player<'p, 'a> {
    pub(super) fn new(preparation: &'p Preparation<'p, 'a>, case: &'a Case) -> Self {
        let (run, suite) = (preparation.run, preparation.suite);
        Self { run, suite, preparation, case, shared: OnceLock::new(), looked_at: std::sync::Mutex::default() }
    }

    /// Plays every repetition, one after the other on the same session.
    pub(super) async fn play(&self) -> CaseResult {
        let began = Instant::now();
        let mut tally = result::Tally::new(self.run, self.suite, self.case);
        for number in repetitions(self.run, self.case) {
            let attempts = self.repetition(number).await;
            for (attempted, counts) in attempts {
                tally.take(attempted, counts);
            }
            if self.run.cancel.is_cancelled() {
                break;
            }
        }
        tally.finish(began.elapsed())
    }

    /// The attempts of one repetition, which passes if one of them does; the last is the one that counts.
    pub(super) async fn repetition(&self, number: u32) -> Vec<(Attempted<'a>, bool)> {
        let mut attempts = Vec::new();
        for attempt in 1..=self.case.retries + 1 {
            let attempted = self.attempt(number, attempt).await;
            let settled = attempted.graded.verdict.word() != VerdictWord::Failed || attempt > self.case.retries;
            self.tell(&attempted).await;
            attempts.push((attempted, settled));
            if settled {
                break;
            }
        }
        attempts
    }

    async fn attempt(&self, repetition: u32, attempt: u32) -> Attempted<'a> {
        let blank = |fault| Attempted {
            repetition,
            attempt,
            graded: unplayable(fault),
            trace: Arc::default(),
            case: Cow::Owned(self.run.redactor.case(self.case)),
            session: 0,
            covered: None,
        };
        let link = match self.run.models.link(self.case) {
            Ok(link) => link,
            Err(fault) => return blank(fault),
        };
        let model = link.map(|link| link.model.of_repetition(repetition));
        let link = link.zip(model.as_ref()).map(|(link, model)| ModelLink { model, ..link });
        if let CaseKind::Oauth(oauth) = &self.case.kind {
            return self.signing_in(oauth, blank).await;
        }
        let (held, companions) = match self.sessions().await {
            Ok(sessions) => sessions,
            Err(NotReady { fault, stderr_tail }) => {
                let trace = Trace { stderr_tail, ..Trace::default() };
                return Attempted { trace: Arc::new(trace), ..blank(fault) };
            }
        };
        // After the setup, which may have captured anew.
        let case = match mcpvals_suite::resolve(self.case, &*self.preparation.captures.lock().await) {
            Ok(case) => case,
            Err(missing) => return blank(Fault::Capture { name: missing.name.clone(), reason: missing.to_string() }),
        };
        let is_filled_in = matches!(case, Cow::Owned(_));
        let case = replayed(self.with_overrides(case), repetition);
        match self.accompanied(&case, (&held, &companions), link).await {
            Ok(mut driven) => {
                if mcpvals_suite::full_offer_is_needed(&case, &driven.trace) {
                    driven.trace.full_client_tools = elsewhere::tools(self.run, self.suite.server).await;
                }
                self.preparation.captures.lock().await.extend(driven.captures);
                let graded = mcpvals_suite::grade(&case, &driven.trace);
                let own = driven.trace.part(0);
                held.remember(&self.case.id, &own);
                // Before redaction, after which a value that was given may no longer be the one that is offered.
                let covered = self.covered(&own, is_filled_in);
                for (server, (_, held)) in (1..).zip(&companions) {
                    let part = driven.trace.part(server);
                    held.remember(&self.case.id, &part);
                    held.cover(&part);
                }
                drop(own);
                let (graded, case, trace) = self.sealed(graded, case, driven.trace);
                Attempted { repetition, attempt, graded, trace: Arc::new(trace), case, session: held.number, covered }
            }
            Err(fault) => Attempted { case: Cow::Owned(self.run.redactor.case(&case)), ..blank(fault) },
        }
    }

    /// An attempt at a case that has no session: it makes its own.
    async fn signing_in(&self, oauth: &OauthCase, blank: impl Fn(Fault) -> Attempted<'a>) -> Attempted<'a> {
        let (spec, options) = self.preparation.place();
        let timeout = self.run.options.timeout.unwrap_or(self.case.timeout);
        let bound = deadline::of_case(self.case, timeout);
        let driven = tokio::select! {
            biased;
            () = self.run.cancel.cancelled() => return blank(Fault::Cancelled),
            driven = tokio::time::timeout(bound, mcpvals_suite::drive_oauth(oauth, &spec, &options, timeout)) => driven,
        };
        let Ok(driven) = driven else { return blank(deadline::passed(bound)) };
        let graded = mcpvals_suite::grade(self.case, &driven.trace);
        let (graded, case, trace) = self.sealed(graded, Cow::Borrowed(self.case), driven.trace);
        Attempted { graded, trace: Arc::new(trace), case, ..blank(Fault::Cancelled) }
    }

    /// The session to play on, and those with the further servers.
    async fn sessions(&self) -> Result<(Held, Vec<(String, Held)>), NotReady> {
        let held = self.preparation.session().await?;
        Ok((held, self.preparation.companions(self.case).await?))
    }

    /// Drives the case, with a second session where it needs one.
    async fn accompanied(
        &self,
        case: &Case,
        (held, companions): (&Held, &[(String, Held)]),
        model: Option<ModelLink<'_>>,
    ) -> Result<Driven, Fault> {
        let companions: Vec<Companion<'_>> =
            companions.iter().map(|(name, held)| Companion { name, session: &held.session }).collect();
        let server = self.run.plan.server_of(self.suite).name.as_str();
        let beside = Beside { server, model, companions: &companions, other: None };
        if !mcpvals_suite::another_session_is_needed(case, &held.session) {
            return self.drive(case, held, beside).await;
        }
        let Some(other) = elsewhere::Other::open(self.run, self.suite.server).await else {
            return Err(Fault::Unreachable { reason: "no second session could be opened".to_owned() });
        };
        let driven = self.drive(case, held, Beside { other: Some(other.session()), ..beside }).await;
        other.end().await;
        driven
    }

    /// Takes the secrets out of whatever will be shown of the attempt; of one of which nothing is shown, not even that.
    fn sealed(&self, graded: Graded, case: Cow<'a, Case>, trace: Trace) -> (Graded, Cow<'a, Case>, Trace) {
        let (redactor, options) = (&self.run.redactor, self.run.options);
        let is_silent = graded.verdict == Verdict::Passed && graded.warnings.is_empty() && graded.violations.is_empty();
        if redactor.is_empty() || (is_silent && !options.tells_frames() && !options.answers) {
            return (graded, case, trace);
        }
        let (case, trace) = (redactor.case(&case), redactor.trace(&trace));
        let again = mcpvals_suite::grade(&case, &trace);
        (seal::graded(graded, again, redactor), Cow::Owned(case), trace)
    }

    fn covered(&self, trace: &Trace, is_filled_in: bool) -> Option<Covered> {
        if !self.run.options.coverage {
            return None;
        }
        let all_answered = trace.calls.iter().all(|call| call.end == CallEnd::Answered);
        let mut looked_at = self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_filled_in && looked_at.as_ref().is_some_and(|offer| Arc::ptr_eq(offer, &trace.offer)) {
            return None;
        }
        *looked_at = all_answered.then(|| Arc::clone(&trace.offer));
        Some(mcpvals_suite::exercised(&self.run.plan.server_of(self.suite).name, trace))
    }

    fn with_overrides(&self, mut case: Cow<'a, Case>) -> Cow<'a, Case> {
        if let Some(timeout) = self.run.options.timeout {
            case.to_mut().timeout = timeout;
        }
        case
    }

    async fn drive(&self, case: &Case, held: &Held, beside: Beside<'_>) -> Result<Driven, Fault> {
        let bound = deadline::of_case(case, case.timeout);
        tokio::select! {
            biased;
            () = self.run.cancel.cancelled() => Err(Fault::Cancelled),
            driven = tokio::time::timeout(bound, mcpvals_suite::drive(case, &held.session, beside)) => {
                driven.map_err(|_| deadline::passed(bound))
            }
        }
    }

    async fn tell(&self, attempted: &Attempted<'_>) {
        if !self.run.options.tells_frames() {
            return;
        }
        let played = Played {
            case: self.shared(attempted),
            session: attempted.session,
            repetition: attempted.repetition,
            attempt: attempted.attempt,
            trace: Arc::clone(&attempted.trace),
            verdict: seal::verdict(attempted.graded.verdict.clone(), &self.run.redactor),
        };
        self.run.tell(Told::Now(Event::CasePlayed(Box::new(played)))).await;
    }

    fn shared(&self, attempted: &Attempted<'_>) -> Arc<Case> {
        match &attempted.case {
            Cow::Borrowed(case) => Arc::clone(self.shared.get_or_init(|| Arc::new((*case).clone()))),
            Cow::Owned(case) => Arc::new(case.clone()),
        }
    }
}

fn unplayable(fault: Fault) -> Graded {
    Graded { verdict: Verdict::Errored(fault), metrics: Vec::new(), warnings: Vec::new(), violations: Vec::new() }
}
