//! The calls before a suite's first case and after its last.

use std::time::Duration;

use mcpvals_model::{CallEnd, CallRole, Mismatch, ToolCase, Trace};
use mcpvals_wire::{Recording, Session};

use super::drive::{call, captured_from, is_there};
use super::{offered, output};
use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::resolve::{Captures, fill_case};

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
    let problem = problem.map(|(role, why)| words(role, &why, &trace));
    (trace, problem)
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
        return Err(Why::NotMade(format!("there is no tool `{}`", tool.call.tool)));
    }
    let end = call(&tool.call, role, timeout, recording).await;
    if end != CallEnd::Answered || !holds(&tool, recording) {
        return Err(Why::Made(Box::new(tool)));
    }
    captures.extend(captured_from(&tool, recording));
    Ok(())
}

/// Whether to go on; the words come from the trace, later.
fn holds(tool: &ToolCase, recording: &Recording) -> bool {
    let answer = recording.last_answer();
    let judged = answer.map(|answer| judge::content(&tool.expect, &Reply::of(&answer), Vec::new));
    matches!(judged, Some(Ok(mismatches)) if mismatches.is_empty())
}

fn words(role: CallRole, why: &Why, trace: &Trace) -> String {
    let (stage, index) = match role {
        CallRole::Teardown(index) => ("teardown", index),
        CallRole::Setup(index) | CallRole::Verify(index) => ("setup", index),
        CallRole::Session | CallRole::Tested | CallRole::Step(_) => ("setup", 0),
    };
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
            output::mismatches(&reply, offered::tool(&tool.call.tool, trace), trace)
        }),
    }
}
