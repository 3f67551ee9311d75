//! Subscriptions: what was announced is counted and timed, and the resource is read again. Before 2026-07-28 with
//! `resources/subscribe`, from then on with `subscriptions/listen`, which stays open.

mod grade;
mod stream;
#[cfg(test)]
mod tests;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::{Duration, Instant, SystemTime};

use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallRole, Change, ResourceSubscription};
use mcpvals_wire::{Recording, Session};
use serde_json::{Value, json};

use crate::steps::{PAGES_MAX, next_cursor};

pub(super) use grade::mismatches;

/// The steps of a test, by their place. The tested call is the subscription.
pub(super) const READ_BEFORE: CallRole = CallRole::Step(0);
pub(super) const TRIGGER: CallRole = CallRole::Step(1);
pub(super) const READ_AFTER: CallRole = CallRole::Step(2);
pub(super) const UNSUBSCRIBE: CallRole = CallRole::Step(3);
pub(super) const TRIGGER_AGAIN: CallRole = CallRole::Step(4);

const UPDATED: &str = "notifications/resources/updated";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// What is announced on a stream.
const NEWS: [&str; 6] = [
    ACKNOWLEDGED,
    UPDATED,
    "notifications/resources/list_changed",
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/tasks",
];
/// The request whose stream a message belongs to (MCP 2026-07-28, basic/patterns/subscriptions).
const SUBSCRIPTION: &str = "/params/_meta/io.modelcontextprotocol~1subscriptionId";
/// What the trace says of a file that could not be changed.
const UNTOUCHED: &str = "could not touch ";
/// What it says of one that was.
const TOUCHED: &str = "touched ";
/// How long a server may take to hear that a stream is taken back.
const ON_ITS_WAY: Duration = Duration::from_millis(250);
/// How long a server may take to acknowledge a stream that it serves.
const ACKNOWLEDGEMENT: Duration = Duration::from_secs(5);

/// Subscribes, makes something change, waits, reads again, unsubscribes, makes it change again, and waits.
pub(super) async fn perform(test: &ResourceSubscription, timeout: Duration, session: &Session) -> mcpvals_model::Trace {
    let stateless = session.facts().protocol_version.is_stateless();
    let mut recording = session.begin();
    if let Some(uri) = &test.uri {
        recording.follow(uri);
    }
    if test.rereads() {
        read(test, READ_BEFORE, timeout, &mut recording).await;
    }
    let Ok(stream) = subscribe(test, stateless, timeout, &mut recording).await else { return recording.finish() };
    let within = if change(test, TRIGGER, timeout, &mut recording).await { test.within } else { Duration::ZERO };
    let changed = Instant::now();
    recording.wait_for(wanted(test), within, |message| is_news(test, message)).await;
    let took = changed.elapsed();
    // Those that are late would be taken for those of the next test.
    recording.wait_for(wanted(test), test.quiet, |message| is_news(test, message)).await;
    if test.updates.max.is_some() {
        // More than enough may still come.
        let left = within.saturating_sub(changed.elapsed());
        recording.wait_for(usize::MAX, left.min(test.quiet), |message| is_news(test, message)).await;
    }
    if test.rereads() {
        read(test, READ_AFTER, timeout, &mut recording).await;
    }
    // What is only sent after a while must not be sent to the next test.
    let quiet = if took < within { test.quiet.max(took * 2) } else { test.quiet };
    unsubscribe(test, (stream, quiet), timeout, &mut recording).await;
    recording.finish()
}

async fn read(test: &ResourceSubscription, role: CallRole, timeout: Duration, recording: &mut Recording) {
    if let Some(uri) = &test.uri {
        recording.call(role, "resources/read", (&json!({"uri": uri})).into(), timeout).await;
        return;
    }
    let mut params = Value::Null;
    for _ in 0..PAGES_MAX {
        recording.call(role, test.list.method(), (&params).into(), timeout).await;
        let Some(Answer::Result(page)) = recording.last_answer() else { return };
        let Some(cursor) = next_cursor(&page) else { return };
        params = json!({"cursor": cursor});
    }
}

/// The server does not want to, so that nothing else is tried.
struct Refused;

/// The stream, where the subscription is one.
async fn subscribe(
    test: &ResourceSubscription,
    stateless: bool,
    timeout: Duration,
    recording: &mut Recording,
) -> Result<Option<u64>, Refused> {
    let Some(method) = subscribing(test, stateless) else { return Ok(None) };
    if !stateless {
        recording.call(CallRole::Tested, method, (&json!({"uri": test.uri})).into(), timeout).await;
        let refused = matches!(recording.last_answer(), Some(Answer::Error { .. }));
        return if refused { Err(Refused) } else { Ok(None) };
    }
    let filter = match &test.uri {
        Some(uri) => json!({"resourceSubscriptions": [uri]}),
        None => json!({test.list.news().1: true}),
    };
    let stream = recording.open(CallRole::Tested, method, &json!({"notifications": filter}), timeout).await;
    let mut refused = false;
    let is_reaction = |message: &Value| {
        refused |= message.get("error").is_some() && message.get("id").and_then(Value::as_u64) == stream;
        refused || is_of(message, ACKNOWLEDGED)
    };
    recording.wait_for(1, ACKNOWLEDGEMENT.min(timeout), is_reaction).await;
    if refused { Err(Refused) } else { Ok(stream) }
}

/// Changes of lists are announced unasked, where there is a handshake.
pub(super) fn subscribing(test: &ResourceSubscription, stateless: bool) -> Option<&'static str> {
    match (stateless, &test.uri) {
        (true, _) => Some("subscriptions/listen"),
        (false, Some(_)) => Some("resources/subscribe"),
        (false, None) => None,
    }
}

/// Makes the change; `false` where a file could not be touched.
async fn change(test: &ResourceSubscription, role: CallRole, timeout: Duration, recording: &mut Recording) -> bool {
    match &test.change {
        None => true,
        Some(Change::Tool(call)) => {
            let params = json!({"name": call.tool, "arguments": call.args});
            recording.call(role, "tools/call", (&params).into(), timeout).await;
            true
        }
        Some(Change::Touch { path, append }) => {
            let done = touch(path, append.as_deref());
            recording.remark(&match &done {
                Ok(()) => format!("{TOUCHED}{path}"),
                Err(error) => format!("{UNTOUCHED}{path}: {error}"),
            });
            done.is_ok()
        }
    }
}

fn touch(path: &str, append: Option<&str>) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(append.unwrap_or_default().as_bytes())?;
    file.set_modified(SystemTime::now())
}

async fn unsubscribe(
    test: &ResourceSubscription,
    (stream, quiet): (Option<u64>, Duration),
    timeout: Duration,
    recording: &mut Recording,
) {
    match (stream, &test.uri) {
        (Some(stream), _) => {
            recording.hang_up(stream).await;
            // The server hears of it when it hears of it (basic/patterns/cancellation).
            recording
                .wait_for(1, ON_ITS_WAY, |message| message["id"] == stream && message.get("result").is_some())
                .await;
        }
        (None, Some(uri)) => {
            let params = json!({"uri": uri});
            recording.call(UNSUBSCRIBE, "resources/unsubscribe", (&params).into(), timeout).await;
        }
        (None, None) => return,
    }
    if test.quiet.is_zero() {
        return;
    }
    change(test, TRIGGER_AGAIN, timeout, recording).await;
    recording.wait_for(usize::MAX, quiet, |_| false).await;
}

/// Updates that are waited for.
fn wanted(test: &ResourceSubscription) -> usize {
    let least = test.updates.min.unwrap_or(0);
    // Where none may come, the whole time must pass.
    if test.updates.max == Some(0) { usize::MAX } else { usize::try_from(least).unwrap_or(usize::MAX) }
}

/// Is it what the test is about?
pub(super) fn is_news(test: &ResourceSubscription, message: &Value) -> bool {
    match &test.uri {
        None => is_of(message, test.list.news().0),
        Some(uri) => is_of(message, UPDATED) && updated(message).is_some_and(|updated| is_part(updated, uri)),
    }
}

/// A server may announce a part of what was subscribed to (MCP 2025-11-25, schema: `ResourceUpdatedNotification`).
pub(super) fn is_part(updated: &str, uri: &str) -> bool {
    updated
        .strip_prefix(uri)
        .is_some_and(|rest| rest.is_empty() || uri.ends_with('/') || rest.starts_with(['/', '#', '?']))
}

pub(super) fn updated(message: &Value) -> Option<&str> {
    message.pointer("/params/uri")?.as_str()
}

pub(super) fn is_of(message: &Value, method: &str) -> bool {
    message.get("method").is_some_and(|came| came == method)
}
