//! The models of a run, and the way to them.

use std::time::Duration;

use mcpvals_llm::Client;
use mcpvals_model::{Case, CaseKind, Fault, ModelSpec, Plan};
use mcpvals_suite::ModelLink;

/// So long all waits of one turn together may take, where a provider has no time.
const PATIENCE: Duration = Duration::from_mins(2);

pub(super) struct Models<'a> {
    models: &'a [ModelSpec],
    /// `Err` where no certificates can be had, with the words.
    client: Result<Client, String>,
}

impl<'a> Models<'a> {
    pub(super) fn of(plan: &'a Plan) -> Self {
        Self { models: &plan.models, client: Client::new(PATIENCE) }
    }

    /// The model that plays a case; `None` where it needs none.
    pub(super) fn link(&self, case: &Case) -> Result<Option<ModelLink<'_>>, Fault> {
        let CaseKind::Workflow(workflow) = &case.kind else { return Ok(None) };
        let fault = |reason: String| Fault::Model { reason };
        let model = self.models.iter().find(|model| model.name == workflow.model);
        let model = model.ok_or_else(|| fault(format!("there is no model \"{}\"", workflow.model)))?;
        let is_replayed = workflow.cassette.as_ref().is_some_and(|playback| playback.exchanges.is_some());
        if let Some(variable) = lacks_key(model).filter(|_| !is_replayed) {
            return Err(fault(format!("{} needs a key: set {variable}, or `apiKey` in `models`", model.name)));
        }
        let client = self.client.as_ref().map_err(|problem| fault(format!("no way to any model: {problem}")))?;
        Ok(Some(ModelLink { client, model }))
    }
}

/// The variable that would hold the key of a model that cannot do without. Elsewhere than at its own address, a provider
/// may be one that needs none.
fn lacks_key(model: &ModelSpec) -> Option<&'static str> {
    let needs = model.api_key.is_none() && model.base_url.is_none();
    model.provider.key_variable().or(Some("OPENAI_API_KEY")).filter(|_| needs)
}
