//! Flaws in calls that are tasks, in both eras.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::flaw::Flaw;

const EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// Tasks that have ended, or have asked, for the flaws that come back to that.
static ENDED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The real ids of tasks in the order of their creation, each with the id of the request that created it.
static CREATED: Mutex<Vec<(Value, String)>> = Mutex::new(Vec::new());

/// What is said instead of the message, which answers `method` or is a word of the server's own.
pub(super) fn spoil(flaw: Flaw, method: &str, message: Value) -> Vec<Value> {
    if method == "tools/call" {
        remember(&message);
    }
    let said = spoil_message(flaw, method, message);
    said.into_iter().map(|message| rename(flaw, message)).collect()
}

fn spoil_message(flaw: Flaw, method: &str, mut message: Value) -> Vec<Value> {
    if message.get("error").is_some() {
        return vec![refuse_badly(flaw, method, message)];
    }
    match (flaw, method) {
        (Flaw::TaskNeverEnds, "tasks/result") => return Vec::new(),
        (Flaw::TaskResultUnrelated, "tasks/result") => remove(&mut message["result"], "_meta"),
        (_, "tasks/list") => list_badly(flaw, &mut message["result"]),
        (Flaw::TaskCancelRefused, "tasks/cancel") | (Flaw::TaskUpdateRefused, "tasks/update") => {
            let error = json!({"code": -32603, "message": "not today"});
            return vec![json!({"jsonrpc": "2.0", "id": message["id"], "error": error})];
        }
        (Flaw::TaskCancelIgnored, "tasks/cancel") if message["result"].get("status").is_some() => {
            message["result"]["status"] = json!("working");
        }
        (Flaw::TaskAcknowledgedAtLength, "tasks/cancel" | "tasks/update") => message["result"]["ok"] = json!(true),
        (Flaw::TaskRequiredWordless, "tools/call") if message["result"]["resultType"] == "complete" => {
            let error = json!({"code": -32603, "message": "not today"});
            return vec![json!({"jsonrpc": "2.0", "id": message["id"], "error": error})];
        }
        (Flaw::TaskRequiredUnheeded, "tools/list") => require_task(&mut message["result"]["tools"]),
        (_, "tools/call") => create_badly(flaw, &mut message["result"]),
        (_, "tasks/get") => show_badly(flaw, &mut message["result"]),
        // The server's own question.
        (Flaw::TaskQuestionUnrelated, "") if message["method"] == "elicitation/create" => {
            remove(&mut message["params"], "_meta");
        }
        _ => {}
    }
    vec![message]
}

/// The message as a server understands it that does not look closely.
pub(super) fn hear(flaw: Flaw, mut message: Value) -> Value {
    let method = message["method"].as_str().unwrap_or_default();
    let is_taken = match flaw {
        Flaw::TaskForAnyone => method.starts_with("tasks/"),
        Flaw::TaskUnasked => method == "tools/call",
        _ => false,
    };
    if flaw == Flaw::TaskCancelledByNotification && method == "notifications/cancelled" {
        end_task_of(&message["params"]["requestId"]);
    }
    if flaw == Flaw::EndedTaskCancelled && method == "tasks/cancel" {
        let id = message["params"]["taskId"].to_string();
        ENDED.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }
    if let Some(id) = real_id(flaw, &message["params"]["taskId"]) {
        message["params"]["taskId"] = json!(id);
    }
    if is_taken && message["params"]["_meta"].is_object() {
        let capabilities = "io.modelcontextprotocol/clientCapabilities";
        message["params"]["_meta"][capabilities]["extensions"][EXTENSION] = json!({});
    }
    message
}

/// The task that a call has become.
fn remember(message: &Value) {
    let result = &message["result"];
    if let Some(id) = result["task"]["taskId"].as_str().or(result["taskId"].as_str()) {
        created().push((message["id"].clone(), id.to_owned()));
    }
}

fn created() -> std::sync::MutexGuard<'static, Vec<(Value, String)>> {
    CREATED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end_task_of(request: &Value) {
    let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    ended.extend(created().iter().filter(|(id, _)| id == request).map(|(_, task)| json!(task).to_string()));
}

/// By which id the task with this number is shown.
fn shown_id(flaw: Flaw, number: usize) -> Option<String> {
    match flaw {
        Flaw::TaskIdTwice => Some("the-only-id-that-this-server-has".to_owned()),
        Flaw::TaskIdCounted => Some(format!("task-of-this-server-{:04}", number + 1)),
        _ => None,
    }
}

/// The task that is meant; the newest of those with one id.
fn real_id(flaw: Flaw, shown: &Value) -> Option<String> {
    let created = created();
    let mut newest = created.iter().enumerate().rev();
    newest.find_map(|(number, (_, id))| (shown == &json!(shown_id(flaw, number)?)).then(|| id.clone()))
}

fn rename(flaw: Flaw, message: Value) -> Value {
    let mut text = message.to_string();
    for (number, (_, id)) in created().iter().enumerate() {
        let Some(shown) = shown_id(flaw, number) else { return message };
        text = text.replace(id, &shown);
    }
    serde_json::from_str(&text).unwrap_or(message)
}

fn require_task(tools: &mut Value) {
    for tool in tools.as_array_mut().into_iter().flatten().filter(|tool| tool.get("execution").is_some()) {
        tool["execution"]["taskSupport"] = json!("required");
    }
}

fn refuse_badly(flaw: Flaw, method: &str, mut message: Value) -> Value {
    if flaw == Flaw::TaskNewsForAnyone && method == "subscriptions/listen" {
        let meta = json!({"io.modelcontextprotocol/subscriptionId": message["id"]});
        let params = json!({"_meta": meta, "notifications": {"taskIds": ["any"]}});
        return json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params});
    }
    let no_params = message["error"]["code"] == -32602;
    let result = match (flaw, method) {
        (Flaw::UnknownTaskFound, "tasks/get") if no_params => shown("completed"),
        (Flaw::EndedTaskCancelled, "tasks/cancel") if message["error"]["message"] == "the task has ended" => {
            shown("cancelled")
        }
        (Flaw::TaskListEndless, "tasks/list") => json!({"tasks": [], "nextCursor": "on"}),
        (Flaw::UnknownTaskInternal, "tasks/get") if no_params => {
            message["error"]["code"] = json!(-32603);
            return message;
        }
        _ => return message,
    };
    json!({"jsonrpc": "2.0", "id": message["id"], "result": result})
}

/// A task with all members of both eras.
fn shown(status: &str) -> Value {
    let time = "2026-01-01T00:00:00Z";
    json!({
        "resultType": "complete", "taskId": "any", "status": status, "createdAt": time, "lastUpdatedAt": time,
        "ttl": null, "ttlMs": null, "result": {"content": []},
    })
}

fn create_badly(flaw: Flaw, result: &mut Value) {
    let is_inside = result.get("task").is_some();
    if !is_inside && result["resultType"] != "task" {
        return;
    }
    match flaw {
        Flaw::TaskAnsweredAtOnce => {
            *result = json!({"resultType": "complete", "content": [{"type": "text", "text": "worked"}]});
        }
        Flaw::TaskTypeMissing => result["resultType"] = json!("complete"),
        Flaw::TaskBegunCompleted if is_inside => result["task"]["status"] = json!("completed"),
        Flaw::TaskBegunCompleted => result["status"] = json!("completed"),
        _ if is_inside => describe_badly(flaw, &mut result["task"]),
        _ => describe_badly(flaw, result),
    }
}

fn list_badly(flaw: Flaw, result: &mut Value) {
    let tasks = result["tasks"].as_array().cloned().unwrap_or_default();
    match flaw {
        Flaw::TaskUnlisted => result["tasks"] = json!([]),
        Flaw::TaskListedTwice => result["tasks"] = json!([tasks.clone(), tasks].concat()),
        Flaw::TaskListEndless => result["nextCursor"] = json!("on"),
        Flaw::TaskListedBare | Flaw::TaskListedWorking => {
            for task in result["tasks"].as_array_mut().into_iter().flatten() {
                if flaw == Flaw::TaskListedBare { remove(task, "status") } else { task["status"] = json!("working") }
            }
        }
        _ => {}
    }
}

fn show_badly(flaw: Flaw, result: &mut Value) {
    describe_badly(flaw, result);
    let id = result["taskId"].to_string();
    let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    match flaw {
        Flaw::TaskNeverEnds => work_on(result),
        Flaw::TaskCancelIgnored if result["status"] == "cancelled" => work_on(result),
        Flaw::TaskComesBack if result["status"] == "completed" && !ended.insert(id.clone()) => work_on(result),
        Flaw::TaskCancelledByNotification if ended.contains(&id) => result["status"] = json!("cancelled"),
        Flaw::EndedTaskCancelled if result["status"] == "completed" && ended.contains(&id) => {
            result["status"] = json!("cancelled");
        }
        Flaw::TaskTypeEverywhere => result["resultType"] = json!("task"),
        Flaw::TaskWithoutResult => remove(result, "result"),
        Flaw::TaskOfAnother => result["taskId"] = json!("another"),
        Flaw::TaskAsksNothing => remove(result, "inputRequests"),
        Flaw::TaskQuestionChanges if result.get("inputRequests").is_some() => drop(ended.insert(id)),
        // It was asked and answered.
        Flaw::TaskQuestionChanges if result["status"] == "working" && ended.contains(&id) => ask_again(result),
        _ => {}
    }
}

/// Under the same key, and something else.
fn ask_again(task: &mut Value) {
    let schema = json!({"type": "object", "properties": {"age": {"type": "integer"}}});
    let params = json!({"message": "How old are you?", "requestedSchema": schema});
    task["status"] = json!("input_required");
    task["inputRequests"] = json!({"name": {"method": "elicitation/create", "params": params}});
}

fn work_on(task: &mut Value) {
    task["status"] = json!("working");
    remove(task, "result");
}

fn describe_badly(flaw: Flaw, task: &mut Value) {
    let modern = task.get("ttlMs").is_some();
    let (ttl, interval) = if modern { ("ttlMs", "pollIntervalMs") } else { ("ttl", "pollInterval") };
    match flaw {
        Flaw::TaskWithoutTime => remove(task, "createdAt"),
        Flaw::TaskTimeInWords => task["lastUpdatedAt"] = json!("yesterday"),
        Flaw::TaskTtlMissing => remove(task, ttl),
        Flaw::TaskTtlAsText => task[ttl] = json!("60000"),
        Flaw::TaskIntervalAsText => task[interval] = json!("40"),
        Flaw::TaskStatusUnknown => task["status"] = json!("running"),
        Flaw::TaskMessageAsNumber => task["statusMessage"] = json!(5),
        _ => {}
    }
}

fn remove(value: &mut Value, member: &str) {
    if let Some(members) = value.as_object_mut() {
        members.shift_remove(member);
    }
}
