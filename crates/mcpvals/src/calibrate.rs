//! Measures a judge against examples that people have labelled.

use mcpvals_model::{CalibratedExample, Calibration, Plan, Score};
use serde_json::Value;

use crate::CancellationToken;
use crate::judged::{JudgeError, Judged, judged};

/// An example, and what people say of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// Its name.
    pub id: String,
    /// Does it pass?
    pub label: bool,
    /// With which score.
    pub score: Option<Score>,
    /// What the judge is shown.
    pub record: Value,
}

/// Asks the plan's judge about every example, so many at the same time, within the plan's budget.
///
/// # Errors
/// [`JudgeError`]; a judge that gives no score of an example is no error, but counted.
///
/// # Cancellation
/// When `cancel` fires, nothing more is asked.
pub async fn calibrate(
    plan: &Plan,
    examples: &[Labelled],
    at_once: usize,
    cancel: &CancellationToken,
) -> Result<Calibration, JudgeError> {
    let judge = plan.judge.as_ref().ok_or(JudgeError::NoJudge)?;
    let records: Vec<&Value> = examples.iter().map(|example| &example.record).collect();
    let (judged, usage) = judged(plan, &records, at_once, cancel).await?;
    let identity = mcpvals_suite::judge_prompt(&judge.usual);
    let examples = examples.iter().zip(judged).map(|(example, judged)| calibrated(example, judged)).collect();
    let of_judge = (judge.model.name.clone(), identity, judge.usual.pass_threshold);
    Ok(Calibration::new(of_judge, examples, (usage, judge.model.price)))
}

fn calibrated(example: &Labelled, judged: Judged) -> CalibratedExample {
    CalibratedExample {
        id: example.id.clone(),
        label: example.label,
        labelled_score: example.score,
        score: judged.score,
        spread: judged.spread,
        reason: judged.reason,
    }
}
