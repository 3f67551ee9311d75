//! A call that is a task: in 2025-11-25 of the core (basic/utilities/tasks), from 2026-07-28 on of the extension
//! `io.modelcontextprotocol/tasks`.

use std::time::{Duration, Instant};

use mcpvals_model::{Call, CallRole, Mismatch, MismatchKind, TaskTest, Trace};
use mcpvals_wire::Params;
use serde_json::{Map, Value, json};

use super::said;
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::Steps;

/// What the task gave, where it is fetched by a request of its own.
const RESULT: CallRole = CallRole::Verify(0);
/// A task that there is not.
const UNKNOWN: CallRole = CallRole::Verify(1);
const CANCEL: CallRole = CallRole::Verify(2);
const AFTER_CANCEL: CallRole = CallRole::Verify(3);

const NO_TASK: &str = "mcpvals-no-such-task";
const TERMINAL: [&str; 3] = ["completed", "failed", "cancelled"];
const STATUSES: [&str; 5] = ["working", "input_required", "completed", "failed", "cancelled"];
/// A client of 2026-07-28 says with each request what it can do.
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const EXTENSION: &str = "io.modelcontextprotocol/tasks";

pub(super) async fn perform(test: &TaskTest, stateless: bool, timeout: Duration, steps: &mut Steps) {
    super::call(&test.trigger, CallRole::Tested, asking(test, stateless), steps).await;
    let Some(created) = steps.result() else { return };
    let Some(id) = task(&created).get("taskId").and_then(Value::as_str).map(str::to_owned) else { return };
    let params = about(&id, stateless);
    if test.cancel {
        steps.as_role(CANCEL, "tasks/cancel", Params::from(&params)).await;
        steps.as_role(AFTER_CANCEL, "tasks/get", Params::from(&params)).await;
    } else {
        follow(&params, timeout, steps).await;
        if !stateless {
            steps.as_role(RESULT, "tasks/result", Params::from(&params)).await;
        }
    }
    steps.as_role(UNKNOWN, "tasks/get", Params::from(&about(NO_TASK, stateless))).await;
}

/// What makes the call a task.
fn asking(test: &TaskTest, stateless: bool) -> Value {
    if stateless {
        return json!({"_meta": declared()});
    }
    json!({"task": {"ttl": u64::try_from(test.ttl.as_millis()).unwrap_or(u64::MAX)}})
}

fn declared() -> Value {
    json!({CAPABILITIES_KEY: {"extensions": {EXTENSION: {}}}})
}

fn about(id: &str, stateless: bool) -> Value {
    if stateless { json!({"taskId": id, "_meta": declared()}) } else { json!({"taskId": id}) }
}

/// Asks about the task until it has ended, as often as the server wants to be asked.
async fn follow(params: &Value, timeout: Duration, steps: &mut Steps) {
    let ends = Instant::now() + timeout;
    while Instant::now() < ends {
        steps.ask("tasks/get", Params::from(params)).await;
        let Some(result) = steps.result() else { return };
        let task = task(&result);
        if status(task).is_some_and(|status| TERMINAL.contains(&status)) {
            return;
        }
        let pause = interval(task).min(ends.saturating_duration_since(Instant::now()));
        steps.wait_for(usize::MAX, pause, |_| false).await;
    }
}

fn interval(task: &Value) -> Duration {
    let wanted = task.get("pollInterval").or_else(|| task.get("pollIntervalMs")).and_then(Value::as_u64);
    Duration::from_millis(wanted.unwrap_or(200).clamp(20, 1_000))
}

/// A task stands in a member of the result, or is the result.
fn task(result: &Value) -> &Value {
    result.get("task").unwrap_or(result)
}

fn status(task: &Value) -> Option<&str> {
    task.get("status").and_then(Value::as_str)
}

pub(super) fn mismatches(test: &TaskTest, trace: &Trace) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    let mut found = said::unanswered(call, trace)?;
    if !found.is_empty() {
        return Ok(found);
    }
    found.extend(ill_shaped(call, "working", trace));
    found.extend(if test.cancel { cancelled(trace)? } else { ended(test, trace)? });
    found.extend(said::accepted(UNKNOWN, "a task that was never given", trace)?);
    Ok(found)
}

/// What stands in the answer is no task, or not one with this status.
fn ill_shaped(call: &Call, expected: &str, trace: &Trace) -> Option<Mismatch> {
    let Reply::Result(result) = Reply::to(call, trace)? else { return None };
    let task = task(result);
    let texts = ["taskId", "status", "createdAt", "lastUpdatedAt"];
    let missing = texts.iter().find(|name| !task.get(**name).is_some_and(Value::is_string));
    let ttl = task.get("ttl").or_else(|| task.get("ttlMs"));
    let problem = match (missing, status(task)) {
        (Some(name), _) => format!("`{name}` is missing or no string: {}", excerpt::json_to(task, 200)),
        (None, Some(status)) if !STATUSES.contains(&status) => format!("the status {}", excerpt::quoted(status)),
        (None, Some(status)) if !expected.is_empty() && status != expected => format!("a task that is \"{status}\""),
        (None, _) if !ttl.is_some_and(|ttl| ttl.is_null() || ttl.is_u64()) => "a task without a `ttl`".to_owned(),
        (None, _) => return None,
    };
    let what = if expected.is_empty() { "a task".to_owned() } else { format!("a task that is \"{expected}\"") };
    Some(Mismatch { frame: call.answer, ..of_kind(MismatchKind::Result, what, problem) })
}

/// It ended, once and for all, and gave what it should.
fn ended(test: &TaskTest, trace: &Trace) -> Judged {
    let asked: Vec<&Call> = trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_))).collect();
    let mut found = Vec::new();
    for call in &asked {
        found.extend(said::unanswered(call, trace)?);
        found.extend(ill_shaped(call, "", trace));
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let last = asked.last().and_then(|call| Some((call, Reply::to(call, trace)?)));
    let Some((call, Reply::Result(result))) = last else { return Ok(found) };
    let word = status(task(result)).unwrap_or_default();
    if !TERMINAL.contains(&word) {
        let mismatch = of_kind(MismatchKind::NoAnswer, "the task to end in time", format!("it was still \"{word}\""));
        return Ok(vec![Mismatch { frame: call.answer, ..mismatch }]);
    }
    found.extend(given(test, task(result), call, trace)?);
    Ok(found)
}

/// What the task gave: the answer to `tasks/result`, or a member of the ended task.
fn given(test: &TaskTest, task: &Value, last: &Call, trace: &Trace) -> Judged {
    if let Some(call) = trace.call(RESULT) {
        let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
        return judge::answer(&test.expect, &reply, call, trace, Vec::new);
    }
    let whole: Map<String, Value> =
        ["result", "error"].into_iter().filter_map(|name| Some((name.to_owned(), task.get(name)?.clone()))).collect();
    let whole = Value::Object(whole);
    let Some(reply) = Reply::read(&whole) else {
        let mismatch = of_kind(MismatchKind::NoAnswer, "an ended task with its `result`", excerpt::json(task));
        return Ok(vec![Mismatch { frame: last.answer, ..mismatch }]);
    };
    let mut found = judge::content(&test.expect, &reply, Vec::new)?;
    for mismatch in &mut found {
        mismatch.frame = last.answer;
    }
    Ok(found)
}

/// It is cancelled, and stays so.
fn cancelled(trace: &Trace) -> Judged {
    let mut found = said::refused(CANCEL, trace)?;
    found.extend(said::refused(AFTER_CANCEL, trace)?);
    let after = trace.call(AFTER_CANCEL).filter(|_| found.is_empty());
    found.extend(after.and_then(|call| ill_shaped(call, "cancelled", trace)));
    Ok(found)
}
