//! Workflows: a model uses the server to reach a goal. `drive` lets them talk; everything else reads what they said.

mod aligned;
mod cassette;
mod drive;
mod facts;
mod grade;
mod health;
mod judge;
mod order;
mod parts;
mod retold;
mod snapshots;
mod state;
mod story;
mod toolbox;
mod tools;
mod voice;
mod whole_word;

use mcpvals_llm::{Client, Ledger};
use mcpvals_model::{Case, CaseKind, ModelSpec, Trace};
use serde_json::Value;

pub(crate) use cassette::exchanges;
pub(crate) use drive::drive;
pub use facts::facts;
pub(crate) use grade::grade;
pub use judge::{
    identity as judge_prompt, is_asked as asks_judge, question as judge_question, read_vote as judge_vote,
};
pub(crate) use snapshots::snapshots;

/// The record of a workflow that was played, as a judge is shown it; `None` where it was no workflow, or no model said
/// anything.
pub fn judge_record(case: &Case, trace: &Trace) -> Option<Value> {
    let CaseKind::Workflow(workflow) = &case.kind else { return None };
    let talked = retold::conversation(workflow, trace);
    let goal = workflow.judge.as_ref().and_then(|judge| judge.goal.as_deref());
    (!talked.turns.is_empty()).then(|| judge::material(workflow, goal, &talked))
}

/// A model, and the way to it.
#[derive(Debug, Clone, Copy)]
pub struct ModelLink<'a> {
    /// The way.
    pub client: &'a Client,
    /// The model.
    pub model: &'a ModelSpec,
    /// The judge, where there is one.
    pub judge: Option<&'a ModelSpec>,
    /// What all models of the run have taken.
    pub ledger: &'a Ledger,
}
