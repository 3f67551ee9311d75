//! Lets a model and a server talk. Judges nothing.

use std::time::{Duration, Instant};

use mcpvals_llm::{Conversation, ToolNames, ToolResult, ToolSpec, Turn};
use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{CallRole, ModelReply, Speaker, Stop, ToolUse, WorkflowCase};
use mcpvals_wire::{Params, Recording, Session};
use serde_json::{Map, Value};

use super::voice::Voice;
use super::{ModelLink, judge, parts};
use crate::{Captures, Driven};

/// The user says one thing after the other, as long as the model comes to an end with each. Then it is judged.
pub(crate) async fn drive(case: &WorkflowCase, timeout: Duration, session: &Session, link: ModelLink<'_>) -> Driven {
    let offer = session.settle().await;
    let mut talk = Talk::begin(case, timeout, session, link, &offer);
    if talk.steps().await {
        talk.judge().await;
    }
    Driven { trace: talk.recording.finish(), captures: Captures::new() }
}

struct Talk<'a> {
    case: &'a WorkflowCase,
    /// Of each call of a tool.
    timeout: Duration,
    ends: Instant,
    link: ModelLink<'a>,
    voice: Voice<'a>,
    names: ToolNames,
    conversation: Conversation,
    recording: Recording,
    /// Calls that the model has asked for so far.
    calls: usize,
}

impl<'a> Talk<'a> {
    fn begin(case: &'a WorkflowCase, timeout: Duration, session: &Session, link: ModelLink<'a>, offer: &Offer) -> Self {
        let tools: Vec<ToolSpec> = offer.tools.iter().map(|tool| spec(tool)).collect();
        let system = match &session.facts().instructions {
            Some(instructions) => format!("{}\n\n{instructions}", case.system),
            None => case.system.clone(),
        };
        Self {
            case,
            timeout,
            ends: Instant::now() + case.deadline,
            link,
            voice: Voice::of(case, link),
            names: ToolNames::new(tools.iter().map(|tool| tool.name.as_str())),
            conversation: Conversation { system: system.trim().to_owned(), turns: Vec::new(), tools, answer: None },
            recording: session.begin(),
            calls: 0,
        }
    }

    /// All that the user says; true where the model came to an end with each.
    async fn steps(&mut self) -> bool {
        for (step, user) in self.case.steps.iter().enumerate() {
            self.conversation.turns.push(Turn::User(user.user.clone()));
            if !self.step(step).await {
                return false;
            }
        }
        true
    }

    /// Each vote is asked for anew; after one that did not come, nothing can be known.
    async fn judge(&mut self) {
        let Some((case, model)) = self.case.judge.as_ref().zip(self.link.judge) else { return };
        let question = judge::question(self.case, case, &self.conversation);
        let names = ToolNames::new(std::iter::empty());
        for vote in 0..usize::try_from(case.votes).unwrap_or(usize::MAX) {
            let deadline = Instant::now() + self.case.turn_timeout;
            let speaker = (Speaker::Judge { vote }, model);
            if self.voice.ask(speaker, (&question, &names), deadline, &self.recording).await.is_none() {
                return;
            }
        }
    }

    /// The model's turns for one of the user's; true where it came to an end.
    async fn step(&mut self, step: usize) -> bool {
        for turn in 0..usize::try_from(self.case.max_steps).unwrap_or(usize::MAX) {
            let Some(reply) = self.turn(step, turn).await else { return false };
            let (end, calls) = (reply.stop.clone(), reply.calls.clone());
            self.conversation.turns.push(Turn::Model(reply));
            match end {
                Stop::End => return true,
                Stop::Calls => {
                    let results = self.call(&calls).await;
                    self.conversation.turns.push(Turn::Results(results));
                }
                Stop::CutOff | Stop::Refused(_) | Stop::Other(_) => return false,
            }
        }
        false
    }

    async fn turn(&mut self, step: usize, turn: usize) -> Option<ModelReply> {
        let deadline = self.ends.min(Instant::now() + self.case.turn_timeout);
        let speaker = (Speaker::Model { step, turn }, self.link.model);
        self.voice.ask(speaker, (&self.conversation, &self.names), deadline, &self.recording).await
    }

    /// Makes the calls at the same time. What cannot be called is told to the model at once.
    async fn call(&mut self, calls: &[ToolUse]) -> Vec<ToolResult> {
        let numbered: Vec<(CallRole, &ToolUse)> =
            calls.iter().enumerate().map(|(index, call)| (CallRole::Step(self.calls + index), call)).collect();
        self.calls += calls.len();
        let possible: Vec<(CallRole, &ToolUse, &Map<String, Value>)> =
            numbered.iter().filter_map(|(role, call)| Some((*role, *call, self.arguments(call)?))).collect();
        let requests: Vec<(CallRole, &str, Params<'_>)> =
            possible.iter().map(|(role, call, arguments)| (*role, "tools/call", named(call, arguments))).collect();
        let answers = self.recording.answers(&requests, self.timeout).await;
        let answered = |role: CallRole| possible.iter().zip(&answers).find(|((made, _, _), _)| *made == role);
        let result = |(role, call): &(CallRole, &ToolUse)| match answered(*role) {
            Some((_, (end, answer))) => parts::of_answer(call, end, answer.as_ref()),
            None => parts::failed(call, impossible(call)),
        };
        numbered.iter().map(result).collect()
    }

    /// The arguments of a call that can be made.
    fn arguments<'b>(&self, call: &'b ToolUse) -> Option<&'b Map<String, Value>> {
        let is_there = self.conversation.tools.iter().any(|tool| tool.name == call.tool);
        call.args.as_object().filter(|_| is_there)
    }
}

fn named<'b>(call: &'b ToolUse, arguments: &'b Map<String, Value>) -> Params<'b> {
    Params::Named { name: &call.tool, arguments }
}

/// Why a call was not made.
fn impossible(call: &ToolUse) -> String {
    if call.args.is_object() {
        format!("There is no tool named {:?}.", call.tool)
    } else {
        "The arguments are not a JSON object.".to_owned()
    }
}

fn spec(tool: &Tool) -> ToolSpec {
    let description = tool.description().unwrap_or_default().to_owned();
    ToolSpec { name: tool.name().to_owned(), description, schema: tool.input_schema().clone() }
}
