//! What a trace tells of a workflow: the model's turns, and what came of the calls that it asked for.

use std::borrow::Cow;

use mcpvals_model::{
    Call, CallRole, Channel, Direction, Frame, ModelHeard, ModelOutcome, ModelReply, Speaker, Stop, ToolUse, Trace,
};
use serde_json::{Value, json};

use super::parts;
use crate::reply::{ErrorReply, Reply};

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
    /// The server that it was made of.
    pub(super) server: u16,
    /// What that server calls the tool; `None` where it is none of its tools, but a list, a resource or a prompt.
    pub(super) tool: Option<&'a str>,
    answer: Option<Reply<'a>>,
    /// The result as the one of a tool, where it is none.
    content: Option<Value>,
}

impl<'a> Story<'a> {
    pub(super) fn of(trace: &'a Trace) -> Self {
        let mut calls = 0;
        let heard =
            trace.frames.iter().filter(|frame| frame.channel == Channel::Llm && frame.direction == Direction::Received);
        let turn = |frame: &Frame| {
            let heard: ModelHeard = serde_json::from_value(frame.message()?.clone()).ok()?;
            let Speaker::Model { step, .. } = heard.speaker else { return None };
            // What was cut off is not called.
            let calling = heard.reply().filter(|reply| reply.stop == Stop::Calls);
            let asked = calling.map(|reply| reply.calls.clone()).unwrap_or_default();
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
        let request = call.and_then(|call| trace.frame(call.request?));
        let answer = call.and_then(|call| Reply::to(call, trace));
        let is_tool = call.is_some_and(|call| call.method == "tools/call");
        let content = match &answer {
            Some(Reply::Result(result)) if !is_tool => Some(as_content(result)),
            _ => None,
        };
        let tool = request.filter(|_| is_tool).and_then(|frame| frame.message()?.pointer("/params/name")?.as_str());
        Self { asked, call, server: request.map_or(0, |frame| frame.server), tool, answer, content }
    }

    /// Arguments that no server can be given.
    pub(super) fn has_no_arguments(&self) -> bool {
        !self.asked.args.is_object()
    }

    /// What came back.
    pub(super) fn reply(&self) -> Option<Reply<'_>> {
        Some(match (self.answer.as_ref()?, &self.content) {
            (Reply::Result(_), Some(content)) => Reply::Result(content),
            (Reply::Result(result), None) => Reply::Result(result),
            (Reply::Error(error), _) => {
                Reply::Error(ErrorReply { code: error.code, message: Cow::Borrowed(&*error.message), data: error.data })
            }
        })
    }

    pub(super) fn frame(&self) -> Option<u64> {
        self.call.and_then(|call| call.answer.or(call.request))
    }
}

/// The texts that the model was given, as a tool would have given them.
fn as_content(result: &Value) -> Value {
    let texts = parts::texts(result).into_iter().map(|text| json!({"type": "text", "text": text}));
    json!({"content": texts.collect::<Vec<_>>()})
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
