//! Asks a model, or the cassette in its place, and records both sides.

use std::time::Instant;

use mcpvals_llm::{Conversation, Exchange, ToolNames, WireRequest};
use mcpvals_model::{
    Direction, ModelAsked, ModelFault, ModelHeard, ModelOutcome, ModelReply, ModelSpec, Speaker, WorkflowCase,
};
use mcpvals_wire::Recording;
use serde_json::Value;

use super::ModelLink;
use super::cassette::Tape;

/// The way to all models of a workflow.
pub(super) struct Voice<'a> {
    link: ModelLink<'a>,
    /// Answers instead of the models, where there is one.
    tape: Option<Tape>,
}

impl<'a> Voice<'a> {
    pub(super) fn of(case: &'a WorkflowCase, link: ModelLink<'a>) -> Self {
        Self { link, tape: Tape::of(case.cassette.as_ref()) }
    }

    /// What the model says next in this conversation; `None` where it says nothing, and the recording has the reason.
    pub(super) async fn ask(
        &mut self,
        (speaker, model): (Speaker, &ModelSpec),
        (conversation, names): (&Conversation, &ToolNames),
        deadline: Instant,
        recording: &Recording,
    ) -> Option<ModelReply> {
        let asked = self.link.client.request(model, conversation, names);
        let (adapted, request) = (asked.adapted.clone(), asked.body.clone());
        let sent = ModelAsked { speaker, provider: model.provider, adapted, request };
        record(recording, Direction::Sent, serde_json::to_value(sent));
        let Exchange { response, reply, took, waited } = self.exchange(model, &asked, names, deadline).await;
        let outcome = match &reply {
            Ok(reply) => ModelOutcome::Reply(reply.clone()),
            Err(fault) => ModelOutcome::Fault(fault.clone()),
        };
        let (took_ms, waited_ms) = (took.as_secs_f64() * 1000.0, waited.as_secs_f64() * 1000.0);
        let heard = ModelHeard { speaker, took_ms, waited_ms, replayed: self.tape.is_some(), outcome, response };
        record(recording, Direction::Received, serde_json::to_value(heard));
        reply.ok()
    }

    async fn exchange(
        &mut self,
        model: &ModelSpec,
        asked: &WireRequest,
        names: &ToolNames,
        deadline: Instant,
    ) -> Exchange {
        let replayed = |answer: Result<Value, ModelFault>| Exchange::replayed(model.provider, answer, names);
        if let Some(tape) = &mut self.tape {
            return replayed(tape.answer(model.provider, &asked.body));
        }
        if Instant::now() >= deadline {
            return replayed(Err(ModelFault::Late));
        }
        let ModelLink { client, ledger, .. } = self.link;
        let exchange = client.ask(model.provider, asked, names, (deadline, ledger)).await;
        if let Ok(reply) = &exchange.reply {
            ledger.book(reply.usage, model.price);
        }
        exchange
    }
}

fn record(recording: &Recording, direction: Direction, turn: serde_json::Result<Value>) {
    recording.model_turn(direction, &turn.unwrap_or_default());
}
