//! What every test of this phase works with: the server, the limits, what was noted so far.

use std::time::{Duration, Instant};

use mcpvals_model::{Finding, LeftOut, Rule, RuntimeStatus, RuntimeTest, Subject};
use mcpvals_wire::Redactor;

use super::heard::Outcome;
use super::host::{Asked, Host, State, in_words};
use super::rerun::Rerun;
use super::{rules, security};

/// More texts of a server are not kept to be looked at, in bytes.
const SAID_BYTES_MAX: usize = 8 << 20;

/// Says what is going on.
pub type Watch<'a> = &'a (dyn Fn(&str) + Sync);

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
            watch,
        }
    }

    /// Says what is going on.
    pub(crate) fn say(&self, what: &str) {
        (self.watch)(what);
    }

    /// Is there time, and anybody to ask? Otherwise the rest is left out, which is noted once.
    pub(crate) fn goes_on(&mut self) -> bool {
        let Some(why) = self.over() else { return true };
        self.leave_rest("the rest of the runtime phase", why);
        false
    }

    fn over(&self) -> Option<&'static str> {
        if Instant::now() >= self.until {
            Some("the time for the whole evaluation was over")
        } else if !self.host.is_alive() {
            Some("the server ended or answered nothing any more, and was not started once more")
        } else {
            None
        }
    }

    /// Why a request of this kind is not made: it is over, or too many of them in a row came to nothing. What is not asked is
    /// skipped, and never failed by what another request did.
    pub(crate) fn stopped(&mut self, method: &str, name: &str) -> Option<String> {
        if let Some(why) = self.over() {
            self.leave_rest("the rest of the runtime phase", why);
            return Some(why.to_owned());
        }
        let why = self.host.gave_up(method, name)?;
        self.leave_rest(&format!("further requests {}", in_words(method, name)), &why);
        Some(why)
    }

    fn leave_rest(&mut self, what: &str, why: &str) {
        let rest = LeftOut { name: what.to_owned(), reason: why.to_owned() };
        if !self.left_out.contains(&rest) {
            self.left_out.push(rest);
        }
    }

    /// For one request: its own deadline, or what is left of the whole.
    pub(crate) fn patience(&self) -> Duration {
        let left = self.until.saturating_duration_since(Instant::now());
        self.deadline.min(left.max(Duration::from_millis(100)))
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
