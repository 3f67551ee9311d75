//! The models of a run, and the way to them.

use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use mcpvals_llm::{Client, Ledger, SamplingRequest, ToolNames};
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{Case, CaseKind, Fault, ModelSpec, Plan, WorkflowCase};
use mcpvals_suite::ModelLink;
use mcpvals_wire::ModelQuestion;
use serde_json::Value;
use tokio::sync::mpsc;

/// So long all waits of one turn together may take, where a provider has no time.
const PATIENCE: Duration = Duration::from_mins(2);
/// How long a model may take to answer what a server asks.
const ANSWER_WITHIN: Duration = Duration::from_mins(2);
/// How many models answer servers at the same time.
const ANSWERS_AT_ONCE: usize = 16;

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
            client: Client::new(PATIENCE, mcpvals_wire::may_reach),
        }
    }

    /// The model that plays a case; `None` where it needs none.
    ///
    /// # Errors
    /// Why a model that the case needs cannot be asked.
    pub(super) fn link(&self, case: &Case) -> Result<Option<ModelLink<'_>>, Fault> {
        let fault = |reason: String| Fault::Model { reason };
        let workflow = match &case.kind {
            CaseKind::Workflow(workflow) => workflow,
            CaseKind::Peer(peer) => {
                let asked = peer.client.answers.sampling.iter().filter_map(|answer| self.asked(&answer.reply));
                return self.may_be_asked(asked).map(|()| None).map_err(fault);
            }
            _ => return Ok(None),
        };
        let model = self.all.iter().find(|model| model.name == workflow.model);
        let model = model.ok_or_else(|| fault(format!("there is no model \"{}\"", workflow.model)))?;
        let judge = self.judge.filter(|_| workflow.judge.is_some());
        if !is_replayed(workflow) {
            self.may_be_asked([Some(model), judge].into_iter().flatten()).map_err(fault)?;
        }
        let client = self.client.as_ref().map_err(|problem| fault(format!("no way to any model: {problem}")))?;
        Ok(Some(ModelLink { client, model, judge, ledger: &self.ledger }))
    }

    /// Answers what servers ask models, a few at the same time, as long as there is anybody who could ask.
    pub(super) async fn listen(&self, asked: mpsc::Receiver<ModelQuestion>) {
        let asked = stream::unfold(asked, async |mut asked| Some((asked.recv().await?, asked)));
        asked.for_each_concurrent(ANSWERS_AT_ONCE, |question| self.answer(question)).await;
    }

    async fn answer(&self, question: ModelQuestion) {
        let said = self.say(&question).await;
        question.answer(said);
    }

    async fn say(&self, question: &ModelQuestion) -> Result<Value, String> {
        let model = self.all.iter().find(|model| model.name == question.model);
        let model = model.ok_or_else(|| format!("there is no model \"{}\"", question.model))?;
        self.may_be_asked([model].into_iter())?;
        let client = self.client.as_ref().map_err(Clone::clone)?;
        let request = SamplingRequest::new(&question.params, model);
        let names = ToolNames::new(request.conversation.tools.iter().map(|tool| tool.name.as_str()));
        let asked = client.request(&request.model, &request.conversation, &names);
        let until = (Instant::now() + ANSWER_WITHIN, &self.ledger);
        let exchange = client.ask(model.provider, &asked, &names, until).await;
        let reply = exchange.reply.map_err(|fault| fault.to_string())?;
        self.ledger.book(reply.usage, model.price);
        Ok(request.result(&reply))
    }

    fn asked(&self, reply: &PeerReply) -> Option<&ModelSpec> {
        let PeerReply::Model(name) = reply else { return None };
        self.all.iter().find(|model| model.name == *name)
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
    plan.cases().any(asks).then(|| key_of_judge(plan)).flatten()
}

/// The judge, and the variable that would hold its key, where it cannot be asked without one.
pub fn key_of_judge(plan: &Plan) -> Option<(&str, &'static str)> {
    let judge = &plan.judge.as_ref()?.model;
    Some((judge.name.as_str(), lacks_key(judge)?))
}

/// Does a cassette answer instead of the models?
fn is_replayed(workflow: &WorkflowCase) -> bool {
    workflow.cassette.as_ref().is_some_and(|playback| playback.exchanges.is_some())
}

/// The variable that would hold the key of a model that cannot do without. Elsewhere than at its own address, a provider
/// may be one that needs none.
fn lacks_key(model: &ModelSpec) -> Option<&'static str> {
    if model.lacks_key {
        return Some("the variable that its `apiKey` names");
    }
    model.provider.key_variable().filter(|_| model.api_key.is_none() && model.base_url.is_none())
}
