//! What the trace shows of a task.

use std::collections::BTreeMap;

use mcpvals_model::{Call, CallEnd, CallRole, Mismatch, MismatchKind, TaskTest, Trace, Violation, ViolationKind};
use serde_json::{Map, Value};

use super::shape::{self, of_call, status};
use super::{AFTERWARDS, CANCEL, CANCEL_ENDED, RESULT, STILL, TERMINAL, UNDECLARED, UNKNOWN, again};
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::peer::requests;
use crate::reply::{Reply, received};
use crate::steps::next_cursor;
use crate::utilities::{cancellation::ON_ITS_WAY, said};
use crate::{excerpt, listing, tools};

/// The key of the task that a message belongs to (MCP 2025-11-25, basic/utilities/tasks#related-task-metadata).
const RELATED: &str = "/_meta/io.modelcontextprotocol~1related-task/taskId";
/// MCP 2026-07-28: the client lacks a capability.
pub(super) const MISSING_CAPABILITY: i64 = -32021;

/// Everything that is wrong with the task.
pub(in super::super) fn mismatches(test: &TaskTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    let found = said::unanswered(call, trace)?;
    let Some(Reply::Result(result)) = Reply::to(call, trace).filter(|_| found.is_empty()) else { return Ok(found) };
    let stateless = trace.server.as_ref().is_some_and(|facts| facts.protocol_version.is_stateless());
    let task = match shape::created(result, stateless) {
        Ok(task) => task,
        Err(problem) => return Ok(vec![of_call(call, MismatchKind::Result, "a task", problem)]),
    };
    // The extension lets a task begin with any status.
    if let Some(mismatch) = shape::mismatch(task, call, stateless, (!stateless).then_some("working")) {
        return Ok(vec![mismatch]);
    }
    let id = task.get("taskId").and_then(Value::as_str).unwrap_or_default();
    let mut found = Seen { test, id, begun: status(task), stateless, trace }.mismatches()?;
    found.extend(listing::ill(violations));
    found.extend(ill_told(violations));
    found.extend(said::ill_told("progress", violations));
    found.extend(requests::of_user(false, trace));
    Ok(found)
}

/// What a task asks, and what is said of it, is as the protocol has it.
fn ill_told(violations: &[Violation]) -> impl Iterator<Item = Mismatch> {
    let kinds = [ViolationKind::RequestShape, ViolationKind::UndeclaredRequest, ViolationKind::ForbiddenRequest];
    let is_ill = move |violation: &&Violation| {
        let of_task =
            violation.message.contains("notifications/tasks") || violation.message.contains("`inputRequests`");
        !violation.spoils_answer && (kinds.contains(&violation.kind) || of_task)
    };
    violations.iter().filter(is_ill).map(judge::breach)
}

/// A task that was created, and what became of it.
struct Seen<'t> {
    test: &'t TaskTest,
    id: &'t str,
    /// The status with which it was created.
    begun: Option<&'t str>,
    stateless: bool,
    trace: &'t Trace,
}

impl<'t> Seen<'t> {
    fn mismatches(&self) -> Judged {
        let mut found = self.polled()?;
        if !found.is_empty() {
            return Ok(found);
        }
        found.extend(self.updated()?);
        found.extend(if self.test.cancel { self.cancelled()? } else { self.ended()? });
        found.extend(self.unrelated_questions());
        found.extend(self.afterwards()?);
        found.extend(self.unlisted()?);
        found.extend(self.accepted()?);
        found.extend(self.left_its_end());
        found.extend(self.goes_on());
        found.extend(again::mismatches(self.test, self.id, self.stateless, self.trace)?);
        Ok(found)
    }

    /// The requests by the way with this method.
    fn steps(&self, method: &'static str) -> impl Iterator<Item = &'t Call> {
        let is_step = move |call: &&Call| matches!(call.role, CallRole::Step(_)) && call.method == method;
        self.trace.calls.iter().filter(is_step)
    }

    /// What the call was answered with, where that was a result.
    fn result(&self, call: &Call) -> Option<&'t Value> {
        match Reply::to(call, self.trace)? {
            Reply::Result(result) => Some(result),
            Reply::Error(_) => None,
        }
    }

    /// The last time that it was asked about.
    fn last(&self) -> Option<(&'t Call, &'t Value)> {
        let call = self.steps("tasks/get").last()?;
        Some((call, self.result(call)?))
    }

    /// Whenever it was asked about, it was shown as it should, and a key of a question stood for one question.
    fn polled(&self) -> Judged {
        let mut questions: BTreeMap<&str, &Value> = BTreeMap::new();
        for call in self.steps("tasks/get") {
            let mut found = said::unanswered(call, self.trace)?;
            found.extend(shape::of_get(self.id, call, self.stateless, self.trace));
            let task = self.result(call);
            found.extend(task.and_then(|task| self.begun_anew(call, task)));
            let asked = task.and_then(shape::questions).into_iter().flatten();
            for (key, question) in asked {
                if questions.insert(key, question).is_some_and(|before| before != question) {
                    let came = format!("another one under {}", excerpt::quoted_to(key, 60));
                    found.push(of_call(
                        call,
                        MismatchKind::Result,
                        "one question for each key of `inputRequests`",
                        came,
                    ));
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// It had ended when it was created, and then it was something else.
    fn begun_anew(&self, call: &Call, task: &Value) -> Option<Mismatch> {
        let ended = self.begun.filter(|word| TERMINAL.contains(word));
        shape::mismatch(task, call, self.stateless, Some(ended?))
    }

    /// What the client gave was acknowledged.
    fn updated(&self) -> Judged {
        let mut found = Vec::new();
        for call in self.steps("tasks/update") {
            found.extend(said::unanswered(call, self.trace)?);
            found.extend(self.full(call));
        }
        Ok(found)
    }

    /// An acknowledgement is a complete result with nothing in it.
    fn full(&self, call: &Call) -> Option<Mismatch> {
        let result = self.result(call)?;
        let is_empty = result.as_object().is_some_and(|members| {
            members.iter().all(|(name, value)| name == "_meta" || name == "resultType" && value == "complete")
        });
        let expected = format!("an empty, complete result of `{}`", call.method);
        (!is_empty).then(|| of_call(call, MismatchKind::Result, expected, excerpt::json_to(result, 200)))
    }

    /// It ended in time, no sooner than its result, and gave what it should.
    fn ended(&self) -> Judged {
        let Some((call, task)) = self.last() else { return Ok(Vec::new()) };
        if let Some(endless) = endless(call, task) {
            return Ok(vec![endless]);
        }
        if self.stateless { self.given(call, task) } else { self.fetched() }
    }

    /// What stands in the ended task.
    fn given(&self, call: &Call, task: &Value) -> Judged {
        let member = if status(task) == Some("failed") { "error" } else { "result" };
        let outcome: Map<String, Value> =
            task.get(member).map(|value| (member.to_owned(), value.clone())).into_iter().collect();
        let outcome = Value::Object(outcome);
        let Some(reply) = Reply::read(&outcome) else {
            let mismatch = of_call(call, MismatchKind::NoAnswer, "a task that gives something", excerpt::json(task));
            return Ok(vec![mismatch]);
        };
        self.judged(&reply, call)
    }

    /// What `tasks/result` was answered with.
    fn fetched(&self) -> Judged {
        let Some(call) = self.trace.call(RESULT) else { return Ok(Vec::new()) };
        let Some(reply) = Reply::to(call, self.trace).filter(|_| call.end == CallEnd::Answered) else {
            let expected = "an answer to `tasks/result` when the task has ended";
            return Ok(vec![of_kind(MismatchKind::NoAnswer, expected, "none came")]);
        };
        let mut found: Vec<Mismatch> = self.early(call).into_iter().collect();
        found.extend(self.unrelated(call, &reply));
        found.extend(self.contradicted(call, &reply));
        found.extend(self.judged(&reply, call)?);
        Ok(found)
    }

    /// A task that failed has no success to give.
    fn contradicted(&self, call: &Call, reply: &Reply<'_>) -> Option<Mismatch> {
        let failed = self.last().is_some_and(|(_, task)| status(task) == Some("failed"));
        let mismatch = || of_call(call, MismatchKind::Result, "an error of a task that \"failed\"", reply.shown());
        (failed && !reply.is_error()).then(mismatch)
    }

    /// What it gave, and how long after the call.
    fn judged(&self, reply: &Reply<'_>, call: &Call) -> Judged {
        let mut found = judge::content(&self.test.expect, reply, Vec::new)?;
        found.extend(judge::latency(&self.test.expect, self.took_us(call)));
        found.extend(tools::broken_promises(&self.test.trigger.tool, reply, self.trace));
        for mismatch in &mut found {
            mismatch.frame = mismatch.frame.or(call.answer);
        }
        Ok(found)
    }

    fn took_us(&self, end: &Call) -> Option<u64> {
        let at = |seq: Option<u64>| Some(self.trace.frame(seq?)?.at_us);
        Some(at(end.answer)?.saturating_sub(at(self.trace.call(CallRole::Tested)?.request)?))
    }

    /// The result came, and the task was asked about afterwards and still worked.
    fn early(&self, fetched: &Call) -> Option<Mismatch> {
        let came = fetched.answer?;
        let mut later = self.steps("tasks/get").filter(|call| call.request.is_some_and(|request| request > came));
        let word = later.find_map(|call| status(self.result(call)?).filter(|word| !TERMINAL.contains(word)))?;
        let expected = "no answer to `tasks/result` before the task has ended";
        Some(of_call(fetched, MismatchKind::Result, expected, format!("one, and then the task was \"{word}\"")))
    }

    /// The result does not say whose it is. An error has no place for that.
    fn unrelated(&self, call: &Call, reply: &Reply<'_>) -> Option<Mismatch> {
        let Reply::Result(result) = reply else { return None };
        let came = result.pointer(RELATED);
        let expected = "the task's id in `_meta[\"io.modelcontextprotocol/related-task\"]` of its result";
        (!self.is_own(came)).then(|| of_call(call, MismatchKind::Result, expected, shown(came)))
    }

    /// Questions of the server that do not say which task they are for.
    fn unrelated_questions(&self) -> Option<Mismatch> {
        let is_question = |message: &Value| {
            message.get("id").is_some()
                && matches!(message["method"].as_str(), Some("elicitation/create" | "sampling/createMessage"))
        };
        let related = |message: &'t Value| message.get("params")?.pointer(RELATED);
        let second = again::second(self.stateless, self.trace);
        let is_of_task = |seq: u64, id: Option<&Value>| {
            self.is_own(id) || second.is_some_and(|(from, second)| seq > from && id.is_some_and(|id| id == second))
        };
        let (frame, message) = received(self.trace).find(|(frame, message)| {
            !self.stateless && is_question(message) && !is_of_task(frame.seq, related(message))
        })?;
        let expected = "the task's id in `_meta[\"io.modelcontextprotocol/related-task\"]` of what it asks";
        let mismatch = of_kind(MismatchKind::Protocol, expected, shown(related(message)));
        Some(Mismatch { frame: Some(frame.seq), ..mismatch })
    }

    fn is_own(&self, id: Option<&Value>) -> bool {
        id.is_some_and(|id| id == self.id)
    }

    /// It was cancelled. From 2026-07-28 on, that is only asked for, and acknowledged.
    fn cancelled(&self) -> Judged {
        let mut found = said::refused(CANCEL, self.trace)?;
        let Some(call) = self.trace.call(CANCEL).filter(|_| found.is_empty()) else { return Ok(found) };
        if !self.stateless {
            let task = self.result(call);
            found.extend(task.and_then(|task| shape::mismatch(task, call, false, Some("cancelled"))));
            return Ok(found);
        }
        found.extend(self.full(call));
        let Some((last, task)) = self.last() else { return Ok(found) };
        let otherwise = || shape::mismatch(task, last, true, Some("cancelled")).filter(|_| !self.test.may_finish);
        found.extend(endless(last, task).or_else(otherwise));
        Ok(found)
    }

    /// Whatever it ended as, it stays. One that was cancelled may be forgotten.
    fn afterwards(&self) -> Judged {
        let Some(call) = self.trace.call(AFTERWARDS) else { return Ok(Vec::new()) };
        let forgotten = self.is_forgotten();
        let unanswered = said::unanswered(call, self.trace)?;
        if !unanswered.is_empty() {
            return Ok(if self.test.cancel && forgotten { Vec::new() } else { unanswered });
        }
        let last = self.last().and_then(|(_, task)| status(task)).filter(|word| TERMINAL.contains(word));
        let wanted = if self.test.cancel && !self.stateless { Some("cancelled") } else { last };
        let task = self.result(call).zip(wanted);
        let changed = || task.and_then(|(task, wanted)| shape::mismatch(task, call, self.stateless, Some(wanted)));
        Ok(shape::of_get(self.id, call, self.stateless, self.trace).or_else(changed).into_iter().collect())
    }

    /// Cancelling a task that has ended is refused or, from 2026-07-28 on, acknowledged; the task is what it was.
    fn left_its_end(&self) -> Option<Mismatch> {
        let before = self.final_status().filter(|word| TERMINAL.contains(word))?;
        let call = self.trace.call(STILL)?;
        let word = status(self.result(call)?).filter(|word| *word != before)?;
        let expected = format!("a task that stays \"{before}\" when it is cancelled afterwards");
        Some(of_call(call, MismatchKind::Result, expected, format!("\"{word}\"")))
    }

    /// Progress of the call that is told when its task has ended (basic/utilities/progress: it stops then).
    fn goes_on(&self) -> Option<Mismatch> {
        let call = self.trace.call(CallRole::Tested)?;
        let token = self.trace.frame(call.request?)?.message()?.pointer("/params/_meta/progressToken")?;
        let has_ended = |call: &&Call| self.result(call).and_then(status).is_some_and(|word| TERMINAL.contains(&word));
        let ended = self.trace.frame(self.steps("tasks/get").find(has_ended)?.answer?)?.at_us;
        let told = said::notifications("notifications/progress", self.trace).into_iter();
        let mut told = told.filter(|(_, message)| message.pointer("/params/progressToken") == Some(token));
        let on_its_way = u64::try_from(ON_ITS_WAY.as_micros()).unwrap_or(u64::MAX);
        let (frame, _) = told.find(|(frame, _)| frame.at_us > ended + on_its_way)?;
        let expected = "no progress of a task that has ended";
        let actual = format!("progress {} ms later", (frame.at_us - ended) / 1000);
        Some(Mismatch { frame: Some(frame.seq), ..of_kind(MismatchKind::Notifications, expected, actual) })
    }

    fn is_forgotten(&self) -> bool {
        let reply = self.trace.call(AFTERWARDS).and_then(|call| Reply::to(call, self.trace));
        matches!(reply, Some(Reply::Error(error)) if error.code == Some(said::INVALID_PARAMS))
    }

    /// The status at the end.
    fn final_status(&self) -> Option<&'t str> {
        status(self.result(self.trace.call(AFTERWARDS)?)?)
    }

    /// A task that is known is in the list of tasks.
    fn unlisted(&self) -> Judged {
        let mut found = Vec::new();
        let mut listed: Vec<&Value> = Vec::new();
        let mut last = None;
        for call in self.steps("tasks/list") {
            found.extend(said::unanswered(call, self.trace)?);
            let page = self.result(call).and_then(|page| page.get("tasks")?.as_array());
            listed.extend(page.into_iter().flatten());
            last = Some(call);
        }
        let Some(call) = last.filter(|_| found.is_empty()) else { return Ok(found) };
        let cursor = self.result(call).and_then(next_cursor);
        found.extend(cursor.map(|cursor| listing::endless(&cursor, self.steps("tasks/list").count())));
        found.extend(self.ill_listed(call, &listed));
        Ok(found)
    }

    /// It is not in the list, or as it is not, or more than once.
    fn ill_listed(&self, call: &Call, listed: &[&Value]) -> Option<Mismatch> {
        let word = self.final_status()?;
        let own: Vec<&Value> = listed.iter().copied().filter(|task| self.is_own(task.get("taskId"))).collect();
        let expected = match own[..] {
            [task] if status(task).is_none_or(|listed| listed == word || !TERMINAL.contains(&word)) => return None,
            [task] => {
                let actual = excerpt::json_to(&task["status"], 60);
                let expected = format!("the task as \"{word}\" in `tasks/list`");
                return Some(of_call(call, MismatchKind::Listing, expected, actual));
            }
            [] => "the task in `tasks/list`",
            _ => "the task once in `tasks/list`",
        };
        let actual = format!("{} others", listed.len() - own.len());
        let actual = if own.is_empty() { actual } else { format!("{} times, and {actual}", own.len()) };
        Some(of_call(call, MismatchKind::Listing, expected, actual))
    }

    /// What was to be refused and was not.
    fn accepted(&self) -> Judged {
        let mut found = Vec::new();
        let ended = self.is_forgotten() || self.final_status().is_some_and(|status| TERMINAL.contains(&status));
        if ended && !self.stateless {
            found.extend(said::accepted(CANCEL_ENDED, "cancelling a task that has ended", self.trace)?);
        }
        let undeclared = "`tasks/get` of a client that does not declare the extension";
        found.extend(said::accepted_but(MISSING_CAPABILITY, UNDECLARED, undeclared, self.trace)?);
        for (role, method) in UNKNOWN {
            found.extend(said::accepted(role, &format!("`{method}` of a task that was never given"), self.trace)?);
        }
        Ok(found)
    }
}

/// It had not ended when it was last asked about.
fn endless(call: &Call, task: &Value) -> Option<Mismatch> {
    let word = status(task).filter(|word| !TERMINAL.contains(word))?;
    let actual = format!("it was still \"{word}\"");
    Some(of_call(call, MismatchKind::NoAnswer, "the task to end in time", actual))
}

fn shown(id: Option<&Value>) -> String {
    id.map_or_else(|| "none".to_owned(), |id| excerpt::json_to(id, 60))
}
