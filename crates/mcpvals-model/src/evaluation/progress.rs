//! How far an evaluation is: the fold of its events.

use serde::{Deserialize, Serialize};

use super::{EvaluationEvent, Phase, RequirementStatus, RuntimeStatus};

/// How far an evaluation is. At its end, what is completed of each phase is its total.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The phase that goes on; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Requirements and hooks.
    #[serde(rename = "static")]
    pub statics: Tally,
    /// Tests.
    pub runtime: Tally,
    /// What goes on, for people; absent before anything does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_task: Option<String>,
}

/// How far a phase is: `passed` and `failed` together are at most `completed` (the others warn, are skipped or could not be
/// judged), and that is at most `total`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// How many there will be, as far as is known.
    pub total: usize,
    /// How many are done.
    pub completed: usize,
    /// How many of them passed.
    pub passed: usize,
    /// How many of them failed.
    pub failed: usize,
}

impl Progress {
    /// Counts one event more, in the order in which they are told. A [`EvaluationEvent::Progress`] says nothing that the others
    /// do not, and changes nothing.
    pub fn apply(&mut self, event: &EvaluationEvent) {
        if let Some(words) = event.words() {
            self.current_task = Some(words);
        }
        match event {
            EvaluationEvent::PhaseStarted { phase, total } => {
                self.phase = Some(*phase);
                self.tally(*phase).expect(*total);
            }
            EvaluationEvent::HookCompleted { status, .. } => {
                self.statics.count(*status == RequirementStatus::Pass, *status == RequirementStatus::Fail);
            }
            EvaluationEvent::ToolResult { status, .. } | EvaluationEvent::TestCompleted { status, .. } => {
                self.runtime.count(*status == RuntimeStatus::Passed, *status == RuntimeStatus::Failed);
            }
            EvaluationEvent::HookRunning { .. }
            | EvaluationEvent::ToolTesting { .. }
            | EvaluationEvent::TestStarted { .. }
            | EvaluationEvent::Progress(_)
            | EvaluationEvent::ErrorOccurred { .. } => {}
        }
    }

    fn tally(&mut self, phase: Phase) -> &mut Tally {
        match phase {
            Phase::Static => &mut self.statics,
            Phase::Runtime => &mut self.runtime,
        }
    }
}

impl Tally {
    /// There will be so many; never fewer than there were.
    fn expect(&mut self, total: usize) {
        self.total = total.max(self.completed);
    }

    fn count(&mut self, passed: bool, failed: bool) {
        self.completed += 1;
        self.passed += usize::from(passed);
        self.failed += usize::from(failed);
        self.total = self.total.max(self.completed);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::TestGroup;

    fn folded(events: &[EvaluationEvent]) -> Progress {
        let mut progress = Progress::default();
        for event in events {
            progress.apply(event);
        }
        progress
    }

    fn started(phase: Phase, total: usize) -> EvaluationEvent {
        EvaluationEvent::PhaseStarted { phase, total }
    }

    fn judged(status: RequirementStatus) -> EvaluationEvent {
        EvaluationEvent::HookCompleted {
            hook: "privacy".to_owned(),
            requirement: "Privacy".to_owned(),
            score: None,
            status,
            duration: 1,
            evidence: Vec::new(),
            recommendations: Vec::new(),
        }
    }

    fn tool(status: RuntimeStatus) -> EvaluationEvent {
        EvaluationEvent::ToolResult { tool_name: "add".to_owned(), status, response_time: None, result: None }
    }

    #[test]
    fn each_end_counts_for_its_phase() {
        let testing = EvaluationEvent::ToolTesting { tool_name: "add".to_owned(), arguments: json!({}) };
        let progress = folded(&[
            started(Phase::Static, 3),
            judged(RequirementStatus::Pass),
            judged(RequirementStatus::Fail),
            judged(RequirementStatus::NeedMoreInfo),
            started(Phase::Runtime, 4),
            testing,
            tool(RuntimeStatus::Passed),
            tool(RuntimeStatus::Warned),
            tool(RuntimeStatus::Skipped),
        ]);
        let expected = json!({
            "phase": "runtime",
            "static": {"total": 3, "completed": 3, "passed": 1, "failed": 1},
            "runtime": {"total": 4, "completed": 3, "passed": 1, "failed": 0},
            "currentTask": "Testing tool: add",
        });
        assert_eq!(serde_json::to_value(&progress).unwrap(), expected);
    }

    #[test]
    fn a_total_that_is_known_better_replaces_the_first_but_never_what_is_done() {
        let mut events = vec![started(Phase::Runtime, 9), tool(RuntimeStatus::Passed), tool(RuntimeStatus::Failed)];
        events.push(started(Phase::Runtime, 1));
        assert_eq!(folded(&events).runtime, Tally { total: 2, completed: 2, passed: 1, failed: 1 });
        events.push(tool(RuntimeStatus::Passed));
        assert_eq!(folded(&events).runtime.total, 3);
    }

    fn any_event() -> impl Strategy<Value = EvaluationEvent> {
        use RequirementStatus::{Fail, NeedMoreInfo, Pass, Warn};
        use RuntimeStatus::{Failed, Passed, Skipped, Warned};
        let phase = prop_oneof![Just(Phase::Static), Just(Phase::Runtime)];
        let test = |status| EvaluationEvent::TestCompleted { group: TestGroup::Errors, name: "x".to_owned(), status };
        prop_oneof![
            (phase, prop_oneof![0..20_usize, Just(usize::MAX)]).prop_map(|(phase, total)| started(phase, total)),
            proptest::sample::select(vec![Pass, Warn, Fail, NeedMoreInfo]).prop_map(judged),
            proptest::sample::select(vec![Passed, Warned, Failed, Skipped]).prop_map(tool),
            proptest::sample::select(vec![Passed, Warned, Failed, Skipped]).prop_map(test),
            Just(EvaluationEvent::Progress(Progress::default())),
            Just(EvaluationEvent::TestStarted { group: TestGroup::Errors, name: "x".to_owned(), place: None }),
        ]
    }

    fn holds(tally: Tally) -> bool {
        tally.passed + tally.failed <= tally.completed && tally.completed <= tally.total
    }

    proptest! {
        #[test]
        fn bounds_hold_after_every_event(events in proptest::collection::vec(any_event(), 0..60)) {
            let mut progress = Progress::default();
            let mut before = (0, 0);
            for event in &events {
                progress.apply(event);
                prop_assert!(holds(progress.statics) && holds(progress.runtime), "{progress:?}");
                let now = (progress.statics.completed, progress.runtime.completed);
                let more = now.0 + now.1 - before.0 - before.1;
                prop_assert_eq!(more, usize::from(event.is_end()));
                before = now;
            }
        }

        #[test]
        fn told_progress_changes_nothing(events in proptest::collection::vec(any_event(), 0..60)) {
            let without: Vec<_> =
                events.iter().filter(|event| !matches!(event, EvaluationEvent::Progress(_))).cloned().collect();
            prop_assert_eq!(folded(&events), folded(&without));
        }
    }
}
