//! The facts of a run as those of an evaluation: what `--events` writes.

use mcpvals::Event;
use mcpvals_model::{EvaluationEvent, Phase, Progress, RuntimeStatus, TestGroup, Verdict};

use crate::events::Events;

/// Writes what goes on, and how far it is.
pub(super) struct Teller {
    events: Events,
    progress: Progress,
}

impl Teller {
    pub(super) fn new(events: Events) -> Self {
        Self { events, progress: Progress::default() }
    }

    /// Tells a fact; most are nothing to those who follow.
    pub(super) fn take(&mut self, event: &Event) {
        let Some(told) = told(event) else { return };
        self.progress.apply(&told);
        self.events.take(&told);
        if told.is_end() {
            self.events.take(&EvaluationEvent::Progress(self.progress.clone()));
        }
    }

    /// Nothing more comes.
    pub(super) fn finish(self) -> Result<(), crate::exit::Failure> {
        self.events.finish()
    }
}

fn told(event: &Event) -> Option<EvaluationEvent> {
    let group = TestGroup::Cases;
    match event {
        Event::RunStarted(start) => {
            let total = start.suites.iter().map(|suite| suite.cases).sum();
            Some(EvaluationEvent::PhaseStarted { phase: Phase::Runtime, total })
        }
        Event::CaseStarted(id) => {
            Some(EvaluationEvent::TestStarted { group, name: id.as_str().to_owned(), place: None })
        }
        Event::CaseFinished(result) => {
            let name = result.id.as_str().to_owned();
            Some(EvaluationEvent::TestCompleted { group, name, status: status(&result.verdict) })
        }
        Event::SessionStarted(_)
        | Event::CasePlayed(_)
        | Event::Noted(_)
        | Event::SessionFinished(_)
        | Event::RunFinished(_) => None,
    }
}

fn status(verdict: &Verdict) -> RuntimeStatus {
    match verdict {
        Verdict::Passed => RuntimeStatus::Passed,
        Verdict::Failed { .. } | Verdict::Errored(_) => RuntimeStatus::Failed,
        Verdict::Skipped(_) => RuntimeStatus::Skipped,
    }
}
