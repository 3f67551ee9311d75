//! The static phase as it is told: each requirement is judged from the start of the pass to its end.

use std::time::{Duration, Instant};

use mcpvals_model::{EvaluationEvent, Finding, Phase, Requirement, RequirementResult};

use crate::score::Scale;
use crate::static_phase::{self, Found, Material, Selection, Told};
use crate::watch::Watch;

/// As [`static_phase::run`], and tells it; `hooks` is how many of the user's will be run after it.
pub fn run(
    material: &Material<'_>,
    told: Told,
    selection: &Selection,
    (scale, hooks, watch): (&Scale, usize, Watch<'_>),
) -> Found {
    let requirements: Vec<Requirement> =
        Requirement::ALL.into_iter().filter(|requirement| selection.judges(*requirement)).collect();
    watch(&EvaluationEvent::PhaseStarted { phase: Phase::Static, total: requirements.len() + hooks });
    for requirement in &requirements {
        let (hook, requirement) = (requirement.as_str().to_owned(), requirement.title().to_owned());
        watch(&EvaluationEvent::HookRunning { hook, requirement });
    }
    let began = Instant::now();
    let found = static_phase::run(material, told, selection);
    let of_tools = found.tools.iter().flat_map(|tool| &tool.findings);
    let findings: Vec<&Finding> = of_tools.chain(&found.findings).collect();
    let rows = static_phase::results(&findings, &found.basis, Vec::new(), selection, scale);
    let duration = milliseconds(began.elapsed());
    rows.into_iter().filter_map(|row| completed(row, duration)).for_each(|event| watch(&event));
    found
}

/// Whole ones, as far as a number of them goes.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn completed(row: RequirementResult, duration: u64) -> Option<EvaluationEvent> {
    Some(EvaluationEvent::HookCompleted {
        hook: row.requirement?.as_str().to_owned(),
        requirement: row.title,
        score: row.score,
        status: row.status,
        duration,
        evidence: row.evidence,
        recommendations: row.recommendations,
    })
}
