//! What a task looks like, in either era.

use mcpvals_model::{Call, Mismatch, MismatchKind, Trace};
use serde_json::{Map, Value};

use crate::excerpt;
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::wire_shape::task_problems;

pub(super) fn status(task: &Value) -> Option<&str> {
    task.get("status").and_then(Value::as_str)
}

/// What a task of 2026-07-28 waits for.
pub(super) fn questions(task: &Value) -> Option<&Map<String, Value>> {
    status(task).filter(|status| *status == "input_required")?;
    task.get("inputRequests")?.as_object()
}

/// The task in the answer to the call: a member of the result in 2025-11-25, from 2026-07-28 on the result itself, which
/// says so. Where there is none, why.
pub(super) fn created(result: &Value, stateless: bool) -> Result<&Value, String> {
    if stateless {
        let kind = result.get("resultType");
        let words = || kind.map_or_else(|| "none".to_owned(), |kind| excerpt::json_to(kind, 60));
        let is_task = kind.is_some_and(|kind| kind == "task");
        let taken = || format!("`resultType` is {}: {}", words(), excerpt::json_to(result, 160));
        return if is_task { Ok(result) } else { Err(taken()) };
    }
    let task = result.get("task").filter(|task| task.is_object());
    task.ok_or_else(|| format!("`task` is missing or no object: {}", excerpt::json_to(result, 160)))
}

/// What is wrong with the task in an answer. `expected` is the status that it must have.
pub(super) fn mismatch(task: &Value, call: &Call, stateless: bool, expected: Option<&str>) -> Option<Mismatch> {
    let other = |expected: &str| {
        let status = status(task).filter(|status| *status != expected)?;
        Some(format!("a task that is \"{status}\""))
    };
    let problem = task_problems(task, stateless).into_iter().next().or_else(|| other(expected?))?;
    let what = expected.map_or_else(|| "a task".to_owned(), |expected| format!("a task that is \"{expected}\""));
    Some(of_call(call, MismatchKind::Result, what, problem))
}

/// The task with this id as `tasks/get` shows it, with what belongs to its status.
pub(super) fn of_get(id: &str, call: &Call, stateless: bool, trace: &Trace) -> Option<Mismatch> {
    let Reply::Result(task) = Reply::to(call, trace)? else { return None };
    let wrong = |what: String, came: String| Some(of_call(call, MismatchKind::Result, what, came));
    if let Some(mismatch) = mismatch(task, call, stateless, None) {
        return Some(mismatch);
    }
    let came = task.get("taskId").and_then(Value::as_str).unwrap_or_default();
    if came != id {
        return wrong(format!("the task {}", excerpt::quoted_to(id, 60)), excerpt::quoted_to(came, 60));
    }
    if !stateless {
        return None;
    }
    if task.get("resultType").is_some_and(|kind| kind != "complete") {
        return wrong("`resultType` \"complete\" of `tasks/get`".to_owned(), excerpt::json(&task["resultType"]));
    }
    let status = status(task)?;
    let member = match status {
        "input_required" => "inputRequests",
        "completed" => "result",
        "failed" => "error",
        _ => {
            let early = ["result", "error"].into_iter().find(|member| task.get(*member).is_some())?;
            return wrong(
                format!("a task that is \"{status}\" without a `{early}`"),
                excerpt::json_to(&task[early], 160),
            );
        }
    };
    let is_there =
        task.get(member).is_some_and(|value| if member == "error" { is_error(value) } else { value.is_object() });
    if is_there { None } else { wrong(format!("a task that is \"{status}\" with its `{member}`"), excerpt::json(task)) }
}

/// An error of JSON-RPC, as it would have answered the call.
fn is_error(value: &Value) -> bool {
    value.get("code").is_some_and(Value::is_i64) && value.get("message").is_some_and(Value::is_string)
}

/// A mismatch of what came for this call.
pub(super) fn of_call(call: &Call, kind: MismatchKind, expected: impl Into<String>, actual: String) -> Mismatch {
    Mismatch { frame: call.answer, ..of_kind(kind, expected.into(), actual) }
}
