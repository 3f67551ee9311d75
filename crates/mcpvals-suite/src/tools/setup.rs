//! The calls before a suite's first case and after its last.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, Mismatch, ToolCase, Trace};
use mcpvals_wire::{Recording, Session};

use super::drive::{call, captured_from, is_there};
use super::{nearest_tools, offered, output};
use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::resolve::{Captures, fill_case};
use crate::violations;

/// Makes a suite's setup calls (or, with [`CallRole::Teardown`], its teardown calls), adds what they capture, and says
/// why one of them failed. Setup stops there; teardown goes on, so that one failure does not leave everything behind.
/// The calls stand in the session's own trace, because they belong to no case.
pub async fn drive_setup(
    calls: &[ToolCase],
    role: fn(usize) -> CallRole,
    captures: &mut Captures,
    session: &Session,
    timeout: Duration,
) -> (Trace, Option<String>) {
    let mut recording = session.begin();
    let mut problem = None;
    for (index, tool) in calls.iter().enumerate() {
        let role = role(index);
        if let Err(why) = one(tool, role, captures, session, timeout, &mut recording).await {
            problem.get_or_insert((role, why));
            if !matches!(role, CallRole::Teardown(_)) {
                break;
            }
        }
    }
    let trace = recording.finish_into_session();
    let trace = Trace { server: Some(Arc::clone(session.facts())), ..trace };
    let problem = problem.map(|(role, why)| words(role, &why, &trace));
    let problem = problem.or_else(|| spoilt(calls, &trace));
    (trace, problem)
}

/// A call whose answer no client could use, though it holds what was expected.
fn spoilt(calls: &[ToolCase], trace: &Trace) -> Option<String> {
    let violations = violations(trace, "", None);
    let spoiling = violations.iter().filter(|violation| violation.spoils_answer && violation.frame.is_some());
    let mut of_calls = spoiling.filter_map(|violation| {
        let call = trace.calls.iter().find(|call| call.answer == violation.frame)?;
        let (stage, index) = stage(call.role);
        Some(format!("{stage} call {} (`{}`): {}", index + 1, calls.get(index)?.call.tool, violation.message))
    });
    of_calls.next()
}

/// Why a call failed.
enum Why {
    /// It could not be made.
    NotMade(String),
    /// It was made with these expectations, and the trace shows the rest.
    Made(Box<ToolCase>),
}

async fn one(
    tool: &ToolCase,
    role: CallRole,
    captures: &mut Captures,
    session: &Session,
    timeout: Duration,
    recording: &mut Recording,
) -> Result<(), Why> {
    let mut tool = tool.clone();
    fill_case(&mut tool, captures).map_err(|missing| Why::NotMade(missing.to_string()))?;
    if !is_there(&tool.call.tool, session).await {
        return Err(Why::NotMade(unknown(&tool.call.tool, session)));
    }
    let end = call(&tool.call, role, timeout, recording).await;
    if end != CallEnd::Answered || !holds(&tool, recording, session) {
        return Err(Why::Made(Box::new(tool)));
    }
    captures.extend(captured_from(&tool, recording));
    Ok(())
}

fn unknown(name: &str, session: &Session) -> String {
    let offer = session.offer();
    let nearest: Vec<String> = nearest_tools(name, &offer).iter().map(|tool| format!("`{tool}`")).collect();
    let instead = if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) };
    format!("there is no tool `{name}`{instead}")
}

/// Whether to go on; the words come from the trace, later.
fn holds(tool: &ToolCase, recording: &Recording, session: &Session) -> bool {
    let Some(answer) = recording.last_answer() else { return false };
    let (reply, offer) = (Reply::of(&answer), session.offer());
    let own = || output::of_reply(&reply, offered::tool(&tool.call.tool, &offer), session.facts());
    judge::content(&tool.expect, &reply, own).is_ok_and(|mismatches| mismatches.is_empty())
}

/// What the call is for, and its position.
fn stage(role: CallRole) -> (&'static str, usize) {
    match role {
        CallRole::Teardown(index) => ("teardown", index),
        CallRole::Setup(index) | CallRole::Verify(index) => ("setup", index),
        CallRole::Session | CallRole::Tested | CallRole::Step(_) => ("setup", 0),
    }
}

fn words(role: CallRole, why: &Why, trace: &Trace) -> String {
    let (stage, index) = stage(role);
    match why {
        Why::NotMade(reason) => format!("{stage} call {}: {reason}", index + 1),
        Why::Made(tool) => {
            let reason = match judged(tool, role, trace) {
                Ok(mismatches) => mismatches.first().map_or_else(|| "it failed".to_owned(), mismatch_words),
                Err(fault) => fault.to_string(),
            };
            format!("{stage} call {} (`{}`): {reason}", index + 1, tool.call.tool)
        }
    }
}

fn mismatch_words(mismatch: &Mismatch) -> String {
    format!("expected {}, got {}", mismatch.expected, mismatch.actual)
}

fn judged(tool: &ToolCase, role: CallRole, trace: &Trace) -> Judged {
    let Some(call) = trace.call(role) else { return Ok(Vec::new()) };
    match judge::reply(call, trace)? {
        None => Ok(vec![judge::no_answer(call, trace)?]),
        Some(reply) => judge::answer(&tool.expect, &reply, call, trace, || {
            output::mismatches(&reply, offered::tool(&tool.call.tool, &trace.offer), trace)
        }),
    }
}
