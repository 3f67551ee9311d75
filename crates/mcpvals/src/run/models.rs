//! The models of a run, and the way to them.

use std::time::Duration;

use mcpvals_llm::{Client, Ledger};
use mcpvals_model::{Case, CaseKind, Fault, ModelSpec, Plan, WorkflowCase};
use mcpvals_suite::ModelLink;

/// So long all waits of one turn together may take, where a provider has no time.
const PATIENCE: Duration = Duration::from_mins(2);

pub(super) struct Models<'a> {
    all: &'a [ModelSpec],
    judge: Option<&'a ModelSpec>,
    ledger: Ledger,
    /// `Err` where no certificates can be had, with the words.
    client: Result<Client, String>,
}

impl<'a> Models<'a> {
    pub(super) fn of(plan: &'a Plan) -> Self {
        Self {
            all: &plan.models,
            judge: plan.judge.as_ref().map(|judge| &judge.model),
            ledger: Ledger::new(plan.budget),
            client: Client::new(PATIENCE),
        }
    }

    /// The model that plays a case; `None` where it needs none.
    pub(super) fn link(&self, case: &Case) -> Result<Option<ModelLink<'_>>, Fault> {
        let CaseKind::Workflow(workflow) = &case.kind else { return Ok(None) };
        let fault = |reason: String| Fault::Model { reason };
        let model = self.all.iter().find(|model| model.name == workflow.model);
        let model = model.ok_or_else(|| fault(format!("there is no model \"{}\"", workflow.model)))?;
        let judge = self.judge.filter(|_| workflow.judge.is_some());
        if !is_replayed(workflow) {
            self.may_be_asked([Some(model), judge].into_iter().flatten()).map_err(fault)?;
        }
        let client = self.client.as_ref().map_err(|problem| fault(format!("no way to any model: {problem}")))?;
        Ok(Some(ModelLink { client, model, judge, ledger: &self.ledger }))
    }

    /// Before a server is started for it.
    fn may_be_asked<'b>(&self, mut models: impl Iterator<Item = &'b ModelSpec>) -> Result<(), String> {
        self.ledger.check().map_err(|fault| fault.to_string())?;
        let lacking = models.find_map(|model| Some((model, lacks_key(model)?)));
        lacking.map_or(Ok(()), |(model, variable)| {
            Err(format!("{} needs a key: set {variable}, or `apiKey` in `models`", model.name))
        })
    }
}

/// The judge, and the variable that would hold its key, where it is to be asked and has none.
pub fn key_for_judge(plan: &Plan) -> Option<(&str, &'static str)> {
    let asks = |case: &Case| match &case.kind {
        CaseKind::Workflow(workflow) => workflow.judge.is_some() && !is_replayed(workflow),
        _ => false,
    };
    let judge = &plan.judge.as_ref()?.model;
    let variable = lacks_key(judge)?;
    plan.cases().any(asks).then_some((judge.name.as_str(), variable))
}

/// Does a cassette answer instead of the models?
fn is_replayed(workflow: &WorkflowCase) -> bool {
    workflow.cassette.as_ref().is_some_and(|playback| playback.exchanges.is_some())
}

/// The variable that would hold the key of a model that cannot do without. Elsewhere than at its own address, a provider
/// may be one that needs none.
fn lacks_key(model: &ModelSpec) -> Option<&'static str> {
    let needs = model.api_key.is_none() && model.base_url.is_none();
    model.provider.key_variable().or(Some("OPENAI_API_KEY")).filter(|_| needs)
}
