//! The call made again: as a task, whose id is another and hard to guess, and which ends when the task is cancelled, not its
//! request; and as no task, which is the tool's affair in 2025-11-25 and the client's from 2026-07-28 on.

use std::time::Duration;

use mcpvals_model::{Call, CallEnd, CallRole, Mismatch, MismatchKind, TaskTest, Trace};
use mcpvals_wire::{Params, Session};
use serde_json::{Value, json};

use super::grade::MISSING_CAPABILITY;
use super::shape::{self, of_call, status};
use super::{Dialect, EXTENSION, guess, is_answer};
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::reply::{Reply, received};
use crate::steps::Steps;
use crate::utilities::said;

/// The second task.
const SECOND: CallRole = CallRole::Verify(8);
/// It is looked at when its request was cancelled, which was answered by then.
const GOES_ON: CallRole = CallRole::Verify(9);
/// It is not needed any more.
const TIDY: CallRole = CallRole::Verify(10);
/// A call that is no task.
const PLAIN: CallRole = CallRole::Verify(11);
/// News of the task for a client that does not declare the extension.
const LISTEN: CallRole = CallRole::Verify(12);

/// JSON-RPC 2.0: there is no such method. So is a call refused that must be a task (MCP 2025-11-25,
/// basic/utilities/tasks#tool-level-negotiation).
const NO_METHOD: i64 = -32601;
/// The same, where an SDK makes a result of every error.
const NO_METHOD_IN_WORDS: &str = "-32601";
/// How long a notification may take to have an effect.
const EFFECT: Duration = Duration::from_millis(200);
/// How long a call may work that is no task before it is taken back, unjudged.
const PATIENCE: Duration = Duration::from_secs(1);
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

pub(super) async fn perform(test: &TaskTest, dialect: &Dialect, id: &str, session: &Session, steps: &mut Steps) {
    super::super::call(&test.trigger, SECOND, dialect.asking(test), steps).await;
    let (request, created) = (steps.last_id(), steps.result());
    if let Some(second) = created.as_ref().and_then(|created| id_in(created, dialect.stateless)) {
        let about = dialect.about(second);
        if let (false, Some(request)) = (dialect.stateless, request) {
            steps.notify("notifications/cancelled", &json!({"requestId": request})).await;
            steps.wait_for(usize::MAX, EFFECT, |_| false).await;
            steps.as_role(GOES_ON, "tasks/get", Params::from(&about)).await;
        }
        if dialect.stateless || dialect.cancels {
            steps.as_role(TIDY, "tasks/cancel", Params::from(&about)).await;
        }
    }
    if dialect.stateless {
        undeclared(test, dialect, id, steps).await;
    } else if must_be_task(test, &session.offer().tools) {
        super::super::call(&test.trigger, PLAIN, json!({}), steps).await;
    }
}

/// What a client asks for that does not declare the extension.
async fn undeclared(test: &TaskTest, dialect: &Dialect, id: &str, steps: &mut Steps) {
    let meta = dialect.undeclared();
    let call = json!({"name": test.trigger.tool, "arguments": test.trigger.args, "_meta": meta});
    steps.briefly(PLAIN, "tools/call", Params::from(&call), PATIENCE).await;
    let listen = json!({"notifications": {"taskIds": [id]}, "_meta": meta});
    let Some(stream) = steps.open(LISTEN, "subscriptions/listen", &listen).await else { return };
    let is_reaction = |message: &Value| is_answer(message, stream) || message["method"] == ACKNOWLEDGED;
    steps.wait_for(1, PATIENCE, is_reaction).await;
    steps.hang_up(stream).await;
}

fn must_be_task(test: &TaskTest, tools: &[std::sync::Arc<mcpvals_model::mcp::Tool>]) -> bool {
    let listed = tools.iter().find(|tool| tool.name() == test.trigger.tool);
    listed.and_then(|tool| tool.raw().pointer("/execution/taskSupport")).is_some_and(|support| support == "required")
}

fn id_in(created: &Value, stateless: bool) -> Option<&str> {
    shape::created(created, stateless).ok()?.get("taskId")?.as_str()
}

/// The second task's id, and the frame that asked for it.
pub(super) fn second(stateless: bool, trace: &Trace) -> Option<(u64, &str)> {
    let call = trace.call(SECOND)?;
    Some((call.request?, id_in(result(call, trace)?, stateless)?))
}

/// Everything that is wrong with the second call.
pub(super) fn mismatches(test: &TaskTest, id: &str, stateless: bool, trace: &Trace) -> Judged {
    let mut found = Vec::new();
    found.extend(same(id, stateless, trace));
    found.extend(ended_with_request(trace));
    found.extend(if stateless { unasked(test, trace).into_iter().collect() } else { plain(test, trace)? });
    found.extend(news_for_anyone(trace));
    Ok(found)
}

/// The second task has the first one's id, or one that follows from it.
fn same(id: &str, stateless: bool, trace: &Trace) -> Option<Mismatch> {
    let call = trace.call(SECOND)?;
    let second = id_in(result(call, trace)?, stateless)?;
    let wrong = |expected: &str, actual: String| Some(of_call(call, MismatchKind::Result, expected, actual));
    if second == id {
        return wrong("another id for the second task than for the first", excerpt::quoted_to(second, 60));
    }
    let why = guess::guessable(id, second).filter(|_| !guess::is_authorized(trace))?;
    let shown = format!("{} after {}: {why}", excerpt::quoted_to(second, 60), excerpt::quoted_to(id, 60));
    wrong("ids of tasks that nobody can guess, where nothing else keeps others away", shown)
}

/// MCP 2025-11-25, basic/utilities/cancellation: a task is cancelled by `tasks/cancel`.
fn ended_with_request(trace: &Trace) -> Option<Mismatch> {
    let call = trace.call(GOES_ON)?;
    let word = status(result(call, trace)?).filter(|word| *word == "cancelled")?;
    let expected = "a task that goes on after `notifications/cancelled` for its request (`tasks/cancel` is for tasks)";
    Some(of_call(call, MismatchKind::Result, expected, format!("it was \"{word}\"")))
}

/// A tool that must be a task was called as none.
fn plain(test: &TaskTest, trace: &Trace) -> Judged {
    let refused = trace.call(PLAIN).and_then(|call| Reply::to(call, trace));
    if refused.is_some_and(|reply| reply.is_error() && reply.text().contains(NO_METHOD_IN_WORDS)) {
        return Ok(Vec::new());
    }
    let what = format!("a plain call of `{}`, which must be a task,", excerpt::block(&test.trigger.tool, 60));
    said::accepted_but(NO_METHOD, PLAIN, &what, trace)
}

/// A client that does not declare the extension gets a result, or hears what it lacks; never a task.
fn unasked(test: &TaskTest, trace: &Trace) -> Option<Mismatch> {
    let call = trace.call(PLAIN).filter(|call| call.end == CallEnd::Answered)?;
    let client = "for a client that does not declare the extension";
    match Reply::to(call, trace)? {
        Reply::Result(result) if result.get("resultType").is_some_and(|kind| kind == "task") => {
            Some(of_call(call, MismatchKind::Result, format!("no task {client}"), "a task".to_owned()))
        }
        Reply::Result(_) => None,
        Reply::Error(error) => {
            let names = error.data.and_then(|data| data.pointer("/requiredCapabilities/extensions")?.get(EXTENSION));
            // A call that fails as it should does so without a task, too.
            let fails = judge::speaks_of_errors(&test.expect) && error.code != Some(MISSING_CAPABILITY);
            let is_right = fails || error.code == Some(MISSING_CAPABILITY) && names.is_some();
            let expected = format!(
                "a result {client}, or error {MISSING_CAPABILITY} with `requiredCapabilities.extensions[\"{EXTENSION}\"]`"
            );
            (!is_right).then(|| of_call(call, MismatchKind::Error, expected, error.shown()))
        }
    }
}

/// News of tasks are promised to a client that does not declare the extension.
fn news_for_anyone(trace: &Trace) -> Option<Mismatch> {
    let from = trace.call(LISTEN)?.request?;
    let promised = |message: &Value| {
        let ids = message.pointer("/params/notifications/taskIds").and_then(Value::as_array);
        message["method"] == ACKNOWLEDGED && ids.is_some_and(|ids| !ids.is_empty())
    };
    let (frame, _) = received(trace).find(|(frame, message)| frame.seq > from && promised(message))?;
    let expected = format!("error {MISSING_CAPABILITY} for `taskIds` of a client that does not declare the extension");
    let mismatch = crate::matcher::of_kind(MismatchKind::MissingError, expected, "an acknowledgement");
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

fn result<'t>(call: &Call, trace: &'t Trace) -> Option<&'t Value> {
    match Reply::to(call, trace)? {
        Reply::Result(result) => Some(result),
        Reply::Error(_) => None,
    }
}
