//! A task: in 2025-11-25 of the core (basic/utilities/tasks), from 2026-07-28 on of the extension
//! `io.modelcontextprotocol/tasks`.

use mcpvals_model::ViolationKind;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::result::shape;
use super::words::{a, member, optional};
use crate::excerpt;

/// Tasks of one page that are looked at.
const TASKS_MAX: usize = 1000;
const STATUSES: [&str; 5] = ["working", "input_required", "completed", "failed", "cancelled"];
const PAGE: &str = "basic/utilities/tasks";

/// What is wrong with a task, whatever its status.
pub(crate) fn problems(task: &Value, stateless: bool) -> Vec<String> {
    let (ttl, interval) = if stateless { ("ttlMs", "pollIntervalMs") } else { ("ttl", "pollInterval") };
    let status = |value: &Value| value.as_str().is_some_and(|status| STATUSES.contains(&status));
    let ends = |value: &Value| value.is_null() || is_duration(value);
    let problems = [
        member(task, "taskId", "a string", Value::is_string),
        member(task, "status", "a status of tasks", status),
        member(task, "createdAt", "a time of ISO 8601", is_time),
        member(task, "lastUpdatedAt", "a time of ISO 8601", is_time),
        member(task, ttl, "a number of milliseconds, nor null", ends),
        optional(task, interval, "a number of milliseconds", is_duration),
        optional(task, "statusMessage", "a string", Value::is_string),
    ];
    problems.into_iter().flatten().collect()
}

/// A number of milliseconds.
fn is_duration(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number >= 0.0)
}

/// `2026-07-28T12:00:00` and what may follow.
fn is_time(value: &Value) -> bool {
    let form = "0000-00-00T00:00:00";
    let fits = |(form, came): (char, char)| if form == '0' { came.is_ascii_digit() } else { came == form };
    value.as_str().is_some_and(|text| text.len() >= form.len() && form.chars().zip(text.chars()).all(fits))
}

/// What is wrong with the tasks in a result; a client can use them all the same.
pub(super) fn breaches(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let Some(stateless) = era(context) else { return Vec::new() };
    let task = match method {
        "tools/call" if stateless => {
            Some(result).filter(|_| get(result, "resultType").is_some_and(|kind| kind == "task"))
        }
        "tools/call" => get(result, "task").filter(|task| task.is_object()),
        "tasks/get" => Some(result),
        "tasks/cancel" if !stateless => Some(result),
        "tasks/list" if !stateless => return listed(result),
        _ => None,
    };
    let problems = task.map(|task| problems(task, stateless)).unwrap_or_default();
    problems.into_iter().map(|problem| placed(shape(format!("of the task, {problem}"), false), stateless)).collect()
}

/// Are tasks those of 2026-07-28? `None` where there are none.
fn era(context: &Context<'_>) -> Option<bool> {
    context.revision.filter(|_| context.since(Revision::V2025_11_25)).map(Revision::is_stateless)
}

/// The extension has no page in the revision's specification.
fn placed(breach: Breach, stateless: bool) -> Breach {
    if stateless { breach } else { breach.at(PAGE) }
}

/// A page of `tasks/list`.
fn listed(result: &Value) -> Vec<Breach> {
    let list = member(result, "tasks", "an array", Value::is_array).map(|problem| shape(problem, true));
    let cursor = optional(result, "nextCursor", "a string", Value::is_string)
        .map(|problem| shape(problem, !result["nextCursor"].is_null()).at("server/utilities/pagination"));
    let tasks = get(result, "tasks").and_then(Value::as_array).into_iter().flatten().take(TASKS_MAX);
    let entries = tasks.enumerate().flat_map(|(index, task)| entry(index, task));
    list.into_iter().chain(cursor).chain(entries).map(|breach| breach.or_at(Some(PAGE))).collect()
}

fn entry(index: usize, task: &Value) -> Vec<Breach> {
    let problems =
        if task.is_object() { problems(task, false) } else { vec![format!("it is {}, not an object", a(task))] };
    let words = |problem: String| format!("`tasks/list`, entry {}: {}", index + 1, excerpt::block(&problem, 300));
    problems.into_iter().map(|problem| Breach::new(ViolationKind::MalformedEntry, words(problem))).collect()
}
