//! What is counted while a run goes on, in as little memory as the summary needs.

use std::collections::BTreeMap;

use mcpvals_model::{CaseId, CaseResult, Summary, VerdictWord, Violation, ViolationKind, WarningKind};

/// Counts of a run so far.
#[derive(Default)]
pub(super) struct Tally {
    /// Cases by verdict.
    pub(super) cases: Summary,
    /// Warnings by kind, in the order of their first occurrence.
    pub(super) warnings: Vec<(WarningKind, usize)>,
    /// Violations by server and kind.
    pub(super) violations: BTreeMap<(String, ViolationKind), Breach>,
}

/// Violations of one kind by one server.
pub(super) struct Breach {
    /// How many, over all cases.
    pub(super) count: u64,
    /// The first in words.
    pub(super) message: String,
    /// Where the first was seen.
    pub(super) case: Option<CaseId>,
    /// The frame of the first.
    pub(super) frame: Option<u64>,
    /// The page of the specification.
    pub(super) spec: String,
}

impl Tally {
    pub(super) fn note_case(&mut self, case: &CaseResult) {
        note_verdict(&mut self.cases, case.verdict.word());
        self.cases.flaky += usize::from(case.is_flaky());
        for warning in &case.warnings {
            self.note_warning(warning.kind);
        }
    }

    fn note_warning(&mut self, kind: WarningKind) {
        match self.warnings.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.warnings.push((kind, 1)),
        }
    }

    /// How many of this kind there were so far.
    pub(super) fn warnings_of(&self, kind: WarningKind) -> usize {
        self.warnings.iter().find(|(known, _)| *known == kind).map_or(0, |(_, count)| *count)
    }

    pub(super) fn note_violations(&mut self, violations: &[Violation]) {
        for violation in violations {
            let breach = self.violations.entry((violation.server.clone(), violation.kind));
            breach.or_insert_with(|| Breach::first(violation)).count += violation.count;
        }
    }
}

impl Breach {
    fn first(violation: &Violation) -> Self {
        Self {
            count: 0,
            message: violation.message.clone(),
            case: violation.case.clone(),
            frame: violation.frame,
            spec: violation.spec.clone(),
        }
    }
}

/// Adds one case to the counts.
pub(super) fn note_verdict(summary: &mut Summary, verdict: VerdictWord) {
    summary.total += 1;
    match verdict {
        VerdictWord::Passed => summary.passed += 1,
        VerdictWord::Failed => summary.failed += 1,
        VerdictWord::Errored => summary.errored += 1,
        VerdictWord::Skipped => summary.skipped += 1,
    }
}
