//! What a trace tells of a workflow: the model's turns, and what came of the calls that it asked for.

use mcpvals_model::{
    Call, CallRole, Channel, Direction, ModelHeard, ModelOutcome, ModelReply, Speaker, ToolUse, Trace,
};

use crate::reply::Reply;

/// A workflow as it went.
pub(super) struct Story<'a> {
    /// In order.
    pub(super) turns: Vec<ModelTurn<'a>>,
}

pub(super) struct ModelTurn<'a> {
    pub(super) frame: u64,
    /// The user's turn, from 0.
    pub(super) step: usize,
    pub(super) heard: ModelHeard,
    pub(super) calls: Vec<Made<'a>>,
}

/// A call that the model asked for, and what came of it.
pub(super) struct Made<'a> {
    pub(super) asked: ToolUse,
    /// `None` where it was not made.
    pub(super) call: Option<&'a Call>,
    pub(super) reply: Option<Reply<'a>>,
}

impl<'a> Story<'a> {
    pub(super) fn of(trace: &'a Trace) -> Self {
        let mut calls = 0;
        let heard =
            trace.frames.iter().filter(|frame| frame.channel == Channel::Llm && frame.direction == Direction::Received);
        let turn = |frame: &mcpvals_model::Frame| {
            let heard: ModelHeard = serde_json::from_value(frame.message()?.clone()).ok()?;
            let Speaker::Model { step, .. } = heard.speaker else { return None };
            let asked = heard.reply().map(|reply| reply.calls.clone()).unwrap_or_default();
            let first = calls;
            calls += asked.len();
            let made = |(index, asked)| Made::of(asked, CallRole::Step(first + index), trace);
            let calls = asked.into_iter().enumerate().map(made).collect();
            Some(ModelTurn { frame: frame.seq, step, heard, calls })
        };
        Self { turns: heard.filter_map(turn).collect() }
    }

    /// The calls of all turns, or of those for one of the user's.
    pub(super) fn calls(&self, step: Option<usize>) -> impl Iterator<Item = &Made<'a>> {
        self.turns_of(step).flat_map(|turn| &turn.calls)
    }

    pub(super) fn turns_of(&self, step: Option<usize>) -> impl Iterator<Item = &ModelTurn<'a>> {
        self.turns.iter().filter(move |turn| step.is_none_or(|step| turn.step == step))
    }

    /// What the model said last for one of the user's turns.
    pub(super) fn last_message(&self, step: usize) -> Option<(u64, String)> {
        let last = self.turns_of(Some(step)).last()?;
        Some((last.frame, last.heard.reply()?.text.clone()))
    }
}

impl<'a> Made<'a> {
    fn of(asked: ToolUse, role: CallRole, trace: &'a Trace) -> Self {
        let call = trace.call(role);
        Self { asked, call, reply: call.and_then(|call| Reply::to(call, trace)) }
    }

    pub(super) fn frame(&self) -> Option<u64> {
        self.call.and_then(|call| call.answer.or(call.request))
    }
}

/// Reading a turn that was heard.
pub(super) trait Heard {
    fn reply(&self) -> Option<&ModelReply>;
}

impl Heard for ModelHeard {
    fn reply(&self) -> Option<&ModelReply> {
        match &self.outcome {
            ModelOutcome::Reply(reply) => Some(reply),
            ModelOutcome::Fault(_) => None,
        }
    }
}
