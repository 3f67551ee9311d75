//! The fold of a run's events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    CaseId, CaseResult, Combination, Comparison, Coverage, Covering, Event, Matrix, RunEnd, RunStart, SandboxFacts,
    Score, SessionStart, SuiteKind, SuiteMetric, SuiteName, SuiteStart, VerdictWord, Violation, ViolationKind,
};

/// The version of the JSON report; it grows with every change that an old reader would stumble over.
pub const FORMAT_VERSION: u32 = 1;

/// What a run found out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// [`FORMAT_VERSION`].
    pub format_version: u32,
    /// The version of mcpvals.
    pub mcpvals: String,
    /// Did every case that ran pass, and did at least one run?
    pub passed: bool,
    /// Passed cases of those that ran.
    pub score: Score,
    /// Counts.
    pub summary: Summary,
    /// How the run began.
    #[serde(flatten)]
    pub run: RunStart,
    /// Wall time.
    pub duration_ms: f64,
    /// Was it stopped by the user?
    pub interrupted: bool,
    /// The sessions that were held, or could not be.
    pub sessions: Vec<SessionStart>,
    /// The suites in the order of the config.
    pub suites: Vec<SuiteReport>,
    /// Every violation seen, in cases and between them.
    pub violations: Vec<Violation>,
    /// Messages of the server's that were not checked against the protocol, since they came after their trace was full.
    #[serde(default, skip_serializing_if = "crate::event::is_zero")]
    pub unchecked: u64,
    /// Which of what the servers offer was exercised; where coverage was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Workflows with several models and on several servers, side by side; where the config varies them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// What is another than in an earlier run, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Comparison>,
    /// In which sandbox the servers ran that were started, and what was seen of them there; absent where in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxFacts>,
    /// Until the run is finished.
    #[serde(skip)]
    covering: Covering,
}

/// One suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SuiteReport {
    /// Its name.
    pub name: SuiteName,
    /// Its kind.
    pub kind: SuiteKind,
    /// Which workflow it plays, with which model and on which server, where the config varies them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combination: Option<Combination>,
    /// Did every case that ran pass, and did at least one run?
    pub passed: bool,
    /// Passed cases of those that ran.
    pub score: Score,
    /// Counts.
    pub summary: Summary,
    /// Mean of the tested calls' latencies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_latency_ms: Option<f64>,
    /// The metrics about which its cases assert something.
    #[serde(default)]
    pub metrics: Vec<SuiteMetric>,
    /// The cases in the order of the config.
    pub cases: Vec<CaseResult>,
}

/// How many cases ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// All.
    pub total: usize,
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
    /// Errored.
    pub errored: usize,
    /// Skipped.
    pub skipped: usize,
    /// Of those that passed or failed, those that did not always.
    #[serde(default)]
    pub flaky: usize,
}

impl Report {
    /// A report of nothing yet.
    fn empty() -> Self {
        Self {
            format_version: FORMAT_VERSION,
            mcpvals: env!("CARGO_PKG_VERSION").to_owned(),
            passed: false,
            score: Score::NONE,
            summary: Summary::default(),
            run: RunStart {
                started_at: String::new(),
                config: String::new(),
                suites: Vec::new(),
                seed: 0,
                notes: Vec::new(),
            },
            duration_ms: 0.0,
            interrupted: false,
            sessions: Vec::new(),
            suites: Vec::new(),
            violations: Vec::new(),
            unchecked: 0,
            coverage: None,
            matrix: None,
            baseline: None,
            sandbox: None,
            covering: Covering::default(),
        }
    }

    /// Folds a run's events, in order.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut report = Self::empty();
        for event in events {
            report.take(event);
        }
        report
    }

    /// Starts a fold that is fed event by event with [`Report::take`].
    pub fn begin() -> Self {
        Self::empty()
    }

    /// Takes the next event.
    pub fn take(&mut self, event: &Event) {
        self.covering.take(event);
        match event {
            Event::RunStarted(start) => self.start(start),
            Event::SessionStarted(session) => self.sessions.push(session.clone()),
            Event::CaseStarted(_) | Event::CasePlayed(_) => {}
            Event::CaseFinished(result) => self.take_case(result),
            Event::Noted(note) => self.run.notes.push(note.clone()),
            Event::SessionFinished(end) => {
                self.add_session_violations(&end.violations);
                self.unchecked += end.trace.messages_not_kept;
            }
            Event::RunFinished(end) => self.finish(end),
        }
    }

    fn start(&mut self, start: &RunStart) {
        self.run = start.clone();
        self.suites = start.suites.iter().map(SuiteReport::begin).collect();
    }

    fn take_case(&mut self, result: &CaseResult) {
        // No earlier violation is of this case, so there is nothing to look through.
        self.violations.extend(merged(&result.violations));
        self.unchecked += result.unchecked;
        let known = self.suites.iter().position(|suite| suite.name == result.suite);
        let index = known.unwrap_or_else(|| {
            self.suites.push(SuiteReport::empty(result.suite.clone(), SuiteKind::ToolHealth));
            self.suites.len() - 1
        });
        self.suites[index].cases.push(CaseResult { covered: None, ..result.clone() });
    }

    /// The same breach in several sessions of a server is one entry.
    fn add_session_violations(&mut self, violations: &[Violation]) {
        for new in violations {
            match self.violations.iter_mut().find(|old| is_same(old, new)) {
                Some(old) => old.count += new.count,
                None => self.violations.push(new.clone()),
            }
        }
    }

    fn finish(&mut self, end: &RunEnd) {
        self.coverage = std::mem::take(&mut self.covering).finish();
        self.settle_violations();
        self.suites.iter_mut().for_each(SuiteReport::finish);
        self.suites.retain(|suite| !suite.cases.is_empty());
        self.matrix = Matrix::of(&self.suites);
        self.summary = self.suites.iter().fold(Summary::default(), |sum, suite| sum.plus(suite.summary));
        self.passed = self.summary.all_passed() && !end.interrupted;
        self.score = self.summary.score();
        self.duration_ms = end.duration_ms;
        self.interrupted = end.interrupted;
    }

    /// What was seen when its case was over belongs to the case all the same; and the order is that of the cases, of
    /// kinds and words, so that it does not depend on what came when.
    fn settle_violations(&mut self) {
        let cases = self.suites.iter_mut().flat_map(|suite| &mut suite.cases).enumerate();
        let mut cases: BTreeMap<CaseId, (usize, &mut CaseResult)> =
            cases.map(|(place, case)| (case.id.clone(), (place, case))).collect();
        for violation in &self.violations {
            let case = violation.case.as_ref().and_then(|id| cases.get_mut(id));
            if let Some((_, case)) = case.filter(|(_, case)| !case.violations.iter().any(|old| is_same(old, violation)))
            {
                case.violations.push(violation.clone());
            }
        }
        let place = |violation: &Violation| {
            violation.case.as_ref().and_then(|id| cases.get(id)).map_or(usize::MAX, |(place, _)| *place)
        };
        self.violations.sort_by(|a, b| (place(a), by_words(a)).cmp(&(place(b), by_words(b))));
        for (_, case) in cases.into_values() {
            case.violations.sort_by(|a, b| by_words(a).cmp(&by_words(b)));
        }
    }

    /// All cases, suite by suite.
    pub fn cases(&self) -> impl Iterator<Item = &CaseResult> {
        self.suites.iter().flat_map(|suite| &suite.cases)
    }
}

impl SuiteReport {
    fn begin(start: &SuiteStart) -> Self {
        Self { combination: start.combination.clone(), ..Self::empty(start.name.clone(), start.kind) }
    }

    fn empty(name: SuiteName, kind: SuiteKind) -> Self {
        Self {
            name,
            kind,
            combination: None,
            passed: false,
            score: Score::NONE,
            summary: Summary::default(),
            average_latency_ms: None,
            metrics: Vec::new(),
            cases: Vec::new(),
        }
    }

    fn finish(&mut self) {
        self.summary = Summary::count(self.cases.iter().map(|case| case.verdict.word()));
        self.summary.flaky = self.cases.iter().filter(|case| case.is_flaky()).count();
        self.passed = self.summary.all_passed();
        self.score = self.summary.score();
        self.metrics = SuiteMetric::of(&self.cases);
        self.average_latency_ms = mean(self.cases.iter().filter_map(|case| case.latency.map(|l| l.mean_ms)));
    }
}

/// The same breach is one entry with a count, so that a flood does not flood the report.
fn merged(violations: &[Violation]) -> Vec<Violation> {
    let mut merged: Vec<Violation> = Vec::new();
    for new in violations {
        match merged.iter_mut().find(|old| is_same(old, new)) {
            Some(old) => old.count += new.count,
            None => merged.push(new.clone()),
        }
    }
    merged
}

fn by_words(violation: &Violation) -> (&str, ViolationKind, &str) {
    (&violation.server, violation.kind, &violation.message)
}

fn is_same(old: &Violation, new: &Violation) -> bool {
    old.kind == new.kind && old.server == new.server && old.message == new.message && old.case == new.case
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number));
    (count > 0.0).then(|| sum / count)
}

impl Summary {
    /// Counts verdicts.
    pub fn count(verdicts: impl IntoIterator<Item = VerdictWord>) -> Self {
        let mut summary = Self::default();
        for verdict in verdicts {
            summary.total += 1;
            match verdict {
                VerdictWord::Passed => summary.passed += 1,
                VerdictWord::Failed => summary.failed += 1,
                VerdictWord::Errored => summary.errored += 1,
                VerdictWord::Skipped => summary.skipped += 1,
            }
        }
        summary
    }

    /// Cases that were not skipped.
    pub fn ran(self) -> usize {
        self.total - self.skipped
    }

    /// Did at least one case run, and every one that ran pass?
    pub fn all_passed(self) -> bool {
        self.passed > 0 && self.failed == 0 && self.errored == 0
    }

    /// Passed cases of those that ran; 0 where none ran.
    pub fn score(self) -> Score {
        if self.ran() == 0 { Score::NONE } else { Score::ratio(self.passed, self.ran()) }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            errored: self.errored + other.errored,
            skipped: self.skipped + other.skipped,
            flaky: self.flaky + other.flaky,
        }
    }
}
