//! What `--update-snapshots` stores of a workflow.

use mcpvals_model::{ExpectedTools, StateIn, Trace, WorkflowCase};
use serde_json::Value;

use super::state;
use super::story::{Made, Story};
use super::tools;
use crate::matcher::wanted_snapshots;
use crate::reply::Reply;

/// Name and value of each snapshot that is to be stored.
pub(crate) fn snapshots(case: &WorkflowCase, trace: &Trace) -> Vec<(String, Value)> {
    let story = Story::of(trace);
    let of_calls =
        tools::expected(case).flat_map(|(step, expected)| of_calls(expected, &story.calls(step).collect::<Vec<_>>()));
    state::ends(case).flat_map(|end| of_end(&end, &story)).chain(of_calls).collect()
}

/// Of the place where it must be seen; where it may be seen in either, of the last result, where there is one.
fn of_end(end: &state::End<'_>, story: &Story<'_>) -> Vec<(String, Value)> {
    let Some(seen) = end.seen(story) else { return Vec::new() };
    let message = Reply::Result(&seen.message);
    let result = seen.last.and_then(Made::reply);
    let shown = match end.expected.state_in {
        StateIn::Message => Some(message),
        StateIn::Result => result,
        StateIn::Either => Some(result.unwrap_or(message)),
    };
    shown.and_then(|shown| wanted_snapshots(&end.expected.matcher, &shown).ok()).unwrap_or_default()
}

/// Of the first call that each expected one is.
fn of_calls(expected: &ExpectedTools, calls: &[&Made<'_>]) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for wanted in &expected.tools {
        let Some(made) = calls.iter().find(|made| tools::fits(wanted, made).unwrap_or(false)) else { continue };
        let args = wanted.args.as_ref().map(|matcher| wanted_snapshots(matcher, &Reply::Result(&made.asked.args)));
        let result = wanted.result.as_ref().zip(made.reply()).map(|(matcher, reply)| wanted_snapshots(matcher, &reply));
        found.extend([args, result].into_iter().flatten().flatten().flatten());
    }
    found
}
