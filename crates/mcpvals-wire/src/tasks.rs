//! What a server asks of us as a task, and comes back for (MCP 2025-11-25, basic/utilities/tasks).

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::message::RpcError;
use crate::peer::Response;

const INVALID_PARAMS: i64 = -32602;
const INTERNAL_ERROR: i64 = -32603;
/// How many are kept of one session; nobody is asked for more.
const TASKS_MAX: usize = 1_000;
/// How often the server should ask, in milliseconds.
const POLL_INTERVAL_MS: u64 = 100;

/// The tasks of one session, in the order in which they were begun. They are kept until it ends, whatever their `ttl`.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    begun: Mutex<Vec<Task>>,
}

#[derive(Debug)]
struct Task {
    id: String,
    ttl: Value,
    created_at: Timestamp,
    began: Instant,
    /// What comes of it, and after which time.
    response: Response,
    cancelled_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Working,
    Completed,
    Failed,
    Cancelled,
}

impl Tasks {
    /// Takes on what would be answered so; what is said at once.
    pub(crate) fn begin(&self, ttl: Value, response: Response) -> Response {
        let mut tasks = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let ttl = if ttl.is_number() { ttl } else { Value::Null };
        if tasks.len() >= TASKS_MAX {
            return refused(INTERNAL_ERROR, format!("this client keeps no more than {TASKS_MAX} tasks"));
        }
        let (created_at, began) = (Timestamp::now(), Instant::now());
        let task = Task { id: random_id(), ttl, created_at, began, response, cancelled_at: None };
        // A task begins so, however soon it ends.
        let told = Response::now(Ok(json!({"task": task.state_as(Status::Working)})));
        tasks.push(task);
        told
    }

    /// What is said to a request about tasks; `None` to any other.
    pub(crate) fn respond(&self, method: &str, params: &Value) -> Option<Response> {
        let mut tasks = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let id = params.get("taskId").and_then(Value::as_str).unwrap_or_default();
        let about: fn(&mut Task) -> Response = match method {
            "tasks/list" => {
                let states: Vec<Value> = tasks.iter().map(Task::state).collect();
                return Some(Response::now(Ok(json!({"tasks": states}))));
            }
            "tasks/get" => |task| Response::now(Ok(task.state())),
            "tasks/result" => |task| task.result(),
            "tasks/cancel" => Task::cancel,
            _ => return None,
        };
        let task = tasks.iter_mut().find(|task| task.id == id);
        Some(task.map_or_else(|| refused(INVALID_PARAMS, format!("there is no task \"{id}\"")), about))
    }
}

impl Task {
    fn status(&self) -> Status {
        match self.response.outcome.known() {
            _ if self.cancelled_at.is_some() => Status::Cancelled,
            _ if !self.remaining().is_zero() => Status::Working,
            None => Status::Working,
            Some(Ok(_)) => Status::Completed,
            Some(Err(_)) => Status::Failed,
        }
    }

    fn remaining(&self) -> Duration {
        self.response.after.saturating_sub(self.began.elapsed())
    }

    fn state(&self) -> Value {
        self.state_as(self.status())
    }

    fn state_as(&self, status: Status) -> Value {
        let ended_at = || self.created_at + self.response.after;
        let updated_at = match status {
            Status::Working => self.created_at,
            Status::Completed | Status::Failed => ended_at(),
            Status::Cancelled => self.cancelled_at.unwrap_or_else(ended_at),
        };
        json!({
            "taskId": self.id, "status": status.word(), "createdAt": self.created_at.to_string(),
            "lastUpdatedAt": updated_at.to_string(), "ttl": self.ttl, "pollInterval": POLL_INTERVAL_MS,
        })
    }

    /// What the request would have been answered without a task, when it is there.
    fn result(&self) -> Response {
        if self.cancelled_at.is_some() {
            return refused(INTERNAL_ERROR, format!("the task \"{}\" was cancelled", self.id));
        }
        Response { after: self.remaining(), task: Some(self.id.clone()), ..self.response.clone() }
    }

    fn cancel(&mut self) -> Response {
        if self.status() != Status::Working {
            return refused(INVALID_PARAMS, format!("the task \"{}\" has ended: {}", self.id, self.status().word()));
        }
        self.cancelled_at = Some(Timestamp::now());
        Response::now(Ok(self.state()))
    }
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

fn refused(code: i64, message: String) -> Response {
    Response::now(Err(RpcError { code, message }))
}

/// Not to be guessed: who knows it may read what comes of the task.
fn random_id() -> String {
    let random = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", random(), random())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use serde_json::{Value, json};

    use super::{Response, RpcError, Tasks};
    use crate::peer::Outcome;

    fn begin(tasks: &Tasks, response: Response) -> String {
        let told = tasks.begin(json!(60_000), response).outcome.known().unwrap().unwrap();
        assert_eq!((&told["task"]["status"], &told["task"]["ttl"]), (&json!("working"), &json!(60_000)));
        told["task"]["taskId"].as_str().unwrap().to_owned()
    }

    fn ask(tasks: &Tasks, method: &str, id: &str) -> Result<Value, i64> {
        let response = tasks.respond(method, &json!({"taskId": id})).unwrap();
        response.settled().now_or_never().flatten().unwrap().map_err(|error| error.code)
    }

    fn status(tasks: &Tasks, id: &str) -> Value {
        ask(tasks, "tasks/get", id).unwrap()["status"].clone()
    }

    fn late(outcome: Outcome) -> Response {
        Response { after: Duration::from_secs(61), outcome, task: None }
    }

    #[test]
    fn a_task_that_is_done_gives_what_the_request_would_have_given() {
        let tasks = Tasks::default();
        let id = begin(&tasks, Response::now(Ok(json!({"model": "m"}))));
        assert_eq!(status(&tasks, &id), "completed");
        let related = json!({"io.modelcontextprotocol/related-task": {"taskId": id}});
        assert_eq!(ask(&tasks, "tasks/result", &id), Ok(json!({"model": "m", "_meta": related})));
        assert_eq!(ask(&tasks, "tasks/cancel", &id), Err(-32602));
    }

    #[test]
    fn a_task_that_failed_gives_the_error() {
        let tasks = Tasks::default();
        let id = begin(&tasks, Response::now(Err(RpcError { code: -1, message: "no".to_owned() })));
        assert_eq!(status(&tasks, &id), "failed");
        assert_eq!(ask(&tasks, "tasks/result", &id), Err(-1));
    }

    #[test]
    fn a_task_takes_its_time_and_can_be_cancelled() {
        let tasks = Tasks::default();
        let id = begin(&tasks, late(Outcome::Said(Ok(json!({})))));
        assert_eq!(status(&tasks, &id), "working");
        let result = tasks.respond("tasks/result", &json!({"taskId": id})).unwrap();
        assert!(result.after > Duration::from_secs(50), "{result:?}");
        assert_eq!(ask(&tasks, "tasks/cancel", &id).unwrap()["status"], "cancelled");
        assert_eq!((ask(&tasks, "tasks/result", &id), ask(&tasks, "tasks/cancel", &id)), (Err(-32603), Err(-32602)));
    }

    #[test]
    fn tasks_are_listed_and_others_are_not_there() {
        let tasks = Tasks::default();
        let ids = [begin(&tasks, late(Outcome::Nothing)), begin(&tasks, Response::now(Ok(json!({}))))];
        let listed = ask(&tasks, "tasks/list", "").unwrap();
        assert_eq!(listed["tasks"][1]["taskId"], json!(ids[1]));
        assert_eq!(listed["tasks"].as_array().map(Vec::len), Some(2));
        assert_eq!(ask(&tasks, "tasks/get", "x"), Err(-32602));
        assert!(tasks.respond("sampling/createMessage", &json!({})).is_none());
    }
}
