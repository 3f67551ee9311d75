//! What the metrics of all tests but those of tools are made of: the verdict, and the frames that show it.

use mcpvals_model::{Expectation, Metric, MetricName, MismatchKind, Score, Trace, Verdict};

/// A test of which something was found out.
pub(crate) struct Measured<'a> {
    verdict: &'a Verdict,
    frames: Vec<u64>,
}

impl<'a> Measured<'a> {
    /// `None` where nothing was found out. The frames are those of all answers.
    pub(crate) fn of(verdict: &'a Verdict, trace: &Trace) -> Option<Self> {
        let frames = trace.calls.iter().filter_map(|call| call.answer).collect();
        (!matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_))).then_some(Self { verdict, frames })
    }

    /// With the frames of the mismatches, too.
    pub(crate) fn with_mismatches(mut self) -> Self {
        self.frames.extend(self.verdict.mismatches().filter_map(|mismatch| mismatch.frame));
        self.frames.sort_unstable();
        self.frames.dedup();
        self
    }

    pub(crate) fn fails(&self, about: impl Fn(MismatchKind) -> bool) -> bool {
        self.verdict.mismatches().any(|mismatch| about(mismatch.kind))
    }

    pub(crate) fn metric(&self, name: MetricName, score: Score) -> Metric {
        Metric { name, score: Some(score), frames: self.frames.clone() }
    }

    /// Full where nothing is wrong but the time.
    pub(crate) fn right(&self, name: MetricName) -> Metric {
        self.metric(name, Score::all_or_nothing(!self.fails(|kind| !is_slow(kind))))
    }

    /// Full where the time is right.
    pub(crate) fn performance(&self) -> Metric {
        self.metric(MetricName::Performance, Score::all_or_nothing(!self.fails(is_slow)))
    }
}

/// Is the time of the answer bounded?
pub(crate) fn is_timed(expect: &[Expectation]) -> bool {
    expect.iter().any(|expectation| matches!(expectation, Expectation::Latency(_)))
}

fn is_slow(kind: MismatchKind) -> bool {
    kind == MismatchKind::Latency
}
