//! What every test of this phase works with: the server, the limits, what was noted so far.

use std::time::{Duration, Instant};

use mcpvals_model::{
    CallEnd, EvaluationEvent, Finding, LeftOut, Phase, Rule, RuntimeStatus, RuntimeTest, Subject, TestGroup,
};
use mcpvals_wire::Redactor;
use serde_json::{Map, Value};

use super::fruit::Fruit;
use super::heard::Outcome;
use super::host::{Asked, Host, State, in_words};
use super::rerun::Rerun;
use super::{rules, security};
use crate::watch::Watch;

/// More texts of a server are not kept to be looked at, in bytes.
const SAID_BYTES_MAX: usize = 8 << 20;
const TIME_OVER: &str = "the time for the whole evaluation was over";

/// What every test works with.
pub(crate) struct Bench<'a> {
    /// The server.
    pub(crate) host: Host<'a>,
    /// Takes secrets out of words.
    pub(crate) redactor: &'a Redactor,
    /// Of one call.
    pub(crate) deadline: Duration,
    /// Of the whole phase.
    pub(crate) until: Instant,
    /// How often a failed call of a reader is tried again.
    pub(crate) retries: u32,
    /// Are tools called that may change something?
    pub(crate) writes: bool,
    /// How a test is shown again.
    pub(crate) rerun: Rerun,
    /// What is wrong.
    pub(crate) findings: Vec<Finding>,
    /// What the server said, to be looked at in the end; by whom, and whether in an error.
    pub(crate) said: Vec<Said>,
    said_bytes: usize,
    /// What was not tried, and why.
    pub(crate) left_out: Vec<LeftOut>,
    /// What came of the calls with good arguments.
    pub(crate) fruit: Fruit,
    /// Was the time over before all was tried?
    pub(crate) is_cut_short: bool,
    /// How many tools and tests are done, and how many there will be, as was told last.
    tally: (usize, usize),
    watch: Watch<'a>,
}

/// Something that the server said.
pub(crate) struct Said {
    /// By which tool, prompt or resource.
    pub(crate) subject: Subject,
    /// What.
    pub(crate) text: String,
    /// What we had said: an echo is nobody's word but ours.
    pub(crate) asked: String,
    /// Is it an error?
    pub(crate) is_error: bool,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(host: Host<'a>, redactor: &'a Redactor, rerun: Rerun, watch: Watch<'a>) -> Self {
        Self {
            host,
            redactor,
            deadline: Duration::from_secs(30),
            until: Instant::now() + Duration::from_mins(5),
            retries: 0,
            writes: false,
            rerun,
            findings: Vec::new(),
            said: Vec::new(),
            said_bytes: 0,
            left_out: Vec::new(),
            fruit: Fruit::default(),
            is_cut_short: false,
            tally: (0, 0),
            watch,
        }
    }

    /// Tells what is going on.
    pub(crate) fn tell(&mut self, event: &EvaluationEvent) {
        self.tally.0 += usize::from(event.is_end());
        (self.watch)(event);
    }

    /// Tells how many tools and tests will follow, where that is news.
    pub(crate) fn expect(&mut self, more: usize) {
        let total = self.tally.0 + more;
        if self.tally.1 != total {
            self.tally.1 = total;
            self.tell(&EvaluationEvent::PhaseStarted { phase: Phase::Runtime, total });
        }
    }

    /// Tells that something is tried.
    pub(crate) fn begin(&mut self, group: TestGroup, name: &str) {
        self.tell(&EvaluationEvent::TestStarted { group, name: name.to_owned(), place: None });
    }

    /// The same, of what a document shows.
    pub(crate) fn begin_shown(&mut self, name: &str, place: &str) {
        let (name, place) = (name.to_owned(), Some(place.to_owned()));
        self.tell(&EvaluationEvent::TestStarted { group: TestGroup::Examples, name, place });
    }

    /// Tells what came of it.
    pub(crate) fn end(&mut self, group: TestGroup, name: &str, status: RuntimeStatus) {
        self.tell(&EvaluationEvent::TestCompleted { group, name: name.to_owned(), status });
    }

    /// Tells what came of a test that has its name.
    pub(crate) fn ended(&mut self, group: TestGroup, test: RuntimeTest) -> RuntimeTest {
        self.end(group, &test.test, test.status);
        test
    }

    /// Is there time, and anybody to ask? Otherwise the rest is left out, which is noted once.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.over().is_none()
    }

    fn over(&mut self) -> Option<&'static str> {
        let why = if Instant::now() >= self.until {
            self.is_cut_short = true;
            TIME_OVER
        } else if !self.host.is_alive() {
            "the server ended or answered nothing any more, and was not started once more"
        } else {
            return None;
        };
        self.leave_rest("the rest of the runtime phase", why);
        Some(why)
    }

    /// Why a request of this kind is not made: it is over, or too many of them in a row came to nothing. What is not asked is
    /// skipped, and never failed by what another request did.
    pub(crate) fn stopped(&mut self, method: &str, name: &str) -> Option<String> {
        if let Some(why) = self.over() {
            return Some(why.to_owned());
        }
        let why = self.host.gave_up(method, name)?;
        self.leave_rest(&format!("further requests {}", in_words(method, name)), &why);
        Some(why)
    }

    /// Asks.
    ///
    /// # Errors
    /// Why it was not asked, or that our time was over before the server's was.
    pub(crate) async fn ask(&mut self, method: &str, params: &Value) -> Result<Asked, String> {
        self.ask_within(self.deadline, method, params).await
    }

    /// Asks, with a deadline of its own; errors as [`Bench::ask`].
    pub(crate) async fn ask_within(&mut self, most: Duration, method: &str, params: &Value) -> Result<Asked, String> {
        if let Some(why) = self.stopped(method, "") {
            return Err(why);
        }
        let granted = self.granted(most);
        let asked = self.host.ask(method, params, granted).await;
        self.in_time(asked, granted < most)
    }

    /// Calls a tool, or gets a prompt; errors as [`Bench::ask`].
    pub(crate) async fn call(
        &mut self,
        method: &str,
        name: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Asked, String> {
        if let Some(why) = self.stopped(method, name) {
            return Err(why);
        }
        let granted = self.granted(self.deadline);
        let asked = self.host.call(method, name, arguments, granted).await;
        self.in_time(asked, granted < self.deadline)
    }

    /// Its own deadline, or what is left of the whole.
    pub(crate) fn granted(&self, most: Duration) -> Duration {
        most.min(self.until.saturating_duration_since(Instant::now()))
    }

    /// What was not answered in a time that we cut short says nothing of the server.
    fn in_time(&mut self, asked: Asked, was_cut: bool) -> Result<Asked, String> {
        if was_cut && matches!(asked.end, CallEnd::TimedOut { .. }) {
            return Err(self.over().unwrap_or(TIME_OVER).to_owned());
        }
        Ok(asked)
    }

    fn leave_rest(&mut self, what: &str, why: &str) {
        let rest = LeftOut { name: what.to_owned(), reason: why.to_owned() };
        if !self.left_out.contains(&rest) {
            self.left_out.push(rest);
        }
    }

    /// Notes that a rule is broken.
    pub(crate) fn note(&mut self, rule: &'static Rule, subject: Option<Subject>, message: impl Into<String>) {
        let finding = rule.found(message);
        let finding = match subject {
            Some(subject) => finding.about(subject),
            None => finding,
        };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    /// Keeps what the server said.
    pub(crate) fn keep(&mut self, subject: Subject, asked: &Asked, sent: &str) {
        let text = asked.text();
        security::learn(self.redactor, &text, sent);
        self.said_bytes += text.len();
        if self.said_bytes <= SAID_BYTES_MAX && !text.is_empty() {
            let is_error = asked.outcome() != Outcome::Success;
            self.said.push(Said { subject, text, asked: sent.to_owned(), is_error });
        }
    }

    /// What every request must leave: a server that goes on. Notes where it does not, and says whether it does.
    pub(crate) fn survived(&mut self, asked: &Asked, subject: Option<Subject>, what: &str) -> bool {
        match &asked.state {
            State::Alive => return true,
            State::Dead(how) => self.note(&rules::DIES, subject, format!("{what} ended the server: {how}")),
            State::Hangs => {
                self.note(&rules::HANGS, subject, format!("after {what} the server answered nothing, not even a ping"));
            }
        }
        false
    }

    /// Is there an answer? Where there is none, what is wrong, as a test that failed.
    pub(crate) fn unanswered(&mut self, asked: &Asked, subject: Option<Subject>, what: &str) -> bool {
        if !self.survived(asked, subject.clone(), what) {
            return true;
        }
        if asked.outcome() != Outcome::Nothing {
            return false;
        }
        self.note(&rules::BROKEN_ANSWER, subject, format!("{what}: {}", asked.end));
        true
    }
}

/// A test that was not tried, and why.
pub(crate) fn skipped(name: &str, expected: &str, why: &str) -> RuntimeTest {
    test(name, RuntimeStatus::Skipped, expected, why.to_owned(), None)
}

/// A test as it came out.
pub(crate) fn test(
    name: &str,
    status: RuntimeStatus,
    expected: &str,
    actual: String,
    took: Option<f64>,
) -> RuntimeTest {
    RuntimeTest {
        test: name.to_owned(),
        status,
        expected: expected.to_owned(),
        actual,
        response_time: took.map(|took| (took * 10.0).round() / 10.0),
        rerun: None,
    }
}
