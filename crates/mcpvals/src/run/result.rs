//! From a case's attempts to its result.

use std::time::Duration;

use mcpvals_model::{
    Attempt, CallRole, Case, CaseKind, CaseResult, Covered, Fault, Latency, Metric, PassRate, Score, Suite, Trace,
    Verdict, VerdictWord, Violation, Warning, WarningKind, WorkflowFacts, is_flaky,
};
use serde_json::Value;

use super::player::Attempted;
use super::{Run, pass_rate};
use crate::{rerun, seal};

/// Counts a case's attempts. What is kept of each is small: a case may be repeated ten thousand times.
pub(super) struct Tally<'a> {
    run: &'a Run<'a>,
    suite: &'a Suite,
    case: &'a Case,
    verdict: Option<Verdict>,
    /// The first repetition of which nothing is known.
    unknown: Option<Verdict>,
    /// Of the attempts that counted.
    words: Vec<VerdictWord>,
    metrics: Vec<(Metric, usize)>,
    warnings: Vec<Warning>,
    violations: Vec<Violation>,
    unchecked: u64,
    attempts: Vec<Attempt>,
    /// Of the attempts that counted, in microseconds.
    latencies: Vec<u64>,
    /// Of the attempts that counted.
    workflow: Vec<WorkflowFacts>,
    answer: Option<String>,
    stderr_tail: String,
    snapshots: Vec<(String, Value)>,
    covered: Covered,
}

/// The result of a case that was not played.
pub(super) fn unplayed(run: &Run, suite: &Suite, case: &Case, verdict: Verdict) -> CaseResult {
    let mut tally = Tally::new(run, suite, case);
    tally.verdict = Some(verdict);
    tally.finish(Duration::ZERO)
}

impl<'a> Tally<'a> {
    pub(super) fn new(run: &'a Run<'a>, suite: &'a Suite, case: &'a Case) -> Self {
        Self {
            run,
            suite,
            case,
            verdict: None,
            unknown: None,
            words: Vec::new(),
            metrics: Vec::new(),
            warnings: Vec::new(),
            violations: Vec::new(),
            unchecked: 0,
            attempts: Vec::new(),
            latencies: Vec::new(),
            workflow: Vec::new(),
            answer: None,
            stderr_tail: String::new(),
            snapshots: Vec::new(),
            covered: Covered::new(&run.plan.server_of(suite).name),
        }
    }

    /// Takes an attempt; `counts` where no further attempt of its repetition follows.
    pub(super) fn take(&mut self, attempted: Attempted<'_>, counts: bool) {
        let latency_us = tested_latency(&attempted.trace);
        let attempt = in_short(&attempted, latency_us);
        let word = attempt.in_a_rate();
        self.attempts.push(attempt);
        self.violations.extend(attempted.graded.violations.iter().cloned());
        self.unchecked += attempted.trace.messages_not_kept;
        if let Some(covered) = &attempted.covered {
            self.covered.merge(covered);
        }
        if !counts {
            return;
        }
        self.latencies.extend(latency_us);
        self.workflow.extend(mcpvals_suite::workflow_facts(&attempted.case, &attempted.trace));
        self.add_metrics(&attempted.graded.metrics);
        for warning in &attempted.graded.warnings {
            if !self.warnings.contains(warning) {
                self.warnings.push(warning.clone());
            }
        }
        self.words.push(word);
        if self.unknown.is_none() && word == VerdictWord::Errored {
            self.unknown = Some(attempted.graded.verdict.clone());
        }
        self.store(mcpvals_suite::snapshot_values(&attempted.case, &attempted.trace));
        if self.outranks(attempted.graded.verdict.word()) {
            self.keep_evidence(&attempted);
            self.verdict = Some(attempted.graded.verdict);
        }
    }

    /// The last repetition's snapshots are stored; one that changes from one to the next will not hold.
    fn store(&mut self, new: Vec<(String, Value)>) {
        let changed =
            new.iter().find(|(name, value)| self.snapshots.iter().any(|old| old.0 == *name && old.1 != *value));
        if let Some((name, _)) = changed {
            let words = "is another in each repetition: the last is stored, and the next run will hardly meet it";
            let warning =
                Warning { kind: WarningKind::SnapshotStored, message: format!("the snapshot `{name}` {words}") };
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self.snapshots = new;
    }

    /// The first repetition that failed gives the verdict, else the first that erred, else the last that passed.
    fn outranks(&self, new: VerdictWord) -> bool {
        self.verdict.as_ref().is_none_or(|old| pass_rate::rank(new) > pass_rate::rank(old.word()))
    }

    fn keep_evidence(&mut self, attempted: &Attempted<'_>) {
        let passed = attempted.graded.verdict == Verdict::Passed;
        if !passed || self.run.options.answers {
            self.answer = mcpvals_suite::answer_excerpt(&attempted.trace);
        }
        if !passed {
            self.stderr_tail.clone_from(&attempted.trace.stderr_tail);
        }
    }

    /// Means over the repetitions that counted, of those that asserted something; all of them are the evidence.
    fn add_metrics(&mut self, metrics: &[Metric]) {
        for new in metrics {
            match self.metrics.iter_mut().find(|(old, _)| old.name == new.name) {
                Some((old, count)) => {
                    (old.score, *count) = mean(old.score, *count, new.score);
                    old.add_frames(&new.frames);
                }
                None => self.metrics.push((new.clone(), usize::from(new.score.is_some()))),
            }
        }
    }

    /// The result, redacted.
    pub(super) fn finish(mut self, took: Duration) -> CaseResult {
        let server = &self.run.plan.server_of(self.suite).name;
        for violation in &mut self.violations {
            violation.case = Some(self.case.id.clone());
            // Of a further server, it has the name already.
            if violation.server.is_empty() {
                violation.server.clone_from(server);
            }
        }
        // Ten thousand results are kept to the end of the run.
        self.attempts.shrink_to_fit();
        let pass_rate = PassRate::of(self.words.iter().copied());
        let verdict = self.verdict.unwrap_or(Verdict::Passed);
        let verdict = match self.case.min_pass_rate.filter(|_| !self.words.is_empty()) {
            Some(least) => pass_rate::verdict(least, &self.words, verdict, self.unknown),
            None => verdict,
        };
        let passed = verdict == Verdict::Passed;
        let metrics: Vec<Metric> = self.metrics.into_iter().map(|(metric, _)| metric).collect();
        let result = CaseResult {
            id: self.case.id.clone(),
            suite: self.suite.name.clone(),
            title: self.case.title.clone(),
            tool: tool_of(self.case),
            place: self.case.place.clone(),
            verdict,
            score: Score::mean(metrics.iter().filter_map(|metric| metric.score)),
            metrics,
            warnings: self.warnings,
            violations: self.violations,
            unchecked: self.unchecked,
            latency: latency(self.latencies),
            flaky: is_flaky(&self.attempts),
            attempts: self.attempts,
            pass_rate,
            duration_ms: took.as_secs_f64() * 1000.0,
            workflow: self.workflow,
            answer: self.answer,
            stderr_tail: self.stderr_tail,
            rerun: if passed { String::new() } else { rerun::command(self.run.plan, self.case) },
            snapshots: self.snapshots,
            covered: (!self.covered.is_empty()).then(|| self.covered.into()),
        };
        seal::case_result(result, &self.run.redactor)
    }
}

fn tool_of(case: &Case) -> Option<String> {
    match &case.kind {
        CaseKind::Tool(tool) => Some(tool.call.tool.clone()),
        CaseKind::Resource(_)
        | CaseKind::Prompt(_)
        | CaseKind::Completion(_)
        | CaseKind::Peer(_)
        | CaseKind::Utility(_)
        | CaseKind::Oauth(_)
        | CaseKind::Workflow(_) => None,
    }
}

fn tested_latency(trace: &Trace) -> Option<u64> {
    trace.latency_us(trace.call(CallRole::Tested)?)
}

fn in_short(attempted: &Attempted<'_>, latency_us: Option<u64>) -> Attempt {
    Attempt {
        repetition: attempted.repetition,
        attempt: attempted.attempt,
        verdict: attempted.graded.verdict.word(),
        latency_ms: latency_us.map(millis),
        problem: problem(&attempted.graded.verdict),
        unfinished: matches!(attempted.graded.verdict, Verdict::Errored(Fault::Unfinished { .. })),
    }
}

fn problem(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Passed => None,
        Verdict::Failed { first, .. } => Some(format!("expected {}, got {}", first.expected, first.actual)),
        Verdict::Errored(fault) => Some(fault.to_string()),
        Verdict::Skipped(reason) => Some(reason.to_string()),
    }
}

fn mean(old: Option<Score>, count: usize, new: Option<Score>) -> (Option<Score>, usize) {
    match (old, new) {
        (old, None) => (old, count),
        (None, Some(new)) => (Some(new), 1),
        (Some(old), Some(new)) => {
            let n = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
            (Score::weighted_mean([(n, old), (1.0, new)].into_iter()).or(Some(old)), count + 1)
        }
    }
}

/// Percentiles by nearest rank.
fn latency(mut micros: Vec<u64>) -> Option<Latency> {
    micros.sort_unstable();
    let (first, last) = (*micros.first()?, *micros.last()?);
    let rank = |percent: usize| micros[(micros.len() * percent).div_ceil(100).clamp(1, micros.len()) - 1];
    Some(Latency {
        count: u32::try_from(micros.len()).unwrap_or(u32::MAX),
        mean_ms: micros.iter().copied().map(millis).sum::<f64>() / millis(micros.len() as u64 * 1000),
        min_ms: millis(first),
        p50_ms: millis(rank(50)),
        p95_ms: millis(rank(95)),
        p99_ms: millis(rank(99)),
        max_ms: millis(last),
    })
}

#[expect(clippy::cast_precision_loss, reason = "latencies are far below 2^53 microseconds")]
fn millis(micros: u64) -> f64 {
    micros as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::latency;

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let stats = latency((1..=100).map(|n| n * 1000).collect()).unwrap();
        assert_eq!((stats.p50_ms, stats.p95_ms, stats.p99_ms), (50.0, 95.0, 99.0));
        assert_eq!((stats.min_ms, stats.max_ms, stats.mean_ms, stats.count), (1.0, 100.0, 50.5, 100));
    }

    #[test]
    fn one_latency_is_every_percentile() {
        let stats = latency(vec![1500]).unwrap();
        assert_eq!((stats.p50_ms, stats.p99_ms, stats.mean_ms), (1.5, 1.5, 1.5));
    }

    #[test]
    fn nothing_measured_gives_nothing() {
        assert_eq!(latency(Vec::new()), None);
    }
}
