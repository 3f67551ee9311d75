//! The events of seed 003, with its exact shapes, made of what a running evaluation tells.

use mcpvals_model::{EvaluationEvent, Phase, Progress, Tally};
use mcpvals_store::{Evaluation, Millis, NewEvent, Status};
use serde_json::{Value, json};

use crate::time::timestamp;
use crate::view::RunError;

/// Every kind of event of an evaluation; `system:status` is told to whoever is connected, and kept nowhere.
pub(crate) const KINDS: [&str; 10] = [
    "evaluation:started",
    "evaluation:progress",
    "evaluation:completed",
    "evaluation:failed",
    "evaluation:cancelled",
    "hook:running",
    "hook:completed",
    "tool:testing",
    "tool:result",
    "error:occurred",
];

/// The group whose short names go first.
const OWN: &str = "evaluation";

/// Of the system.
pub(crate) const SYSTEM_STATUS: &str = "system:status";

fn event(kind: &str, data: &Value) -> NewEvent {
    NewEvent { kind: kind.to_owned(), data: data.to_string() }
}

/// A worker has begun.
pub(crate) fn started(evaluation: &Evaluation, now: Millis) -> NewEvent {
    let mut data = json!({ "id": evaluation.id, "serverPath": evaluation.server_path, "timestamp": timestamp(now) });
    if evaluation.attempt > 1 {
        data["attempt"] = json!(evaluation.attempt);
    }
    event("evaluation:started", &data)
}

/// What a running evaluation tells, as it is told to others; nothing where it only counts.
pub(crate) fn of(
    id: &str,
    told: &EvaluationEvent,
    progress: &Progress,
    (now, end): (Millis, Millis),
) -> Option<NewEvent> {
    let (at, end) = (timestamp(now), timestamp(end));
    match told {
        EvaluationEvent::HookRunning { hook, requirement } => {
            let data = json!({ "evaluationId": id, "hook": hook, "requirement": requirement, "startedAt": at });
            Some(event("hook:running", &data))
        }
        EvaluationEvent::HookCompleted { hook, score, status, duration, evidence, recommendations, .. } => {
            let data = json!({
                "evaluationId": id, "hook": hook, "score": score, "status": status, "duration": duration,
                "evidence": evidence, "recommendations": recommendations,
            });
            Some(event("hook:completed", &data))
        }
        EvaluationEvent::ToolTesting { tool_name, arguments } => {
            let data = json!({ "evaluationId": id, "toolName": tool_name, "arguments": arguments, "startedAt": at });
            Some(event("tool:testing", &data))
        }
        EvaluationEvent::ToolResult { tool_name, status, response_time, result } => {
            let mut data = json!({ "evaluationId": id, "toolName": tool_name, "status": status });
            put(&mut data, "responseTime", response_time.map(Value::from));
            put(&mut data, "result", result.as_ref().and_then(|result| serde_json::to_value(result).ok()));
            Some(event("tool:result", &data))
        }
        EvaluationEvent::Progress(_) => {
            let tally = current(progress);
            let mut data = json!({
                "id": id,
                "phase": progress.phase,
                "progress": { "current": tally.completed, "total": tally.total, "percentage": percentage(tally) },
                "estimatedCompletion": end,
            });
            put(&mut data, "currentTask", progress.current_task.clone().map(Value::from));
            Some(event("evaluation:progress", &data))
        }
        EvaluationEvent::ErrorOccurred { code, message, details } => {
            let code =
                serde_json::to_value(code).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default();
            Some(error(id, &RunError { code, message: message.clone(), details: details.clone() }, now))
        }
        EvaluationEvent::PhaseStarted { .. }
        | EvaluationEvent::TestStarted { .. }
        | EvaluationEvent::TestCompleted { .. } => None,
    }
}

fn put(data: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        data[name] = value;
    }
}

/// Of the phase that goes on.
fn current(progress: &Progress) -> Tally {
    match progress.phase {
        Some(Phase::Runtime) => progress.runtime,
        Some(Phase::Static) | None => progress.statics,
    }
}

/// One decimal.
fn percentage(tally: Tally) -> f64 {
    let share = |part: usize, whole: usize| {
        let (part, whole) = (u32::try_from(part).unwrap_or(u32::MAX), u32::try_from(whole).unwrap_or(u32::MAX));
        f64::from(part) * 100.0 / f64::from(whole)
    };
    if tally.total == 0 { 0.0 } else { (share(tally.completed, tally.total) * 10.0).round() / 10.0 }
}

/// Something went wrong that is not the evaluation's end.
pub(crate) fn error(id: &str, error: &RunError, now: Millis) -> NewEvent {
    let inner =
        json!({ "code": error.code, "message": error.message, "details": error.details.clone().unwrap_or_default() });
    event("error:occurred", &json!({ "evaluationId": id, "error": inner, "timestamp": timestamp(now) }))
}

/// How an evaluation ended, in the seed's words.
pub(crate) struct End<'a> {
    pub(crate) status: Status,
    pub(crate) score: Option<f64>,
    pub(crate) summary: Option<Value>,
    pub(crate) error: Option<&'a RunError>,
}

/// An evaluation has ended.
pub(crate) fn ended(evaluation: &Evaluation, end: &End<'_>, now: Millis) -> NewEvent {
    let began = evaluation.started_at.unwrap_or(now);
    let mut data = json!({
        "id": evaluation.id,
        "score": end.score,
        "status": end.status.as_str(),
        "duration": now - began,
        "completedAt": timestamp(now),
        "summary": end.summary.clone().unwrap_or_else(|| json!({ "passed": 0, "warned": 0, "failed": 0 })),
    });
    put(&mut data, "error", end.error.and_then(|error| serde_json::to_value(error).ok()));
    event(&format!("evaluation:{}", end.status), &data)
}

/// An evaluation that waited is not wanted any more.
pub(crate) fn cancelled(evaluation: &Evaluation, now: Millis) -> NewEvent {
    let end = End { status: Status::Cancelled, score: None, summary: None, error: None };
    ended(evaluation, &end, now)
}

/// Is an event of this kind asked for? By its full name, its short one, or a beginning with `*`; nothing asked for is all.
pub(crate) fn is_asked(kind: &str, asked: &[String]) -> bool {
    asked.is_empty() || asked.iter().any(|pattern| fits(kind, pattern))
}

fn fits(kind: &str, pattern: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        return kind.starts_with(start);
    }
    let (group, short) = kind.split_once(':').unwrap_or((kind, ""));
    // `error` is `error:occurred`, and `progress` is `evaluation:progress`: the short names of the seed. One that several groups
    // have is the evaluation's.
    let is_first = group == OWN || KINDS.iter().all(|kind| kind.split_once(':') != Some((OWN, short)));
    kind == pattern || (short == pattern && is_first) || (group == pattern && group == "error")
}

/// Does it name any event? A `*` stands for all of them, or for all of a group.
pub(crate) fn is_known(pattern: &str) -> bool {
    is_kept(pattern) || (is_whole(pattern) && fits(SYSTEM_STATUS, pattern))
}

/// Does it name any event that is kept, so that it can be told again?
pub(crate) fn is_kept(pattern: &str) -> bool {
    is_whole(pattern) && KINDS.iter().any(|kind| fits(kind, pattern))
}

fn is_whole(pattern: &str) -> bool {
    pattern.strip_suffix('*').is_none_or(|start| start.is_empty() || start.ends_with(':'))
}

/// The same as a regular expression of ECMA-262, for schemas.
pub(crate) const KNOWN: &str = "(\\*|(evaluation|hook|tool|error|system):\\*|(evaluation:)?(started|progress|completed|failed|cancelled)|(hook:)?(running|completed)|(tool:)?(testing|result)|(error:)?occurred|error|(system:)?status)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_full_and_wildcard_names_are_known() {
        let asked = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let check = |kind, names: &[&str]| is_asked(kind, &asked(names));
        assert!(check("evaluation:progress", &["progress", "completed", "error"]));
        assert!(check("evaluation:completed", &["evaluation:completed"]));
        assert!(check("error:occurred", &["error"]));
        assert!(check("hook:running", &["hook:*"]) && check("tool:result", &["*"]) && check("tool:result", &[]));
        assert!(!check("hook:completed", &["progress", "tool:*"]));
        assert!(!check("hook:completed", &["completed"]) && check("evaluation:completed", &["completed"]));
        assert!(check("hook:running", &["running"]) && check("tool:result", &["result"]));
        assert!(!is_known("evaluation:pro*") && !is_known("h*") && is_known("*") && is_known("error:*"));
        assert!(is_known("progress") && is_known("system:*") && !is_known("progres") && !is_known("foo:*"));
        assert!(is_kept("*") && is_kept("tool:*") && !is_kept("system:*") && !is_kept("status"));
    }

    #[test]
    fn the_expression_says_the_same() {
        let is_match = |name: &str| {
            let schema = json!({ "pattern": format!("^{KNOWN}$") });
            jsonschema::validator_for(&schema).unwrap().is_valid(&json!(name))
        };
        let groups = ["evaluation", "hook", "tool", "error", "system", "", "other"];
        let names =
            KINDS.iter().chain([&SYSTEM_STATUS]).filter_map(|kind| kind.split_once(':')).map(|(_, short)| short);
        for name in names.chain(["*", "other", "", "pro*"]) {
            for group in groups {
                for text in [format!("{group}:{name}"), name.to_owned(), group.to_owned(), format!("{group}*")] {
                    assert_eq!(is_match(&text), is_known(&text), "{text}");
                }
            }
        }
    }

    #[test]
    fn percentages_have_one_decimal() {
        let tally = Tally { total: 12, completed: 8, passed: 7, failed: 1 };
        assert!((percentage(tally) - 66.7).abs() < 1e-9);
        assert!(percentage(Tally::default()).abs() < 1e-9);
    }
}
