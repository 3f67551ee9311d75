//! What metrics are made of: the verdict, and the frames that show it.

use mcpvals_model::json::member;
use mcpvals_model::{CallRole, Expectation, Metric, MetricName, MismatchKind, Score, Trace, Verdict};

use crate::reply::received;

/// A test of which something was found out.
pub(crate) struct Measured<'a> {
    verdict: &'a Verdict,
    frames: Vec<u64>,
}

impl<'a> Measured<'a> {
    /// `None` where nothing was found out. The frames are those of all answers (of the request, where there is none)
    /// and of the mismatches.
    pub(crate) fn of(verdict: &'a Verdict, trace: &Trace) -> Option<Self> {
        let own = trace.calls.iter().filter(|call| !matches!(call.role, CallRole::Session));
        let frames = own.filter_map(|call| call.answer.or(call.request));
        let frames = frames.chain(verdict.mismatches().filter_map(|mismatch| mismatch.frame)).collect();
        (!matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_))).then(|| Self { verdict, frames: named(frames) })
    }

    /// With the frames of what the server asked and announced, too.
    pub(crate) fn with_heard(mut self, trace: &Trace) -> Self {
        let heard = received(trace).filter(|(_, message)| member(message, "method").is_some());
        self.frames.extend(heard.map(|(frame, _)| frame.seq));
        self.frames = named(self.frames);
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

fn named(mut frames: Vec<u64>) -> Vec<u64> {
    frames.sort_unstable();
    frames.dedup();
    frames.truncate(Metric::FRAMES_MAX);
    frames
}
