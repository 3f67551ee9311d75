//! Calls that are tasks: they go on after they are answered. In 2025-11-25 they are a part of the core, in 2026-07-28 the
//! extension `io.modelcontextprotocol/tasks`.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};

use super::call::text;
use super::request::{CAPABILITIES_KEY, Request, RpcError};
use super::{GoodServer, ask};
use crate::outgoing::{Outgoing, Route};
use crate::revision::Revision;

/// The only tool that may be a task.
pub(super) const TOOL: &str = "work";
/// The extension of 2026-07-28.
const EXTENSION: &str = "io.modelcontextprotocol/tasks";
/// The key of the task that a message belongs to (2025-11-25).
const RELATED: &str = "io.modelcontextprotocol/related-task";
/// The key of the one question that a task has.
const KEY: &str = "name";
/// How often a client should ask, and how long a task is kept if it does not say.
const POLL_MS: u64 = 40;
const TTL_MS: u64 = 60_000;

/// A call that goes on. A task with a question asks it after half of its work.
#[derive(Debug)]
pub(super) struct Task {
    begun: Instant,
    created: SystemTime,
    works: Duration,
    asks: bool,
    answered: Option<(Instant, Value)>,
    cancelled: Option<Instant>,
    ttl: Value,
}

impl Task {
    /// Its status, and how long after its beginning it came to that.
    fn state(&self) -> (&'static str, Duration) {
        let half = self.works / 2;
        let (elapsed, since) = (self.begun.elapsed(), |at: &Instant| at.saturating_duration_since(self.begun));
        match (&self.cancelled, &self.answered) {
            (Some(at), _) => ("cancelled", since(at)),
            (None, Some((at, _))) if at.elapsed() < half => ("working", since(at)),
            (None, Some((at, _))) => ("completed", since(at) + half),
            (None, None) if self.asks && elapsed >= half => ("input_required", half),
            (None, None) if !self.asks && elapsed >= self.works => ("completed", self.works),
            (None, None) => ("working", Duration::ZERO),
        }
    }

    fn has_ended(&self) -> bool {
        matches!(self.state().0, "completed" | "cancelled")
    }

    /// How long it will still work, if nobody needs to be asked.
    fn rest(&self) -> Duration {
        let (begun, work) = match &self.answered {
            Some((at, _)) => (*at, self.works / 2),
            None => (self.begun, self.works),
        };
        if self.has_ended() { Duration::ZERO } else { work.saturating_sub(begun.elapsed()) }
    }

    /// As it is shown in either era.
    fn shown(&self, id: &str, modern: bool) -> Value {
        let (status, after) = self.state();
        let (ttl, interval) = if modern { ("ttlMs", "pollIntervalMs") } else { ("ttl", "pollInterval") };
        json!({
            "taskId": id, "status": status, "createdAt": timestamp(self.created),
            "lastUpdatedAt": timestamp(self.created + after), ttl: self.ttl, interval: POLL_MS,
        })
    }

    /// As `tasks/get` of 2026-07-28 shows it: with its question or its result.
    fn detailed(&self, id: &str) -> Value {
        let mut shown = self.shown(id, true);
        // It may have ended since.
        match shown["status"].as_str().unwrap_or_default() {
            "input_required" => {
                shown["inputRequests"] = json!({KEY: {"method": "elicitation/create", "params": ask::form()}});
            }
            "completed" => shown["result"] = self.result(),
            _ => {}
        }
        shown
    }

    fn result(&self) -> Value {
        let text = self.answered.as_ref().map_or_else(|| "worked".to_owned(), |(_, answer)| answer.to_string());
        json!({"content": [{"type": "text", "text": text}], "isError": false})
    }

    /// The answer to `tasks/result`, when it has ended.
    fn outcome(&self, id: &str, request: &Request) -> Outgoing {
        if self.cancelled.is_some() {
            return request.answer(Err(RpcError::new(-32603, "the task was cancelled")));
        }
        let mut result = self.result();
        result["_meta"] = json!({RELATED: {"taskId": id}});
        request.answer(Ok(result)).delayed(self.rest())
    }
}

impl GoodServer {
    /// The tool: a task where the client wants or knows one, else done when it is answered.
    pub(super) fn work(&mut self, request: &Request, arguments: &Map<String, Value>, revision: Revision) -> Outgoing {
        let works = Duration::from_millis(arguments.get("ms").and_then(Value::as_u64).unwrap_or_default());
        let wanted = if request.modern { declares(request) } else { asks_for_task(request, revision) };
        if !wanted {
            return text(request, "worked").delayed(works);
        }
        let elicits = if request.modern {
            !request.meta(CAPABILITIES_KEY)["elicitation"].is_null()
        } else {
            self.legacy.client().get("elicitation").is_some()
        };
        let ttl = request.params["task"].get("ttl").cloned().unwrap_or(json!(TTL_MS));
        let task = Task {
            begun: Instant::now(),
            created: SystemTime::now(),
            works,
            asks: elicits && arguments.get("ask") == Some(&Value::Bool(true)),
            answered: None,
            cancelled: None,
            ttl,
        };
        let id = new_id();
        let mut shown = task.shown(&id, request.modern);
        self.tasks.insert(id, task);
        if request.modern {
            shown["resultType"] = json!("task");
        } else {
            shown = json!({"task": shown});
        }
        request.answer(Ok(shown))
    }

    /// `tasks/…`.
    pub(super) fn task(&mut self, request: &Request) -> Outgoing {
        if let Some(refusal) = undeclared(request).filter(|_| request.modern) {
            return refusal;
        }
        if request.method == "tasks/list" {
            let all: Vec<Value> = self.tasks.iter().map(|(id, task)| task.shown(id, false)).collect();
            return request.answer(super::catalogue::page(
                "tasks",
                &all,
                request.params.get("cursor"),
                self.options.page_size,
            ));
        }
        let id = request.params["taskId"].as_str().unwrap_or_default().to_owned();
        let Some(task) = self.tasks.get_mut(&id) else {
            return request.answer(Err(RpcError::invalid_params("no such task")));
        };
        match (request.method.as_str(), request.modern) {
            ("tasks/get", true) => request.answer(Ok(task.detailed(&id))),
            ("tasks/get", false) => request.answer(Ok(task.shown(&id, false))),
            ("tasks/update", _) => {
                let answer = request.params["inputResponses"].get(KEY);
                if let Some(answer) = answer.filter(|_| task.state().0 == "input_required") {
                    task.answered = Some((Instant::now(), answer.clone()));
                }
                request.answer(Ok(json!({})))
            }
            ("tasks/cancel", false) if task.has_ended() => {
                request.answer(Err(RpcError::invalid_params("the task has ended")))
            }
            ("tasks/cancel", modern) => {
                if !task.has_ended() {
                    task.cancelled = Some(Instant::now());
                }
                request.answer(Ok(if modern { json!({}) } else { task.shown(&id, false) }))
            }
            _ => self.task_result(&id, request),
        }
    }

    /// `tasks/result` waits for the end; what the task has to ask is asked on its way.
    fn task_result(&mut self, id: &str, request: &Request) -> Outgoing {
        let task = &self.tasks[id];
        if !task.asks || task.answered.is_some() || task.has_ended() {
            return task.outcome(id, request);
        }
        let mut params = ask::form();
        params["_meta"] = json!({RELATED: {"taskId": id}});
        let until = (task.works / 2).saturating_sub(task.begun.elapsed());
        let question = self.wait_for_answer(request, Some(id.to_owned()));
        let message = json!({"jsonrpc": "2.0", "id": question, "method": "elicitation/create", "params": params});
        Outgoing::message(Route::Request(request.id.clone()), message).delayed(until)
    }

    /// The client answered the question of the task; `request` is the `tasks/result` that waits.
    pub(super) fn task_told(&mut self, id: &str, request: &Request, answer: &Value) -> Outgoing {
        match self.tasks.get_mut(id) {
            Some(task) => {
                task.answered = Some((Instant::now(), answer.clone()));
                task.outcome(id, request)
            }
            None => request.answer(Err(RpcError::invalid_params("no such task"))),
        }
    }
}

/// Does the call ask to be a task, where it may?
pub(super) fn asks_for_task(request: &Request, revision: Revision) -> bool {
    revision == Revision::V2025_11_25 && request.params.get("task").is_some()
}

/// The answer to a client that does not declare the extension.
pub(super) fn undeclared(request: &Request) -> Option<Outgoing> {
    let required = json!({"requiredCapabilities": {"extensions": {EXTENSION: {}}}});
    let refusal = || request.answer(Err(RpcError::new(-32021, "the client must support tasks").with_data(required)));
    (!declares(request)).then(refusal)
}

fn declares(request: &Request) -> bool {
    request.meta(CAPABILITIES_KEY)["extensions"][EXTENSION].is_object()
}

/// 128 bits that are hard to guess.
fn new_id() -> String {
    let random = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", random(), random())
}

/// ISO 8601, in UTC.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", since.subsec_millis())
}

/// Year, month and day of a day since 1970-01-01, counted in years that begin in March, so that the odd day is the last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (of_year, month_day) = (month < 10, day - (153 * month + 2) / 5 + 1);
    let month = if of_year { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(!of_year), month, month_day)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_454), (2026, 1, 1));
        assert_eq!(date(20_818), (2026, 12, 31));
    }
}
