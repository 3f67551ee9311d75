//! Streams of `subscriptions/listen` (MCP 2026-07-28, basic/patterns/subscriptions): how one begins, what may come on it,
//! and what ends it.

use mcpvals_model::{
    CallRole, Direction, Frame, Mismatch, MismatchKind, ResourceSubscription, Trace, Violation, ViolationKind,
};
use serde_json::Value;

use super::{ACKNOWLEDGED, NEWS, SUBSCRIPTION, is_of};
use crate::excerpt;
use crate::judge;
use crate::matcher::of_kind;
use crate::reply::received;

/// Everything that is wrong with the stream, whose messages are those after the first of the frames and before the
/// second.
pub(super) fn mismatches(
    test: &ResourceSubscription,
    within: (u64, u64),
    trace: &Trace,
    violations: &[Violation],
) -> Vec<Mismatch> {
    if !is_stateless(trace) {
        return Vec::new();
    }
    let rules = [unacknowledged(test, trace), acknowledged_again(trace), premature(trace), untagged(within, trace)];
    rules.into_iter().flatten().chain(misplaced(trace, violations)).collect()
}

/// From 2026-07-28 on, the first word on the stream says what is subscribed to (patterns/subscriptions).
fn unacknowledged(test: &ResourceSubscription, trace: &Trace) -> Option<Mismatch> {
    let expected = "`notifications/subscriptions/acknowledged` with what was asked for";
    let Some((frame, message)) = received(trace).find(|(_, message)| is_of(message, ACKNOWLEDGED)) else {
        return Some(of_kind(MismatchKind::Subscription, expected, "none came"));
    };
    let honored = message.pointer("/params/notifications").unwrap_or(&Value::Null);
    let holds = match &test.uri {
        Some(uri) => {
            honored["resourceSubscriptions"].as_array().is_some_and(|uris| uris.iter().any(|came| came == uri))
        }
        None => honored[test.list.news().1] == Value::Bool(true),
    };
    let mismatch = || of_kind(MismatchKind::Subscription, expected, excerpt::json(honored));
    (!holds).then(|| Mismatch { frame: Some(frame.seq), ..mismatch() })
}

/// A stream begins once.
fn acknowledged_again(trace: &Trace) -> Option<Mismatch> {
    let stream = stream(trace)?;
    let is_own = |message: &Value| is_of(message, ACKNOWLEDGED) && tag(message) == Some(stream);
    let (frame, _) = received(trace).filter(|(_, message)| is_own(message)).nth(1)?;
    let mismatch = of_kind(MismatchKind::Subscription, format!("one `{ACKNOWLEDGED}` on the stream"), "another");
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

/// What came on the stream before its acknowledgement.
fn premature(trace: &Trace) -> Option<Mismatch> {
    let stream = stream(trace)?;
    let (acknowledged, _) = received(trace).find(|(_, message)| is_of(message, ACKNOWLEDGED))?;
    let is_own = |message: &Value| tag(message).is_some_and(|tag| is_id(tag, stream));
    let (frame, message) = received(trace).find(|(_, message)| is_own(message))?;
    let expected = "`notifications/subscriptions/acknowledged` first on the stream";
    let mismatch = || of_kind(MismatchKind::Subscription, expected, format!("{} before it", method(message)));
    (frame.seq < acknowledged.seq).then(|| Mismatch { frame: Some(frame.seq), ..mismatch() })
}

/// What came on the stream without its id, or with another: two streams could not be told apart.
fn untagged((from, to): (u64, u64), trace: &Trace) -> Option<Mismatch> {
    let stream = stream(trace)?;
    let is_news = |message: &Value| NEWS.iter().any(|news| is_of(message, news));
    let within = received(trace).filter(|(frame, message)| frame.seq > from && frame.seq < to && is_news(message));
    let (frame, message) = within.into_iter().find(|(_, message)| tag(message) != Some(stream))?;
    let expected = format!("the `io.modelcontextprotocol/subscriptionId` {stream} in all that comes on the stream");
    let came = tag(message).map_or_else(|| "none".to_owned(), |tag| excerpt::json_to(tag, 60));
    let mismatch = of_kind(MismatchKind::Subscription, expected, format!("{came} in {}", method(message)));
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

/// What broke the protocol on the stream: what was not asked for, promised or told, and what is told of other requests.
fn misplaced(trace: &Trace, violations: &[Violation]) -> Vec<Mismatch> {
    let kinds = [ViolationKind::UndeclaredNotification, ViolationKind::NotificationShape];
    let is_own = |message: &Value| stream(trace).zip(tag(message)).is_some_and(|(stream, tag)| is_id(tag, stream));
    let on_stream = |seq: u64| trace.frame(seq).and_then(Frame::message).is_some_and(is_own);
    let told = violations.iter().filter(|violation| kinds.contains(&violation.kind));
    told.filter(|violation| violation.frame.is_some_and(on_stream)).take(judge::TOLD_MAX).map(judge::told_ill).collect()
}

/// The id of the request that opened the stream.
fn stream(trace: &Trace) -> Option<&Value> {
    trace.frame(trace.call(CallRole::Tested)?.request?)?.message()?.get("id")
}

fn tag(message: &Value) -> Option<&Value> {
    message.pointer(SUBSCRIPTION)
}

/// As a number, or as its text, which is wrong and tells all the same whose it is.
fn is_id(tag: &Value, id: &Value) -> bool {
    let number = tag.as_str().and_then(|tag| tag.parse::<u64>().ok());
    tag == id || number.is_some() && number == id.as_u64()
}

fn method(message: &Value) -> String {
    format!("`{}`", excerpt::block(message.get("method").and_then(Value::as_str).unwrap_or_default(), 80))
}

/// The frame with which the server ended the stream: its request's result (MCP 2026-07-28, basic/patterns/subscriptions,
/// graceful closure), or `notifications/cancelled` over stdio (basic/patterns/cancellation).
pub(super) fn ended_at(trace: &Trace) -> Option<u64> {
    let stream = stream(trace).filter(|_| is_stateless(trace))?;
    let answered = trace.call(CallRole::Tested).and_then(|call| call.answer);
    let cancelled = received(trace).find(|(_, message)| takes_back(message, stream)).map(|(frame, _)| frame.seq);
    answered.into_iter().chain(cancelled).min()
}

/// The frame that took the stream back. Other requests may have been given up, too.
pub(super) fn hung_up_at(trace: &Trace) -> Option<u64> {
    let stream = stream(trace)?;
    let mut sent = trace.frames.iter().filter(|frame| frame.direction == Direction::Sent);
    sent.find(|frame| frame.message().is_some_and(|message| takes_back(message, stream))).map(|frame| frame.seq)
}

fn takes_back(message: &Value, request: &Value) -> bool {
    is_of(message, "notifications/cancelled") && message.pointer("/params/requestId") == Some(request)
}

pub(super) fn is_stateless(trace: &Trace) -> bool {
    trace.server.as_ref().is_some_and(|facts| facts.protocol_version.is_stateless())
}
