//! A call that is a task: in 2025-11-25 of the core (basic/utilities/tasks), from 2026-07-28 on of the extension
//! `io.modelcontextprotocol/tasks`.

mod again;
mod grade;
mod guess;
mod shape;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mcpvals_model::{CallRole, TaskTest};
use mcpvals_wire::{Params, Session};
use serde_json::{Map, Value, json};

use crate::capability;
use crate::steps::Steps;

pub(super) use grade::mismatches;

/// What the task gave, where it is fetched by a request of its own, which waits for the end.
const RESULT: CallRole = CallRole::Verify(0);
const CANCEL: CallRole = CallRole::Verify(1);
/// The task once more, when it has ended.
const AFTERWARDS: CallRole = CallRole::Verify(2);
/// An ended task is cancelled.
const CANCEL_ENDED: CallRole = CallRole::Verify(3);
/// The ended task, when it was cancelled.
const STILL: CallRole = CallRole::Verify(13);
/// The task, for a client that does not declare the extension.
const UNDECLARED: CallRole = CallRole::Verify(4);
/// Requests about a task that there is not.
const UNKNOWN: [(CallRole, &str); 3] =
    [(CallRole::Verify(5), "tasks/get"), (CallRole::Verify(6), "tasks/result"), (CallRole::Verify(7), "tasks/cancel")];

const NO_TASK: &str = "mcpvals-no-such-task";
const TERMINAL: [&str; 3] = ["completed", "failed", "cancelled"];
/// How long the answer to `tasks/result` may come after the end of the task was seen.
const RESULT_PATIENCE: Duration = Duration::from_secs(5);
/// How long a cancelled task is left alone before it is looked at again.
const CANCELLED_FOR: Duration = Duration::from_secs(1);
/// A client of 2026-07-28 says with each request what it can do.
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// The capability of a server of 2025-11-25.
pub(super) const CAPABILITY: &str = "tasks.requests.tools.call";
/// Its capability to cancel them.
pub(super) const CANCELLING: &str = "tasks.cancel";
const LISTING: &str = "tasks.list";

/// How a session speaks of tasks.
struct Dialect {
    stateless: bool,
    /// What the session's client declares.
    capabilities: Value,
    cancels: bool,
    lists: bool,
}

impl Dialect {
    fn of(session: &Session) -> Self {
        let facts = session.facts();
        let stateless = facts.protocol_version.is_stateless();
        let declared = |capability| !stateless && capability::is_declared(capability, facts);
        let capabilities = session.capabilities().clone();
        Self { stateless, capabilities, cancels: declared(CANCELLING), lists: declared(LISTING) }
    }

    /// What makes the call a task.
    fn asking(&self, test: &TaskTest) -> Value {
        if self.stateless {
            return json!({"_meta": self.declared()});
        }
        json!({"task": {"ttl": u64::try_from(test.ttl.as_millis()).unwrap_or(u64::MAX)}})
    }

    /// What the session declares, and the extension: a plain call of the session's would not know what to do with a task.
    fn declared(&self) -> Value {
        let mut capabilities = self.capabilities.clone();
        if !capabilities["extensions"].is_object() {
            capabilities["extensions"] = json!({});
        }
        if !declares(&capabilities) {
            capabilities["extensions"][EXTENSION] = json!({});
        }
        json!({CAPABILITIES_KEY: capabilities})
    }

    /// What the session declares without the extension.
    fn undeclared(&self) -> Value {
        let mut capabilities = self.capabilities.clone();
        if let Some(extensions) = capabilities.get_mut("extensions").and_then(Value::as_object_mut) {
            extensions.shift_remove(EXTENSION);
        }
        json!({CAPABILITIES_KEY: capabilities})
    }

    fn about(&self, id: &str) -> Value {
        if self.stateless { json!({"taskId": id, "_meta": self.declared()}) } else { json!({"taskId": id}) }
    }
}

fn declares(capabilities: &Value) -> bool {
    capabilities.get("extensions").is_some_and(|extensions| extensions.get(EXTENSION).is_some())
}

pub(super) async fn perform(test: &TaskTest, timeout: Duration, session: &Session, steps: &mut Steps) {
    let dialect = Dialect::of(session);
    super::call(&test.trigger, CallRole::Tested, dialect.asking(test), steps).await;
    let created = steps.result();
    let task = created.as_ref().and_then(|created| shape::created(created, dialect.stateless).ok());
    let Some(id) = task.and_then(|task| task.get("taskId")?.as_str()) else { return };
    let about = dialect.about(id);
    if test.cancel {
        steps.as_role(CANCEL, "tasks/cancel", Params::from(&about)).await;
        if dialect.stateless {
            // Cancelling only asks for it there; the end comes when it comes.
            follow(&about, timeout, steps).await;
        }
        // Work that nobody stopped would end meanwhile, and its end must not be the task's.
        steps.wait_for(usize::MAX, CANCELLED_FOR, |_| false).await;
    } else {
        complete(&dialect, &about, timeout, steps).await;
    }
    steps.as_role(AFTERWARDS, "tasks/get", Params::from(&about)).await;
    probe(&dialect, id, &about, steps).await;
    if !test.once {
        again::perform(test, &dialect, id, session, steps).await;
    }
}

/// Follows the task to its end. Where its result is fetched, that is asked for at once: the answer has to wait for the
/// end, and what the task needs of the client may come on its way.
async fn complete(dialect: &Dialect, about: &Value, timeout: Duration, steps: &mut Steps) {
    let fetched = if dialect.stateless { None } else { steps.open(RESULT, "tasks/result", about).await };
    follow(about, timeout, steps).await;
    if let Some(id) = fetched {
        steps.wait_for(1, RESULT_PATIENCE, |message| is_answer(message, id)).await;
    }
}

fn is_answer(message: &Value, id: u64) -> bool {
    message.get("method").is_none() && message.get("id").and_then(Value::as_u64) == Some(id)
}

/// What a server must refuse, and what its list must show.
async fn probe(dialect: &Dialect, id: &str, about: &Value, steps: &mut Steps) {
    if dialect.lists {
        steps.pages("tasks/list").await;
    }
    if dialect.cancels || dialect.stateless {
        steps.as_role(CANCEL_ENDED, "tasks/cancel", Params::from(about)).await;
        steps.as_role(STILL, "tasks/get", Params::from(about)).await;
    }
    if dialect.stateless && !declares(&dialect.capabilities) {
        steps.as_role(UNDECLARED, "tasks/get", Params::from(&json!({"taskId": id}))).await;
    }
    for (role, method) in UNKNOWN {
        let is_needed = match method {
            "tasks/get" => true,
            "tasks/cancel" => dialect.cancels,
            _ => !dialect.stateless,
        };
        if is_needed {
            steps.as_role(role, method, Params::from(&dialect.about(NO_TASK))).await;
        }
    }
}

/// Asks about the task until it has ended, as often as the server wants to be asked, and answers what it asks.
async fn follow(about: &Value, timeout: Duration, steps: &mut Steps) {
    let ends = Instant::now() + timeout;
    let mut answered = BTreeSet::new();
    while Instant::now() < ends {
        steps.ask("tasks/get", Params::from(about)).await;
        let Some(task) = steps.result() else { return };
        if shape::status(&task).is_some_and(|status| TERMINAL.contains(&status)) {
            return;
        }
        answer(&task, about, &mut answered, steps).await;
        let pause = interval(&task).min(ends.saturating_duration_since(Instant::now()));
        steps.wait_for(usize::MAX, pause, |_| false).await;
    }
}

/// Gives what the task asks for, as the profile says, each once. In 2025-11-25 it asks with requests of its own.
async fn answer(task: &Value, about: &Value, answered: &mut BTreeSet<String>, steps: &mut Steps) {
    let asked = shape::questions(task).into_iter().flatten();
    let new: Map<String, Value> = asked
        .filter(|(key, _)| !answered.contains(*key))
        .map(|(key, request)| (key.clone(), request.clone()))
        .collect();
    if new.is_empty() {
        return;
    }
    answered.extend(new.keys().cloned());
    let Some(responses) = steps.responses(&new).await else { return };
    let mut params = about.clone();
    params["inputResponses"] = Value::Object(responses);
    steps.ask("tasks/update", Params::from(&params)).await;
}

fn interval(task: &Value) -> Duration {
    let wanted = task.get("pollInterval").or_else(|| task.get("pollIntervalMs")).and_then(Value::as_u64);
    Duration::from_millis(wanted.unwrap_or(200).clamp(20, 1_000))
}
