//! A conversation as it was, told by the trace.

use mcpvals_llm::{Conversation, ToolResult, Turn};
use mcpvals_model::{Trace, WorkflowCase};

use super::story::{Heard, Made, Story};
use super::toolbox::{Party, Toolbox};
use super::{drive, parts};

/// What was said and done, as far as the trace has it.
pub(super) fn conversation(case: &WorkflowCase, trace: &Trace) -> Conversation {
    let story = Story::of(trace);
    let mut turns = Vec::new();
    for (step, user) in case.steps.iter().enumerate() {
        let mut said = story.turns_of(Some(step)).peekable();
        if said.peek().is_some() {
            turns.push(Turn::User(user.user.clone()));
        }
        for turn in said {
            turns.extend(turn.heard.reply().cloned().map(Turn::Model));
            let results: Vec<ToolResult> = turn.calls.iter().map(|made| result(made, trace)).collect();
            turns.extend((!results.is_empty()).then_some(Turn::Results(results)));
        }
    }
    Conversation { system: case.system.clone(), turns, tools: toolbox(case, trace).specs(), answer: None }
}

fn result(made: &Made<'_>, trace: &Trace) -> ToolResult {
    match made.call {
        Some(call) => parts::of_answer(&made.asked, &call.end, trace.answer_to(call).as_ref()),
        None => parts::failed(&made.asked, drive::impossible(&made.asked)),
    }
}

/// What the model was given, as the trace has it.
pub(super) fn toolbox(case: &WorkflowCase, trace: &Trace) -> Toolbox {
    let first = trace.server.as_ref().map(|facts| Party { name: "server", facts, offer: &trace.offer });
    let others = trace
        .others
        .iter()
        .filter_map(|other| Some(Party { name: &other.name, facts: other.facts.as_ref()?, offer: &other.offer }));
    let parties: Vec<Party<'_>> = first.into_iter().chain(others).collect();
    Toolbox::of(case.handed, &parties)
}
